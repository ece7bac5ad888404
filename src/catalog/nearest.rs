//! Suggestions for mistyped names: the ids or options that are most similar.

use crate::truncate::truncated_prefix;
use strsim::levenshtein;

/// Returns at most five names that are similar to `query`, the nearest first. Extensions of `query` (such as
/// `tri-stax-6-pairs` for `tri-stax-6`) precede all other names.
pub(super) fn nearest_names<'a>(query: &str, ids: impl Iterator<Item = &'a str>) -> Vec<String> {
    let query = truncated_prefix(query).to_lowercase();
    let is_other = |id: &str| id.strip_prefix(&query[..]).is_none_or(|rest| !rest.starts_with('-'));
    let mut ranked: Vec<(bool, usize, &str)> =
        ids.map(|id| (is_other(id), distance(&query, id), id)).collect();
    ranked.sort();
    let similar = ranked
        .into_iter()
        .filter(|&(is_other, distance, id)| !is_other || distance < query.len().max(id.len()) * 6 / 10);
    similar.take(5).map(|(.., id)| id.to_string()).collect()
}

/// Returns the edit distance of two names, or of their words (`double`, `queens` and so on) in any order if
/// that is less.
fn distance(query: &str, id: &str) -> usize {
    let words = |text: &str| -> Vec<String> {
        text.split(['-', '_', ' ']).filter(|word| !word.is_empty()).map(String::from).collect()
    };
    let (mut query_words, id_words) = (words(query), words(id));
    let by_letters = levenshtein(query, id);
    // Match each word of the id with the nearest word that is left. A word without a match costs its length.
    let mut by_words = 0;
    for word in &id_words {
        let best = (0..query_words.len()).min_by_key(|&at| levenshtein(&query_words[at], word));
        match best {
            Some(at) if levenshtein(&query_words[at], word) < word.len() => {
                by_words += levenshtein(&query_words.swap_remove(at), word)
            }
            _ => by_words += word.len(),
        }
    }
    by_words += query_words.iter().map(String::len).sum::<usize>();
    by_letters.min(by_words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: [&str; 6] =
        ["chess", "chess960", "english-draughts", "checkers", "universal-stax-numbers", "masquerade-chess"];

    #[test]
    fn similar_ids_are_found() {
        assert_eq!(nearest_names("ches", IDS.into_iter())[0], "chess");
        assert_eq!(nearest_names("english_draught", IDS.into_iter())[0], "english-draughts");
        assert_eq!(nearest_names("Stax-Universal-Number", IDS.into_iter())[0], "universal-stax-numbers");
    }

    #[test]
    fn extensions_come_first() {
        assert_eq!(nearest_names("universal", IDS.into_iter()), ["universal-stax-numbers"]);
        let six = ["tri-stax-2", "tri-stax-6-cutthroat", "tri-stax-6-trios-numbers", "tri-stax-66"];
        assert_eq!(
            nearest_names("tri-stax-6", six.into_iter()),
            ["tri-stax-6-cutthroat", "tri-stax-6-trios-numbers", "tri-stax-2", "tri-stax-66"]
        );
    }

    #[test]
    fn dissimilar_texts_find_nothing() {
        assert!(nearest_names(&"z".repeat(100_000), IDS.into_iter()).is_empty());
        assert!(nearest_names("", IDS.into_iter()).is_empty());
    }
}
