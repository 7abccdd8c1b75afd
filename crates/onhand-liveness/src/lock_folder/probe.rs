//! The probe.

use std::time::Instant;

use async_trait::async_trait;
use onhand_declaration::{KindSpec, ParameterSpec};
use onhand_platform::{LoopbackEndpoint, ProbeHost};
use onhand_resolver::CauseCode;

use super::locks::{Lock, locks};
use crate::announcement::Announcement;
use crate::application::{Application, liveness_probe};
use crate::json_object::{self, EndpointKey, Keys, shown};
use crate::known::{Known, Unknown, absent, in_time, unavailable};
use crate::parameters::Parameters;
use crate::runtime_file::{self, RuntimeFile};

/// Asks an application of which each running instance keeps a file `PORT.lock` in one folder, as editors do: JSON, with its
/// process id and the bearer token that it wants at that port.
///
/// | parameter | is | default |
/// |---|---|---|
/// | `path` | the folder | none: it is required |
/// | `pid_key`, `token_key` | the keys in a file | `pid`, `authToken` |
/// | `transport_key` | the key of the protocol: an instance that speaks another than HTTP is not asked | `transport` |
/// | `endpoint_path` | the path of the endpoint | `/mcp` |
/// | `certificate_sha256` | the SHA-256 of the certificate that the server must show: then it is asked by HTTPS | none |
///
/// ```yaml
/// liveness: { kind: lock_folder, path: ~/.vendor/ide }
/// ```
///
/// Each file is read, and everything asked, as by [`ServerJson`](crate::ServerJson); the host is `localhost`. Files of other names are
/// passed over. **Of several**, the newest counts whose process runs; of two as new the one with the lower port. Remarks
/// name those that an instance left behind, and say whether others run too. Looking through them costs one `list`, one `stat` for
/// each, and of the 16 newest a reading and a `process`.
#[derive(Debug, Clone, Copy, Default)]
pub struct LockFolder;

liveness_probe!(LockFolder);

/// Older ones are not read.
const MAX_LOCKS: usize = 16;

/// How many a sentence names.
const MAX_NAMED: usize = 3;

#[async_trait]
impl Application for LockFolder {
    fn spec(&self) -> KindSpec {
        KindSpec::liveness(
            "lock_folder",
            "a folder in which each running instance keeps a file `PORT.lock`",
        )
        .parameter(ParameterSpec::liveness_path("the folder of the lock files"))
        .parameter(ParameterSpec::key("pid_key", "the key of the process id").default("pid"))
        .parameter(
            ParameterSpec::key("token_key", "the key of the bearer token").default("authToken"),
        )
        .parameter(
            ParameterSpec::key("transport_key", "the key of the protocol").default("transport"),
        )
        .parameter(ParameterSpec::mcp_endpoint_path())
        .parameter(ParameterSpec::server_certificate())
    }

    async fn announcement(
        &self,
        host: &dyn ProbeHost,
        parameters: &Parameters<'_>,
        deadline: Instant,
        remarks: &mut Vec<String>,
    ) -> Known<Announcement> {
        let folder = parameters.path(host)?;
        let locks = locks(host, &folder)?;
        let [lock] = &locks[..] else {
            return newest(host, parameters, &locks, deadline, remarks)
                .await
                .map_err(|unknown| unknown.about(&folder));
        };
        read(host, parameters, lock, deadline).await
    }
}

/// What one lock file announces.
async fn read(
    host: &dyn ProbeHost,
    parameters: &Parameters<'_>,
    lock: &Lock,
    deadline: Instant,
) -> Known<Announcement> {
    let certificate = parameters.certificate()?;
    let keys = Keys {
        pid: parameters.text("pid_key"),
        endpoint: EndpointKey::None(LoopbackEndpoint::at_port(lock.port, certificate)),
        token: parameters.text("token_key"),
        host: None,
        transport: Some(parameters.text("transport_key")),
        path: parameters.endpoint_path()?,
        certificate,
        os: host.os(),
    }
    .distinct()?;
    let read = |bytes: &[u8]| json_object::read(bytes, &keys);
    let RuntimeFile { content, written } =
        runtime_file::read(host, &lock.file, deadline, read).await?;
    let announced = Announcement {
        pid: Some(content.pid),
        written,
        endpoint: content.endpoint,
        token: content.token,
        token_name: format!("`{}`", shown(&keys.token)),
        path: keys.path,
    };
    Ok(announced.about(&lock.file))
}

/// What the newest lock file announces whose process runs.
async fn newest(
    host: &dyn ProbeHost,
    parameters: &Parameters<'_>,
    locks: &[Lock],
    deadline: Instant,
    remarks: &mut Vec<String>,
) -> Known<Announcement> {
    let mut chosen = None;
    let (mut running_too, mut left_behind, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for lock in locks.iter().take(MAX_LOCKS) {
        in_time(deadline)?;
        let announced = read(host, parameters, lock, deadline).await;
        // What the OS doesn't tell of it is said of the chosen one, which is asked about once more.
        let mut unsaid = Vec::new();
        let process = match &announced {
            Ok(announced) => announced.process(host, deadline, &mut unsaid).await,
            Err(unknown) => Err(unknown.clone()),
        };
        match (process, announced, &chosen) {
            (Ok(_), Ok(announced), None) => chosen = Some(announced),
            (Ok(_), _, _) => running_too.push(format!("`{}`", lock.name())),
            (Err(Unknown::Absent(reason)), _, _) => {
                left_behind.push(format!("`{}`: {reason}", lock.name()));
            }
            (Err(other), _, _) => {
                let reason = other.reason().unwrap_or_default();
                unknown.push(format!("`{}`: {reason}", lock.name()));
            }
        }
    }
    let unread = locks.len().saturating_sub(MAX_LOCKS);
    let Some(announced) = chosen else {
        let reason = |of: &[String]| format!("no lock file of a running process: {}", named(of));
        return if unread > 0 {
            let all = reason(&[&unknown[..], &left_behind].concat());
            let reason = format!("{all}, and {unread} older files were not read");
            unavailable(CauseCode::NotKnown, reason)
        } else if unknown.is_empty() {
            absent(CauseCode::NotRunning, reason(&left_behind))
        } else {
            unavailable(CauseCode::NotKnown, reason(&unknown))
        };
    };
    for (what, of) in [
        ("lock files of other running instances", &running_too),
        ("lock files that were left behind", &left_behind),
        ("lock files of which nothing is known", &unknown),
    ] {
        if !of.is_empty() {
            remarks.push(format!("{what}: {}", named(of)));
        }
    }
    if unread > 0 {
        remarks.push(format!("older lock files that were not read: {unread}"));
    }
    Ok(announced)
}

/// The first of them, and how many there are beside.
fn named(of: &[String]) -> String {
    let first = of.iter().take(MAX_NAMED).map(String::as_str);
    let mut named: Vec<&str> = first.collect();
    let rest = format!("{} more", of.len().saturating_sub(MAX_NAMED));
    if of.len() > MAX_NAMED {
        named.push(&rest);
    }
    named.join("; ")
}
