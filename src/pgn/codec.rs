//! The codec of chess: replays and writes records by the rules.

use crate::game::roles::*;
use crate::game::{Frame, Options, Reason, Seat, rng_for};
use crate::games::chess::RuleChanges;
use crate::games::chess::game::ChessGame;
use crate::games::chess::variants::orthodox;
use crate::games::chess::variants::orthodox::move_rules::MoveRules;
use crate::games::chess::variants::orthodox::{Orthodox, State, chess960, epd};
use crate::notation::{MoveNumbers, OPTIONS_TAG, POSITION_TAG, VARIANT_TAG, changed_options};
use crate::pgn::{
    GameResult, Item, Location, Move, MoveNumber, NotationError, PlayedGame, Record, RecordCodec, San, Tag,
    variant,
};

/// The tags that every record has, with their values if nothing is known.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// Returns the codec of `chess` or `chess960`. `options` must contain all options.
///
/// # Errors
///
/// Returns an error for other ids.
///
/// # Examples
///
/// ```
/// use plyground::catalog;
/// use plyground::pgn::{Reader, codec};
///
/// let chess = codec("chess", &catalog::find("chess").unwrap().options).unwrap();
/// let record = Reader::new("1. f3 e5 2. g4 Qh4# 0-1").next().unwrap().unwrap();
/// let played = chess.play(&record, &mut || true).unwrap();
/// assert_eq!(played.steps, ["f2f3", "e7e5", "g2g4", "d8h4"]);
///
/// let wrong = Reader::new("1. f3 e5 2. Nf3").next().unwrap().unwrap();
/// let error = chess.play(&wrong, &mut || true).unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 13: 'Nf3' is not legal; legal: Kf2, Na3, "));
/// ```
pub fn codec(id: &str, options: &Options) -> Result<Box<dyn RecordCodec<San>>, String> {
    let defaults = match id {
        "chess" => orthodox::options(true),
        "chess960" => chess960::options(None, true, RuleChanges::NONE),
        _ => return Err(format!("PGN supports only chess and chess960, got {id}")),
    };
    let (castling, changes) = (options.flag("castling"), RuleChanges::read(options));
    let array = (id == "chess960").then(|| options.number_or_word("position"));
    let (frame, has_random_start) = (Frame::Seat, array == Some(None));
    Ok(match (array, changes) {
        (None, RuleChanges::NONE) => {
            ChessCodec::boxed(ChessGame::chess(castling, frame), id, defaults, has_random_start)
        }
        (None, _) => {
            let game = ChessGame::changed_chess(castling, changes, frame);
            ChessCodec::boxed(game, id, defaults, has_random_start)
        }
        (Some(array), RuleChanges::NONE) => {
            ChessCodec::boxed(ChessGame::chess960(array, castling, frame), id, defaults, has_random_start)
        }
        (Some(array), _) => {
            let game = ChessGame::changed_chess960(array, castling, changes, frame);
            ChessCodec::boxed(game, id, defaults, has_random_start)
        }
    })
}

/// The codec of `chess` or `chess960`.
struct ChessCodec<P> {
    game: ChessGame<Orthodox<P>>,
    id: String,
    /// The options of the id.
    defaults: Options,
    /// Whether each game draws a random start position.
    has_random_start: bool,
}

impl<P: MoveRules> ChessCodec<P> {
    /// Returns the codec of a game.
    fn boxed(
        game: ChessGame<Orthodox<P>>,
        id: &str,
        defaults: Options,
        has_random_start: bool,
    ) -> Box<dyn RecordCodec<San>> {
        Box::new(ChessCodec { game, id: id.into(), defaults, has_random_start })
    }

    /// Returns the start position of a record.
    fn start(&self, record: &Record) -> Result<State, NotationError> {
        let Some(tag) = record.find_tag("FEN") else {
            if self.has_random_start {
                let problem =
                    "the tag FEN is missing: a game of chess960 needs it to give the start position";
                return Err(NotationError::new(record.location, problem));
            }
            return Ok(self.game.start(&mut rng_for(0, 0, 0)));
        };
        let read = epd::read(&self.game, tag.value());
        let (state, _) = read.map_err(|error| NotationError::new(tag.location(), error.to_string()))?;
        let Some(position_tag) = record.find_tag(POSITION_TAG) else { return Ok(state) };
        let with_history = self.game.read_fen(position_tag.value());
        let with_history =
            with_history.map_err(|error| NotationError::new(position_tag.location(), error.to_string()))?;
        if epd::six_fields(&self.game, &with_history) == epd::six_fields(&self.game, &state) {
            return Ok(with_history);
        }
        let problem = "the position must be that of the tag FEN, with a history";
        Err(NotationError::new(position_tag.location(), problem))
    }

