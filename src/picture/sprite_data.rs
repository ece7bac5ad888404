//! Scenes as data with drawings, for front ends that lay out the board and animate it.
//!
//! Each distinct piece and icon is drawn once. Cells and items refer to the drawings by name.

use super::svg::{covered_sprite, icon_sprite, piece_sprite};
use super::words::{heading, item_title, piece_title};
use super::{Scene, Status};
use crate::game::{CellMark, Item, OffBoardGroup, Piece, Seat, Thing};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A drawing around the origin, in which the radius of a disc is 100.
#[derive(Serialize)]
struct Sprite {
    /// SVG elements.
    svg: String,
    /// The same piece below others. Omitted for icons.
    #[serde(skip_serializing_if = "Option::is_none")]
    covered: Option<String>,
    /// The drawing in words: `white knight, tarred`.
    title: String,
}

#[derive(Serialize)]
struct MarkData {
    name: &'static str,
    seat: Option<Seat>,
    title: String,
    /// The name of its sprite, if it is an icon.
    sprite: Option<String>,
}

#[derive(Serialize)]
struct ItemData {
    what: &'static str,
    sprite: Option<String>,
    word: Option<String>,
    count: u32,
    note: String,
    title: String,
}

#[derive(Serialize)]
struct GroupData {
    title: String,
    seat: Option<Seat>,
    items: Vec<ItemData>,
}

#[derive(Serialize)]
struct StatusData<'a> {
    /// The seat whose color is shown next to the text.
    seat: Option<Seat>,
    text: &'a str,
}

/// A scene as data, with the drawings of its pieces and icons.
#[derive(Serialize)]
struct SceneData<'a> {
    pieces: BTreeMap<&'a str, Vec<String>>,
    marks: BTreeMap<&'a str, Vec<MarkData>>,
    off_board: Vec<GroupData>,
    status: Option<StatusData<'a>>,
    sprites: BTreeMap<String, Sprite>,
}

/// The drawings that are in use.
#[derive(Default)]
struct Sprites(BTreeMap<String, Sprite>);

impl Sprites {
    /// Returns the name of the sprite of a piece, and adds the sprite. Equal pieces have equal names in all
    /// scenes of a game.
    fn piece(&mut self, scene: &Scene<'_>, piece: &Piece) -> String {
        let owner = piece.seat.map_or_else(String::new, |seat| seat.to_string());
        let mut name = format!("{owner}{}{}", piece.kind, piece.text);
        if let Some(color) = piece.color {
            let _ = write!(name, "-{color}");
        }
        for mark in &piece.marks {
            let _ = write!(name, "-{}", mark.name());
            for number in mark.seat().map(Seat::number).into_iter().chain(mark.number()) {
                let _ = write!(name, "{number}.");
            }
        }
        let drawn = || Sprite {
            svg: piece_sprite(&scene.seats, piece),
            covered: Some(covered_sprite(&scene.seats, piece)),
            title: piece_title(piece, &scene.seats),
        };
        self.0.entry(name.clone()).or_insert_with(drawn);
        name
    }

    /// Returns the name of the icon of a mark, and adds the icon.
    fn icon(&mut self, scene: &Scene<'_>, mark: CellMark) -> Option<String> {
        let svg = icon_sprite(&scene.seats, mark)?;
        let title = mark.words(|seat| scene.seats.name(seat));
        let name = format!("icon: {title}");
        self.0.entry(name.clone()).or_insert(Sprite { svg, covered: None, title });
        Some(name)
    }

    fn item(&mut self, scene: &Scene<'_>, item: &Item) -> ItemData {
        let (sprite, word) = match &item.thing {
            Thing::Piece(piece) | Thing::Card(piece) => (Some(self.piece(scene, piece)), None),
            Thing::Word(word) => (None, Some(word.clone())),
            Thing::Hidden => (None, None),
        };
        let (what, title) = (item.thing.name(), item_title(item, &scene.seats));
        ItemData { what, sprite, word, count: item.count, note: item.note.clone(), title }
    }

    fn group(&mut self, scene: &Scene<'_>, group: &OffBoardGroup) -> GroupData {
        let items = group.items.iter().map(|item| self.item(scene, item)).collect();
        GroupData { title: heading(group, &scene.seats), seat: group.seat, items }
    }
}

/// Returns the text of the status, if the scene has one.
fn status(status: &Status) -> Option<StatusData<'_>> {
    status.to_act.as_ref().map(|(seat, text)| StatusData { seat: *seat, text })
}

impl Scene<'_> {
    /// Returns the scene as serializable data, with the drawings of its pieces and icons.
    ///
    /// - `pieces`: for each cell that is not empty, the names of sprites, the top piece first.
    /// - `marks`: for each marked cell, the marks; small icons have a sprite.
    /// - `off_board`: the groups off the board.
    /// - `status`: the seat to act or the result.
    /// - `sprites`: SVG elements around the origin, in which discs have a radius of 100.
    pub fn sprite_data(&self) -> impl Serialize {
        let mut sprites = Sprites::default();
        let (mut pieces, mut marks) = (BTreeMap::new(), BTreeMap::new());
        for cell in self.board.cells() {
            let name = self.board.name(cell);
            let stack: Vec<_> = self.stack(cell).iter().map(|piece| sprites.piece(self, piece)).collect();
            if !stack.is_empty() {
                pieces.insert(name, stack);
            }
            let data = |mark: CellMark| MarkData {
                name: mark.name(),
                seat: mark.seat(),
                title: mark.words(|seat| self.seats.name(seat)),
                sprite: sprites.icon(self, mark),
            };
            let on_cell: Vec<_> = self.marks_on(cell).map(data).collect();
            if !on_cell.is_empty() {
                marks.insert(name, on_cell);
            }
        }
        let off_board = self.off_board.iter().map(|group| sprites.group(self, group)).collect();
        SceneData { pieces, marks, off_board, status: status(&self.status), sprites: sprites.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::everything;
    use crate::board::Board;

    #[test]
    fn every_name_of_a_sprite_is_drawn_once() {
        let board = Board::square(8);
        let data = serde_json::to_value(everything(&board).sprite_data()).expect("plain data");
        let stacks = data["pieces"].as_object().unwrap().values();
        let mut names: Vec<&str> =
            stacks.flat_map(|stack| stack.as_array().unwrap()).map(|name| name.as_str().unwrap()).collect();
        let marks = data["marks"].as_object().unwrap().values().flat_map(|marks| marks.as_array().unwrap());
        names.extend(marks.filter_map(|mark| mark["sprite"].as_str()));
        let groups =
            data["off_board"].as_array().unwrap().iter().flat_map(|group| group["items"].as_array().unwrap());
        names.extend(groups.filter_map(|item| item["sprite"].as_str()));
        let sprites = data["sprites"].as_object().unwrap();
        assert!(names.iter().all(|&name| sprites[name]["svg"].as_str().unwrap().starts_with('<')));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), sprites.len());
        let titles: std::collections::BTreeSet<_> =
            sprites.iter().map(|(_, sprite)| (sprite["title"].as_str(), sprite["svg"].as_str())).collect();
        assert_eq!(titles.len(), sprites.len(), "different pieces look or read differently");
        assert_eq!(data["status"]["text"], "black to act");
    }
}
