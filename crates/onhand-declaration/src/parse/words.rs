//! A list of words, as a parameter.

use onhand_document::{choice, shown, suggestion};

use super::{Field, Report};
use crate::{DocumentRule, Rule, Value, WordList};

/// More words are none that anybody needs.
pub(crate) const MAX_WORDS: usize = 32;

/// The words of the list, if each is known and stands where it may.
pub(super) fn parse(
    words: &WordList,
    field: &Field<'_>,
    report: &mut Report,
) -> Option<Vec<String>> {
    let example = || {
        let known: Vec<&str> = words.known().collect();
        format!(
            "write `{}: [{}]`, each word once at most",
            field.key,
            known.join(", ")
        )
    };
    let Value::Sequence(nodes) = &field.node.value else {
        field.wrong_type("a list of words", example(), report);
        return None;
    };
    let mark = report.mark();
    if nodes.len() > MAX_WORDS {
        report.add_with_hint(
            DocumentRule::TooLarge,
            &field.place,
            format!("`{}` holds {} words", field.key, nodes.len()),
            format!("at most {MAX_WORDS} are taken"),
        );
        return None;
    }
    let mut taken: Vec<String> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let place = field.place.at(node.span);
        let Value::Text(word) = &node.value else {
            report.add_with_hint(
                DocumentRule::WrongType,
                &place,
                format!("`{}` must hold words, not {}", field.key, node.describe()),
                choice("word", " here", words.known()),
            );
            continue;
        };
        if !words.known().any(|known| known == word) {
            report.add_with_hint(
                Rule::ParameterInvalid,
                &place,
                format!("`{}` is not a word of `{}`", shown(word), field.key),
                suggestion(word, "word", " here", words.known()),
            );
            continue;
        }
        if taken.contains(word) && words.repeatable() != Some(word) {
            report.add_with_hint(
                Rule::ParameterInvalid,
                &place,
                format!("`{word}` is in `{}` twice", field.key),
                "write it once",
            );
            continue;
        }
        taken.push(word.clone());
    }
    if report.errors_since(mark) {
        return None;
    }
    if let Some(needed) = words.needed()
        && !taken.iter().any(|word| word == needed)
    {
        report.add_with_hint(
            Rule::ParameterInvalid,
            &field.place,
            format!("`{needed}` is not in `{}`", field.key),
            "without it nothing can be found out",
        );
        return None;
    }
    Some(taken)
}

/// The words of a default, which a kind's author writes with commas.
pub(super) fn of_default(text: &str) -> Vec<String> {
    text.split(',').map(|word| word.trim().to_owned()).collect()
}
