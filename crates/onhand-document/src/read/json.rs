//! Reads JSON as RFC 8259 has it, under limits, with the place of every value.
//!
//! It keeps its own stack, so that no text overflows that of the thread. Other readers either keep no places, or let
//! through what others refuse (control characters in texts, white space that JSON doesn't have).

mod text;

use super::Limits;
use super::place::first_column;
use super::refusal::{Told, too_deep, too_many_values};
use crate::number::json_len;
use crate::{DocumentRule, Entry, Node, Number, Problem, Span, Value};

type Attempt<T> = Result<T, Box<Problem>>;

/// Takes a text that is no longer than its limit.
pub(super) fn read(text: &str, limits: &Limits) -> Attempt<Node> {
    let start = first_column(text);
    let mut reader = Reader {
        text,
        at: start,
        line: 1,
        column: 1,
        counted: start,
        nodes_left: limits.nodes,
        limits,
    };
    reader.skip_space();
    reader.document()
}

struct Reader<'t> {
    text: &'t str,
    /// The next byte.
    at: usize,
    /// The line of `counted`.
    line: u64,
    /// The column of `counted`.
    column: u64,
    /// A byte behind which no line ended so far.
    counted: usize,
    nodes_left: usize,
    limits: &'t Limits,
}

/// A list or a mapping that has not ended.
struct Open {
    span: Span,
    inner: Inner,
}

enum Inner {
    List(Vec<Node>),
    /// The last entry waits for its value.
    Mapping(Vec<Entry>),
}

impl Open {
    fn put(&mut self, value: Node) {
        match &mut self.inner {
            Inner::List(items) => items.push(value),
            Inner::Mapping(entries) => {
                if let Some(entry) = entries.last_mut() {
                    entry.value = value;
                }
            }
        }
    }

    fn close(self) -> Node {
        let value = match self.inner {
            Inner::List(items) => Value::Sequence(items),
            Inner::Mapping(entries) => Value::Mapping(entries),
        };
        let span = Some(self.span);
        Node { value, span }
    }

    /// The brackets around it.
    fn brackets(&self) -> (char, char) {
        match self.inner {
            Inner::List(_) => ('[', ']'),
            Inner::Mapping(_) => ('{', '}'),
        }
    }
}

