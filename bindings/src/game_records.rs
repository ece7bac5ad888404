//! Games in PDN and PGN, for the Python modules `plyground.pdn` and `plyground.pgn`. Movetext is passed as
//! tuples.

use super::args::run_interruptible;
use super::errors::MapPyErr;
use super::game::Game;
use super::notation::{self, Notation, notation_error};
use super::state::State;
use plyground::notation::{
    Checkpoint, Item, Location, Move, MoveNotation, MoveNumber, PlayedGame, Reader, Record, SetUp, Tag,
};
use plyground::pdn::PdnMove;
use plyground::pgn::San;
use plyground::truncate::truncate;
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::any::Any;

/// Maximum depth of nested variations in records from Python.
const MAX_NESTING: usize = 64;

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    notation::add_to(module)?;
    super::add_class::<GameReader>(module)?;
    super::add_class::<GameRecord>(module)
}

/// A [`Record`] in any notation, without its type parameter.
trait AnyRecord: Any + Send + Sync {
    fn tags(&self) -> &[Tag];
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>>;
    fn moves(&self) -> Vec<String>;
    fn result(&self) -> Option<&str>;
    fn location(&self) -> Location;
    fn id(&self) -> PyResult<&'static str>;
    fn play(&self, py: Python<'_>, game: &Game) -> PyResult<PlayedGame>;
    fn text(&self) -> String;
    fn equals(&self, other: &dyn AnyRecord) -> bool;
}

impl<S: Notation> AnyRecord for Record<S> {
    fn tags(&self) -> &[Tag] {
        &self.tags
    }

    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        items_to_tuples(py, &self.items)
    }

    fn moves(&self) -> Vec<String> {
        Record::moves(self).map(Move::to_string).collect()
    }

    fn result(&self) -> Option<&str> {
        self.result_text()
    }

    fn location(&self) -> Location {
        self.location
    }

