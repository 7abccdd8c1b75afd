//! What has to be put in quotes or moved is told at its place, as it would be right.

use onhand_gate_skill::Frontmatter;

mod support;
use support::skill;

/// What is wrong with a text that is no YAML or not at its place, where, and what would be right.
#[test]
fn what_to_quote_and_what_to_move_is_told_at_its_place() {
    for (text, wrong, right) in [
        (
            "---\nname: colon\ndescription: Draws floor plans. Keeps one rule: walls before doors.\n---\n",
            "line 3, column 14: a text can't hold `: ` unless it is in quotes",
            "put the text in quotes: `description: \"Draws floor plans. Keeps one rule: walls before doors.\"`",
        ),
        (
            "---\nname: x\nargument-hint: [week] - e.g. \"this\", \"last\"\n---\n",
            "line 3, column 16: a text can't begin with `[` unless it is in quotes",
            "put the text in quotes: `argument-hint: '[week] - e.g. \"this\", \"last\"'`",
        ),
        (
            "\n\n---\r\nname: x\r\nmetadata:\r\n  note: Mind: the gap\r\nlicense: MIT\r\n---\r\n",
            "line 6, column 9: a text can't hold `: ` unless it is in quotes",
            "put the text in quotes: `note: \"Mind: the gap\"`",
        ),
        (
            "---\nname: x\nglobs: *.ts\n---\n",
            "line 3, column 8: a text can't begin with `*` unless it is in quotes",
            "put the text in quotes: `globs: \"*.ts\"`",
        ),
        (
            "---\nname: x\ndescription: @me reads\n---\n",
            "line 3, column 14: a text can't begin with `@` unless it is in quotes",
            "put the text in quotes: `description: \"@me reads\"`",
        ),
        (
            "---\nname: x\ndescription: 'It's here'\n---\n",
            "line 3, column 14: a text in quotes ends before its line does",
            "put the text in quotes: `description: \"It's here\"`",
        ),
        (
            "---\nname: x\ndescription: [WIP\n---\n",
            "line 3, column 14: a text can't begin with `[` unless it is in quotes",
            "put the text in quotes: `description: \"[WIP\"`",
        ),
        (
            "---\nname: x\ndescription:Paints.\n---\n",
            "line 3, column 13: there is no space behind `description:`",
            "write `description: Paints.`",
        ),
        (
            "---\nname: x\ndescription: Draws.\n  One rule: walls before doors.\n---\n",
            "line 3, column 14: a text of several lines can't hold `: ` unless it is marked as one",
            "write `description: >-`, and the text on the lines below it, indented",
        ),
        (
            "---\nname: x\ndescription: [week]\n---\n",
            "line 3, column 14: `description` must be a text, not a list",
            "write a text, in quotes: `description: \"[week]\"`",
        ),
        (
            "<!-- made by a tool -->\n\n---\nname: x\n---\n",
            "line 1, column 1: there is text above the frontmatter: its `---` must be the first line, but is line 3",
            "move what is above line 3 below the frontmatter",
        ),
    ] {
        let error = Frontmatter::parse(text.as_bytes()).expect_err(text);
        assert_eq!(
            (&*error.to_string(), &*error.remedy()),
            (wrong, right),
            "{text:?}"
        );
    }
}

#[test]
fn a_text_of_which_yaml_would_leave_a_part_out_is_told_to_be_quoted() {
    for (description, wrong, right) in [
        ("!important prose", "`!`", "\"!important prose\""),
        ("! prose", "`!`", "\"! prose\""),
        ("&co prose", "`&`", "\"&co prose\""),
        ("#1 of its kind", "`#`", "\"#1 of its kind\""),
        ("`code` prose", "a backtick", "\"`code` prose\""),
    ] {
        let text = format!("---\nname: x\ndescription: {description}\n---\n");
        let error = Frontmatter::parse(text.as_bytes()).expect_err(description);
        assert_eq!(
            error.to_string(),
            format!("line 3, column 14: a text can't begin with {wrong} unless it is in quotes")
        );
        let right = format!("put the text in quotes: `description: {right}`");
        assert_eq!(error.remedy(), right);
    }
    for (description, text) in [
        ("!!str 5", "5"),
        ("&co prose\ncompatibility: *co", "prose"),
        ("# what follows\n  prose", "prose"),
        ("prose # a comment", "prose"),
    ] {
        let file = format!("---\nname: x\ndescription: {description}\n---\n");
        let found = Frontmatter::parse(file.as_bytes()).map(|found| found.description);
        assert_eq!(found.as_deref(), Ok(text), "{description}");
    }
}

#[test]
fn a_name_that_is_the_word_null_is_told_to_be_quoted() {
    for name in ["null", "~", "NULL"] {
        let text = format!("---\nname: {name}\ndescription: d\n---\n");
        let error = Frontmatter::parse(text.as_bytes()).expect_err(name);
        let right = format!("write a text, in quotes: `name: \"{name}\"`");
        assert_eq!(error.remedy(), right);
    }
}

#[test]
fn a_line_of_prose_at_the_margin_is_told_to_be_indented() {
    for more in ["", "\nlicense: MIT"] {
        let text = format!("---\nname: x\ndescription: one\ntwo and three{more}\n---\n");
        let error = Frontmatter::parse(text.as_bytes()).expect_err("it is no YAML");
        assert_eq!(
            error.to_string(),
            "line 4, column 1: a text of several lines goes on at the margin, where `description` ends"
        );
        assert_eq!(error.remedy(), "indent the line by two spaces");
    }
}

#[test]
fn a_list_of_applications_is_never_told_to_be_a_text() {
    for more in [
        "requires_apps: [a, b",
        "requires_apps: [a] b",
        "requires_apps:a",
        "metadata:\n  requires_apps: a: b",
    ] {
        let text = skill("x", more);
        let error = Frontmatter::parse(text.as_bytes()).expect_err(more);
        assert!(
            !error.remedy().contains("requires_apps: \""),
            "{more}: {}",
            error.remedy()
        );
    }
}
