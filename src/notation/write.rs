//! The writer of records.

use super::{Item, Move, MoveNotation, Record, Tag};
use std::fmt;

/// The width at which movetext is wrapped.
const LINE_WIDTH: usize = 80;

/// The tags that are written first, in this order: the seven tag roster of PGN.
const SEVEN_TAG_ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Writes the record as text that ends with an empty line: the tags, an empty line, and the movetext, wrapped
/// at 80 columns. The tags of the seven tag roster are first. Reading the text gives an equal record, except
/// for the order of its tags.
impl<S: MoveNotation> fmt::Display for Record<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in self.ordered_tags() {
            write!(f, "[{} \"", tag.name())?;
            for c in tag.value().chars() {
                if matches!(c, '"' | '\\') {
                    f.write_str("\\")?;
                }
                write!(f, "{c}")?;
            }
            f.write_str("\"]\n")?;
        }
        if !self.tags.is_empty() {
            f.write_str("\n")?;
        }
        let mut words = Words { words: Vec::new(), opening: String::new() };
        words.push_items(&self.items);
        if let Some(result) = self.result_text() {
            words.push(result);
        }
        words.wrap(f)?;
        f.write_str("\n")
    }
}

impl<S: MoveNotation> Record<S> {
    /// Returns the tags in the order in which they are written.
    pub(crate) fn ordered_tags(&self) -> Vec<&Tag> {
        let rank = |tag: &&Tag| {
            SEVEN_TAG_ROSTER.iter().position(|name| *name == tag.name()).unwrap_or(SEVEN_TAG_ROSTER.len())
        };
        let mut tags: Vec<&Tag> = self.tags.iter().collect();
        tags.sort_by_key(rank);
        tags
    }

    /// Returns the text of the result. It is the value of the tag `Result` if that has the same meaning,
    /// otherwise the text that the notation prescribes.
    pub fn result_text(&self) -> Option<&str> {
        let result = self.result?;
        let tag = self.tag("Result").filter(|text| S::parse_result(text) == Some(result));
        Some(tag.unwrap_or_else(|| S::format_result(result, self)))
    }
}

/// The words of the movetext. Lines may be broken between words. A word that ends with a line end is the last
/// word of its line.
struct Words {
    words: Vec<String>,
    /// Opening parentheses and braces that belong to the next word.
    opening: String,
}

impl Words {
    fn push(&mut self, word: &str) {
        let mut whole = std::mem::take(&mut self.opening);
        whole.push_str(word);
        self.words.push(whole);
    }

    fn push_items<S: MoveNotation>(&mut self, items: &[Item<S>]) {
        for item in items {
            match item {
                Item::Move(game_move) => self.push_move(game_move),
                Item::Comment(text) => self.push_comment(text),
                Item::Nag(nag) => self.push(&format!("${nag}")),
                Item::SetUp(set_up) => self.push(&format!("/{}/", set_up.command)),
                Item::Variation(inner) => {
                    self.opening.push('(');
                    self.push_items(inner);
                    if !self.opening.is_empty() {
                        self.push("");
                    }
                    match self.words.last_mut() {
                        Some(last) if !last.ends_with('\n') => last.push(')'),
                        _ => self.push(")"),
                    }
                }
            }
        }
    }

    fn push_move<S: MoveNotation>(&mut self, game_move: &Move<S>) {
        if let Some(number) = game_move.number {
            self.push(&number.to_string());
        }
        let mut text = game_move.to_string();
        text.push_str(&game_move.strength);
        self.push(&text);
    }

    /// Adds a comment in braces. If it contains a closing brace, it is written as a comment up to the end of
    /// the line.
    fn push_comment(&mut self, text: &str) {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        if text.contains('}') {
            return self.push(&format!(";{}\n", words.join(" ")));
        }
        self.opening.push('{');
        let Some((last, others)) = words.split_last() else { return self.push("}") };
        others.iter().for_each(|word| self.push(word));
        self.push(&format!("{last}}}"));
    }

    fn wrap(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut width = 0;
        for word in &self.words {
            let length = word.trim_end_matches('\n').chars().count();
            // Readers that work by lines take a line that starts with `[` for a tag, and one that starts with
            // `%` for an escaped line.
            let may_break = !word.starts_with(['[', '%']);
            if width > 0 && width + 1 + length > LINE_WIDTH && may_break {
                f.write_str("\n")?;
                width = 0;
            }
            if width > 0 {
                f.write_str(" ")?;
                width += 1;
            }
            f.write_str(word)?;
            width = if word.ends_with('\n') { 0 } else { width + length };
        }
        if width > 0 { f.write_str("\n") } else { Ok(()) }
    }
}
