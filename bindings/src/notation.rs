//! PDN and PGN for Python: the games that each supports, and exceptions.

use super::game::Game;
use plyground::game::Options;
use plyground::notation::{MoveNotation, NotationError, Record, RecordCodec};
use plyground::pdn::{self, PdnMove};
use plyground::pgn::{self, San};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

create_exception!(
    plyground._core,
    BadPdn,
    PyValueError,
    "A text is not a valid game in PDN.\n\
    \n\
    The message gives the reason. The attributes `line` and `column` give the place, counted from 1.\n\
    \n\
    Examples\n\
    --------\n\
    >>> from plyground import pdn\n\
    >>> try:\n\
    ...     list(pdn.read(\"1. 11-15 xx *\"))\n\
    ... except pdn.BadPdn as error:\n\
    ...     print(error.line, error.column)\n\
    1 10"
);
create_exception!(
    plyground._core,
    BadPgn,
    PyValueError,
    "A text is not a valid game in PGN.\n\
    \n\
    The message gives the reason. The attributes `line` and `column` give the place, counted from 1.\n\
    \n\
    Examples\n\
    --------\n\
    >>> from plyground import pgn\n\
    >>> try:\n\
    ...     list(pgn.read(\"1. e4 e9 *\"))\n\
    ... except pgn.BadPgn as error:\n\
    ...     print(error.line, error.column)\n\
    1 7"
);

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    for (name, bad) in [("BadPdn", py.get_type::<BadPdn>()), ("BadPgn", py.get_type::<BadPgn>())] {
        bad.setattr("line", 1)?;
        bad.setattr("column", 1)?;
        module.add(name, bad)?;
    }
    Ok(())
}

/// A notation that Python can use: PDN or PGN.
pub(super) trait Notation: MoveNotation {
    /// The texts of results, for messages.
    const RESULTS: &'static str;

    /// Checks whether the notation supports a game.
    ///
    /// # Errors
    ///
    /// Returns the reason why it does not.
    fn check_game(game: &Game) -> Result<(), String>;

    /// Makes the codec of a game.
    fn codec(id: &str, options: &Options) -> Result<Box<dyn RecordCodec<Self>>, String>;

    /// Returns the cache of codecs.
    fn codec_cache() -> &'static CodecCache<Self>;

    /// Returns the id of the variant that the tags of a record name.
    fn variant_id(record: &Record<Self>) -> Result<&'static str, NotationError>;

    /// Returns the exception for an invalid text.
    fn exception(message: String) -> PyErr;
}

impl Notation for PdnMove {
    const RESULTS: &'static str = "1-0 0-1 1/2-1/2 2-0 0-2 1-1 0-0 *";

    fn check_game(game: &Game) -> Result<(), String> {
        let spec = game.spec();
        if spec.family == "draughts" {
            return Ok(());
        }
        Err(format!("PDN is available for draughts only, got {} of the family {}", spec.id, spec.family))
    }

    fn codec(id: &str, options: &Options) -> Result<Box<dyn RecordCodec<Self>>, String> {
        pdn::codec(id, options)
    }

    fn codec_cache() -> &'static CodecCache<Self> {
        static CACHE: LazyLock<CodecCache<PdnMove>> = LazyLock::new(CodecCache::default);
        &CACHE
    }

    fn variant_id(record: &Record<Self>) -> Result<&'static str, NotationError> {
        pdn::variant_id(record)
    }

    fn exception(message: String) -> PyErr {
        BadPdn::new_err(message)
    }
}

impl Notation for San {
    const RESULTS: &'static str = "1-0 0-1 1/2-1/2 *";

    fn check_game(game: &Game) -> Result<(), String> {
        let id = &game.spec().id;
        if id == "chess" || id == "chess960" {
            return Ok(());
        }
        Err(format!("PGN is available for chess and chess960 only, got {id}"))
    }

    fn codec(id: &str, options: &Options) -> Result<Box<dyn RecordCodec<Self>>, String> {
        pgn::codec(id, options)
    }

    fn codec_cache() -> &'static CodecCache<Self> {
        static CACHE: LazyLock<CodecCache<San>> = LazyLock::new(CodecCache::default);
        &CACHE
    }

    fn variant_id(record: &Record<Self>) -> Result<&'static str, NotationError> {
        pgn::variant_id(record)
    }

    fn exception(message: String) -> PyErr {
        BadPgn::new_err(message)
    }
}

/// Converts an error to an exception with the attributes `line` and `column`.
pub(super) fn notation_error<S: Notation>(error: NotationError) -> PyErr {
    let exception = S::exception(error.to_string());
    Python::attach(|py| {
        let value = exception.value(py);
        let set = value.setattr("line", error.location.line);
        set.and_then(|()| value.setattr("column", error.location.column))
            .map_or_else(|failed| failed, |()| exception.clone_ref(py))
    })
}

/// Capacity of a cache of codecs, which is cleared when it is full. Even long texts have few different games.
const CACHE_CAPACITY: usize = 64;

/// A cache of codecs.
pub(super) struct CodecCache<S>(Mutex<HashMap<Key, Arc<dyn RecordCodec<S>>>>);

/// The key of the cache: the id of a game and its options.
type Key = (String, Options);

impl<S> Default for CodecCache<S> {
    fn default() -> CodecCache<S> {
        CodecCache(Mutex::default())
    }
}

impl<S: Notation> CodecCache<S> {
    /// Returns the codec of a game, from the cache if possible.
    pub fn of(&self, game: &Game) -> PyResult<Arc<dyn RecordCodec<S>>> {
        S::check_game(game).map_err(PyValueError::new_err)?;
        let spec = game.spec();
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (spec.id.clone(), spec.options.clone());
        if let Some(codec) = cache.get(&key) {
            return Ok(codec.clone());
        }
        let codec = S::codec(&spec.id, &spec.options).map_err(PyValueError::new_err)?;
        if cache.len() >= CACHE_CAPACITY {
            cache.clear();
        }
        let codec: Arc<dyn RecordCodec<S>> = Arc::from(codec);
        cache.insert(key, codec.clone());
        Ok(codec)
    }
}
