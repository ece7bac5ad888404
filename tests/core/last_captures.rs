//! Where pictures mark that something was taken.

use super::{at, open};
use plyground::game::CellMark;
use plyground::sim::picture::RenderOptions;

/// The cells where the last of these steps took something, from a position, or from the start.
fn taken(id: &str, fen: &str, steps: &str) -> String {
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
fn what_was_jumped_is_marked_where_it_stood() {
    let fen = "W:W28:B13,22,23 - 0 0 -";
    assert_eq!(taken("international-draughts", fen, "28x19"), "", "it stands there until the turn is over");
    assert_eq!(taken("international-draughts", fen, "28x19 19x8"), "23 13");
    assert_eq!(taken("international-draughts", fen, "28x19 19x8 22-27"), "");
    let fen = "W:WKd1:Bd3,f3,a4,b5,h8 - 0 0 -";
    assert_eq!(taken("turkish-draughts", fen, "d1xd5"), "d3", "it leaves at once");
}
