//! The word that somebody likely meant.

/// The candidate that `word` is a slip of, if it is close to one.
#[must_use]
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    // No word of the grammar is longer; a hostile key costs nothing.
    if word.len() > 40 {
        return None;
    }
    let word = word.to_lowercase();
    let candidates: Vec<&str> = candidates.into_iter().collect();
    candidates
        .iter()
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(&word, &candidate.to_lowercase());
            (distance, *candidate)
        })
        .filter(|(distance, candidate)| *distance <= candidate.len().div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
        .or_else(|| {
            // `application` for `app`, `min` for `min_version`.
            candidates.into_iter().find(|candidate| {
                word.len().min(candidate.len()) >= 3
                    && (word.starts_with(candidate) || candidate.starts_with(&word))
            })
        })
}

/// What may be wanted of `word`: the near one, or every candidate. `what` and `here` name them:
/// "the keys here are `a` and `b`".
#[must_use]
pub fn suggestion<'c>(
    word: &str,
    what: &str,
    here: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> String {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    if let Some(near) = nearest(word, candidates.iter().copied()) {
        return format!("did you mean `{near}`?");
    }
    choice(what, here, candidates)
}

/// Every candidate, in a sentence: "the keys here are `a` and `b`".
#[must_use]
pub fn choice<'c>(what: &str, here: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let listed = listed(candidates.iter().copied());
    match candidates.len() {
        1 => format!("the only {what}{here} is {listed}"),
        _ => format!("the {what}s{here} are {listed}"),
    }
}

/// "`a`, `b` and `c`".
#[must_use]
pub fn listed<'c>(candidates: impl IntoIterator<Item = &'c str>) -> String {
    let quoted: Vec<String> = candidates
        .into_iter()
        .map(|candidate| format!("`{candidate}`"))
        .collect();
    match quoted.as_slice() {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word_and_a_stranger_finds_none() {
        let keys = ["presence", "location", "version", "liveness"];
        assert_eq!(nearest("locatoin", keys), Some("location"));
        assert_eq!(nearest("Version", keys), Some("version"));
        assert_eq!(nearest("location_on_disk", keys), Some("location"));
        assert_eq!(nearest("pre", keys), Some("presence"));
        assert_eq!(nearest("colour", keys), None);
        assert_eq!(nearest(&"x".repeat(100_000), keys), None);
    }

    #[test]
    fn who_is_close_to_none_is_told_all() {
        let told = |word| suggestion(word, "key", " here", ["kind", "path"]);
        assert_eq!(told("knid"), "did you mean `kind`?");
        assert_eq!(told("colour"), "the keys here are `kind` and `path`");
        assert_eq!(
            choice("version kind", " on Linux", ["none"]),
            "the only version kind on Linux is `none`"
        );
    }
}
