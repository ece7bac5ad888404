//! The codec of draughts: replays and writes records by the rules.

use super::variant;
use super::{
    GameResult, Item, Location, Move, MoveNumber, NotationError, PlayedGame, Position, Record, RecordCodec,
    SetUp, Tag,
};
use crate::game::roles::*;
use crate::game::{Actor, Frame, Options, Seat, rng_for};
use crate::games::draughts::options;
use crate::games::draughts::variants::{self, Variant};
use crate::games::draughts::{
    Crossed8, Crossed10, Crossed12, Diagonal8, Diagonal10, Diagonal12, Draughts, Layout, Movement,
    Orthogonal8, PdnMove, RuleSet, RuntimeMovement, State,
};
use crate::notation::{MoveNumbers, OPTIONS_TAG, POSITION_TAG, VARIANT_TAG};

/// Returns the codec of a variant of draughts. `options` must contain all options.
///
/// # Errors
///
/// Returns an error if `id` is not a variant of draughts, or if the options do not fit together.
///
/// # Examples
///
/// ```
/// use plyground::catalog;
/// use plyground::pdn::{Reader, codec};
///
/// let english = codec("english-draughts", &catalog::find("english-draughts").unwrap().options).unwrap();
/// let record = Reader::new("1. 9-14 23-18 2. 14x23 27x18 *").next().unwrap().unwrap();
/// let played = english.play(&record, &mut || true).unwrap();
/// assert_eq!(played.steps, ["9-14", "23-18", "14x23", "27x18"]);
///
/// let wrong = Reader::new("1. 9-14 23-18 2. 9-13").next().unwrap().unwrap();
/// let error = english.play(&wrong, &mut || true).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 18: '9-13' is not legal; legal: 14x23");
/// ```
pub fn codec(id: &str, options: &Options) -> Result<Box<dyn RecordCodec<PdnMove>>, String> {
    let (variant, rules) = (variants::find_variant(id)?, RuleSet::read(options)?);
    board_codec::<Diagonal8>(variant, rules)
        .or_else(|| board_codec::<Diagonal10>(variant, rules))
        .or_else(|| board_codec::<Diagonal12>(variant, rules))
        .or_else(|| board_codec::<Orthogonal8>(variant, rules))
        .or_else(|| board_codec::<Crossed8>(variant, rules))
        .or_else(|| board_codec::<Crossed10>(variant, rules))
        .or_else(|| board_codec::<Crossed12>(variant, rules))
        .ok_or_else(|| options::NO_BOARD.into())
}

/// Returns the codec of a game, if the layout of its board is `L`.
fn board_codec<L: Layout>(variant: &Variant, rules: RuleSet) -> Option<Box<dyn RecordCodec<PdnMove>>> {
    let game =
        Draughts::new(variant.id, variant.title, rules, RuntimeMovement::<L>::of(&rules)?, Frame::Seat);
    Some(Box::new(BoardCodec { game, id: variant.id }))
}

/// The codec of a game with the layout `L`. How pieces move is looked up at run time ([`Free`]), since text
/// takes longer to process than moves.
struct BoardCodec<L: Layout> {
    game: Draughts<RuntimeMovement<L>>,
    id: &'static str,
}

impl<L: Layout> BoardCodec<L> {
    fn rules(&self) -> &RuleSet {
        self.game.tables().rules()
    }

    /// Returns the start position of a record.
    fn start(&self, record: &Record) -> Result<State<L::Set>, NotationError> {
        let Some(tag) = record.find_tag("FEN") else {
            if self.rules().opening > 0 {
                let problem = "the tag FEN is missing: this game starts with a random opening, so the tag \
                    must give the position after it";
                return Err(NotationError::new(record.location, problem));
            }
            return Ok(self.game.start(&mut rng_for(0, 0, 0)));
        };
        let error_inside =
            |error: NotationError| NotationError::new(tag.locate(error.location), error.problem);
        let position = Position::parse(tag.value()).map_err(error_inside)?;
        let error_here = |problem: String| NotationError::new(tag.location(), problem);
        let text = self.position_string(&position).map_err(error_here)?;
        if let Some(position_tag) = record.find_tag(POSITION_TAG) {
            let state = self.game.read_fen(position_tag.value());
            let state =
                state.map_err(|error| NotationError::new(position_tag.location(), error.to_string()))?;
            if !self.game.mid_turn(&state)
                && self.game.fen(&state).split(' ').next() == text.split(' ').next()
            {
                return Ok(state);
            }
            let problem =
                "the position must have the same pieces as the tag FEN and be at the beginning of a turn";
            return Err(NotationError::new(position_tag.location(), problem));
        }
        self.game.read_fen(&text).map_err(|error| error_here(error.to_string()))
    }

