//! Process ids and ports, as an application writes them.

use std::num::NonZeroU16;

use onhand_platform::{Os, Pid};

/// The number that a text of one to ten digits stands for; `None` for any other text.
pub(crate) fn of_digits(text: &str) -> Option<u64> {
    let is_number =
        (1..=10).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

/// The port of that number.
pub(crate) fn port(number: u64) -> Option<NonZeroU16> {
    NonZeroU16::new(u16::try_from(number).ok()?)
}

/// The process of that number.
pub(crate) fn pid(number: u64, os: Os) -> Option<Pid> {
    let number = u32::try_from(number).ok()?;
    Pid::new(number).filter(|_| number <= greatest_pid(os))
}

/// The ends of `DWORD` and `pid_t`; beyond the latter a number would turn negative, which names a group
/// of processes.
pub(crate) fn greatest_pid(os: Os) -> u32 {
    match os {
        Os::Win32 => u32::MAX,
        Os::Darwin | Os::Linux => i32::MAX.unsigned_abs(),
    }
}
