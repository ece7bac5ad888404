//! What positional evaluations share: terms with fitted weights, and the files of weights.
//!
//! A positional evaluation is a sum of terms, such as a passed pawn on the sixth rank. Each term has a number
//! and a weight. `tools/fit_positional.py` fits the weights to games.

use crate::game::PositionalTerms;

/// The weight of a term in the middlegame and in the endgame, in hundredths of a man.
pub type Weight = [i32; 2];

/// What receives the terms of a seat.
pub trait Terms {
    /// Adds a term a number of times.
    fn add(&mut self, term: usize, times: i32);
}

/// The sum of the terms with their weights.
pub struct WeightedSum<'a, const N: usize> {
    weights: &'a [Weight; N],
    sum: Weight,
}

impl<'a, const N: usize> WeightedSum<'a, N> {
    /// Returns an empty sum.
    #[inline(always)]
    pub fn new(weights: &'a [Weight; N]) -> Self {
        WeightedSum { weights, sum: [0; 2] }
    }

    /// Returns the value, given the part of the middlegame and its maximum.
    #[inline(always)]
    pub fn value(&self, middlegame: i32, most: i32) -> i32 {
        (self.sum[0] * middlegame + self.sum[1] * (most - middlegame)) / most
    }
}

impl<const N: usize> Terms for WeightedSum<'_, N> {
    #[inline(always)]
    fn add(&mut self, term: usize, times: i32) {
        let [middlegame, endgame] = self.weights[term];
        self.sum[0] += times * middlegame;
        self.sum[1] += times * endgame;
    }
}

impl Terms for PositionalTerms {
    fn add(&mut self, term: usize, times: i32) {
        self.counts[term] += times as i16;
    }
}

/// The names of groups of terms, each with its number of terms, in the order of the numbers.
pub type Layout = [(&'static str, usize)];

/// Returns the number of all terms.
pub const fn number_of_terms(layout: &Layout) -> usize {
    let (mut total, mut group) = (0, 0);
    while group < layout.len() {
        total += layout[group].1;
        group += 1;
    }
    total
}

/// Returns the number of the first term of a group.
pub const fn first_term(layout: &Layout, name: &str) -> usize {
    let (mut total, mut group) = (0, 0);
    while !is_equal(layout[group].0.as_bytes(), name.as_bytes()) {
        total += layout[group].1;
        group += 1;
    }
    total
}

/// Reads a file of weights: the name of each group, and two numbers for each of its terms.
pub const fn read_weights<const N: usize>(layout: &Layout, text: &str) -> [Weight; N] {
    let mut weights = [[0; 2]; N];
    let (mut rest, mut word): (&[u8], &[u8]);
    (word, rest) = next_word(text.as_bytes());
    let (mut term, mut group) = (0, 0);
    while group < layout.len() {
        assert!(is_equal(word, layout[group].0.as_bytes()), "expected another group of terms");
        let end = term + layout[group].1;
        while term < end {
            let mut part = 0;
            while part < 2 {
                (word, rest) = next_word(rest);
                weights[term][part] = integer(word);
                part += 1;
            }
            term += 1;
        }
        (word, rest) = next_word(rest);
        group += 1;
    }
    assert!(word.is_empty() && term == N, "expected the end of the weights");
    weights
}

const fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Returns the first word of a text, and what follows it. A word ends before a space, a line or a slash.
const fn next_word(mut text: &[u8]) -> (&[u8], &[u8]) {
    while let [b' ' | b'\n' | b'\r' | b'/', rest @ ..] = text {
        text = rest;
    }
    let mut end = 0;
    while end < text.len() && !matches!(text[end], b' ' | b'\n' | b'\r' | b'/') {
        end += 1;
    }
    text.split_at(end)
}

const fn integer(word: &[u8]) -> i32 {
    let digits = if let [b'-', digits @ ..] = word { digits } else { word };
    assert!(!digits.is_empty(), "expected a number");
    let (mut value, mut at) = (0, 0);
    while at < digits.len() {
        assert!(digits[at].is_ascii_digit(), "expected a digit");
        value = 10 * value + (digits[at] - b'0') as i32;
        at += 1;
    }
    if digits.len() < word.len() { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: &Layout = &[("rank_pawn", 2), ("two_bishops", 1)];

    #[test]
    fn weights_are_read_by_group() {
        assert_eq!([number_of_terms(LAYOUT), first_term(LAYOUT, "two_bishops")], [3, 2]);
        let weights = read_weights::<3>(LAYOUT, "rank_pawn 0/-12 7/30\ntwo_bishops 28/-1\n");
        assert_eq!(weights, [[0, -12], [7, 30], [28, -1]]);
        let mut sum = WeightedSum::new(&weights);
        sum.add(0, 2);
        sum.add(2, -1);
        assert_eq!(sum.value(1, 4), (-28 + 3 * -23) / 4);
    }

    #[test]
    #[should_panic(expected = "expected another group of terms")]
    fn another_order_of_groups_is_refused() {
        read_weights::<3>(LAYOUT, "two_bishops 1/2 rank_pawn 1/2 3/4");
    }

    #[test]
    #[should_panic(expected = "expected a digit")]
    fn too_few_numbers_are_refused() {
        read_weights::<3>(LAYOUT, "rank_pawn 1/2 two_bishops 1/2");
    }

    #[test]
    #[should_panic(expected = "expected the end of the weights")]
    fn too_many_numbers_are_refused() {
        read_weights::<3>(LAYOUT, "rank_pawn 1/2 3/4 two_bishops 1/2 5");
    }
}
