//! Games in PDN and PGN, for the Python modules `plyground.pdn` and `plyground.pgn`. Movetext is passed as
//! tuples.

use super::args::run_interruptible;
use super::errors::MapPyErr;
use super::game::Game;
use super::notation::{self, Notation, bad};
use super::state::State;
use plyground::game::shortened;
use plyground::pdn::Spelled;
use plyground::pgn::San;
use plyground::portable::{
    Item, Mark, Move, MoveNumber, Place, Played, Reader, Record, SetUp, Spelling, Tag,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::any::Any;

/// Limit of the nesting of variations in games to write.
const MOST_NESTED: usize = 64;

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    notation::add_to(module)?;
    super::add_class::<GameReader>(module)?;
    super::add_class::<GameRecord>(module)
}

/// A record in any notation.
trait AnyRecord: Any + Send + Sync {
    fn tags(&self) -> &[Tag];
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>>;
    fn moves(&self) -> Vec<String>;
    fn result(&self) -> Option<&str>;
    fn place(&self) -> Place;
    fn id(&self) -> PyResult<&'static str>;
    fn play(&self, py: Python<'_>, game: &Game) -> PyResult<Played>;
    fn text(&self) -> String;
    fn same(&self, other: &dyn AnyRecord) -> bool;
}

impl<S: Notation> AnyRecord for Record<S> {
    fn tags(&self) -> &[Tag] {
        &self.tags
    }

    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        parts(py, &self.items)
    }

    fn moves(&self) -> Vec<String> {
        Record::moves(self).map(Move::to_string).collect()
    }

    fn result(&self) -> Option<&str> {
        self.result_text()
    }

    fn place(&self) -> Place {
        self.place
    }

    fn id(&self) -> PyResult<&'static str> {
        S::id_of(self).map_err(bad::<S>)
    }

    fn play(&self, py: Python<'_>, game: &Game) -> PyResult<Played> {
        let scribe = S::scribes().of(game)?;
        run_interruptible(py, |go_on| scribe.play(self, go_on))?.map_err(bad::<S>)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn same(&self, other: &dyn AnyRecord) -> bool {
        let sorted = |record: &Record<S>| {
            let mut tags = record.tags.clone();
            tags.sort_by(|a, b| (a.name(), a.value()).cmp(&(b.name(), b.value())));
            tags
        };
        let other: &dyn Any = other;
        other.downcast_ref::<Record<S>>().is_some_and(|other| {
            (&self.items, self.result) == (&other.items, other.result) && sorted(self) == sorted(other)
        })
    }
}

