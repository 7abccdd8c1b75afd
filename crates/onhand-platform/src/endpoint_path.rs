//! The path of an endpoint: the part of a request's target that is ours.

use std::fmt;

use crate::LoopbackEndpoint;

/// The path of an HTTP endpoint, with its query if it has one. One that exists is valid: put behind
/// a host and a port it can't change them.
///
/// ```
/// use onhand_platform::{EndpointPath, LoopbackEndpoint};
///
/// let path = EndpointPath::parse("/mcp")?;
/// let endpoint = LoopbackEndpoint::parse("http://127.0.0.1:7777").expect("valid");
/// assert_eq!(path.url(&endpoint), "http://127.0.0.1:7777/mcp");
/// assert!(EndpointPath::parse("@evil/").is_err());
/// # Ok::<(), onhand_platform::EndpointPathError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EndpointPath(String);

/// Why a text is no [`EndpointPath`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EndpointPathError {
    /// It is empty, or starts with something else.
    #[error("the path does not start with `/`")]
    NoSlash,
    /// It starts with `//`, which begins an authority.
    #[error("the path starts with two slashes")]
    TwoSlashes,
    /// A character that no path or query of a URL holds as it is (RFC 3986, 3.3 and 3.4).
    #[error("the path holds {0:?}, which can't stand in a URL as it is")]
    IllegalCharacter(char),
    /// A `..` segment before the query, percent-encoded or not: it would lead above what is named
    /// (RFC 3986, 5.2.4).
    #[error("the path has a `..` segment")]
    Traversal,
}

impl EndpointPath {
    /// Takes a path and query.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn parse(text: &str) -> Result<Self, EndpointPathError> {
        if !text.starts_with('/') {
            return Err(EndpointPathError::NoSlash);
        }
        if text.starts_with("//") {
            return Err(EndpointPathError::TwoSlashes);
        }
        match text.chars().find(|c| !may_stand(*c)) {
            Some(c) => Err(EndpointPathError::IllegalCharacter(c)),
            None if has_traversal(text) => Err(EndpointPathError::Traversal),
            None => Ok(EndpointPath(text.to_owned())),
        }
    }

    /// The path as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The whole URL of that path at an endpoint.
    #[must_use]
    pub fn url(&self, endpoint: &LoopbackEndpoint) -> String {
        format!("{endpoint}{self}")
    }
}

impl fmt::Display for EndpointPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn may_stand(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~%!$&'()*+,;=:@/?".contains(c)
}

/// Whether a server could read a segment of the path as `..`. Of the characters that matter here the
/// percent-encoded forms count too, and what follows a `;` is not part of a segment's name.
fn has_traversal(text: &str) -> bool {
    let path = text.split('?').next().unwrap_or_default();
    let path = path
        .replace("%2e", ".")
        .replace("%2E", ".")
        .replace("%2f", "/")
        .replace("%2F", "/")
        .replace("%5c", "/")
        .replace("%5C", "/");
    path.split('/')
        .any(|segment| segment.split(';').next() == Some(".."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_change_the_authority_is_no_path() {
        use EndpointPathError::*;
        for (text, error) in [
            ("", NoSlash),
            ("mcp", NoSlash),
            ("@evil/", NoSlash),
            (":80/", NoSlash),
            ("//evil", TwoSlashes),
            ("/\\evil", IllegalCharacter('\\')),
            ("/a b", IllegalCharacter(' ')),
            ("/a\r\nHost: evil", IllegalCharacter('\r')),
            ("/a\0", IllegalCharacter('\0')),
            ("/a#b", IllegalCharacter('#')),
            ("/ü", IllegalCharacter('ü')),
            ("/..", Traversal),
            ("/a/../b", Traversal),
            ("/../?x", Traversal),
            ("/a/%2e%2E/b", Traversal),
            ("/a/.%2e", Traversal),
            ("/a%2f..%5cb", Traversal),
            ("/a/..;x=1/b", Traversal),
        ] {
            assert_eq!(EndpointPath::parse(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn paths_and_queries_pass_as_they_are() {
        for text in [
            "/",
            "/mcp",
            "/a/b.c/",
            "/mcp?key=a%20b&c=d@e",
            "/a//b",
            "/@x:1",
            "/a..b/...",
            "/a?up=/../b",
        ] {
            let path = EndpointPath::parse(text).expect(text);
            assert_eq!(path.as_str(), text);
        }
    }
}
