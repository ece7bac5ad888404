//! The ids that someone who mistyped one may have meant.

use crate::game::truncated_prefix;

/// The few ids most like `asked`, the nearest first; none if nothing is like it. Those that only say more
/// (`tri-stax-6-pairs` of `tri-stax-6`) come before all others.
pub(super) fn nearest<'a>(asked: &str, ids: impl Iterator<Item = &'a str>) -> Vec<String> {
    let asked = truncated_prefix(asked).to_lowercase();
    let less = |id: &str| id.strip_prefix(&asked[..]).is_none_or(|rest| !rest.starts_with('-'));
    let mut rated: Vec<(bool, usize, &str)> = ids.map(|id| (less(id), distance(&asked, id), id)).collect();
    rated.sort();
    let like = rated
        .into_iter()
        .filter(|&(less, distance, id)| !less || distance < asked.len().max(id.len()) * 6 / 10);
    like.take(5).map(|(.., id)| id.to_string()).collect()
}

/// The typing errors between two ids, words (`double`, `queens`…) taken in any order: twice-told words cost
/// nothing.
fn distance(asked: &str, id: &str) -> usize {
    let words = |text: &str| -> Vec<String> {
        text.split(['-', '_', ' ']).filter(|word| !word.is_empty()).map(String::from).collect()
    };
    let (mut left, wanted) = (words(asked), words(id));
    let whole = edits(asked, id);
    // Match each word of the id with the nearest word that is left; what has no match costs its length.
    let mut apart = 0;
    for word in &wanted {
        let best = (0..left.len()).min_by_key(|&at| edits(&left[at], word));
        match best {
            Some(at) if edits(&left[at], word) < word.len() => apart += edits(&left.swap_remove(at), word),
            _ => apart += word.len(),
        }
    }
    apart += left.iter().map(String::len).sum::<usize>();
    whole.min(apart)
}

/// The number of letters to insert, delete or replace to make one text of the other.
pub(crate) fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for j in 0..b.len() {
            let replaced = corner + usize::from(letter != b[j]);
            corner = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: [&str; 6] =
        ["chess", "chess960", "english-draughts", "checkers", "universal-stax-numbers", "masquerade-chess"];

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("", "abc"), 3);
    }

    #[test]
    fn a_slip_finds_its_id() {
        assert_eq!(nearest("ches", IDS.into_iter())[0], "chess");
        assert_eq!(nearest("english_draught", IDS.into_iter())[0], "english-draughts");
        assert_eq!(nearest("Stax-Universal-Number", IDS.into_iter())[0], "universal-stax-numbers");
    }

    #[test]
    fn ids_that_say_more_come_first() {
        assert_eq!(nearest("universal", IDS.into_iter()), ["universal-stax-numbers"]);
        let six = ["tri-stax-2", "tri-stax-6-cutthroat", "tri-stax-6-trios-numbers", "tri-stax-66"];
        assert_eq!(
            nearest("tri-stax-6", six.into_iter()),
            ["tri-stax-6-cutthroat", "tri-stax-6-trios-numbers", "tri-stax-2", "tri-stax-66"]
        );
    }

    #[test]
    fn nonsense_finds_nothing() {
        assert!(nearest(&"z".repeat(100_000), IDS.into_iter()).is_empty());
        assert!(nearest("", IDS.into_iter()).is_empty());
    }
}