    /// Returns the position string, without a history, of a position.
    fn position_string(&self, position: &Position) -> Result<String, String> {
        let white_to_move = position.white_to_move.unwrap_or(variant::white_first(self.rules()));
        let list = |placed: &[super::PlacedPiece]| {
            let names = placed.iter().map(|placed| {
                let square = self
                    .game
                    .tables()
                    .square_of(placed.square)
                    .ok_or_else(|| self.game.tables().no_square_message(placed.square))?;
                Ok(format!("{}{}", if placed.king { "K" } else { "" }, self.game.tables().name_of(square)))
            });
            names.collect::<Result<Vec<_>, String>>().map(|names| names.join(","))
        };
        let turn = if white_to_move { 'W' } else { 'B' };
        Ok(format!("{turn}:W{}:B{} - 0 0 -", list(&position.white)?, list(&position.black)?))
    }
}

impl<L: Layout> RecordCodec<PdnMove> for BoardCodec<L> {
    fn play(&self, record: &Record, go_on: &mut dyn FnMut() -> bool) -> Result<PlayedGame, NotationError> {
        variant::check_board(record, self.rules())?;
        let mut state = self.start(record)?;
        let mut played = PlayedGame { start: self.game.fen(&state), ..PlayedGame::default() };
        let mut numbers = MoveNumbers::new(record.find_tag("FEN").is_none());
        let mut turn = 0;
        for item in &record.items {
            if !go_on() {
                break;
            }
            let game_move = match item {
                Item::Move(game_move) => game_move,
                Item::SetUp(SetUp { location, .. }) => {
                    let problem =
                        "a game cannot continue from a new set-up; write a separate game with a tag FEN";
                    return Err(NotationError::new(*location, problem));
                }
                _ => continue,
            };
            let error_here = |problem: String| NotationError::new(game_move.location, problem);
            numbers.check(game_move.number, turn).map_err(error_here)?;
            turn += 1;
            if state.is_drawn() {
                played.skipped_moves += 1;
                continue;
            }
            for step in self.game.tables().steps_of_move(&state, &game_move.notation).map_err(error_here)? {
                played.steps.push(self.game.step_text(&state, step));
                self.game.apply(&mut state, step);
            }
        }
        Ok(played)
    }

    fn write(&self, played: &PlayedGame, go_on: &mut dyn FnMut() -> bool) -> Result<Record, String> {
        let start = self.game.read_fen(&played.start).map_err(|error| error.to_string())?;
        if self.game.mid_turn(&start) {
            return Err("a game that begins in the middle of a capture cannot be written as PDN".into());
        }
        let (mut state, mut before) = (start.clone(), start.clone());
        let (mut items, mut turn) = (Vec::new(), Vec::new());
        let mut ply = usize::from(self.game.mover(&start) == Actor::Seat(Seat::ONE));
        for text in &played.steps {
            if !go_on() {
                break;
            }
            let step =
                self.game.read_step(&state, text).ok_or_else(|| self.game.explain_text(&state, text))?;
            self.game.apply(&mut state, step);
            turn.push(step);
            if self.game.mid_turn(&state) {
                continue;
            }
            let mut game_move = Move::new(self.game.tables().pdn_move(&before, &turn), Location::START);
            if items.is_empty() || ply.is_multiple_of(2) {
                game_move.number =
                    Some(MoveNumber { number: (ply / 2 + 1) as u32, second: !ply.is_multiple_of(2) });
            }
            items.push(Item::Move(game_move));
            turn.clear();
            before = state.clone();
            ply += 1;
        }
        if !turn.is_empty() {
            return Err("a game that ends in the middle of a capture cannot be written as PDN".into());
        }
        let (game_type, variant, options) = variant::tags(self.id, self.rules());
        let result = self.result_of(&state);
        let mut tags = vec![("Result", result.as_str(game_type.has_two_point_wins()).to_string())];
        tags.push(("GameType", game_type.to_string()));
        tags.extend(variant.map(|id| (VARIANT_TAG, id.to_string())));
        tags.extend(options.map(|options| (OPTIONS_TAG, options)));
        let (position, history) = played.start.split_once(' ').unwrap_or((&played.start, ""));
        if self.rules().opening > 0 || start != self.game.start(&mut rng_for(0, 0, 0)) {
            tags.push(("SetUp", "1".into()));
            tags.push(("FEN", position.into()));
        }
        if history != "- 0 0 -" {
            tags.push((POSITION_TAG, played.start.clone()));
        }
        let tags = tags.iter().map(|(name, value)| Tag::new(name, value)).collect::<Result<_, _>>()?;
        Ok(Record { tags, items, result: Some(result), location: Location::START })
    }
}

impl<L: Layout> BoardCodec<L> {
    /// Returns the result of a game by its last state.
    fn result_of(&self, state: &State<L::Set>) -> GameResult {
        let Some(outcome) = self.game.outcome(state) else { return GameResult::Unknown };
        let first = outcome.returns.get(Seat::ZERO);
        let white = if variant::white_first(self.rules()) { first } else { -first };
        if white > 0.0 {
            GameResult::WhiteWins
        } else if white < 0.0 {
            GameResult::BlackWins
        } else {
            GameResult::Draw
        }
    }
}
