//! Games of draughts in PDN, for the classes of `plyground.pdn`; movetext goes to and fro as tuples.

use super::args::patiently;
use super::errors::{Fault, Raised};
use super::game::Game;
use super::state::State;
use plyground::game::Options;
use plyground::pdn::{
    self, Item, Mark, Move, MoveNumber, PdnError, Place, Played, Reader, Record, Score, Scribe, SetUp,
    Square, Tag,
};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Variations nested deeper than this are not written.
const MOST_NESTED: usize = 64;

create_exception!(
    plyground._core,
    BadPdn,
    PyValueError,
    "A text is not a game in PDN, or not one that can be played; `line` and `column`, counted from 1, say where."
);

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let bad = module.py().get_type::<BadPdn>();
    bad.setattr("line", 1)?;
    bad.setattr("column", 1)?;
    module.add("BadPdn", bad)?;
    module.add_class::<PdnReader>()?;
    module.add_class::<PdnRecord>()
}

impl Fault for PdnError {
    fn exception(self) -> PyErr {
        let raised = BadPdn::new_err(self.to_string());
        Python::attach(|py| {
            let value = raised.value(py);
            let set = value.setattr("line", self.place.line);
            set.and_then(|()| value.setattr("column", self.place.column))
                .map_or_else(|failed| failed, |()| raised.clone_ref(py))
        })
    }
}

/// The games of a text.
#[pyclass(name = "_PdnReader", module = "plyground._core")]
struct PdnReader {
    text: String,
    variations: bool,
    mark: Mark,
}

#[pymethods]
impl PdnReader {
    #[new]
    fn new(text: String, variations: bool) -> PdnReader {
        let mark = Reader::new(&text).mark();
        PdnReader { text, variations, mark }
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// The next game. After a malformed one, for which it raises, it can be asked for the next.
    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<PdnRecord>> {
        let PdnReader { text, variations, mark } = self;
        let next = py.detach(|| {
            let mut reader = Reader::resume(text, *mark).variations(*variations);
            let next = reader.next();
            *mark = reader.mark();
            next
        });
        next.transpose().raised().map(|record| record.map(PdnRecord))
    }
}

/// A game as PDN writes it down.
#[pyclass(frozen, name = "_PdnRecord", module = "plyground._core")]
struct PdnRecord(Record);

#[pymethods]
impl PdnRecord {
    #[new]
    fn new(
        tags: Vec<(String, String)>,
        items: Vec<Bound<'_, PyTuple>>,
        result: Option<&str>,
    ) -> PyResult<PdnRecord> {
        let score = |text: &str| {
            Score::parse(text).ok_or_else(|| {
                let results = "1-0 0-1 1/2-1/2 2-0 0-2 1-1 0-0 *";
                PyValueError::new_err(format!("'{text}' is no result; expected one of {results}"))
            })
        };
        let tags = tags.iter().map(|(name, value)| Tag::new(name, value)).collect::<Result<_, _>>();
        Ok(PdnRecord(Record {
            tags: tags.map_err(PyValueError::new_err)?,
            items: given_items(&items, 0)?,
            result: result.map(score).transpose()?,
            place: Place::START,
        }))
    }

    /// The record of a state and the steps that led there, with more tags or others.
    #[staticmethod]
    fn of(state: PyRef<'_, State>, tags: Vec<(String, String)>) -> PyResult<PdnRecord> {
        let (py, (game, state)) = (state.py(), state.parts());
        let (scribe, state) = (scribe(game.get())?, state.boxed());
        let written = patiently(py, |go_on| {
            let played = Played { start: state.start_fen(), steps: state.steps(), left_out: 0 };
            scribe.write(&played, go_on)
        })?;
        let mut record = written.map_err(PyValueError::new_err)?;
        for (name, value) in &tags {
            let tag = Tag::new(name, value).map_err(PyValueError::new_err)?;
            match record.tags.iter_mut().find(|known| known.name() == name) {
                Some(known) => *known = tag,
                None => record.tags.push(tag),
            }
        }
        Ok(PdnRecord(record))
    }

    #[getter]
    fn tags(&self) -> Vec<(&str, &str)> {
        self.0.tags.iter().map(|tag| (tag.name(), tag.value())).collect()
    }

    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        parts(py, &self.0.items)
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.moves().map(Move::to_string).collect()
    }

    #[getter]
    fn result(&self) -> Option<&str> {
        let score = self.0.result?;
        let written = self.0.tag("Result").filter(|text| Score::parse(text) == Some(score));
        Some(written.unwrap_or(score.text(false)))
    }

    #[getter]
    fn line(&self) -> u32 {
        self.0.place.line
    }

    #[getter]
    fn column(&self) -> u32 {
        self.0.place.column
    }

