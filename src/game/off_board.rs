//! Things off the board: hands, piles, graves, bids.

use super::{Piece, Seat};

/// A group of things off the board, as a seat may see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffBoardGroup {
    /// The owner. `None` for groups without an owner.
    pub seat: Option<Seat>,
    /// The label, which can follow the owner's name: `hand`, `draw pile`, `checkers in front`.
    pub label: &'static str,
    /// The items, in display order.
    pub items: Vec<Item>,
    /// Whether it always has at most one item, a word, so that a picture needs only a line for it.
    pub short: bool,
}

impl OffBoardGroup {
    /// Returns an empty group.
    pub fn new(seat: Option<Seat>, label: &'static str) -> OffBoardGroup {
        OffBoardGroup::of(seat, label, Vec::new())
    }

    /// Returns a group of items.
    pub fn of(seat: Option<Seat>, label: &'static str, items: Vec<Item>) -> OffBoardGroup {
        OffBoardGroup { seat, label, items, short: false }
    }

    /// Returns a group that always has at most one word.
    pub fn word(seat: Option<Seat>, label: &'static str, word: Option<String>) -> OffBoardGroup {
        let items = word.map(|word| Item::one(Thing::Word(word))).into_iter().collect();
        OffBoardGroup { seat, label, items, short: true }
    }

    /// Returns the group with one more item.
    pub fn with(mut self, item: Item) -> OffBoardGroup {
        self.items.push(item);
        self
    }
}

/// Equal things of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The thing.
    pub thing: Thing,
    /// The number of things.
    pub count: u32,
    /// A note below the item: the cell of a grave, the capture of a mask. Usually empty.
    pub note: String,
}

/// A thing off the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A piece, a checker or a die.
    Piece(Piece),
    /// A card that stands for this kind of piece.
    Card(Piece),
    /// A thing that the viewer may not see: a card face down, a secret bid.
    Hidden,
    /// A number or a word.
    Word(String),
}

impl Thing {
    /// Returns the name in serialized data.
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
    /// Returns one thing without a note.
    pub fn one(thing: Thing) -> Item {
        Item::many(thing, 1)
    }

    /// Returns several equal things without a note.
    pub fn many(thing: Thing, count: u32) -> Item {
        Item { thing, count, note: String::new() }
    }

    /// Returns the item with a note.
    pub fn noted(self, note: impl Into<String>) -> Item {
        Item { note: note.into(), ..self }
    }
}
