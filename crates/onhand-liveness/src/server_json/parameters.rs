//! What the declaration says of the file.

use onhand_declaration::{KindSpec, KindUse};
use onhand_platform::{EndpointPath, LocateHost, RootedPath};

use crate::json_fields::Keys;
use crate::known::{Known, Unknown};

/// The parameters of the kind, ready to be used on one host.
pub(super) struct Parameters {
    pub(super) file: RootedPath,
    pub(super) keys: Keys,
    pub(super) endpoint_path: EndpointPath,
}

impl Parameters {
    /// One `env` call for each variable in the path. A parameter that is not given, as in a use
    /// that no parser made, has the default of `spec`.
    pub(super) fn of(kind: &KindUse, spec: &KindSpec, host: &dyn LocateHost) -> Known<Self> {
        let text = |name: &str| {
            let given = kind.text(name);
            let default = || {
                let mut parameters = spec.parameters().iter();
                parameters
                    .find(|parameter| parameter.name() == name)?
                    .default_text()
            };
            given.or_else(default).unwrap_or_default().to_owned()
        };
        let unavailable = |reason: String| Err(Unknown::Unavailable(reason.into()));
        let Some(template) = kind.path("path") else {
            return unavailable("no `path` is declared".to_owned());
        };
        let file = template.expand(host)?;
        let endpoint_path = match EndpointPath::parse(&text("endpoint_path")) {
            Ok(path) => path,
            Err(error) => return unavailable(format!("`endpoint_path` is refused: {error}")),
        };
        Ok(Parameters {
            file,
            keys: Keys {
                pid: text("pid_key"),
                url: text("url_key"),
                token: text("token_key"),
            },
            endpoint_path,
        })
    }
}
