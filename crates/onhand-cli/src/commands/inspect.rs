//! `onhand inspect`: what each version source reads of a file, and the version that counts.
//!
//! [`kind`] tells what is at a path, and [`inspector`] reads it.

mod inspector;
mod kind;

use onhand::platform::Recorded;
use onhand::platform_native::NativeHost;

use self::inspector::Inspector;
use crate::answers::{FileProblem, Inspection};
use crate::args::InspectArgs;
use crate::exit::Exit;
use crate::json;
use crate::output::Output;
use crate::render;

pub(super) fn run(args: &InspectArgs) -> Output {
    // Each call is an event: that is what `-vv` shows.
    let host = Recorded::new(NativeHost::new());
    let inspector = Inspector {
        host: &host,
        field: args.field.into(),
        key: args.key.as_deref(),
    };
    let inspections: Vec<Inspection> = args
        .paths
        .iter()
        .map(|path| inspector.inspect(path))
        .collect();
    let unread = inspections.iter().any(|inspection| !inspection.was_read);
    let (stdout, stderr) = if args.format.json {
        (json::inspect(&inspections), String::new())
    } else {
        let problems: Vec<FileProblem> = inspections.iter().filter_map(problem).collect();
        (render::inspect(&inspections), render::problems(&problems))
    };
    Output {
        stdout,
        stderr,
        exit: Exit::of(unread, true),
    }
}

/// Why the file was not read.
fn problem(inspection: &Inspection) -> Option<FileProblem> {
    if inspection.was_read {
        return None;
    }
    let file = match &inspection.inside {
        Some(way) => format!("{}/{way}", inspection.path.trim_end_matches('/')),
        None => inspection.path.clone(),
    };
    let reason = inspection.version.reason().unwrap_or_default();
    Some(FileProblem::unreadable(file, reason.to_owned()))
}
