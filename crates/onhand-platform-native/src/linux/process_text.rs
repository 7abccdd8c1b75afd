//! The texts of `/proc` that tell of one process.
//!
//! Source: the manual pages proc_pid_stat(5), proc_pid_status(5) and proc_stat(5).

use std::str::{self, FromStr, SplitAsciiWhitespace};

use onhand_platform::Pid;

/// What is wanted of `/proc/PID/stat`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stat {
    /// One letter; `Z` is a zombie, `X` and `x` are dead.
    pub(super) state: u8,
    /// `None` where the parent is outside of this pid namespace.
    pub(super) parent: Option<Pid>,
    /// Whether it is a thread of the kernel.
    pub(super) in_kernel: bool,
    pub(super) threads: u32,
    /// In clock ticks since the boot.
    pub(super) started: u64,
}

/// The flag of a thread of the kernel. Source: `include/linux/sched.h` of Linux.
const PF_KTHREAD: u32 = 0x0020_0000;

impl Stat {
    /// The name of the process stands in brackets and may hold anything, brackets and line breaks
    /// among them. So the fields are counted from the last bracket, behind which are only numbers.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        let name_end = text.iter().rposition(|byte| *byte == b')')?;
        // Numbered from 3 on the manual page.
        let mut fields = fields(&text[name_end + 1..])?;
        let [state] = *fields.next()?.as_bytes() else {
            return None;
        };
        let parent = Pid::new(number(fields.next())?);
        let flags: u32 = number(fields.nth(9 - 5))?;
        let threads = number(fields.nth(20 - 10))?;
        let started = number(fields.nth(22 - 21))?;
        Some(Stat {
            state,
            parent,
            in_kernel: flags & PF_KTHREAD != 0,
            threads,
            started,
        })
    }
}

/// What is wanted of `/proc/PID/status`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Status {
    /// The process. Another id than was asked about is the id of one of its threads.
    pub(super) process: u32,
    /// The effective user.
    pub(super) user: u32,
}

impl Status {
    /// The kernel escapes a line break in the name of the process, so no name makes a line.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        Some(Status {
            process: number(line(text, "Tgid:")?.next())?,
            // Real, effective, saved, file system.
            user: number(line(text, "Uid:")?.nth(1))?,
        })
    }
}

/// When the machine booted, in seconds since 1970, of `/proc/stat`.
pub(super) fn boot(text: &[u8]) -> Option<u64> {
    number(line(text, "btime ")?.next())
}

/// The fields of the line that starts so.
fn line<'a>(text: &'a [u8], label: &str) -> Option<SplitAsciiWhitespace<'a>> {
    let mut lines = text.split(|byte| *byte == b'\n');
    fields(lines.find_map(|line| line.strip_prefix(label.as_bytes()))?)
}

fn fields(text: &[u8]) -> Option<SplitAsciiWhitespace<'_>> {
    Some(str::from_utf8(text).ok()?.split_ascii_whitespace())
}

fn number<T: FromStr>(field: Option<&str>) -> Option<T> {
    field?.parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::*;

    const FIELDS: &str = "S 41 42 42 0 -1 4194304 100 0 0 0 5 6 0 0 20 0 3 0 1129232 3133440 380";

    fn stat(name: &[u8], fields: &str) -> Vec<u8> {
        [b"42 (", name, b") ", fields.as_bytes(), b"\n"].concat()
    }

    fn expected() -> Stat {
        Stat {
            state: b'S',
            parent: Pid::new(41),
            in_kernel: false,
            threads: 3,
            started: 1_129_232,
        }
    }

    #[test]
    fn the_name_of_a_process_is_not_taken_for_its_fields() {
        for name in [
            "cat",
            "",
            ") Z 1 (",
            "a b",
            "x) R 1 1 1\n42 (y",
            "\u{1F600}",
        ] {
            let text = stat(name.as_bytes(), FIELDS);
            assert_eq!(Stat::parse(&text), Some(expected()), "{name:?}");
        }
    }

    #[test]
    fn a_thread_of_the_kernel_has_a_flag() {
        // As kthreadd shows itself.
        let text = stat(b"kthreadd", &FIELDS.replacen("4194304", "2129984", 1));
        assert!(Stat::parse(&text).expect("parses").in_kernel);
    }

    #[test]
    fn a_parent_outside_of_the_namespace_is_none() {
        let text = stat(b"cat", &FIELDS.replacen("41", "0", 1));
        assert_eq!(Stat::parse(&text).expect("parses").parent, None);
    }

    #[test]
    fn a_stat_that_is_cut_or_no_stat_is_refused() {
        let whole = stat(b"cat", FIELDS);
        let end = whole.len() - " 1129232 3133440 380\n".len();
        for len in 0..=end {
            assert_eq!(Stat::parse(&whole[..len]), None, "{len} bytes");
        }
        for (field, hostile) in [
            ("S", "SS"),
            ("41", "-1"),
            ("41", "4294967296"),
            (" 3 ", " -3 "),
            ("1129232", "18446744073709551616"),
            ("1129232", "\u{FFFD}"),
        ] {
            let text = stat(b"cat", &FIELDS.replacen(field, hostile, 1));
            assert_eq!(Stat::parse(&text), None, "{hostile}");
        }
    }

    #[test]
    fn a_status_tells_the_process_and_its_effective_user() {
        let text = b"Name:\tTgid: 1\\nUid: 0\nState:\tS\nTgid:\t42\nPid:\t42\nUid:\t1\t2\t3\t4\n";
        let (process, user) = (42, 2);
        assert_eq!(Status::parse(text), Some(Status { process, user }));
    }

    #[test]
    fn a_status_that_lacks_a_line_or_a_number_is_refused() {
        for text in [
            "",
            "Tgid:\t42\n",
            "Uid:\t1\t2\t3\t4\n",
            "Tgid:\t42\nUid:\t1\n",
            "Tgid:\t-1\nUid:\t1\t2\t3\t4\n",
            "Tgid:\t42\nUid:\t1\tx\t3\t4\n",
        ] {
            assert_eq!(Status::parse(text.as_bytes()), None, "{text:?}");
        }
    }

    #[test]
    fn the_boot_is_one_line_of_many() {
        let text = b"cpu  1 2 3\nintr 7 0 btime 8\nctxt 9\nbtime 1796040463\nprocesses 5\n";
        assert_eq!(boot(text), Some(1_796_040_463));
        for hostile in ["", "btime", "btime \n", "btime -1\n", "btimes 1\n"] {
            assert_eq!(boot(hostile.as_bytes()), None, "{hostile:?}");
        }
    }

    proptest! {
        #[test]
        fn any_name_may_stand_in_a_stat(name in vec(any::<u8>(), 0..64)) {
            prop_assert_eq!(Stat::parse(&stat(&name, FIELDS)), Some(expected()));
        }

        #[test]
        fn no_text_makes_the_parsers_panic(text in vec(any::<u8>(), 0..512)) {
            let _ = Stat::parse(&text);
            let _ = Status::parse(&text);
            let _ = boot(&text);
        }

        #[test]
        fn no_fields_make_the_parsers_panic(fields in r"[ \t\n()A-Za-z:0-9\-]{0,256}") {
            let _ = Stat::parse(&stat(b"cat", &fields));
            let _ = Status::parse(format!("Tgid:{fields}\nUid:{fields}").as_bytes());
            let _ = boot(format!("btime {fields}").as_bytes());
        }
    }
}
