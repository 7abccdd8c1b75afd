//! The documented kinds. What reads them is plugged in elsewhere; their grammar holds without.

use onhand_platform::Os;

use super::kind::NONE;
use super::{KindSpec, ParameterSpec};
use crate::Rule;

pub(super) fn kinds() -> [KindSpec; 6] {
    [
        KindSpec::version(NONE, "no version is read"),
        KindSpec::version("pe_resource", "the version resource of the executable")
            .on(&[Os::Win32])
            .parameter(
                ParameterSpec::one_of(
                    "field",
                    "whose version counts: that of the file, or of the product it belongs to",
                    &["file", "product"],
                )
                .default("file"),
            ),
        KindSpec::version("uninstall_registry", "an entry of the uninstall registry")
            .on(&[Os::Win32])
            .parameter(
                ParameterSpec::text(
                    "display_name_prefix",
                    "what the entry's `DisplayName` starts with",
                )
                .required()
                .missing(Rule::DisplayNamePrefixMissing),
            ),
        KindSpec::version("plist", "the `Info.plist` of the bundle")
            .on(&[Os::Darwin])
            .parameter(ParameterSpec::text(
                "key",
                "the only key to read, in place of `CFBundleShortVersionString` and then \
                 `CFBundleVersion`",
            )),
        KindSpec::liveness(NONE, "liveness is not asked"),
        KindSpec::liveness("server_json", "a file that the running application writes")
            .parameter(
                ParameterSpec::path("path", "the file that the application writes")
                    .required()
                    .missing(Rule::LivenessPathMissing),
            )
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
            .parameter(
                ParameterSpec::endpoint_path("endpoint_path", "the path of the MCP endpoint")
                    .default("/mcp"),
            )
            .parameter(ParameterSpec::certificate_sha256(
                "certificate_sha256",
                "the SHA-256 of the certificate that the server shows, for HTTPS",
            )),
    ]
}
