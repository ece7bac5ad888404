//! What is wrong where a text should spell something, in words.

/// Why a text does not begin with what it should.
pub struct ParseError {
    /// How many bytes stand before the fault.
    pub at: usize,
    /// What was found there, and what would be right.
    pub problem: String,
}

impl ParseError {
    /// Something else was expected at byte `at` of a text.
    pub fn expected(what: &str, text: &str, at: usize) -> ParseError {
        ParseError { at, problem: expected(what, &text[at..]) }
    }
}

/// What is to be said where something else stands at the beginning of a text.
fn expected(what: &str, text: &str) -> String {
    format!("expected {what}, found {}", first_word(text))
}

/// The word that a text begins with, for messages.
pub(crate) fn first_word(text: &str) -> String {
    match text.split_ascii_whitespace().next() {
        _ if text.starts_with(['\n', '\r']) => "the end of the line".into(),
        None => "the end of the text".into(),
        Some(word) => {
            let mut short: String = word.chars().take(20).collect();
            if short.len() < word.len() {
                short.push('…');
            }
            format!("'{short}'")
        }
    }
}

/// What a text spells, if nothing follows it.
pub(crate) fn parse_whole<T>(
    text: &str,
    read: Result<(T, usize), ParseError>,
    wanted: &str,
) -> Result<T, String> {
    match read {
        Ok((spelled, end)) if end == text.len() => Ok(spelled),
        Ok((_, end)) => Err(expected(wanted, &text[end..])),
        Err(parse_error) => Err(parse_error.problem),
    }
}
