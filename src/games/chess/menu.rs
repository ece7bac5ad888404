//! Choices that are no move of a piece: their numbers and their texts.

/// The choices of a game, numbered group by group.
#[derive(Debug)]
pub struct Menu(pub &'static [Group]);

/// Choices of one kind: a word, and what stands behind it.
#[derive(Debug)]
pub struct Group {
    /// What their texts begin with: `mask:`.
    pub prefix: &'static str,
    /// How many there are.
    pub count: usize,
    /// Appends what stands behind the prefix.
    pub write: fn(usize, &mut String),
    /// Reads it.
    pub read: fn(&str) -> Option<usize>,
}

impl Menu {
    /// A game without choices.
    pub const EMPTY: &'static Menu = &Menu(&[]);

    /// How many choices there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|group| group.count).sum()
    }

    /// Whether there is no choice at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends the text of a choice.
    pub fn write(&self, number: usize, out: &mut String) {
        let mut at = number;
        for group in self.0 {
            if at < group.count {
                out.push_str(group.prefix);
                return (group.write)(at, out);
            }
            at -= group.count;
        }
    }

    /// The number of the choice with this text.
    pub fn read(&self, text: &str) -> Option<usize> {
        let mut first = 0;
        for group in self.0 {
            if let Some(at) = text.strip_prefix(group.prefix).and_then(group.read) {
                return Some(first + at);
            }
            first += group.count;
        }
        None
    }
}
