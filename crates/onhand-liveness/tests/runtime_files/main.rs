//! The kinds of runtime files beside `server_json`, and HTTPS, on machines from scenarios.

mod https;
mod lock_folder;
mod port_file;
mod support;
