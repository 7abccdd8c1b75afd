//! What the lines of a port file say: its bytes to a process id, an endpoint and a token.

use onhand_platform::{CertificateFingerprint, LoopbackEndpoint, Os, Pid};
use onhand_resolver::{CauseCode, Reason};

use crate::known::{Known, Unknown, unavailable};
use crate::number::{self, greatest_pid};
use crate::runtime_file::Torn;
use crate::suggestion;
use crate::token::{NotAToken, Token, bearer};

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Port,
    Pid,
    Token,
    /// Whatever stands there.
    Ignored,
}

impl Line {
    pub(super) const ALL: [Line; 4] = [Line::Port, Line::Pid, Line::Token, Line::Ignored];

    /// The line of that word.
    pub(super) fn named(word: &str) -> Option<Self> {
        Line::ALL.into_iter().find(|line| line.word() == word)
    }

    /// Its word in a declaration.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Line::Port => "port",
            Line::Pid => "pid",
            Line::Token => "token",
            Line::Ignored => "ignored",
        }
    }
}

/// What the lines say, each for itself: one that is wrong leaves the others as they are.
pub(super) struct LineValues {
    /// `None` where no line is declared to be it.
    pub(super) pid: Option<Known<Pid>>,
    pub(super) endpoint: Known<LoopbackEndpoint>,
    pub(super) token: Known<Token>,
}

/// Reads the lines, which end as on any OS, with spaces around what they say or without. The last may end or not.
///
/// Fewer lines than declared are a file that is being written. More say that it isn't the declared file: none of
/// them counts. No reason shows what a line holds: each may hold the token.
pub(super) fn parse(
    bytes: &[u8],
    lines: &[Line],
    certificate: Option<CertificateFingerprint>,
    os: Os,
) -> Result<LineValues, Torn> {
    if let Some(other_kind) = suggestion::server_json(bytes) {
        return Ok(LineValues::unavailable(
            lines,
            format!("the file holds no lines: {other_kind}"),
        ));
    }
    let mut there = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let said: Vec<&[u8]> = there.by_ref().take(lines.len()).collect();
    if said.len() < lines.len() {
        return Err(Torn(format!(
            "the file is half-written: `lines` declares {}, and it has {}",
            lines.len(),
            said.len()
        )));
    }
    if there.any(|line| !line.is_empty()) {
        let reason = format!(
            "the file has more lines than the {} of `lines`: call the others `ignored`",
            lines.len()
        );
        return Ok(LineValues::unavailable(lines, reason));
    }
    let line = |wanted| {
        let at = lines.iter().position(|line| *line == wanted)?;
        Some((format!("line {} (`{}`)", at + 1, wanted.word()), said[at]))
    };
    Ok(LineValues {
        pid: line(Line::Pid).map(|(name, text)| pid_of(&name, text, os)),
        endpoint: match line(Line::Port) {
            Some((name, text)) => endpoint_of(&name, text, certificate),
            None => unavailable(CauseCode::NotDeclared, "`lines` declares no `port`"),
        },
        token: match line(Line::Token) {
            Some(_) if !lines.contains(&Line::Pid) => unavailable(
                CauseCode::NotDeclared,
                "no token is sent where no process is named: `lines` declares no `pid`",
            ),
            Some((name, text)) => token_of(&name, text),
            None => Ok(Token::None("`lines` declares no `token`".to_owned())),
        },
    })
}

impl LineValues {
    /// Of a file that is another one than the declared.
    fn unavailable(lines: &[Line], reason: String) -> Self {
        let unknown = Unknown::Unavailable(Reason::new(CauseCode::Unreadable, reason));
        LineValues {
            pid: (lines.contains(&Line::Pid)).then(|| Err(unknown.clone())),
            endpoint: Err(unknown.clone()),
            token: Err(unknown),
        }
    }
}

fn number(text: &[u8]) -> Option<u64> {
    number::of_digits(std::str::from_utf8(text).ok()?)
}

fn pid_of(name: &str, text: &[u8], os: Os) -> Known<Pid> {
    let pid = number(text).and_then(|number| number::pid(number, os));
    pid.map_or_else(
        || {
            let greatest = greatest_pid(os);
            unreadable(format!("{name} is not a whole number from 1 to {greatest}"))
        },
        Ok,
    )
}

fn endpoint_of(
    name: &str,
    text: &[u8],
    certificate: Option<CertificateFingerprint>,
) -> Known<LoopbackEndpoint> {
    match number(text).and_then(number::port) {
        Some(port) => Ok(LoopbackEndpoint::at_port(port, certificate)),
        None => unreadable(format!("{name} is not a port from 1 to 65535")),
    }
}

