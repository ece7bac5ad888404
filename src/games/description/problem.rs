//! What is wrong with a description, and where.

use std::fmt;

/// A problem of a description: the line, the key and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// The path of the key: `pieces.P.moves`. Empty for the whole description.
    pub key: String,
    /// What is wrong, and what is valid.
    pub message: String,
}

impl Problem {
    /// Returns the problem of a key.
    pub fn new(line: usize, key: &str, message: impl Into<String>) -> Problem {
        Problem { line, key: key.into(), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = if self.key.is_empty() { "the description" } else { &self.key };
        write!(f, "line {}: {key} {}", self.line, self.message)
    }
}

impl std::error::Error for Problem {}

/// Returns the clause that proposes the most similar word, or an empty text.
pub fn did_you_mean<'a>(given: &str, words: impl Iterator<Item = &'a str>) -> String {
    let similarity = |word: &str| strsim::jaro_winkler(&given.to_lowercase(), &word.to_lowercase());
    let nearest = words.map(|word| (similarity(word), word)).max_by(|a, b| a.0.total_cmp(&b.0));
    nearest
        .filter(|near| near.0 > 0.8)
        .map_or(String::new(), |(_, word)| format!(" (did you mean '{word}'?)"))
}
