//! The target `server_json`.

use onhand_liveness::ServerJson;

use super::application::{FOLDERS, hold, kind, machine, written};

/// Takes the JSON file that an application writes while it runs, and is held to what
/// [`hold`](super::application::hold) says. A remark is our own sentence, whatever the file holds.
pub fn server_json(data: &[u8]) {
    for (os, folder) in FOLDERS {
        let path = format!("{folder}server.json");
        let machine = written(machine(os), &path, data);
        let liveness = hold(&ServerJson, machine, &kind("server_json", os, &path), 1);
        let remarks = liveness.remarks;
        assert!(remarks.len() <= 3, "{remarks:?}");
        assert!(
            remarks.iter().all(|remark| remark.len() < 200),
            "{remarks:?}"
        );
    }
}
