//! The ids that someone who mistyped one may have meant.

use crate::game::beginning;

/// The few ids most like `asked`, the nearest first; none if nothing is like it.
pub(super) fn nearest<'a>(asked: &str, ids: impl Iterator<Item = &'a str>) -> Vec<String> {
    let asked = beginning(asked).to_lowercase();
    let mut rated: Vec<(usize, &str)> = ids.map(|id| (distance(&asked, id), id)).collect();
    rated.sort();
    let like = rated.into_iter().filter(|&(distance, id)| distance < asked.len().max(id.len()) * 6 / 10);
    like.take(5).map(|(_, id)| id.to_string()).collect()
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
    fn nonsense_finds_nothing() {
        assert!(nearest(&"z".repeat(100_000), IDS.into_iter()).is_empty());
        assert!(nearest("", IDS.into_iter()).is_empty());
    }
}
