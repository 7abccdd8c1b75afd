//! What a host's registry of tools asks each time that it lists them.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use onhand_declaration::{Presence, Registry};
use onhand_gate_mcp::McpGate;
use onhand_platform_native::NativeHost;

use super::{Piece, declaration, resolvers};
use crate::stage::{Stage, here};

static CONNECTED: AtomicBool = AtomicBool::new(true);

fn is_connected() -> bool {
    black_box(&CONNECTED).load(Ordering::Acquire)
}

/// The flag that every check looks at first.
pub(super) fn connected(_: &Stage) -> Piece {
    Box::new(|| assert!(is_connected()))
}

/// The check of a server that has no requirements registered.
pub(super) fn unregistered(_: &Stage) -> Piece {
    check(Registry::new())
}

/// The check of a server whose application is there.
pub(super) fn registered(stage: &Stage) -> Piece {
    stage.file("vendor/app", "");
    let location = stage.location("vendor/app");
    let declaration = declaration(here(), Presence::Executable.as_str(), &location);
    let registry = Registry::new();
    registry.register("vendor", Arc::new(declaration));
    check(registry)
}

fn check(registry: Registry) -> Piece {
    // As among others.
    for index in 0..20 {
        let other = onhand_declaration::Declaration::default();
        registry.register(format!("other{index}"), Arc::new(other));
    }
    let gate = McpGate::new(Arc::new(NativeHost::new()), resolvers(), Arc::new(registry));
    let check = gate.check_fn("vendor", is_connected);
    Box::new(move || assert!(check()))
}
