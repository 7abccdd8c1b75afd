//! `port_file`: a file of lines that the running application writes, one of which is its port.

mod lines;
mod probe;

pub use probe::PortFile;