fn token_of(name: &str, text: &[u8]) -> Known<Token> {
    let token = std::str::from_utf8(text).map_err(|_| NotAToken);
    match token.and_then(|text| bearer(text.to_owned())) {
        Ok(Some(token)) => Ok(Token::Bearer(token)),
        Ok(None) => Ok(Token::None(format!("{name} is empty"))),
        Err(NotAToken) => unreadable(format!(
            "{name} holds a character that can't stand in a header"
        )),
    }
}

/// What the line holds is none of that.
fn unreadable<T>(reason: String) -> Known<T> {
    unavailable(CauseCode::Unreadable, reason)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BOTH: [Line; 2] = [Line::Port, Line::Pid];

    fn read(text: &str, lines: &[Line]) -> Result<(String, String), String> {
        let shown = |reason: Option<&str>| reason.map(str::to_owned);
        match parse(text.as_bytes(), lines, None, Os::Linux) {
            Ok(content) => {
                let endpoint = match content.endpoint {
                    Ok(endpoint) => endpoint.to_string(),
                    Err(unknown) => shown(unknown.reason()).unwrap_or_default(),
                };
                let pid = match content.pid {
                    Some(Ok(pid)) => pid.to_string(),
                    Some(Err(unknown)) => shown(unknown.reason()).unwrap_or_default(),
                    None => String::new(),
                };
                Ok((endpoint, pid))
            }
            Err(Torn(reason)) => Err(reason),
        }
    }

    fn both(endpoint: &str, pid: &str) -> Result<(String, String), String> {
        Ok((endpoint.to_owned(), pid.to_owned()))
    }

    #[test]
    fn lines_end_as_on_any_os() {
        for text in [
            "7777\n4242",
            "7777\n4242\n",
            "7777\r\n4242\r\n",
            "7777\n4242\n\n\n",
            " 7777\t\n 4242 \n",
        ] {
            let said = both("http://localhost:7777", "4242");
            assert_eq!(read(text, &BOTH), said, "{text:?}");
        }
        assert_eq!(
            read("7777", &[Line::Port]),
            both("http://localhost:7777", "")
        );
        let devtools = [Line::Port, Line::Ignored];
        let text = "7777\n/devtools/browser/1\n";
        assert_eq!(read(text, &devtools), both("http://localhost:7777", ""));
    }

    #[test]
    fn a_line_that_is_wrong_leaves_the_other_and_shows_nothing() {
        let no_port = "line 1 (`port`) is not a port from 1 to 65535";
        for text in [
            "0", "65536", "-1", "+80", "0x50", "7777.0", "secret", "77 77", "٧",
        ] {
            let text = format!("{text}\n4242\n");
            assert_eq!(read(&text, &BOTH), both(no_port, "4242"), "{text:?}");
        }
        let no_pid = "line 2 (`pid`) is not a whole number from 1 to 2147483647";
        for text in ["", "0", "2147483648", "99999999999", "secret"] {
            let text = format!("7777\n{text}\n");
            let said = both("http://localhost:7777", no_pid);
            assert_eq!(read(&text, &BOTH), said, "{text:?}");
        }
    }

    #[test]
    fn fewer_lines_are_half_a_file_and_more_another_one() {
        let half = "the file is half-written: `lines` declares 2, and it has 1";
        assert_eq!(read("7777", &BOTH), Err(half.to_owned()));
        let more = "the file has more lines than the 1 of `lines`: call the others `ignored`";
        assert_eq!(read("7777\nsecret", &[Line::Port]), both(more, ""));
    }

    proptest! {
        #[test]
        fn no_file_panics_and_no_reason_shows_what_it_holds(
            text in "[a-z0-9 \\r\\n\u{feff}é-]{0,40}",
            order in Just(Line::ALL.to_vec()).prop_shuffle(),
            count in 1..=4_usize,
        ) {
            let secret = format!("{text}zzsecretzz");
            for bytes in [text.as_bytes(), secret.as_bytes()] {
                let reasons = match parse(bytes, &order[..count], None, Os::Win32) {
                    Err(Torn(reason)) => vec![reason],
                    Ok(LineValues { pid, endpoint, token }) => [
                        pid.and_then(Result::err),
                        endpoint.err(),
                        token.err(),
                    ]
                    .into_iter()
                    .flatten()
                    .filter_map(|unknown| unknown.reason().map(str::to_owned))
                    .collect(),
                };
                for reason in reasons {
                    prop_assert!(!reason.contains("zz"), "{}", reason);
                }
            }
        }
    }
}
