//! What a fuzzer feeds to the readers of plyground, and to its games.
//!
//! `make fuzz` builds the targets with libFuzzer, which looks for inputs that go new ways through the code,
//! and runs each for a minute (`FUZZ=60`: an hour). An input begins with an id. A target fails by panicking:
//! by an overflow or an index out of bounds anywhere, or by a promise that is not kept. What it found is in
//! `artifacts`; `corpus` holds inputs to begin with, a few of each kind.

use plyground::catalog;
use plyground::game::{Frame, Options, Seat};
use plyground::notation::{MoveNotation, NotationError, Reader, Record, RecordCodec};
use plyground::sim::{DynGame, StateWithHistory};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

/// The game of an id, made once; of any other word some game, so that no input is wasted.
pub fn game(word: &str) -> &'static Arc<dyn DynGame> {
    static GAMES: OnceLock<Vec<OnceLock<Arc<dyn DynGame>>>> = OnceLock::new();
    let variants = catalog::variants();
    let games = GAMES.get_or_init(|| variants.iter().map(|_| OnceLock::new()).collect());
    let sum = |sum: usize, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte));
    let any = || word.bytes().fold(0, sum) % variants.len();
    let at = variants.iter().position(|variant| variant.id == word).unwrap_or_else(any);
    games[at].get_or_init(|| catalog::open(&variants[at].id, &[], Frame::Seat).expect("listed"))
}

/// The game of the first word of an input, and what follows.
pub fn game_and_rest(data: &[u8]) -> Option<(&'static dyn DynGame, &[u8])> {
    let at = data.iter().position(|&byte| byte == b' ')?;
    let word = std::str::from_utf8(&data[..at]).ok()?;
    Some((&**game(word), &data[at + 1..]))
}

/// What any state promises: it is written and read the same, and what is legal there is read back.
pub fn check(game: &dyn DynGame, state: &mut StateWithHistory) {
    let fen = state.fen();
    let again = game.read_fen(&fen, state.turn()).unwrap_or_else(|error| panic!("'{fen}': {error}"));
    assert!(again.equals(state) && again.fen() == fen, "'{fen}' is read as '{}'", again.fen());
    let (legal, actions) = (state.legal(), state.legal_actions().to_vec());
    assert_eq!(legal.is_empty(), state.outcome().is_some(), "'{fen}'");
    assert_eq!(legal.len(), actions.len());
    for seat in Seat::all(game.spec().seats) {
        let view = state.view(seat);
        assert!(!view.is_empty() && (game.spec().has_hidden_information || view == fen));
    }
}

/// The codecs of the games that records name, made once.
pub type CodecCache<S> = LazyLock<Mutex<HashMap<&'static str, Box<dyn RecordCodec<S>>>>>;

/// A function that makes the codec of a game.
pub type MakeCodec<S> = fn(&str, &Options) -> Result<Box<dyn RecordCodec<S>>, String>;

/// What records of any notation promise: what is read is written and read the same, and is played by the
/// rules or refused.
pub fn check_records<S: MoveNotation>(
    data: &[u8],
    variant_id: fn(&Record<S>) -> Result<&'static str, NotationError>,
    make_codec: MakeCodec<S>,
    codecs: &CodecCache<S>,
) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for record in Reader::<S>::new(text).flatten() {
        let written = record.to_string();
        let again = Reader::<S>::new(&written)
            .next()
            .expect("a game")
            .unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(again.to_string(), written);
        let Ok(id) = variant_id(&record) else { continue };
        let Ok(variant) = catalog::find(id) else { continue };
        let mut codecs = codecs.lock().expect("no panic before");
        let codec =
            codecs.entry(id).or_insert_with(|| make_codec(id, &variant.options).expect("a game of it"));
        let Ok(played) = codec.play(&record, &mut || true) else { continue };
        if let Ok(written) = codec.write(&played, &mut || true) {
            let replayed =
                codec.play(&written, &mut || true).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!((replayed.start, replayed.steps), (played.start, played.steps));
        }
    }
}
