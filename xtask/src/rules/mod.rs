//! The rules that the workspace keeps about itself, each a test that says how to keep it.

mod architecture;
mod circles;
mod layering;
mod manifests;
mod names;
mod seam;
mod sources;
mod weight;
mod workspace;

use workspace::Workspace;
