//! The probe.

use std::time::Instant;

use async_trait::async_trait;
use onhand_declaration::{KindSpec, ParameterSpec, WordList};
use onhand_platform::ProbeHost;
#[cfg(doc)]
use onhand_resolver::Effort;

use super::lines::{self, Line};
use crate::announcement::Announcement;
use crate::application::{Application, liveness_probe};
use crate::known::Known;
use crate::parameters::Parameters;
use crate::runtime_file::{self, RuntimeFile};

/// Asks an application that writes a file of lines while it runs: one with its port, and others with its process
/// id and the bearer token that it wants there.
///
/// | parameter | is | default |
/// |---|---|---|
/// | `path` | the file | none: it is required |
/// | `lines` | what its lines are, in order: `port`, which must be among them, `pid`, `token`, and `ignored` for whatever else stands there | `[port]` |
/// | `endpoint_path` | the path of the endpoint | `/mcp` |
/// | `certificate_sha256` | the SHA-256 of the certificate that the server must show: then it is asked by HTTPS | none |
///
/// ```yaml
/// liveness: { kind: port_file, path: ~/.vendor/port, lines: [port, pid] }
/// ```
///
/// The file is read, and everything asked, as by [`ServerJson`](crate::ServerJson). The host is `localhost`. A file of
/// fewer lines is one that is being written, and of one with more no line counts. A JSON file with a port in it is one of
/// `server_json`, with its `port_key`.
///
/// **Where no line is the process id**, the application is the process that listens at the port, if it is this user's and started
/// before the file was written; a remark says so. That is known from [`Effort::Network`] on, and costs 1
/// `listeners` more. No token is ever given to a process that nothing names.
#[derive(Debug, Clone, Copy, Default)]
pub struct PortFile;

liveness_probe!(PortFile);

#[async_trait]
impl Application for PortFile {
    fn spec(&self) -> KindSpec {
        let words = WordList::of(&Line::ALL.map(Line::word))
            .needing(Line::Port.word())
            .repeating(Line::Ignored.word());
        KindSpec::liveness(
            "port_file",
            "a file of lines that the running application writes, one of which is its port",
        )
        .parameter(ParameterSpec::liveness_path(
            "the file that the application writes",
        ))
        .parameter(
            ParameterSpec::words("lines", "what its lines are, in order", words)
                .default(Line::Port.word()),
        )
        .parameter(ParameterSpec::mcp_endpoint_path())
        .parameter(ParameterSpec::server_certificate())
    }

    async fn announcement(
        &self,
        host: &dyn ProbeHost,
        parameters: &Parameters<'_>,
        deadline: Instant,
        _: &mut Vec<String>,
    ) -> Known<Announcement> {
        let file = parameters.path(host)?;
        let path = parameters.endpoint_path()?;
        let certificate = parameters.certificate()?;
        let words = parameters.words("lines");
        let declared: Vec<Line> = words.iter().filter_map(|word| Line::named(word)).collect();
        let parse = |bytes: &[u8]| lines::parse(bytes, &declared, certificate, host.os());
        let RuntimeFile { content, written } =
            runtime_file::read(host, &file, deadline, parse).await?;
        let announced = Announcement {
            pid: content.pid,
            written,
            endpoint: content.endpoint,
            token: content.token,
            token_name: "the line `token`".to_owned(),
            path,
        };
        Ok(announced.about(&file))
    }
}
