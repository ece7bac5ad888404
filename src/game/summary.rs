//! Parts of summaries: the sentences that tell how a game is played.

/// Returns a number from 2 to 6 as a word, and others as digits.
pub(crate) fn number_word(number: usize) -> String {
    match number {
        2..=6 => ["two", "three", "four", "five", "six"][number - 2].into(),
        _ => number.to_string(),
    }
}

/// Returns which seats play together: `each seat alone`, `seats 0 and 2 against 1 and 3`.
///
/// ```text
/// seats 0 and 1, 2 and 3, 4 and 5 as partners
/// ```
pub(crate) fn partners(teams: &[u8]) -> String {
    let count = teams.iter().max().map_or(0, |&last| usize::from(last) + 1);
    if count == teams.len() {
        return "each seat alone".into();
    }
    let of_team = |team: usize| {
        let seats: Vec<String> = (0..teams.len())
            .filter(|&seat| usize::from(teams[seat]) == team)
            .map(|seat| seat.to_string())
            .collect();
        let (last, others) = seats.split_last().expect("a seat in each team");
        format!("{} and {last}", others.join(", "))
    };
    let mut sets: Vec<String> = (0..count).map(of_team).collect();
    sets.sort();
    match &sets[..] {
        [one, other] => format!("seats {one} against {other}"),
        _ => format!("seats {} as partners", sets.join(", ")),
    }
}

/// Joins the sentences that are not empty.
pub(crate) fn sentences<S: AsRef<str>>(parts: impl IntoIterator<Item = S>) -> String {
    let mut text = String::new();
    for part in parts {
        let part = part.as_ref();
        if !text.is_empty() && !part.is_empty() {
            text.push(' ');
        }
        text.push_str(part);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_are_listed_team_by_team() {
        assert_eq!(partners(&[0, 1, 2]), "each seat alone");
        assert_eq!(partners(&[0, 1, 0, 1]), "seats 0 and 2 against 1 and 3");
        assert_eq!(partners(&[1, 0, 0, 1]), "seats 0 and 3 against 1 and 2");
        assert_eq!(partners(&[0, 0, 0, 1, 1, 1]), "seats 0, 1 and 2 against 3, 4 and 5");
        assert_eq!(partners(&[0, 1, 2, 0, 1, 2]), "seats 0 and 3, 1 and 4, 2 and 5 as partners");
    }

    #[test]
    fn sentences_are_joined_by_spaces() {
        assert_eq!(sentences(["One.", "", "Two."]), "One. Two.");
        assert_eq!([number_word(3), number_word(12)], ["three", "12"]);
    }
}
