//! Whether the applications that a skill names are there.

use std::collections::HashMap;
use std::sync::Arc;

use onhand_declaration::{Registry, Requirements, RequiringPresence};
use onhand_platform::Os;
use onhand_resolver::{Evaluator, Pass};

use crate::HiddenReason;

/// Decides which skills can be offered: by what is registered, and by what is on the machine that the
/// evaluator asks. It holds nothing; each [`pass`](Self::pass) asks anew.
#[derive(Debug, Clone, Copy)]
pub struct SkillGate<'a> {
    registry: &'a Registry,
    evaluator: Evaluator<'a>,
    requires_presence: bool,
}

impl<'a> SkillGate<'a> {
    /// A gate that knows the applications of `registry` by their names there.
    #[must_use]
    pub fn new(registry: &'a Registry, evaluator: Evaluator<'a>) -> Self {
        SkillGate {
            registry,
            evaluator,
            requires_presence: false,
        }
    }

    /// The same gate, for which an application that a skill names must be there, whatever its declaration requires:
    /// `requires.app` plays no part, and what declares no application on any OS is none.
    ///
    /// Without it a name has the one availability that every reader of the declaration gets, so that an application
    /// that is declared and not required hides no skill.
    #[must_use]
    pub fn requiring_presence(mut self) -> Self {
        self.requires_presence = true;
        self
    }

    /// Starts a pass over many skills.
    #[must_use]
    pub fn pass(&self) -> SkillPass<'a> {
        SkillPass {
            registry: self.registry,
            pass: self.evaluator.pass(),
            requires_presence: self.requires_presence,
            answers: HashMap::new(),
        }
    }
}

/// The decisions of one moment: each application is evaluated once, however many skills name it.
#[derive(Debug)]
pub struct SkillPass<'a> {
    registry: &'a Registry,
    pass: Pass<'a>,
    requires_presence: bool,
    /// What stands in the way of each application that was asked for; nothing where it is there.
    answers: HashMap<String, Option<HiddenReason>>,
}

impl SkillPass<'_> {
    /// What stands in the way of a skill that names these applications, a reason for each in their order. None
    /// where the skill can be offered.
    ///
    /// Each must be registered, by a declaration without errors whose availability is offerable: the application is
    /// there, recent enough, or not required at all, unless the gate
    /// [requires presence](SkillGate::requiring_presence). Costs what [`Evaluator`] says for each application that
    /// this pass hasn't met, else nothing.
    pub fn unmet(&mut self, requires_apps: &[String]) -> Vec<HiddenReason> {
        let mut unmet = Vec::new();
        for app in requires_apps {
            if !self.answers.contains_key(app) {
                let answer = self.ask(app);
                self.answers.insert(app.clone(), answer);
            }
            unmet.extend(self.answers[app].clone());
        }
        unmet
    }

    fn ask(&self, app: &str) -> Option<HiddenReason> {
        let Some(registered) = self.registry.lookup(app) else {
            return Some(HiddenReason::UnknownApp {
                near: self.registry.nearest(app),
                app: app.to_owned(),
            });
        };
        let assessment = if !self.requires_presence || !registered.is_valid() {
            self.pass.decide(&registered)
        } else if Os::ALL.iter().any(|os| registered.app_for(*os).is_some()) {
            self.pass.decide(&RequiringPresence(registered))
        } else {
            return Some(HiddenReason::NoApp(app.to_owned()));
        };
        (!assessment.availability.offerable()).then(|| HiddenReason::NotOfferable {
            app: app.to_owned(),
            assessment: Arc::new(assessment),
        })
    }
}
