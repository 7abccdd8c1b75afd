//! The request as it goes out.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CONNECTION, CONTENT_LENGTH, HOST, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method as HttpMethod, Request, Uri};
use onhand_platform::{HostError, HostResult, LoopbackRequest, Method, excerpt};

/// How much of a header's name an error shows.
const SHOWN: usize = 64;

/// The request for hyper. `Host`, `Connection` and the length are ours, whatever the caller gave.
///
/// # Errors
/// [`HostError::Io`] for what HTTP can't carry. Neither it nor a `Debug` of the request holds a
/// header's value, which may be a token.
pub(super) fn compose(request: &LoopbackRequest<'_>) -> HostResult<Request<Full<Bytes>>> {
    let mut headers = HeaderMap::new();
    for (name, value) in request.headers {
        let (name, value) = header(name, value)?;
        headers.append(name, value);
    }
    let authority = HeaderValue::try_from(request.endpoint.authority());
    headers.insert(HOST, authority.expect("an authority is ASCII"));
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    if request.method == Method::Post {
        // hyper leaves it out where the body is empty.
        headers.insert(CONTENT_LENGTH, request.body.len().into());
    }
    let uri: Uri = request
        .path
        .as_str()
        .parse()
        .map_err(|error| HostError::Io(format!("the path can't be sent: {error}")))?;

    let mut composed = Request::new(Full::new(Bytes::copy_from_slice(request.body)));
    *composed.method_mut() = match request.method {
        Method::Post => HttpMethod::POST,
        Method::Delete => HttpMethod::DELETE,
    };
    *composed.uri_mut() = uri;
    *composed.headers_mut() = headers;
    Ok(composed)
}

fn header(name: &str, value: &str) -> HostResult<(HeaderName, HeaderValue)> {
    let shown = || excerpt(name, SHOWN);
    let Ok(header) = HeaderName::try_from(name) else {
        return Err(HostError::Io(format!("`{}` can't name a header", shown())));
    };
    let Ok(mut value) = HeaderValue::try_from(value) else {
        let text = format!("the value of the header `{}` can't be sent", shown());
        return Err(HostError::Io(text));
    };
    value.set_sensitive(true);
    Ok((header, value))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use onhand_platform::{EndpointPath, LoopbackEndpoint};

    use super::*;

    fn composed(
        method: Method,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> HostResult<Request<Full<Bytes>>> {
        compose(&LoopbackRequest {
            method,
            endpoint: &LoopbackEndpoint::parse("http://localhost:7777").expect("valid"),
            path: &EndpointPath::parse("/mcp?a=b%20c&d=@e:f//g").expect("valid"),
            headers,
            body,
            deadline: Instant::now(),
            max_body: 0,
        })
    }

    #[test]
    fn the_target_is_the_path_as_it_was_written() {
        let request = composed(Method::Post, &[], b"").expect("valid");
        assert_eq!(request.uri().to_string(), "/mcp?a=b%20c&d=@e:f//g");
        assert!(request.uri().authority().is_none());
    }

    #[test]
    fn host_and_length_are_ours_whatever_the_caller_gave() {
        let given = [
            ("Host", "evil"),
            ("content-length", "7"),
            ("CONNECTION", "keep-alive"),
            ("Accept", "a"),
            ("accept", "b"),
        ];
        let request = composed(Method::Post, &given, b"xyz").expect("valid");
        let values = |name: &str| {
            let values = request.headers().get_all(name).iter();
            values
                .map(|v| v.to_str().expect("text"))
                .collect::<Vec<_>>()
        };
        assert_eq!(values("host"), ["localhost:7777"]);
        assert_eq!(values("content-length"), ["3"]);
        assert_eq!(values("connection"), ["close"]);
        assert_eq!(values("accept"), ["a", "b"]);
    }

    #[test]
    fn a_value_is_never_shown() {
        let token = "unique-token";
        let request = composed(Method::Post, &[("authorization", token)], b"").expect("valid");
        assert!(!format!("{request:?}").contains(token));

        for spoilt in ["unique-token\r\nx: y", "unique-token\0", "ünique-token\n"] {
            let error = composed(Method::Post, &[("authorization", spoilt)], b"")
                .expect_err("can't be sent");
            let text = "the value of the header `authorization` can't be sent";
            assert_eq!(error, HostError::Io(text.to_owned()));
        }
    }

    #[test]
    fn a_name_that_is_none_is_said_in_a_form_that_no_terminal_obeys() {
        for (name, shown) in [("", ""), ("a b", "a b"), ("a\r\nb", r"a\r\nb")] {
            let error = composed(Method::Delete, &[(name, "x")], b"").expect_err("can't be sent");
            let text = format!("`{shown}` can't name a header");
            assert_eq!(error, HostError::Io(text));
        }
    }
}
