//! Tools, sorted into those to offer and the others.

use std::collections::HashMap;

/// Tools, each list in the order in which they were given. Why a tool is hidden is told by
/// [`McpGate::verdict_with`](crate::McpGate::verdict_with) of its server.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FilteredTools<T> {
    /// Those to offer.
    pub offered: Vec<T>,
    /// The others.
    pub hidden: Vec<T>,
}

impl<T> FilteredTools<T> {
    /// Each server is checked once.
    pub(crate) fn of(
        tools: impl IntoIterator<Item = T>,
        server_of: impl Fn(&T) -> &str,
        check: impl Fn(&str) -> bool,
    ) -> Self {
        let mut checked = HashMap::new();
        let (offered, hidden) = tools.into_iter().partition(|tool| {
            let server = server_of(tool);
            if let Some(offered) = checked.get(server) {
                return *offered;
            }
            let offered = check(server);
            checked.insert(server.to_owned(), offered);
            offered
        });
        FilteredTools { offered, hidden }
    }
}
