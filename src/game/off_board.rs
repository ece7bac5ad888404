//! What lies beside the board: hands, piles, graves, bids.

use super::{Piece, Seat};

/// Things that lie together beside the board, as a seat may see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffBoardGroup {
    /// Whose they are; none for what belongs to nobody.
    pub seat: Option<Seat>,
    /// What they are, in words that can stand behind the owner's name: `hand`, `draw pile`,
    /// `checkers in front`.
    pub label: &'static str,
    /// The things, in the order in which they are shown.
    pub items: Vec<Item>,
}

impl OffBoardGroup {
    /// A group that is still empty.
    pub fn new(seat: Option<Seat>, label: &'static str) -> OffBoardGroup {
        OffBoardGroup { seat, label, items: Vec::new() }
    }

    /// The group with one more item.
    pub fn with(mut self, item: Item) -> OffBoardGroup {
        self.items.push(item);
        self
    }
}

/// Some equal things of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What each of them is.
    pub thing: Thing,
    /// How many there are.
    pub count: u32,
    /// What is written beneath it: the cell of a grave, the capture of a mask; mostly nothing.
    pub note: String,
}

/// What can lie beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A piece, a checker, a die.
    Piece(Piece),
    /// A card that stands for such a piece.
    Card(Piece),
    /// What the seat that looks may not see: a card face down, a secret bid.
    Hidden,
    /// A number or a word.
    Word(String),
}

impl Thing {
    /// Its name in data.
    pub fn name(&self) -> &'static str {
        match self {
            Thing::Piece(_) => "piece",
            Thing::Card(_) => "card",
            Thing::Hidden => "hidden",
            Thing::Word(_) => "word",
        }
    }
}

impl Item {
    /// One thing without a note.
    pub fn one(thing: Thing) -> Item {
        Item::many(thing, 1)
    }

    /// So many of a thing.
    pub fn many(thing: Thing, count: u32) -> Item {
        Item { thing, count, note: String::new() }
    }

    /// The item with a note.
    pub fn noted(self, note: impl Into<String>) -> Item {
        Item { note: note.into(), ..self }
    }
}
