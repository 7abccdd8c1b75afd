//! Times as Windows counts them.

use std::time::{Duration, SystemTime};

use windows_sys::Win32::Foundation::FILETIME;

/// `None` for a time before 1970, such as the 0 of a process that was there before the clock.
pub(super) fn system_time(time: FILETIME) -> Option<SystemTime> {
    const TICKS_A_SECOND: u64 = 10_000_000;
    const FROM_1601_TO_1970: u64 = 11_644_473_600 * TICKS_A_SECOND;
    let ticks = (u64::from(time.dwHighDateTime) << 32) | u64::from(time.dwLowDateTime);
    let ticks = ticks.checked_sub(FROM_1601_TO_1970)?;
    let seconds = Duration::from_secs(ticks / TICKS_A_SECOND);
    let rest = Duration::from_nanos(ticks % TICKS_A_SECOND * 100);
    SystemTime::UNIX_EPOCH.checked_add(seconds + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_time(ticks: u64) -> FILETIME {
        FILETIME {
            dwLowDateTime: (ticks & 0xFFFF_FFFF) as u32,
            dwHighDateTime: (ticks >> 32) as u32,
        }
    }

    #[test]
    fn a_file_time_counts_from_1601_in_tenths_of_a_microsecond() {
        let epoch = 116_444_736_000_000_000;
        let since_1970 = |ticks| {
            let time = system_time(file_time(ticks))?;
            time.duration_since(SystemTime::UNIX_EPOCH).ok()
        };
        assert_eq!(since_1970(epoch), Some(Duration::ZERO));
        let later = since_1970(epoch + 17_000_000_123);
        assert_eq!(later, Some(Duration::new(1_700, 12_300)));
        for before_1970 in [0, epoch - 1] {
            assert_eq!(since_1970(before_1970), None);
        }
        // Beyond what the system's own clock can show; no panic is all that is asked.
        let _ = system_time(file_time(u64::MAX));
    }
}
