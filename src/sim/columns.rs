//! Serialization and checks of columns with one row for each game.

use super::{CUT_OFF, RecordError};
use crate::game::{Reason, Spec};
use serde::{Serialize, Serializer};

/// A flat array that is serialized as nested lists of these lengths.
pub(crate) struct NestedRows<'a, T> {
    pub all: &'a [T],
    pub shape: &'a [usize],
}

impl<T: Serialize> Serialize for NestedRows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [length, rest @ ..] = self.shape else { return self.all.serialize(serializer) };
        if rest.is_empty() {
            return self.all.serialize(serializer);
        }
        let stride = rest.iter().product();
        let row = |at: usize| NestedRows { all: &self.all[at * stride..][..stride], shape: rest };
        serializer.collect_seq((0..*length).map(row))
    }
}

/// Counts the reasons of endings, most frequent first. `truncated` counts the games that were cut off.
pub(crate) fn reason_counts(reasons: &[u8]) -> Vec<(&'static str, usize)> {
    let count = |number: u8| reasons.iter().filter(|&&reason| reason == number).count();
    let mut counts: Vec<(&str, usize)> =
        Reason::ALL.iter().map(|&reason| (reason.as_str(), count(reason as u8))).collect();
    counts.push(("truncated", count(CUT_OFF)));
    counts.retain(|&(_, count)| count > 0);
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    counts
}

/// Returns the name of the reason with this number, or `truncated`.
pub fn reason_name(reason: u8) -> &'static str {
    Reason::ALL.iter().find(|&&known| known as u8 == reason).map_or("truncated", |known| known.as_str())
}

/// Checks that columns have the same number of rows, and that there is a return for each seat in each row.
pub(crate) fn check_games(
    spec: &Spec,
    seats: usize,
    rows: &[usize],
    returns: usize,
) -> Result<(), RecordError> {
    let (games, wanted) = (rows[0], usize::from(spec.seats));
    let fits = rows.iter().all(|&length| length == games) && returns == games * wanted && seats == wanted;
    RecordError::unless(
        fits,
        format!(
            "{} has {wanted} seats: {games} games need one return for each seat, and columns of one length, \
             got {rows:?}",
            spec.id
        ),
    )
}

/// Checks that all entries are numbers of reasons, or [`CUT_OFF`].
pub(crate) fn check_reasons(reasons: &[u8]) -> Result<(), RecordError> {
    let odd = reasons.iter().find(|&&reason| reason != CUT_OFF && usize::from(reason) >= Reason::ALL.len());
    let message = odd
        .map(|odd| format!("reasons must be numbers below {}, or {CUT_OFF}, got {odd}", Reason::ALL.len()));
    RecordError::unless(odd.is_none(), message.unwrap_or_default())
}

/// A list of pairs that is serialized as a map.
pub(crate) struct PairMap<'a, V>(pub &'a [(&'static str, V)]);

impl<V: Serialize> Serialize for PairMap<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_rows_include_empty_rows() {
        let json =
            |all: &[u8], shape: &[usize]| serde_json::to_string(&NestedRows { all, shape }).expect("lists");
        assert_eq!(json(&[1, 2, 3, 4, 5, 6], &[3, 2]), "[[1,2],[3,4],[5,6]]");
        assert_eq!(json(&[1, 2, 3, 4], &[2, 1, 2]), "[[[1,2]],[[3,4]]]");
        assert_eq!(json(&[], &[2, 1, 0]), "[[[]],[[]]]");
        assert_eq!(json(&[], &[0, 2]), "[]");
    }

    #[test]
    fn reasons_are_counted_most_frequent_first() {
        let found = reason_counts(&[CUT_OFF, Reason::Course as u8, CUT_OFF]);
        assert_eq!(found, [("truncated", 2), ("course", 1)]);
        assert_eq!(serde_json::to_string(&PairMap(&found)).expect("a map"), r#"{"truncated":2,"course":1}"#);
    }
}