    /// Returns whether the game is drawn by a rule that players must claim in tournaments.
    fn is_drawn(&self, state: &State) -> bool {
        let claimed = [Reason::Repetition, Reason::NoProgress, Reason::Insufficient];
        self.game.outcome(state).is_some_and(|outcome| claimed.contains(&outcome.reason))
    }

    /// Returns the result of a game by its last state.
    fn result_of(&self, state: &State) -> GameResult {
        match self.game.outcome(state).map(|outcome| outcome.returns.get(Seat::ZERO)) {
            None => GameResult::Unknown,
            Some(white) if white > 0.0 => GameResult::WhiteWins,
            Some(white) if white < 0.0 => GameResult::BlackWins,
            Some(_) => GameResult::Draw,
        }
    }
}

impl<P: MoveRules> RecordCodec<San> for ChessCodec<P> {
    fn play(&self, record: &Record, go_on: &mut dyn FnMut() -> bool) -> Result<PlayedGame, NotationError> {
        let mut state = self.start(record)?;
        let mut played = PlayedGame { start: self.game.fen(&state), ..PlayedGame::default() };
        let mut numbers = MoveNumbers::new(record.find_tag("FEN").is_none());
        for (turn, game_move) in record.moves().enumerate() {
            if !go_on() {
                break;
            }
            let error_here = |problem: String| NotationError::new(game_move.location, problem);
            numbers.check(game_move.number, turn).map_err(error_here)?;
            if self.is_drawn(&state) {
                played.skipped_moves += 1;
                continue;
            }
            let step = game_move.notation.step(&self.game, &state).map_err(error_here)?;
            played.steps.push(self.game.step_text(&state, step));
            self.game.apply(&mut state, step);
        }
        Ok(played)
    }

    fn write(&self, played: &PlayedGame, go_on: &mut dyn FnMut() -> bool) -> Result<Record, String> {
        let start = self.game.read_fen(&played.start).map_err(|error| error.to_string())?;
        let (mut state, mut items) = (start.clone(), Vec::new());
        for text in &played.steps {
            if !go_on() {
                break;
            }
            let step =
                self.game.read_step(&state, text).ok_or_else(|| self.game.explain_text(&state, text))?;
            let mut game_move = Move::new(San::of(&self.game, &state, step), Location::START);
            let second = state.position.seat == Seat::ONE;
            let number = state.extra.number();
            // The counter saturates at the largest number. Later moves would get the number of another move.
            if (items.is_empty() || !second) && number < u32::MAX {
                game_move.number = Some(MoveNumber { number, second });
            }
            items.push(Item::Move(game_move));
            self.game.apply(&mut state, step);
        }
        let options = changed_options(&self.game.spec().options, &self.defaults);
        let result = self.result_of(&state);
        let mut tags: Vec<(&str, String)> = ROSTER.iter().map(|&(name, none)| (name, none.into())).collect();
        tags.push(("Result", result.as_str(false).into()));
        tags.extend(variant::tag(&self.id, options.as_deref()).map(|name| (VARIANT_TAG, name.into())));
        tags.extend(options.map(|options| (OPTIONS_TAG, options)));
        if self.id == "chess960" || start != self.game.start(&mut rng_for(0, 0, 0)) {
            tags.push(("SetUp", "1".into()));
            tags.push(("FEN", epd::six_fields(&self.game, &start)));
        }
        if start.extra.length() > 0 {
            tags.push((POSITION_TAG, played.start.clone()));
        }
        let tags = tags.iter().map(|(name, value)| Tag::new(name, value)).collect::<Result<_, _>>()?;
        Ok(Record { tags, items, result: Some(result), location: Location::START })
    }
}
