//! `onhand probe`: whether each declared application runs and answers.

use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::stream;
use onhand::declaration::{Requirements as _, RequiringPresence};
use onhand::liveness::ProbeRun;
use onhand::platform::{ProbeHost, Recorded};
use onhand::resolver::{Effort, Evaluator, Resolvers, probe_assess};
use tracing::Instrument as _;

use super::asking;
use crate::answers::{Answers, Declared, Probed};
use crate::args::ProbeArgs;
use crate::exit::Exit;
use crate::json;
use crate::output::Output;
use crate::render;

/// How many applications are asked at the same time. Each needs a connection.
const AT_ONCE: usize = 32;

/// How many times the deadline of one application all of them may take together. What is not reached by then
/// is told as timed out.
const DEADLINES_OF_ALL: u32 = 10;

pub(super) fn run(args: &ProbeArgs, resolvers: &Resolvers) -> Output {
    let machine = match asking::machine(&args.asking) {
        Ok(machine) => machine,
        Err(refusal) => return refusal,
    };
    // Of all commands this one alone waits for others.
    let runtime = match tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            return Output {
                stdout: String::new(),
                stderr: render::error(&format!("probing can't start: {error}")),
                exit: Exit::Invalid,
            };
        }
    };
    let effort = args.effort.into();
    let reading = asking::read(&args.declarations.paths, resolvers);
    // Each call is an event: that is what `-vv` shows. Who listens is looked at once for all that ask at once.
    let host = ProbeRun::new(Recorded::new(machine.probe_host()));
    let over = Instant::now() + args.deadline * DEADLINES_OF_ALL;
    let probing = stream::iter(&reading.declared)
        .map(|declared| {
            let probing = probe(&host, resolvers, declared, effort, args.deadline, over);
            probing.instrument(declared.span())
        })
        .buffered(AT_ONCE)
        .collect::<Vec<Probed<'_>>>();
    let answers = Answers {
        machine: machine.asked(),
        results: runtime.block_on(probing),
        problems: reading.problems,
    };
    asking::answered(
        &answers,
        answers.results.iter().all(Probed::is_alive),
        &args.asking.format,
        json::probe,
        |answers| render::probe(effort, answers),
    )
}

/// Asks one application; its time begins now, and ends with that of all.
async fn probe<'d>(
    host: &dyn ProbeHost,
    resolvers: &Resolvers,
    declared: &'d Declared,
    effort: Effort,
    time: Duration,
    over: Instant,
) -> Probed<'d> {
    let deadline = over.min(Instant::now() + time);
    let evaluator = Evaluator::new(host, resolvers);
    let declaration = &declared.declaration;
    let assessment = evaluator.assess(declaration);
    Probed {
        declared,
        scheme: resolvers.scheme_for(declaration),
        effort,
        time,
        app: declaration.app_for(host.os()),
        // It is looked for where it isn't required, too, and its version is read.
        presence: if declaration.requires_app() {
            assessment.clone()
        } else {
            evaluator.assess(&RequiringPresence(declaration))
        },
        assessment,
        probed: probe_assess(host, resolvers, declaration, effort, deadline).await,
    }
}
