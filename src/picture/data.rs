//! Scenes as serialized data, for other front ends.

use super::{Scene, Seats};
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Piece, Seat, SeatColor, Thing};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

#[derive(Serialize)]
struct MarkData {
    name: &'static str,
    seat: Option<Seat>,
    number: Option<u8>,
    words: String,
}

#[derive(Serialize)]
struct PieceData<'a> {
    seat: Option<Seat>,
    /// Omitted if it is the owner's color.
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<SeatColor>,
    kind: &'a str,
    text: &'a str,
    marks: Vec<MarkData>,
}

#[derive(Serialize)]
struct CellMarkData {
    name: &'static str,
    seat: Option<Seat>,
    owner: Option<Seat>,
    kind: Option<&'static str>,
    words: String,
}

#[derive(Serialize)]
struct ItemData<'a> {
    what: &'static str,
    piece: Option<PieceData<'a>>,
    word: Option<&'a str>,
    count: u32,
    note: &'a str,
}

#[derive(Serialize)]
struct OffBoardData<'a> {
    label: &'static str,
    seat: Option<Seat>,
    items: Vec<ItemData<'a>>,
}

impl Seats {
    fn mark(&self, mark: Mark) -> MarkData {
        let words = mark.words(|seat| self.name(seat));
        MarkData { name: mark.name(), seat: mark.seat(), number: mark.number(), words }
    }

    fn piece<'a>(&self, piece: &'a Piece) -> PieceData<'a> {
        let marks = piece.marks.iter().map(|&mark| self.mark(mark)).collect();
        PieceData { seat: piece.seat, color: piece.color, kind: &piece.kind, text: &piece.text, marks }
    }

    fn cell_mark(&self, mark: CellMark) -> CellMarkData {
        let (owner, kind) = match mark {
            CellMark::Buried { owner, kind, .. } => (Some(owner), Some(kind)),
            CellMark::Passed
            | CellMark::Shadow(_)
            | CellMark::Grave(_)
            | CellMark::Crowning(_)
            | CellMark::Last
            | CellMark::Taken
            | CellMark::Legal => (None, None),
        };
        let words = mark.words(|seat| self.name(seat));
        CellMarkData { name: mark.name(), seat: mark.seat(), owner, kind, words }
    }

    fn item<'a>(&self, item: &'a Item) -> ItemData<'a> {
        let (piece, word) = match &item.thing {
            Thing::Piece(piece) | Thing::Card(piece) => (Some(self.piece(piece)), None),
            Thing::Word(word) => (None, Some(word.as_str())),
            Thing::Hidden => (None, None),
        };
        ItemData { what: item.thing.name(), piece, word, count: item.count, note: &item.note }
    }

    fn off_board<'a>(&self, group: &'a OffBoardGroup) -> OffBoardData<'a> {
        let items = group.items.iter().map(|item| self.item(item)).collect();
        OffBoardData { label: group.label, seat: group.seat, items }
    }
}

/// A part of a scene that is serialized as a map.
struct Part<F>(F);

impl<F: Fn() -> I, I: Iterator<Item = (K, V)>, K: Serialize, V: Serialize> Serialize for Part<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0())
    }
}

impl Scene<'_> {
    /// Returns the stacks by name of cell, top first, as serializable data. Empty cells are omitted.
    pub fn piece_data(&self) -> impl Serialize {
        Part(|| {
            let cells = self.board.cells().filter(|&cell| !self.stack(cell).is_empty());
            cells.map(|cell| {
                let stack = self.stack(cell).iter().map(|piece| self.seats.piece(piece));
                (self.board.name(cell), stack.collect::<Vec<_>>())
            })
        })
    }

    /// Returns the marks by name of cell as serializable data. Cells without marks are omitted.
    pub fn mark_data(&self) -> impl Serialize {
        Part(|| {
            let cells = self.board.cells().filter(|&cell| self.marks_on(cell).next().is_some());
            cells.map(|cell| {
                let marks = self.marks_on(cell).map(|mark| self.seats.cell_mark(mark));
                (self.board.name(cell), marks.collect::<Vec<_>>())
            })
        })
    }

    /// Returns the groups off the board as serializable data.
    pub fn off_board_data(&self) -> impl Serialize {
        self.off_board.iter().map(|group| self.seats.off_board(group)).collect::<Vec<_>>()
    }
}

/// Serializes the pieces, the marks, and the groups off the board.
impl Serialize for Scene<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts = serializer.serialize_struct("Scene", 3)?;
        parts.serialize_field("pieces", &self.piece_data())?;
        parts.serialize_field("marks", &self.mark_data())?;
        parts.serialize_field("off_board", &self.off_board_data())?;
        parts.end()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::everything;
    use super::super::words::item_title;
    use super::*;
    use crate::board::Board;
    use serde_json::json;

    #[test]
    fn a_scene_is_serialized_with_its_names() {
        let board = Board::square(8);
        let data = serde_json::to_value(everything(&board)).expect("plain data");
        let pip = json!({ "name": "pips", "seat": null, "number": 1, "words": "shows 1" });
        let die = json!({ "seat": 0, "kind": "die", "text": "D1", "marks": [pip] });
        assert_eq!(data["pieces"]["a3"], json!([die]));
        assert!(
            data["pieces"].get("a4").is_none() && data["marks"].get("a1").is_none(),
            "empty cells are left out"
        );
        let passed = json!({ "name": "passed", "seat": null, "owner": null, "kind": null, "words": "en passant: a pawn passed over this cell" });
        assert_eq!(data["marks"]["a4"], json!([passed]));
        let buried = json!({
            "name": "buried", "seat": 0, "owner": 1, "kind": "knight", "words": "white's grave, which holds a black knight",
        });
        assert_eq!(data["marks"]["e4"], json!([buried]));
        let (hand, hidden) = (&data["off_board"][0], &data["off_board"][1]["items"][0]);
        assert_eq!((&hand["label"], &hand["seat"]), (&json!("hand"), &json!(0)));
        let pawn = json!({ "seat": 0, "kind": "pawn", "text": "P", "marks": [] });
        assert_eq!(
            hand["items"][0],
            json!({ "what": "card", "piece": pawn, "word": null, "count": 2, "note": "" })
        );
        assert_eq!(*hidden, json!({ "what": "hidden", "piece": null, "word": null, "count": 6, "note": "" }));
    }

    #[test]
    fn pieces_without_an_owner_are_described_by_their_color() {
        let seats = Seats::named(&[SeatColor::Red]);
        let knight = Piece::colored(SeatColor::Black, "knight", "n");
        let data = serde_json::to_value(seats.piece(&knight)).expect("plain data");
        assert_eq!(
            data,
            json!({ "seat": null, "color": "black", "kind": "knight", "text": "n", "marks": [] })
        );
        let card = Item::one(Thing::Card(knight));
        assert_eq!(item_title(&card, &seats), "card: black knight");
    }
}