    fn id(&self) -> PyResult<&'static str> {
        S::variant_id(self).map_err(notation_error::<S>)
    }

    fn play(&self, py: Python<'_>, game: &Game) -> PyResult<PlayedGame> {
        let codec = S::codec_cache().of(game)?;
        run_interruptible(py, |go_on| codec.play(self, go_on))?.map_err(notation_error::<S>)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn equals(&self, other: &dyn AnyRecord) -> bool {
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
struct NotationFunctions {
    name: &'static str,
    read: ReadRecord,
    make: MakeRecord,
    of_state: fn(&State, Python<'_>, Vec<Tag>) -> PyResult<GameRecord>,
}

type ReadRecord =
    fn(&str, Checkpoint, bool, &mut dyn FnMut() -> bool) -> (Option<PyResult<GameRecord>>, Checkpoint);
type MakeRecord = fn(Vec<Tag>, &[Bound<'_, PyTuple>], Option<&str>) -> PyResult<GameRecord>;

impl NotationFunctions {
    const fn of<S: Notation>(name: &'static str) -> NotationFunctions {
        NotationFunctions {
            name,
            read: read_record::<S>,
            make: make_record::<S>,
            of_state: record_of_state::<S>,
        }
    }

    fn by_name(name: &str) -> PyResult<&'static NotationFunctions> {
        static ALL: [NotationFunctions; 2] =
            [NotationFunctions::of::<PdnMove>("pdn"), NotationFunctions::of::<San>("pgn")];
        let named = ALL.iter().find(|functions| functions.name == name);
        named.ok_or_else(|| PyValueError::new_err(format!("notation must be 'pdn' or 'pgn', got '{name}'")))
    }
}

/// Reads the next record of a text from a checkpoint, and returns it with the checkpoint after it.
fn read_record<S: Notation>(
    text: &str,
    checkpoint: Checkpoint,
    variations: bool,
    go_on: &mut dyn FnMut() -> bool,
) -> (Option<PyResult<GameRecord>>, Checkpoint) {
    let mut reader = Reader::<S>::resume(text, checkpoint).variations(variations);
    let next = reader.next_while(go_on);
    (
        next.map(|read| read.map(|record| GameRecord(Box::new(record))).map_err(notation_error::<S>)),
        reader.checkpoint(),
    )
}

/// Makes a record from its parts.
fn make_record<S: Notation>(
    tags: Vec<Tag>,
    items: &[Bound<'_, PyTuple>],
    result: Option<&str>,
) -> PyResult<GameRecord> {
    let parse = |text: &str| {
        S::parse_result(text).ok_or_else(|| {
            PyValueError::new_err(format!("result must be one of {}, got '{text}'", S::RESULTS))
        })
    };
    let (items, result) = (items_from_tuples::<S>(items, 0)?, result.map(parse).transpose()?);
    Ok(GameRecord(Box::new(Record { tags, items, result, location: Location::START })))
}

/// Writes the record of a state. `tags` are added to its tags, or replace them.
fn record_of_state<S: Notation>(state: &State, py: Python<'_>, tags: Vec<Tag>) -> PyResult<GameRecord> {
    let (game, state) = state.parts();
    let (codec, state) = (S::codec_cache().of(game.get())?, state.clone());
    let record = run_interruptible(py, |go_on| {
        let played = PlayedGame { start: state.start_fen(), steps: state.steps(), skipped_moves: 0 };
        codec.write(&played, go_on)
    })?;
    let mut record = record.map_err(PyValueError::new_err)?;
    for tag in tags {
        // A game can end for reasons outside its rules, such as a resignation.
        if tag.name() == "Result" {
            record.result = S::parse_result(tag.value()).or(record.result);
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
    functions: &'static NotationFunctions,
    /// A callable that returns the next piece of the text; an empty piece is the last.
    pieces: Option<Py<PyAny>>,
    text: String,
    checkpoint: Checkpoint,
    variations: bool,
}

#[guarded]
#[pymethods]
impl GameReader {
    #[new]
    fn new(notation: &str, pieces: Py<PyAny>, variations: bool) -> PyResult<GameReader> {
        let functions = NotationFunctions::by_name(notation)?;
        Ok(GameReader {
            functions,
            pieces: Some(pieces),
            text: String::new(),
            checkpoint: Checkpoint::START,
            variations,
        })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// Return the next game. After the exception for a malformed game, the next call skips that game.
    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<GameRecord>> {
        loop {
            let GameReader { functions, text, checkpoint, variations, .. } = self;
            let (next, after) =
                run_interruptible(py, |go_on| (functions.read)(text, *checkpoint, *variations, go_on))?;
            // A game at the end of the text can continue in the next piece.
            if self.pieces.is_none() || !after.is_end_of(&self.text) {
                self.checkpoint = after;
                return next.transpose();
            }
            self.add_pieces(py)?;
        }
    }
}

impl GameReader {
    /// Reads pieces until the text has more than doubled, so that the cost is linear in its length.
    fn add_pieces(&mut self, py: Python<'_>) -> PyResult<()> {
        self.checkpoint.discard_before(&mut self.text);
        let min_len = 2 * self.text.len();
        while let Some(pieces) = &self.pieces {
            let piece: String = pieces.call0(py)?.extract(py)?;
            if piece.is_empty() {
                self.pieces = None;
            }
            self.text.push_str(&piece);
            if self.text.len() > min_len {
                break;
            }
        }
        Ok(())
    }
}

/// A game as text describes it: tags, movetext and result.
#[pyclass(frozen, name = "_GameRecord", module = "plyground._core")]
struct GameRecord(Box<dyn AnyRecord>);

/// Converts names and values to tags.
fn tags_from_pairs(tags: &[(String, String)]) -> PyResult<Vec<Tag>> {
    let tags = tags.iter().map(|(name, value)| Tag::new(name, value)).collect::<Result<_, _>>();
    tags.map_err(PyValueError::new_err)
}

#[guarded]
#[pymethods]
impl GameRecord {
    #[new]
    fn new(
        notation: &str,
        tags: Vec<(String, String)>,
        items: Vec<Bound<'_, PyTuple>>,
        result: Option<&str>,
    ) -> PyResult<GameRecord> {
        (NotationFunctions::by_name(notation)?.make)(tags_from_pairs(&tags)?, &items, result)
    }

    /// Return the record of a state. Tags are added to it, or replace its own.
    #[staticmethod]
    fn of(notation: &str, state: PyRef<'_, State>, tags: Vec<(String, String)>) -> PyResult<GameRecord> {
        (NotationFunctions::by_name(notation)?.of_state)(&state, state.py(), tags_from_pairs(&tags)?)
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
        self.0.location().line
    }

    /// Column at which the game starts, counted from 1.
    #[getter]
    fn column(&self) -> u32 {
        self.0.location().column
    }

    /// Id of the variant that the tags describe.
    #[getter]
    fn id(&self) -> PyResult<&'static str> {
        self.0.id()
    }

    /// Play the main line, and return the state at its end.
    fn play(&self, game: Bound<'_, Game>) -> PyResult<State> {
        let PlayedGame { start, steps, skipped_moves } = self.0.play(game.py(), game.get())?;
        if skipped_moves > 0 {
            log::info!("{}: skipped {skipped_moves} moves after the game was drawn", game.get().spec().id);
        }
        let mut state = game.get().any().read_fen(&start, 0).map_py_err()?;
        let result = run_interruptible(game.py(), |go_on| {
            steps.iter().take_while(|_| go_on()).try_for_each(|step| state.apply_text(step))
        })?;
        result.map_py_err()?;
        Ok(State::new(game.unbind(), state))
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    /// Whether two records are equal, apart from the order of their tags.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<GameRecord>().is_ok_and(|other| self.0.equals(&*other.get().0))
    }
}

/// Converts movetext to tuples whose first element is the kind of the item.
fn items_to_tuples<'py, S: MoveNotation>(py: Python<'py>, items: &[Item<S>]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for item in items {
        list.append(match item {
            Item::Move(game_move) => {
                let number = game_move.number.map(|number| (number.number, number.second));
                let location = (game_move.location.line, game_move.location.column);
                ("move", game_move.to_string(), number, &game_move.strength, location).into_pyobject(py)?
            }
            Item::Comment(text) => ("comment", text).into_pyobject(py)?.into_any().cast_into()?,
            Item::Nag(nag) => ("nag", nag).into_pyobject(py)?.into_any().cast_into()?,
            Item::Variation(inner) => {
                ("variation", items_to_tuples(py, inner)?).into_pyobject(py)?.into_any().cast_into()?
            }
            Item::SetUp(set_up) => {
                let location = (set_up.location.line, set_up.location.column);
                ("setup", &set_up.command, location).into_pyobject(py)?.into_any().cast_into()?
            }
        })?;
    }
    Ok(list)
}

/// Converts tuples to movetext.
fn items_from_tuples<S: MoveNotation>(parts: &[Bound<'_, PyTuple>], depth: usize) -> PyResult<Vec<Item<S>>> {
    if depth > MAX_NESTING {
        let problem = format!("variations must be nested at most {MAX_NESTING} deep, got more");
        return Err(PyValueError::new_err(problem));
    }
    parts.iter().map(|part| item_from_tuple(part, depth)).collect()
}

/// Converts a tuple to an item of movetext.
fn item_from_tuple<S: MoveNotation>(part: &Bound<'_, PyTuple>, depth: usize) -> PyResult<Item<S>> {
    let kind: String = part.get_item(0)?.extract()?;
    Ok(match kind.as_str() {
        "move" => {
            type Parts = (String, String, Option<(u32, bool)>, String, (u32, u32));
            let (_, text, number, strength, (line, column)): Parts = part.extract()?;
            let game_move = Move::<S>::parse(&text)
                .and_then(|game_move| Move::with_strength(game_move.notation, &strength));
            let mut game_move = game_move.map_err(PyValueError::new_err)?;
            game_move.number = number.map(|(number, second)| MoveNumber { number, second });
            game_move.location = Location { line, column };
            Item::Move(game_move)
        }
        "comment" => Item::Comment(part.get_item(1)?.extract()?),
        "nag" => Item::Nag(part.get_item(1)?.extract()?),
        "variation" => {
            let inner: Vec<Bound<'_, PyTuple>> = part.get_item(1)?.extract()?;
            Item::Variation(items_from_tuples(&inner, depth + 1)?)
        }
        _ => {
            let (_, command, (line, column)): (String, String, (u32, u32)) = part.extract()?;
            if !S::HAS_SET_UPS {
                return Err(PyValueError::new_err(
                    "set-ups in the middle of a game are available in PDN only",
                ));
            }
            if command.contains('/') {
                return Err(PyValueError::new_err(format!(
                    "a set-up must not contain '/', got '{}'",
                    truncate(&command)
                )));
            }
            Item::SetUp(SetUp { command, location: Location { line, column } })
        }
    })
}
