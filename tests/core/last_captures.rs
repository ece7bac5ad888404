//! Tests of the marks of captures in pictures.

use super::{at, open};
use plyground::game::CellMark;
use plyground::picture::RenderOptions;

/// Returns the marked captures after these steps, from a position, or from the start if `fen` is empty.
fn captures(id: &str, fen: &str, steps: &str) -> String {
    let game = open(id);
    let mut state = if fen.is_empty() { game.start(0) } else { at(&*game, fen) };
    steps
        .split(' ')
        .for_each(|step| state.apply_text(step).unwrap_or_else(|error| panic!("{id} {step}: {error}")));
    let scene =
        state.render_scene(None, &RenderOptions { last_turn_marks: true, ..RenderOptions::default() });
    let cells = scene.marks.iter().filter(|marked| marked.1 == CellMark::Taken);
    cells.map(|&(cell, _)| game.board().name(cell)).collect::<Vec<_>>().join(" ")
}

#[test]
fn jumped_pieces_are_marked_where_they_were() {
    let fen = "W:W28:B13,22,23 - 0 0 -";
    assert_eq!(captures("international-draughts", fen, "28x19"), "", "it is removed at the end of the turn");
    assert_eq!(captures("international-draughts", fen, "28x19 19x8"), "23 13");
    assert_eq!(captures("international-draughts", fen, "28x19 19x8 22-27"), "");
    let fen = "W:WKd1:Bd3,f3,a4,b5,h8 - 0 0 -";
    assert_eq!(captures("turkish-draughts", fen, "d1xd5"), "d3", "it is removed immediately");
}
