//! The target `port_file`.

use onhand_declaration::ParameterValue;
use onhand_liveness::PortFile;

use super::application::{FOLDERS, hold, kind, machine, written};

/// What the lines may be declared as.
const LINES: [&[&str]; 5] = [
    &["port"],
    &["port", "pid"],
    &["port", "token"],
    &["pid", "port", "token"],
    &["ignored", "port", "pid", "ignored"],
];

/// Takes the file of lines that an application writes while it runs, and is held to what
/// [`hold`](super::application::hold) says, whatever its lines are declared as. A remark is our own sentence.
pub fn port_file(data: &[u8]) {
    for (os, folder) in FOLDERS {
        let path = format!("{folder}port");
        for lines in LINES {
            let words = lines.iter().map(|line| (*line).to_owned()).collect();
            let kind = kind("port_file", os, &path).with("lines", ParameterValue::Words(words));
            let machine = written(machine(os), &path, data);
            let remarks = hold(&PortFile, machine, &kind, 1).remarks;
            assert!(remarks.len() <= 3, "{remarks:?}");
            assert!(
                remarks.iter().all(|remark| remark.len() < 200),
                "{remarks:?}"
            );
        }
    }
}
