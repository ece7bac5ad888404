//! Writing games.

use super::{Item, Move, Record, Spelling, Tag};
use std::fmt;

/// Movetext is wrapped at this width.
const WIDTH: usize = 80;

/// The tags that come first, in this order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The game as text, with an empty line at its end: the seven tags of every game first if it has them, then
/// the others, an empty line, and the movetext, wrapped at 80 columns. Reading it gives the same game, its
/// tags in this order.
impl<S: Spelling> fmt::Display for Record<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in self.ordered() {
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
        let mut words = Words { words: Vec::new(), open: String::new() };
        words.items(&self.items);
        if let Some(result) = self.result_text() {
            words.push(result);
        }
        words.wrap(f)?;
        f.write_str("\n")
    }
}

impl<S: Spelling> Record<S> {
    /// The tags in the order in which they are written.
    pub(crate) fn ordered(&self) -> Vec<&Tag> {
        let rank = |tag: &&Tag| ROSTER.iter().position(|name| *name == tag.name()).unwrap_or(ROSTER.len());
        let mut tags: Vec<&Tag> = self.tags.iter().collect();
        tags.sort_by_key(rank);
        tags
    }

    /// The text of a result: as the tag Result has it, if it says the same, else as the notation wants it.
    pub fn result_text(&self) -> Option<&str> {
        let score = self.result?;
        let tag = self.tag("Result").filter(|text| S::score(text) == Some(score));
        Some(tag.unwrap_or_else(|| S::score_text(score, self)))
    }
}

/// The movetext in words, between which lines may end. One that ends with a line end must be the last of its
/// line.
struct Words {
    words: Vec<String>,
    /// Parentheses that belong to the next word.
    open: String,
}

impl Words {
    fn push(&mut self, word: &str) {
        let mut whole = std::mem::take(&mut self.open);
        whole.push_str(word);
        self.words.push(whole);
    }

    fn items<S: Spelling>(&mut self, items: &[Item<S>]) {
        for item in items {
            match item {
                Item::Move(played) => self.played(played),
                Item::Comment(text) => self.comment(text),
                Item::Nag(nag) => self.push(&format!("${nag}")),
                Item::SetUp(set_up) => self.push(&format!("/{}/", set_up.command)),
                Item::Variation(inner) => {
                    self.open.push('(');
                    self.items(inner);
                    if !self.open.is_empty() {
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

    fn played<S: Spelling>(&mut self, played: &Move<S>) {
        if let Some(number) = played.number {
            self.push(&number.to_string());
        }
        let mut text = played.to_string();
        text.push_str(&played.strength);
        self.push(&text);
    }

    /// A comment in braces, or, since a closing brace would end it, to the end of the line.
    fn comment(&mut self, text: &str) {
        let single: Vec<&str> = text.split_ascii_whitespace().collect();
        if text.contains('}') {
            return self.push(&format!(";{}\n", single.join(" ")));
        }
        self.open.push('{');
        let Some((last, others)) = single.split_last() else { return self.push("}") };
        others.iter().for_each(|word| self.push(word));
        self.push(&format!("{last}}}"));
    }

    fn wrap(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut width = 0;
        for word in &self.words {
            let length = word.trim_end_matches('\n').chars().count();
            // What looks like a tag or an escaped line to readers that go by lines is kept from the beginning
            // of one.
            let may_break = !word.starts_with(['[', '%']);
            if width > 0 && width + 1 + length > WIDTH && may_break {
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