/// The functions of a notation that return records.
struct Makers {
    name: &'static str,
    read: Read,
    make: Make,
    of: fn(&State, Python<'_>, Vec<Tag>) -> PyResult<GameRecord>,
}

type Read = fn(&str, Mark, bool, &mut dyn FnMut() -> bool) -> (Option<PyResult<GameRecord>>, Mark);
type Make = fn(Vec<Tag>, &[Bound<'_, PyTuple>], Option<&str>) -> PyResult<GameRecord>;

impl Makers {
    const fn of<S: Notation>(name: &'static str) -> Makers {
        Makers { name, read: read::<S>, make: make::<S>, of: of::<S> }
    }

    fn named(name: &str) -> PyResult<&'static Makers> {
        static ALL: [Makers; 2] = [Makers::of::<Spelled>("pdn"), Makers::of::<San>("pgn")];
        let named = ALL.iter().find(|makers| makers.name == name);
        named.ok_or_else(|| PyValueError::new_err(format!("notation must be 'pdn' or 'pgn', got '{name}'")))
    }
}

/// Reads the next game of a text from a mark, and returns it with the mark after it.
fn read<S: Notation>(
    text: &str,
    mark: Mark,
    variations: bool,
    go_on: &mut dyn FnMut() -> bool,
) -> (Option<PyResult<GameRecord>>, Mark) {
    let mut reader = Reader::<S>::resume(text, mark).variations(variations);
    let next = reader.next_while(go_on);
    (next.map(|read| read.map(|record| GameRecord(Box::new(record))).map_err(bad::<S>)), reader.mark())
}

/// Makes a record of its parts.
fn make<S: Notation>(
    tags: Vec<Tag>,
    items: &[Bound<'_, PyTuple>],
    result: Option<&str>,
) -> PyResult<GameRecord> {
    let score = |text: &str| {
        S::score(text).ok_or_else(|| {
            PyValueError::new_err(format!("result must be one of {}, got '{text}'", S::RESULTS))
        })
    };
    let (items, result) = (given_items::<S>(items, 0)?, result.map(score).transpose()?);
    Ok(GameRecord(Box::new(Record { tags, items, result, place: Place::START })))
}

/// Writes the record of a state. Tags are added to it, or replace its own.
fn of<S: Notation>(state: &State, py: Python<'_>, tags: Vec<Tag>) -> PyResult<GameRecord> {
    let (game, state) = state.parts();
    let (scribe, state) = (S::scribes().of(game.get())?, state.clone());
    let written = run_interruptible(py, |go_on| {
        let played = Played { start: state.start_fen(), steps: state.steps(), left_out: 0 };
        scribe.write(&played, go_on)
    })?;
    let mut record = written.map_err(PyValueError::new_err)?;
    for tag in tags {
        // A game can end for reasons outside its rules, such as a resignation.
        if tag.name() == "Result" {
            record.result = S::score(tag.value()).or(record.result);
        }
        match record.tags.iter_mut().find(|known| known.name() == tag.name()) {
            Some(known) => *known = tag,
            None => record.tags.push(tag),
        }
    }
    Ok(GameRecord(Box::new(record)))
}

/// Iterator over the games of a text that is read in pieces.
#[pyclass(name = "_GameReader", module = "plyground._core")]
struct GameReader {
    makers: &'static Makers,
    /// A callable that returns the next piece of the text; an empty piece is the last.
    pieces: Option<Py<PyAny>>,
    text: String,
    mark: Mark,
    variations: bool,
}

#[pymethods]
impl GameReader {
    #[new]
    fn new(notation: &str, pieces: Py<PyAny>, variations: bool) -> PyResult<GameReader> {
        let makers = Makers::named(notation)?;
        Ok(GameReader { makers, pieces: Some(pieces), text: String::new(), mark: Mark::START, variations })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// Return the next game. After the exception for a malformed game, the next call skips that game.
    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<GameRecord>> {
        loop {
            let GameReader { makers, text, mark, variations, .. } = self;
            let (next, behind) =
                run_interruptible(py, |go_on| (makers.read)(text, *mark, *variations, go_on))?;
            // A game at the end of the text can continue in the next piece.
            if self.pieces.is_none() || !behind.is_end_of(&self.text) {
                self.mark = behind;
                return next.transpose();
            }
            self.add_pieces(py)?;
        }
    }
}

impl GameReader {
    /// Reads pieces until the text has more than doubled, so that the cost is linear in its length.
    fn add_pieces(&mut self, py: Python<'_>) -> PyResult<()> {
        self.mark.forget_before(&mut self.text);
        let wanted = 2 * self.text.len();
        while let Some(pieces) = &self.pieces {
            let piece: String = pieces.call0(py)?.extract(py)?;
            if piece.is_empty() {
                self.pieces = None;
            }
            self.text.push_str(&piece);
            if self.text.len() > wanted {
                break;
            }
        }
        Ok(())
    }
}

/// A game as text describes it: tags, movetext and result.
#[pyclass(frozen, name = "_GameRecord", module = "plyground._core")]
struct GameRecord(Box<dyn AnyRecord>);

/// Checks tags from Python.
fn given_tags(tags: &[(String, String)]) -> PyResult<Vec<Tag>> {
    let tags = tags.iter().map(|(name, value)| Tag::new(name, value)).collect::<Result<_, _>>();
    tags.map_err(PyValueError::new_err)
}

#[pymethods]
impl GameRecord {
    #[new]
    fn new(
        notation: &str,
        tags: Vec<(String, String)>,
        items: Vec<Bound<'_, PyTuple>>,
        result: Option<&str>,
    ) -> PyResult<GameRecord> {
        (Makers::named(notation)?.make)(given_tags(&tags)?, &items, result)
    }

    /// Return the record of a state. Tags are added to it, or replace its own.
    #[staticmethod]
    fn of(notation: &str, state: PyRef<'_, State>, tags: Vec<(String, String)>) -> PyResult<GameRecord> {
        (Makers::named(notation)?.of)(&state, state.py(), given_tags(&tags)?)
    }

    /// Names and values of the tags, in the order of the text.
    #[getter]
    fn tags(&self) -> Vec<(&str, &str)> {
        self.0.tags().iter().map(|tag| (tag.name(), tag.value())).collect()
    }

    /// Movetext, as tuples whose first element is the kind of the item.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.0.items(py)
    }

    /// Moves of the main line, as they are written.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.moves()
    }

    /// Result, such as ``"1-0"``; None if the text has none.
    #[getter]
    fn result(&self) -> Option<&str> {
        self.0.result()
    }

    /// Line at which the game starts, counted from 1.
    #[getter]
    fn line(&self) -> u32 {
        self.0.place().line
    }

    /// Column at which the game starts, counted from 1.
    #[getter]
    fn column(&self) -> u32 {
        self.0.place().column
    }

    /// Id of the variant that the tags describe.
    #[getter]
    fn id(&self) -> PyResult<&'static str> {
        self.0.id()
    }

    /// Play the main line, and return the state at its end.
    fn play(&self, game: Bound<'_, Game>) -> PyResult<State> {
        let Played { start, steps, left_out } = self.0.play(game.py(), game.get())?;
        if left_out > 0 {
            log::info!("{}: skipped {left_out} moves after the game was drawn", game.get().spec().id);
        }
        let mut state = game.get().any().read_fen(&start, 0).map_py_err()?;
        let made = run_interruptible(game.py(), |go_on| {
            steps.iter().take_while(|_| go_on()).try_for_each(|step| state.apply_text(step))
        })?;
        made.map_py_err()?;
        Ok(State::new(game.unbind(), state))
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    /// Whether two records are equal, apart from the order of their tags.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<GameRecord>().is_ok_and(|other| self.0.same(&*other.get().0))
    }
}

/// Movetext as tuples whose first element is the kind of the item.
fn parts<'py, S: Spelling>(py: Python<'py>, items: &[Item<S>]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for item in items {
        list.append(match item {
            Item::Move(made) => {
                let number = made.number.map(|number| (number.number, number.second));
                let place = (made.place.line, made.place.column);
                ("move", made.to_string(), number, &made.strength, place).into_pyobject(py)?
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

/// Reads movetext from tuples.
fn given_items<S: Spelling>(parts: &[Bound<'_, PyTuple>], depth: usize) -> PyResult<Vec<Item<S>>> {
    if depth > MOST_NESTED {
        let problem = format!("variations must be nested at most {MOST_NESTED} deep, got more");
        return Err(PyValueError::new_err(problem));
    }
    parts.iter().map(|part| given_item(part, depth)).collect()
}

/// Reads an item of movetext from a tuple.
fn given_item<S: Spelling>(part: &Bound<'_, PyTuple>, depth: usize) -> PyResult<Item<S>> {
    let kind: String = part.get_item(0)?.extract()?;
    Ok(match kind.as_str() {
        "move" => {
            type Parts = (String, String, Option<(u32, bool)>, String, (u32, u32));
            let (_, text, number, strength, (line, column)): Parts = part.extract()?;
            let made = Move::<S>::parse(&text).and_then(|made| Move::judged(made.spelled, &strength));
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
            if !S::SETS_UP {
                return Err(PyValueError::new_err(
                    "set-ups in the middle of a game are available in PDN only",
                ));
            }
            if command.contains('/') {
                return Err(PyValueError::new_err(format!(
                    "a set-up must not contain '/', got '{}'",
                    shortened(&command)
                )));
            }
            Item::SetUp(SetUp { command, place: Place { line, column } })
        }
    })
}
