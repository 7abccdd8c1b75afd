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
        ] {
            let path = EndpointPath::parse(text).expect(text);
            assert_eq!(path.as_str(), text);
        }
    }
}
