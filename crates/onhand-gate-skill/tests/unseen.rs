//! No text of a skill carries to a model or to people what they don't see.

use onhand_declaration::Registry;
use onhand_gate_skill::SkillGate;
use onhand_platform::Os;
use onhand_platform_fake::FakeHost;
use onhand_resolver::Evaluator;
use onhand_testkit::laced::{laced, unseen};
use proptest::prelude::*;

mod support;
use support::{index, machine, programs, refresh, resolvers};

#[test]
fn a_name_and_a_description_are_fit_for_a_model() {
    let name = r#""x\u00AD\U000E0041""#;
    let host = machine(&[("x", "")]).file(
        "/skills/x/SKILL.md",
        format!("---\nname: {name}\ndescription: \"One\\u200B.\\nTwo \\U0001F469\\u200D\\U0001F4BB\"\n---\n"),
    );
    let skills = refresh(&index(host), &Registry::new(), &FakeHost::new(Os::Linux));
    let skill = &skills.offered[0];
    assert_eq!(skill.name, r"x\u{ad}\u{e0041}");
    assert_eq!(skill.description, "One\\u{200b}.\nTwo 👩\u{200D}💻");
}

proptest! {
    #[test]
    fn no_reason_carries_what_is_unseen(app in laced(), registered in any::<bool>()) {
        let registry = Registry::new();
        if registered {
            let program = programs(["gone"]).lookup("gone").expect("registered");
            registry.register(app.clone(), program);
        }
        let (host, resolvers) = (FakeHost::new(Os::Linux), resolvers());
        let mut pass = SkillGate::new(&registry, Evaluator::new(&host, &resolvers)).pass();
        let reasons = pass.unmet(&[app]);
        for reason in &reasons {
            prop_assert_eq!(unseen(&reason.to_string()), None);
            prop_assert_eq!(unseen(&reason.what_would_show_it()), None);
        }
        prop_assert_eq!(reasons.len(), 1);
    }

    #[test]
    fn nothing_that_a_file_says_is_shown_unseen(name in laced(), description in laced(), app in laced(), cut in 0..200_usize) {
        let quoted = |text: &str| serde_json::to_string(text).expect("a text");
        let text = format!(
            "---\nname: {}\ndescription: {}\nrequires_apps: [{}]\n{name}\n---\n",
            quoted(&name), quoted(&description), quoted(&app),
        );
        let lined = text.replace(&format!("\n{name}\n---"), "\n---");
        for text in [&lined, &text, &lined[..lined.floor_char_boundary(cut)]] {
            let host = machine(&[("x", "")]).file("/skills/x/SKILL.md", text.to_owned());
            let skills = refresh(&index(host), &Registry::new(), &FakeHost::new(Os::Linux));
            for skill in &skills.offered {
                prop_assert_eq!(unseen(&skill.name), None);
                prop_assert_eq!(unseen(&skill.description.replace('\n', "")), None);
            }
            for hidden in &skills.hidden {
                prop_assert_eq!(unseen(&hidden.name), None);
                for reason in &hidden.reasons {
                    prop_assert_eq!(unseen(&reason.to_string()), None);
                    prop_assert_eq!(unseen(&reason.what_would_show_it()), None);
                }
            }
        }
    }
}
