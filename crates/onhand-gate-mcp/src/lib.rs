//! Whether a host should offer the tools of an MCP server, by the application that the server fronts.
//!
//! A host with a registry of tools asks each tool a `Fn() -> bool`. [`McpGate::check_fn`] makes one: the
//! server is connected, and the application that it requires is there.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicBool, Ordering};
//!
//! use onhand_declaration::{Node, Parser, Registry};
//! use onhand_gate_mcp::{McpGate, Retry};
//! use onhand_platform::Os;
//! use onhand_platform_fake::FakeHost;
//! use onhand_resolver::Resolvers;
//!
//! // A Mac in memory; a real host program takes `NativeHost::new()`.
//! let (mac, resolvers) = (FakeHost::new(Os::Darwin), Resolvers::new());
//! let registry = Arc::new(Registry::new());
//! let gate = McpGate::new(Arc::new(mac), resolvers.clone(), registry.clone());
//!
//! let connected = Arc::new(AtomicBool::new(true));
//! let alive = connected.clone();
//! let check = gate.check_fn("vendor", move || alive.load(Ordering::Relaxed));
//! // Nothing is registered for the server: the connection alone decides.
//! assert!(check());
//!
//! let node: Node = serde_json::from_value(serde_json::json!({
//!     "app": { "darwin": { "presence": "bundle", "location": "/Applications/Vendor.app" } },
//!     "requires": { "app": true },
//! }))?;
//! let parsed = Parser::new(resolvers.vocabulary()).declaration(&node);
//! registry.register("vendor", Arc::new(parsed.declaration.expect("valid")));
//! assert!(!check());
//!
//! // For people, and for the error of a tool call.
//! let verdict = gate.verdict("vendor");
//! assert_eq!(verdict.retry, Retry::AfterUserAction);
//! assert_eq!(
//!     verdict.to_string(),
//!     "`vendor` can't be used on macOS: the application was not found. \
//!      What to do: install the application at `/Applications/Vendor.app`. Then try again.",
//! );
//!
//! // The tools to offer, each server evaluated once.
//! let tools = [("draw", "vendor"), ("erase", "vendor"), ("search", "notes")];
//! let filtered = gate.filter_tools(tools, |tool| tool.1, |_| true);
//! assert_eq!(filtered.offered, [("search", "notes")]);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! [`McpGate`] asks the machine anew each time, for a host whose registry keeps answers for a while.
//! [`Cached`] is the same gate for a host that has no such cache.
//!
//! A server is gated by explicit registration in a [`Registry`](onhand_declaration::Registry) only: neither
//! its address nor its command is looked at. The cost of an evaluation is that of
//! [`Evaluator`](onhand_resolver::Evaluator): nothing is started, connected to or probed.

mod cached;
mod filtered_tools;
mod gate;
mod verdict;

pub use cached::{Cached, Ttl};
pub use filtered_tools::FilteredTools;
pub use gate::McpGate;
pub use verdict::{Retry, Verdict};
