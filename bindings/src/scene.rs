//! What there is to see of a state, as plain Python data.

use plyground::board::Cell;
use plyground::game::{CellMark, Item, Mark, Piece, Seat, Thing};
use plyground::sim::picture::{Scene, Seats};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// A dictionary of literal keys.
macro_rules! dict {
    ($py:expr, $($key:literal: $value:expr),* $(,)?) => {{
        let dict = PyDict::new($py);
        $(dict.set_item($key, $value)?;)*
        dict
    }};
}

/// The stacks by the names of their cells, top first; cells with nothing on them are left out.
pub(super) fn pieces<'py>(py: Python<'py>, scene: &Scene<'_>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for cell in scene.board.cells().filter(|&cell| !scene.stack(cell).is_empty()) {
        let stack = scene.stack(cell).iter().map(|one| piece(py, one, &scene.seats));
        dict.set_item(scene.board.name(cell), stack.collect::<PyResult<Vec<_>>>()?)?;
    }
    Ok(dict)
}

fn piece<'py>(py: Python<'py>, piece: &Piece, seats: &Seats) -> PyResult<Bound<'py, PyDict>> {
    let marks = piece.marks.iter().map(|&one| mark(py, one, seats)).collect::<PyResult<Vec<_>>>()?;
    Ok(dict! { py, "seat": piece.seat, "kind": piece.kind, "text": &piece.text, "marks": marks })
}

fn mark<'py>(py: Python<'py>, mark: Mark, seats: &Seats) -> PyResult<Bound<'py, PyDict>> {
    let words = mark.words(|seat| seats.name(seat));
    Ok(dict! { py, "name": mark.name(), "seat": mark.seat(), "number": mark.number(), "words": words })
}

/// The marks of cells by their names; cells without any are left out.
pub(super) fn marks<'py>(py: Python<'py>, scene: &Scene<'_>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let marked = |cell: &Cell| scene.marks_on(*cell).next().is_some();
    for cell in scene.board.cells().filter(marked) {
        let marks = scene.marks_on(cell).map(|mark| cell_mark(py, mark, &scene.seats));
        dict.set_item(scene.board.name(cell), marks.collect::<PyResult<Vec<_>>>()?)?;
    }
    Ok(dict)
}

fn cell_mark<'py>(py: Python<'py>, mark: CellMark, seats: &Seats) -> PyResult<Bound<'py, PyDict>> {
    let (owner, kind): (Option<Seat>, Option<&str>) = match mark {
        CellMark::Buried { owner, kind, .. } => (Some(owner), Some(kind)),
        CellMark::Passed | CellMark::Shadow(_) | CellMark::Grave(_) => (None, None),
    };
    let words = mark.words(|seat| seats.name(seat));
    Ok(dict! { py, "name": mark.name(), "seat": mark.seat(), "owner": owner, "kind": kind, "words": words })
}

/// The groups beside the board.
pub(super) fn beside<'py>(py: Python<'py>, scene: &Scene<'_>) -> PyResult<Bound<'py, PyList>> {
    let groups = scene.beside.iter().map(|group| {
        let items =
            group.items.iter().map(|one| item(py, one, &scene.seats)).collect::<PyResult<Vec<_>>>()?;
        Ok(dict! { py, "label": group.label, "seat": group.seat, "items": items })
    });
    PyList::new(py, groups.collect::<PyResult<Vec<_>>>()?)
}

fn item<'py>(py: Python<'py>, item: &Item, seats: &Seats) -> PyResult<Bound<'py, PyDict>> {
    let (shown, word) = match &item.thing {
        Thing::Piece(shown) | Thing::Card(shown) => (Some(piece(py, shown, seats)?), None),
        Thing::Word(word) => (None, Some(word)),
        Thing::Hidden => (None, None),
    };
    Ok(dict! {
        py,
        "what": item.thing.name(),
        "piece": shown,
        "word": word,
        "count": item.count,
        "note": &item.note,
    })
}
