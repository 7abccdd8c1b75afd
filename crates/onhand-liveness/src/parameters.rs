//! What a declaration says of a kind, ready to be used on one host.

use onhand_declaration::{KindSpec, KindUse};
use onhand_platform::{CertificateFingerprint, EndpointPath, LocateHost, RootedPath};
use onhand_resolver::CauseCode;

use crate::known::{Known, unavailable};

/// The parameters that were given. One that was not, as in a use that no parser made, has the default of the kind.
pub(crate) struct Parameters<'k> {
    kind: &'k KindUse,
    spec: KindSpec,
}

impl<'k> Parameters<'k> {
    pub(crate) fn of(kind: &'k KindUse, spec: KindSpec) -> Self {
        Parameters { kind, spec }
    }

    /// A text; an empty one is none. Empty where there is neither one nor a default.
    pub(crate) fn text(&self, name: &str) -> String {
        let given = self.kind.text(name).filter(|text| !text.is_empty());
        given
            .or_else(|| self.default_text(name))
            .unwrap_or_default()
            .to_owned()
    }

    /// A text that has no default.
    pub(crate) fn given(&self, name: &str) -> Option<&str> {
        self.kind.text(name).filter(|text| !text.is_empty())
    }

    /// A list of words.
    pub(crate) fn words(&self, name: &str) -> Vec<String> {
        let default = || {
            let text = self.default_text(name).unwrap_or_default();
            text.split(',').map(|word| word.trim().to_owned()).collect()
        };
        self.kind.words(name).map_or_else(default, <[_]>::to_vec)
    }

    fn default_text(&self, name: &str) -> Option<&str> {
        let mut parameters = self.spec.parameters().iter();
        parameters
            .find(|parameter| parameter.name() == name)?
            .default_text()
    }

    /// The parameter `path`. One `env` call for each variable in it.
    pub(crate) fn path(&self, host: &dyn LocateHost) -> Known<RootedPath> {
        let Some(template) = self.kind.path("path") else {
            return invalid("no `path` is declared".to_owned());
        };
        Ok(template.expand(host)?)
    }

    /// The parameter `endpoint_path`.
    pub(crate) fn endpoint_path(&self) -> Known<EndpointPath> {
        EndpointPath::parse(&self.text("endpoint_path"))
            .or_else(|error| invalid(format!("`endpoint_path` is refused: {error}")))
    }

    /// The parameter `certificate_sha256`, if it is given.
    pub(crate) fn certificate(&self) -> Known<Option<CertificateFingerprint>> {
        let text = self.given("certificate_sha256");
        text.map(CertificateFingerprint::parse)
            .transpose()
            .or_else(|error| invalid(format!("`certificate_sha256` is refused: {error}")))
    }
}

fn invalid<T>(reason: String) -> Known<T> {
    unavailable(CauseCode::Invalid, reason)
}
