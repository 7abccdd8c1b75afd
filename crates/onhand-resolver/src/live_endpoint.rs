//! Where a host connects, once it is known who listens there.

use std::fmt;

use onhand_platform::{EndpointPath, LoopbackEndpoint};
use secrecy::{ExposeSecret, SecretString};
use serde::{Serialize, Serializer};

/// Where an application can be reached right now, and the token that it wants. Neither `Debug` nor
/// `Serialize` shows the token: both say whether there is one.
#[derive(Clone)]
pub struct LiveEndpoint {
    endpoint: LoopbackEndpoint,
    path: EndpointPath,
    token: Option<SecretString>,
    remarks: Vec<String>,
}

impl LiveEndpoint {
    /// What a liveness kind tells, once it knows who listens there. A token is visible ASCII: it stands in a header.
    #[must_use]
    pub fn new(
        endpoint: LoopbackEndpoint,
        path: EndpointPath,
        token: Option<SecretString>,
    ) -> Self {
        LiveEndpoint {
            endpoint,
            path,
            token,
            remarks: Vec::new(),
        }
    }

    /// The same, with what could not be checked, a sentence each.
    #[must_use]
    pub fn with_remarks(mut self, remarks: Vec<String>) -> Self {
        self.remarks = remarks;
        self
    }

    /// The URL on this machine's own loopback, with a path that the declaration says and
    /// not the application. A client dials [`endpoint`](Self::endpoint)'s addresses, and no
    /// proxy: `localhost` is not to be looked up. Where it is HTTPS, the server must show the endpoint's
    /// [certificate](LoopbackEndpoint::certificate), and its name and dates don't count.
    #[must_use]
    pub fn url(&self) -> String {
        self.path.url(&self.endpoint)
    }

    /// Host and port, and the certificate of HTTPS.
    #[must_use]
    pub fn endpoint(&self) -> &LoopbackEndpoint {
        &self.endpoint
    }

    /// The path there.
    #[must_use]
    pub fn path(&self) -> &EndpointPath {
        &self.path
    }

    /// Whether the application wants a token.
    #[must_use]
    pub fn has_token(&self) -> bool {
        self.token.is_some()
    }

    /// The bearer token in clear, visible ASCII: for the header `Authorization` of a request to
    /// [`url`](Self::url), and for nothing else.
    #[must_use]
    pub fn expose_token(&self) -> Option<&str> {
        self.token.as_ref().map(|token| token.expose_secret())
    }

    /// What could not be checked, a sentence each.
    #[must_use]
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }
}

impl fmt::Debug for LiveEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveEndpoint")
            .field("url", &self.url())
            .field("has_token", &self.has_token())
            .field("remarks", &self.remarks)
            .finish()
    }
}

impl Serialize for LiveEndpoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Shown<'a> {
            url: String,
            has_token: bool,
            remarks: &'a [String],
        }
        let shown = Shown {
            url: self.url(),
            has_token: self.has_token(),
            remarks: &self.remarks,
        };
        shown.serialize(serializer)
    }
}
