//! Parse errors with a position, and helpers for their messages.

/// The reason why a text cannot be parsed.
pub struct ParseError {
    /// The number of bytes before the error.
    pub at: usize,
    /// What was found there, and what was expected.
    pub problem: String,
}

impl ParseError {
    /// Returns the error for a text in which `what` was expected at byte `at`.
    pub fn expected(what: &str, text: &str, at: usize) -> ParseError {
        ParseError { at, problem: expected(what, &text[at..]) }
    }
}

/// Returns the message for a text that does not begin with `what`.
fn expected(what: &str, text: &str) -> String {
    format!("expected {what}, found {}", first_word(text))
}

/// Returns the first word of a text in quotes, for messages.
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

/// Returns the parsed value if the whole text was read, or else an error message.
pub(crate) fn parse_whole<T>(
    text: &str,
    read: Result<(T, usize), ParseError>,
    end: &str,
) -> Result<T, String> {
    match read {
        Ok((spelled, at)) if at == text.len() => Ok(spelled),
        Ok((_, at)) => Err(expected(end, &text[at..])),
        Err(parse_error) => Err(parse_error.problem),
    }
}