impl<'t> Reader<'t> {
    fn document(&mut self) -> Attempt<Node> {
        let mut around: Vec<Open> = Vec::new();
        loop {
            // A value starts here.
            let mut value = match self.peek() {
                Some(bracket @ (b'[' | b'{')) => {
                    let mut open = self.open(bracket, around.len())?;
                    let (_, close) = open.brackets();
                    self.skip_space();
                    if self.take(close) {
                        open.close()
                    } else {
                        if let Inner::Mapping(entries) = &mut open.inner {
                            entries.push(self.key(&open.span)?);
                        }
                        around.push(open);
                        continue;
                    }
                }
                _ => self.scalar(around.last())?,
            };
            // It ends here, and so may what is around it.
            loop {
                self.skip_space();
                let Some(mut open) = around.pop() else {
                    return self.end(value);
                };
                open.put(value);
                let (_, close) = open.brackets();
                let comma = self.at;
                if self.take(',') {
                    self.skip_space();
                    if self.peek() == Some(close as u8) {
                        let told = ("a comma after the last entry", "leave it out");
                        return Err(self.refuse(comma, 1, told));
                    }
                    if let Inner::Mapping(entries) = &mut open.inner {
                        entries.push(self.key(&open.span)?);
                    }
                    around.push(open);
                    break;
                }
                if !self.take(close) {
                    return Err(self.no_end(&open));
                }
                value = open.close();
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted as u8);
        self.at += usize::from(is_there);
        is_there
    }

    /// A line ends with LF, CRLF or CR. Only here it can: texts hold none.
    fn skip_space(&mut self) {
        while let Some(b) = self.peek() {
            match b {
                b' ' | b'\t' => self.at += 1,
                b'\n' | b'\r' => {
                    self.at += 1;
                    if b == b'\n' || self.peek() != Some(b'\n') {
                        self.line += 1;
                        self.column = 1;
                        self.counted = self.at;
                    }
                }
                _ => return,
            }
        }
    }

    /// The place of `len` bytes from `start`, which is not before any place that was asked for.
    fn place(&mut self, start: usize, len: usize) -> Span {
        self.column += self.text[self.counted..start].chars().count() as u64;
        self.counted = start;
        Span {
            line: self.line,
            column: self.column,
            start,
            len,
        }
    }

    /// Counts a value that starts here.
    fn count(&mut self) -> Attempt<Span> {
        let span = self.place(self.at, 0);
        match self.nodes_left.checked_sub(1) {
            Some(left) => self.nodes_left = left,
            None => return Err(problem(too_many_values(self.limits), span)),
        }
        Ok(span)
    }

    fn open(&mut self, bracket: u8, depth: usize) -> Attempt<Open> {
        let mut span = self.count()?;
        if depth == self.limits.depth {
            return Err(problem(too_deep(self.limits), span));
        }
        span.len = 1;
        self.at += 1;
        let inner = match bracket {
            b'[' => Inner::List(Vec::new()),
            _ => Inner::Mapping(Vec::new()),
        };
        Ok(Open { span, inner })
    }

    /// A key and its colon; the value follows.
    fn key(&mut self, mapping: &Span) -> Attempt<Entry> {
        if self.peek() != Some(b'"') {
            let told = (
                "a key must be a text in double quotes",
                "put it in double quotes",
            );
            return Err(self.unexpected(Some(('{', mapping)), told));
        }
        let mut span = self.count()?;
        let text = self.text()?;
        span.len = self.at - span.start;
        self.skip_space();
        if !self.take(':') {
            let told = (
                "a `:` is missing here",
                "it stands between a key and its value",
            );
            return Err(self.unexpected(Some(('{', mapping)), told));
        }
        self.skip_space();
        Ok(Entry {
            key: Node {
                value: Value::Text(text),
                span: Some(span),
            },
            value: Node::new(Value::Null),
        })
    }

    fn scalar(&mut self, around: Option<&Open>) -> Attempt<Node> {
        let rest = &self.text[self.at..];
        let word = |word: &str| {
            rest.strip_prefix(word).is_some_and(|behind| {
                !behind.starts_with(|c: char| c.is_alphanumeric() || c == '_')
            })
        };
        let (value, len) = match self.peek() {
            Some(b'"') => {
                let mut span = self.count()?;
                let value = Value::Text(self.text()?);
                span.len = self.at - span.start;
                let span = Some(span);
                return Ok(Node { value, span });
            }
            Some(b'-' | b'0'..=b'9') => {
                let len = self.number_len()?;
                (Value::Number(Number::of_json(&rest[..len])), len)
            }
            Some(b't') if word("true") => (Value::Bool(true), 4),
            Some(b'f') if word("false") => (Value::Bool(false), 5),
            Some(b'n') if word("null") => (Value::Null, 4),
            _ => {
                let around = around.map(|open| (open.brackets().0, &open.span));
                let told = (
                    "no value of JSON starts here",
                    "it is a text in double quotes, a number, `true`, `false`, `null`, a list or a mapping",
                );
                return Err(self.unexpected(around, told));
            }
        };
        let mut span = self.count()?;
        span.len = len;
        self.at += len;
        let span = Some(span);
        Ok(Node { value, span })
    }

    fn number_len(&mut self) -> Attempt<usize> {
        let rest = &self.text.as_bytes()[self.at..];
        let hint = "put it in double quotes, if it is a text";
        match json_len(rest) {
            Ok(len) if rest.get(len).is_some_and(u8::is_ascii_digit) => {
                Err(self.refuse(self.at, len, ("a number can't begin with `0`", hint)))
            }
            Ok(len) => Ok(len),
            Err(len) => Err(self.refuse(self.at + len, 0, ("a digit is missing here", hint))),
        }
    }

    /// Nothing may follow the one value.
    fn end(&mut self, value: Node) -> Attempt<Node> {
        if self.peek().is_none() {
            return Ok(value);
        }
        let told = (
            "something stands behind the last value",
            self.limits.second_document,
        );
        Err(self.unexpected(None, told))
    }

    fn no_end(&mut self, open: &Open) -> Box<Problem> {
        let told = match open.inner {
            Inner::List(_) => "a `,` or a `]` is missing here",
            Inner::Mapping(_) => "a `,` or a `}` is missing here",
        };
        let told = (told, "a bracket further up may have no end");
        self.unexpected(Some((open.brackets().0, &open.span)), told)
    }

    /// What is wrong with what stands here, in the words for what people write most, else in those given.
    fn unexpected(
        &mut self,
        around: Option<(char, &Span)>,
        otherwise: (&str, &str),
    ) -> Box<Problem> {
        let told = match (self.peek(), around) {
            (None, Some((bracket, span))) => {
                let message = format!("the `{bracket}` here is never closed");
                let close = if bracket == '[' { ']' } else { '}' };
                let hint = format!("put a `{close}` behind its last value");
                return problem((DocumentRule::Syntax, message, Some(hint)), *span);
            }
            (Some(b'\''), _) => (
                "JSON strings are in double quotes only",
                "put the text in double quotes",
            ),
            _ if ["#", "//", "/*"]
                .iter()
                .any(|mark| self.text[self.at..].starts_with(mark)) =>
            {
                ("JSON has no comments", "leave it out")
            }
            _ => otherwise,
        };
        let len = self.text[self.at..]
            .chars()
            .next()
            .map_or(0, char::len_utf8);
        self.refuse(self.at, len, told)
    }

    fn refuse(&mut self, start: usize, len: usize, (message, hint): (&str, &str)) -> Box<Problem> {
        let told = (
            DocumentRule::Syntax,
            message.to_owned(),
            Some(hint.to_owned()),
        );
        // A comma may stand on a line above.
        if start < self.counted {
            let before = Reader::upto(self.text, start);
            return problem(told, Span { len, ..before });
        }
        problem(told, self.place(start, len))
    }

    /// The place of a byte, counted from the start of the text.
    fn upto(text: &'t str, start: usize) -> Span {
        let mut reader = Reader {
            text: &text[..start],
            at: 0,
            line: 1,
            column: 1,
            counted: first_column(text),
            nodes_left: 0,
            limits: &Limits::DEFAULT,
        };
        reader.at = reader.counted;
        while reader.at < start {
            reader.skip_space();
            reader.at += usize::from(reader.at < start);
        }
        reader.place(start, 0)
    }
}

fn problem((rule, message, hint): Told, span: Span) -> Box<Problem> {
    Box::new(Problem {
        path: String::new(),
        rule,
        message,
        hint,
        span: Some(span),
    })
}