    #[getter]
    fn id(&self) -> PyResult<&'static str> {
        pdn::id_of(&self.0).raised()
    }

    /// The state at the end.
    fn play(&self, game: Bound<'_, Game>) -> PyResult<State> {
        let (py, scribe) = (game.py(), scribe(game.get())?);
        let played = patiently(py, |go_on| scribe.play(&self.0, go_on))?;
        let Played { start, steps, left_out } = played.raised()?;
        if left_out > 0 {
            log::info!("{}: left out {left_out} moves after the game was drawn", game.get().spec().id);
        }
        let mut state = game.get().any().read_fen(&start, 0).raised()?;
        let made = patiently(py, |go_on| {
            steps.iter().take_while(|_| go_on()).try_for_each(|step| state.apply_text(step))
        })?;
        made.raised()?;
        Ok(State::new(game.unbind(), state))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    /// Whether the other says the same, in whatever order its tags are.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let sorted = |record: &PdnRecord| {
            let mut tags = record.0.tags.clone();
            tags.sort_by(|a, b| (a.name(), a.value()).cmp(&(b.name(), b.value())));
            tags
        };
        other.cast::<PdnRecord>().is_ok_and(|other| {
            let other = other.get();
            (&self.0.items, self.0.result) == (&other.0.items, other.0.result)
                && sorted(self) == sorted(other)
        })
    }
}

/// Movetext as tuples, the first element of which says what they are.
fn parts<'py>(py: Python<'py>, items: &[Item]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for item in items {
        list.append(match item {
            Item::Move(made) => {
                let squares: Vec<String> = made.squares().map(|square| square.to_string()).collect();
                let number = made.number.map(|number| (number.number, number.second));
                let place = (made.place.line, made.place.column);
                ("move", squares, made.capture, number, &made.strength, place).into_pyobject(py)?
            }
            Item::Comment(text) => ("comment", text).into_pyobject(py)?.into_any().cast_into()?,
            Item::Nag(nag) => ("nag", nag).into_pyobject(py)?.into_any().cast_into()?,
            Item::Variation(inner) => {
                ("variation", parts(py, inner)?).into_pyobject(py)?.into_any().cast_into()?
            }
            Item::SetUp(set_up) => {
                let place = (set_up.place.line, set_up.place.column);
                ("setup", &set_up.command, place).into_pyobject(py)?.into_any().cast_into()?
            }
        })?;
    }
    Ok(list)
}

fn given_items(parts: &[Bound<'_, PyTuple>], depth: usize) -> PyResult<Vec<Item>> {
    if depth > MOST_NESTED {
        let problem = format!("variations are nested deeper than {MOST_NESTED}");
        return Err(PyValueError::new_err(problem));
    }
    parts.iter().map(|part| given_item(part, depth)).collect()
}

fn given_item(part: &Bound<'_, PyTuple>, depth: usize) -> PyResult<Item> {
    let kind: String = part.get_item(0)?.extract()?;
    Ok(match kind.as_str() {
        "move" => {
            type Parts = (String, Vec<String>, bool, Option<(u32, bool)>, String, (u32, u32));
            let (_, squares, capture, number, strength, (line, column)): Parts = part.extract()?;
            let squares = squares.iter().map(|name| name.parse()).collect::<Result<Vec<Square>, String>>();
            let made = squares.and_then(|squares| Move::new(&squares, capture, &strength));
            let mut made = made.map_err(PyValueError::new_err)?;
            made.number = number.map(|(number, second)| MoveNumber { number, second });
            made.place = Place { line, column };
            Item::Move(made)
        }
        "comment" => Item::Comment(part.get_item(1)?.extract()?),
        "nag" => Item::Nag(part.get_item(1)?.extract()?),
        "variation" => {
            let inner: Vec<Bound<'_, PyTuple>> = part.get_item(1)?.extract()?;
            Item::Variation(given_items(&inner, depth + 1)?)
        }
        _ => {
            let (_, command, (line, column)): (String, String, (u32, u32)) = part.extract()?;
            if command.contains('/') {
                return Err(PyValueError::new_err("a set-up stands between slashes and cannot have one"));
            }
            Item::SetUp(SetUp { command, place: Place { line, column } })
        }
    })
}

/// How many scribes are kept; with one more, all are made anew when they are needed. Texts with a great many
/// games have few kinds of them.
const KEPT: usize = 64;

/// The scribe of a game, which is kept for the next of its kind.
fn scribe(game: &Game) -> PyResult<Arc<dyn Scribe>> {
    type Made = HashMap<(String, Options), Arc<dyn Scribe>>;
    static MADE: LazyLock<Mutex<Made>> = LazyLock::new(Mutex::default);

    let spec = game.spec();
    if spec.family != "draughts" {
        let problem = format!("PDN is for games of draughts, and {} is a game of {}", spec.id, spec.family);
        return Err(PyValueError::new_err(problem));
    }
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (spec.id.clone(), spec.options.clone());
    if let Some(scribe) = made.get(&key) {
        return Ok(scribe.clone());
    }
    let scribe: Arc<dyn Scribe> =
        Arc::from(pdn::scribe(&spec.id, &spec.options).map_err(PyValueError::new_err)?);
    if made.len() >= KEPT {
        made.clear();
    }
    made.insert(key, scribe.clone());
    Ok(scribe)
}
