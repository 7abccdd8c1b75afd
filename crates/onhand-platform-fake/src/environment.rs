//! The variables of the machine.

use std::collections::HashMap;

use onhand_platform::{HostError, HostResult, Os};

use crate::MachineError;

/// The environment. Windows compares names without regard to case, macOS and Linux exactly.
#[derive(Debug, Clone)]
pub(crate) struct Environment {
    os: Os,
    variables: HashMap<String, Variable>,
}

#[derive(Debug, Clone)]
enum Variable {
    Text(String),
    NotUnicode,
}

impl Environment {
    pub(crate) fn new(os: Os) -> Self {
        let variables = HashMap::new();
        Environment { os, variables }
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), MachineError> {
        if value.contains('\0') {
            return Err(MachineError::VariableValue(name.to_owned()));
        }
        self.insert(name, Variable::Text(value.to_owned()))
    }

    pub(crate) fn set_not_unicode(&mut self, name: &str) -> Result<(), MachineError> {
        self.insert(name, Variable::NotUnicode)
    }

    pub(crate) fn unset(&mut self, name: &str) {
        self.variables.remove(&self.key(name));
    }

    pub(crate) fn get(&self, name: &str) -> HostResult<Option<String>> {
        match self.variables.get(&self.key(name)) {
            None => Ok(None),
            Some(Variable::Text(value)) => Ok(Some(value.clone())),
            Some(Variable::NotUnicode) => Err(HostError::NotUnicode),
        }
    }

    /// What two spellings of one variable have in common.
    pub(crate) fn key(&self, name: &str) -> String {
        match self.os {
            Os::Win32 => name.to_lowercase(),
            Os::Darwin | Os::Linux => name.to_owned(),
        }
    }

    fn insert(&mut self, name: &str, value: Variable) -> Result<(), MachineError> {
        if name.is_empty() || name.contains(['=', '\0']) {
            return Err(MachineError::VariableName(name.to_owned()));
        }
        self.variables.insert(self.key(name), value);
        Ok(())
    }
}
