//! `onhand schema`: the grammar of a declaration file, for editors and other programs.

use onhand::declaration::json_schema;
use onhand::resolver::Resolvers;

use crate::exit::Exit;
use crate::json;
use crate::output::Output;

pub(super) fn run(resolvers: &Resolvers) -> Output {
    Output {
        stdout: json::pretty(&json_schema(resolvers.vocabulary())),
        stderr: String::new(),
        exit: Exit::Fine,
    }
}
