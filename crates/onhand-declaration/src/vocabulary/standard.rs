//! The documented kinds, each a constructor. What reads them is plugged in elsewhere; their grammar holds without.

use onhand_platform::Os;

use super::kind::NONE;
use super::{KindRole, KindSpec, ParameterSpec};
use crate::Rule;

pub(super) fn kinds() -> [KindSpec; 6] {
    [
        KindSpec::none(KindRole::Version),
        KindSpec::pe_resource(),
        KindSpec::uninstall_registry(),
        KindSpec::plist(),
        KindSpec::none(KindRole::Liveness),
        KindSpec::server_json(),
    ]
}

/// The documented kinds.
impl KindSpec {
    /// `none`, the default of each role.
    #[must_use]
    pub fn none(role: KindRole) -> Self {
        match role {
            KindRole::Version => KindSpec::version(NONE, "no version is read"),
            KindRole::Liveness => KindSpec::liveness(NONE, "liveness is not asked"),
        }
    }

    /// The version kind `pe_resource`.
    #[must_use]
    pub fn pe_resource() -> Self {
        KindSpec::version("pe_resource", "the version resource of the executable")
            .on(&[Os::Win32])
            .parameter(
                ParameterSpec::one_of(
                    "field",
                    "whose version counts: that of the file, or of the product it belongs to",
                    &["file", "product"],
                )
                .default("file"),
            )
    }

    /// The version kind `uninstall_registry`.
    #[must_use]
    pub fn uninstall_registry() -> Self {
        KindSpec::version("uninstall_registry", "an entry of the uninstall registry")
            .on(&[Os::Win32])
            .parameter(
                ParameterSpec::text(
                    "display_name_prefix",
                    "what the entry's `DisplayName` starts with",
                )
                .required()
                .missing(Rule::DisplayNamePrefixMissing),
            )
    }

    /// The version kind `plist`.
    #[must_use]
    pub fn plist() -> Self {
        KindSpec::version("plist", "the `Info.plist` of the bundle")
            .on(&[Os::Darwin])
            .parameter(ParameterSpec::text(
                "key",
                "the only key to read, in place of `CFBundleShortVersionString` and then \
                 `CFBundleVersion`",
            ))
    }

    /// The liveness kind `server_json`.
    #[must_use]
    pub fn server_json() -> Self {
        KindSpec::liveness("server_json", "a file that the running application writes")
            .parameter(ParameterSpec::liveness_path(
                "the file that the application writes",
            ))
            .parameter(ParameterSpec::key("pid_key", "the key of the process id").default("pid"))
            .parameter(ParameterSpec::key("url_key", "the key of the endpoint").default("http"))
            .parameter(ParameterSpec::key(
                "port_key",
                "the key of the port, for a file without a URL",
            ))
            .parameter(
                ParameterSpec::key("token_key", "the key of the bearer token").default("token"),
            )
            .parameter(
                ParameterSpec::key("host_key", "the key of the machine that wrote it")
                    .default("hostname"),
            )
            .parameter(ParameterSpec::mcp_endpoint_path())
            .parameter(ParameterSpec::server_certificate())
    }
}

/// The parameters that the documented liveness kinds share, for other kinds that find an application by what it leaves
/// behind.
impl ParameterSpec {
    /// `path`, required: the file or folder that the application writes.
    #[must_use]
    pub fn liveness_path(summary: impl Into<String>) -> Self {
        ParameterSpec::path("path", summary)
            .required()
            .missing(Rule::LivenessPathMissing)
    }

    /// `endpoint_path`, by default `/mcp`: the path that is asked at the application's endpoint.
    #[must_use]
    pub fn mcp_endpoint_path() -> Self {
        ParameterSpec::endpoint_path("endpoint_path", "the path of the MCP endpoint")
            .default("/mcp")
    }

    /// `certificate_sha256`: the certificate that the application's server must show.
    #[must_use]
    pub fn server_certificate() -> Self {
        ParameterSpec::certificate_sha256(
            "certificate_sha256",
            "the SHA-256 of the certificate that the server shows, for HTTPS",
        )
    }
}
