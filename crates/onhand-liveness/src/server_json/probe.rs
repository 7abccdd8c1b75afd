//! The probe.

use std::time::Instant;

use async_trait::async_trait;
use onhand_declaration::KindSpec;
use onhand_platform::ProbeHost;
#[cfg(doc)]
use onhand_resolver::Effort;

use crate::announcement::Announcement;
use crate::application::{Application, liveness_probe};
use crate::json_object::{self, EndpointKey, Keys, shown};
use crate::known::Known;
use crate::machine;
use crate::parameters::Parameters;
use crate::runtime_file::{self, RuntimeFile};

/// Asks an application that writes a JSON file while it runs: with its process id, the URL of its
/// MCP endpoint, and the bearer token that it wants there.
///
/// | parameter | is | default |
/// |---|---|---|
/// | `path` | the file | none: it is required |
/// | `pid_key`, `url_key`, `token_key` | the keys in it | `pid`, `http`, `token` |
/// | `host_key` | the key of the machine that wrote it | `hostname` |
/// | `port_key` | the key of the port, for a file without a URL: then `url_key` is not read, and the host is `localhost` | none |
/// | `certificate_sha256` | the SHA-256 of the certificate that the server must show: then it is asked by HTTPS, and by nothing else | none |
/// | `endpoint_path` | the path of the endpoint | `/mcp` |
///
/// # What is asked
/// In this order, as far as the effort goes and until the deadline:
///
/// | | host calls | seen in |
/// |---|---|---|
/// | what the file says | one `env` for each variable in `path`; `stat`, `open`, `read`, `stat` | `running`, `endpoint` |
/// | whether this machine wrote it, where it names one | 1 `machine_name` | `running` |
/// | whether the process is the one that wrote it | 1 `process` | `running` |
/// | *from [`Effort::Network`] on, where both are present:* | | |
/// | who listens at the endpoint | 1 `listeners`; for a child of the process 1 `process` for each generation, and for each of our own | `answering` |
/// | whether it answers | 1 `request`, or 2, and 1 or 2 to end a session | `answering` |
///
/// **The file** is JSON in UTF-8, of at most 64 KiB. Where it is none, or changes while it is read, it is
/// read once more after 50 ms; where it is none again, nothing says that it runs. A field of a wrong type, or a
/// key that appears twice, makes that field alone unavailable. What is not a regular file, or leads to
/// the network, is never opened.
///
/// **The machine** that the file names, where it does, is this one, by its host name; and the file lies on no drive of
/// Windows that Linux sees (`/mnt/c/…`). Else its process can't be seen from here, and whether it runs is not known.
///
/// **The process** is this user's and no thread of the kernel: else its id means another one, as that of a sandbox
/// does, and whether it runs is not known. It has not ended as a zombie, and started no later than the file was written, with 3
/// seconds of tolerance for coarse clocks; else its id is another's by now. A clock that was set
/// forward by more than that since the file was written makes it look so too. The ids are those that the
/// host sees: an application in a container of its own may write another.
///
/// **The endpoint** is a [`LoopbackEndpoint`](onhand_platform::LoopbackEndpoint); its path and query are
/// dropped, with a remark where they are others, and the declared `endpoint_path` is taken. What is
/// refused is not contacted. `https://` is refused unless the certificate is declared, and `http://` where it
/// is. The certificate alone vouches for the server, by the key with which it signs the handshake: who signed the certificate, for
/// which name and until when doesn't count.
///
/// **Asked** is only where each socket at the endpoint is held
/// by the process or by one below it, all of this user's on the way. The first process (1), and one that
/// we stand below ourselves, vouch for themselves alone: much that the user runs stands below them. Where the OS doesn't tell who holds it, a remark says so.
/// Where another process listens, or the token can't stand in a header, nothing is sent. An
/// application that gives its port up between that look and the request is not protected.
///
/// **The request** is the `initialize` of the Model Context Protocol, version 2025-11-25, by `POST`. A server that
/// refuses that version is asked once more, for the latest that it names or an earlier one. Each request carries the
/// token: at most two of them, and at most two more for each session that the server opened. No redirect is followed.
///
/// | it says | `answering` |
/// |---|---|
/// | 200, with JSON or a stream of events that is not an error | present |
/// | 401 or 403, 421, or 400 that speaks of the host | present: a remark says what it refused, the token or the `Host` header |
/// | that it speaks another version, and names one that is known here | present |
/// | a redirect | absent: the path, where it is one at the same server |
/// | a JSON-RPC error, another status, or another type of content | absent |
/// | nothing in time | absent, `timed_out` |
///
/// A session that the server opens is ended by `DELETE` in what is left of the time; its outcome changes no answer. A
/// server that opens one and doesn't say so before the deadline keeps it.
///
/// # Where to connect
/// [`LivenessProbe::endpoint`](onhand_resolver::LivenessProbe::endpoint) makes the host calls of [`Effort::Network`], without
/// the requests. Everything is asked anew and must hold: the process runs and is this user's, the endpoint is one of the
/// loopback, the token can stand in a header, and nobody else listens there.
#[derive(Debug, Clone, Copy, Default)]
pub struct ServerJson;

liveness_probe!(ServerJson);

#[async_trait]
impl Application for ServerJson {
    fn spec(&self) -> KindSpec {
        KindSpec::server_json()
    }

    async fn announcement(
        &self,
        host: &dyn ProbeHost,
        parameters: &Parameters<'_>,
        deadline: Instant,
        remarks: &mut Vec<String>,
    ) -> Known<Announcement> {
        let file = parameters.path(host)?;
        let url_key = parameters.text("url_key");
        let keys = Keys {
            pid: parameters.text("pid_key"),
            endpoint: match parameters.given("port_key") {
                Some(port) => EndpointKey::Port(port.to_owned()),
                None => EndpointKey::Url(url_key.clone()),
            },
            token: parameters.text("token_key"),
            transport: None,
            host: Some(parameters.text("host_key")).filter(|key| !key.is_empty()),
            path: parameters.endpoint_path()?,
            certificate: parameters.certificate()?,
            os: host.os(),
        }
        .distinct()?;
        let read = |bytes: &[u8]| json_object::read(bytes, &keys);
        let RuntimeFile { content, written } =
            runtime_file::read(host, &file, deadline, read).await?;
        if content.has_other_path && content.endpoint.is_ok() {
            remarks.push(format!(
                "the path or query in `{}` is not asked: `endpoint_path` is `{}`",
                shown(&url_key),
                keys.path,
            ));
        }
        let host_key = keys.host.as_deref().map(shown).unwrap_or_default();
        let machine = content.machine;
        let here = machine.and_then(|named| machine::check(host, named.as_deref(), &host_key));
        let announced = Announcement {
            pid: Some(here.and(content.pid)),
            written,
            endpoint: content.endpoint,
            token: content.token,
            token_name: format!("`{}`", shown(&keys.token)),
            path: keys.path,
        };
        Ok(announced.about(&file))
    }
}
