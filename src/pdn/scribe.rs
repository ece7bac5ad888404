//! The records of draughts, played by the rules and written.

use super::games;
use super::{Item, Move, MoveNumber, Place, Played, Position, Record, Score, Scribe, SetUp, Tag, TextError};
use crate::game::{Actor, Frame, Game, Options, rng_for};
use crate::games::draughts::rules::{self, Named};
use crate::games::draughts::{
    Crossed8, Crossed10, Crossed12, Diagonal8, Diagonal10, Diagonal12, Draughts, Free, Layout, Movement,
    Orthogonal8, Rules, Spelled, State,
};
use crate::portable::{Numbers, OPTIONS, POSITION, VARIANT};

/// The scribe of the game of an id with these options, all of them.
///
/// ```
/// use plyground::catalog;
/// use plyground::pdn::{Reader, scribe};
///
/// let english = scribe("english-draughts", &catalog::find("english-draughts").unwrap().options).unwrap();
/// let record = Reader::new("1. 9-14 23-18 2. 14x23 27x18 *").next().unwrap().unwrap();
/// let played = english.play(&record, &mut || true).unwrap();
/// assert_eq!(played.steps, ["9-14", "23-18", "14x23", "27x18"]);
///
/// let wrong = Reader::new("1. 9-14 23-18 2. 9-13").next().unwrap().unwrap();
/// let error = english.play(&wrong, &mut || true).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 18: '9-13' is not legal; legal: 14x23");
/// ```
pub fn scribe(id: &str, options: &Options) -> Result<Box<dyn Scribe<Spelled>>, String> {
    let (named, rules) = (rules::named_by(id)?, Rules::read(options)?);
    clerk::<Diagonal8>(named, rules)
        .or_else(|| clerk::<Diagonal10>(named, rules))
        .or_else(|| clerk::<Diagonal12>(named, rules))
        .or_else(|| clerk::<Orthogonal8>(named, rules))
        .or_else(|| clerk::<Crossed8>(named, rules))
        .or_else(|| clerk::<Crossed10>(named, rules))
        .or_else(|| clerk::<Crossed12>(named, rules))
        .ok_or_else(|| rules::NO_BOARD.into())
}

/// The scribe of a game, if it is played on such a board.
fn clerk<L: Layout>(named: &Named, rules: Rules) -> Option<Box<dyn Scribe<Spelled>>> {
    let game = Draughts::new(named.id, named.title, rules, Free::<L>::of(&rules)?, Frame::Seat);
    Some(Box::new(Clerk { game, id: named.id }))
}

/// The scribe of a game on the board `L`. How its pieces move is looked up: texts take longer than moves.
struct Clerk<L: Layout> {
    game: Draughts<Free<L>>,
    id: &'static str,
}

impl<L: Layout> Clerk<L> {
    fn rules(&self) -> &Rules {
        self.game.book().rules()
    }

    /// The position that a record starts from.
    fn start(&self, record: &Record) -> Result<State<L::Set>, TextError> {
        let Some(tag) = record.find("FEN") else {
            if self.rules().opening > 0 {
                let problem = "the tag FEN is missing: this game starts with a random opening, so the tag \
                    must give the position after it";
                return Err(TextError::new(record.place, problem));
            }
            return Ok(self.game.start(&mut rng_for(0, 0, 0)));
        };
        let inside = |error: TextError| TextError::new(tag.within(error.place), error.problem);
        let position = Position::parse(tag.value()).map_err(inside)?;
        let wrong = |problem: String| TextError::new(tag.place(), problem);
        let named = self.position_string(&position).map_err(wrong)?;
        if let Some(whole) = record.find(POSITION) {
            let state = self.game.read_fen(whole.value());
            let state = state.map_err(|error| TextError::new(whole.place(), error.to_string()))?;
            if !self.game.mid_turn(&state)
                && self.game.fen(&state).split(' ').next() == named.split(' ').next()
            {
                return Ok(state);
            }
            let problem =
                "the position must have the same pieces as the tag FEN and be at the beginning of a turn";
            return Err(TextError::new(whole.place(), problem));
        }
        self.game.read_fen(&named).map_err(|error| wrong(error.to_string()))
    }

    /// A position as the position string of this game that has no past.
    fn position_string(&self, position: &Position) -> Result<String, String> {
        let white_to_move = position.white_to_move.unwrap_or(games::white_first(self.rules()));
        let list = |placed: &[super::Placed]| {
            let names = placed.iter().map(|placed| {
                let square = self
                    .game
                    .book()
                    .square_of(placed.square)
                    .ok_or_else(|| self.game.book().no_square(placed.square))?;
                Ok(format!("{}{}", if placed.king { "K" } else { "" }, self.game.book().name_of(square)))
            });
            names.collect::<Result<Vec<_>, String>>().map(|names| names.join(","))
        };
        let turn = if white_to_move { 'W' } else { 'B' };
        Ok(format!("{turn}:W{}:B{} - 0 0 -", list(&position.white)?, list(&position.black)?))
    }
}

impl<L: Layout> Scribe<Spelled> for Clerk<L> {
    fn play(&self, record: &Record, go_on: &mut dyn FnMut() -> bool) -> Result<Played, TextError> {
        games::check_board(record, self.rules())?;
        let mut state = self.start(record)?;
        let mut played = Played { start: self.game.fen(&state), ..Played::default() };
        let mut numbers = Numbers::new(record.find("FEN").is_none());
        let mut turn = 0;
        for item in &record.items {
            if !go_on() {
                break;
            }
            let made = match item {
                Item::Move(made) => made,
                Item::SetUp(SetUp { place, .. }) => {
                    let problem =
                        "a game cannot continue from a new set-up; write a separate game with a tag FEN";
                    return Err(TextError::new(*place, problem));
                }
                _ => continue,
            };
            let wrong = |problem: String| TextError::new(made.place, problem);
            numbers.check(made.number, turn).map_err(wrong)?;
            turn += 1;
            if state.is_drawn() {
                played.left_out += 1;
                continue;
            }
            for step in self.game.book().steps_of(&state, &made.spelled).map_err(wrong)? {
                played.steps.push(self.game.step_text(&state, step));
                self.game.apply(&mut state, step);
            }
        }
        Ok(played)
    }

    fn write(&self, played: &Played, go_on: &mut dyn FnMut() -> bool) -> Result<Record, String> {
        let start = self.game.read_fen(&played.start).map_err(|error| error.to_string())?;
        if self.game.mid_turn(&start) {
            return Err("a game that begins in the middle of a capture cannot be written as PDN".into());
        }
        let (mut state, mut before) = (start.clone(), start.clone());
        let (mut items, mut turn) = (Vec::new(), Vec::new());
        let mut ply = usize::from(self.game.mover(&start) == Actor::Seat(1));
        for text in &played.steps {
            if !go_on() {
                break;
            }
            let step = self.game.read_step(&state, text).ok_or_else(|| self.game.refusal(&state, text))?;
            self.game.apply(&mut state, step);
            turn.push(step);
            if self.game.mid_turn(&state) {
                continue;
            }
            let mut made = Move::of(self.game.book().spelling_of(&before, &turn), Place::START);
            if items.is_empty() || ply.is_multiple_of(2) {
                made.number =
                    Some(MoveNumber { number: (ply / 2 + 1) as u32, second: !ply.is_multiple_of(2) });
            }
            items.push(Item::Move(made));
            turn.clear();
            before = state.clone();
            ply += 1;
        }
        if !turn.is_empty() {
            return Err("a game that ends in the middle of a capture cannot be written as PDN".into());
        }
        let (game_type, variant, options) = games::tags(self.id, self.rules());
        let score = self.score(&state);
        let mut tags = vec![("Result", score.text(game_type.two_points()).to_string())];
        tags.push(("GameType", game_type.to_string()));
        tags.extend(variant.map(|id| (VARIANT, id.to_string())));
        tags.extend(options.map(|options| (OPTIONS, options)));
        let (position, past) = played.start.split_once(' ').unwrap_or((&played.start, ""));
        if self.rules().opening > 0 || start != self.game.start(&mut rng_for(0, 0, 0)) {
            tags.push(("SetUp", "1".into()));
            tags.push(("FEN", position.into()));
        }
        if past != "- 0 0 -" {
            tags.push((POSITION, played.start.clone()));
        }
        let tags = tags.iter().map(|(name, value)| Tag::new(name, value)).collect::<Result<_, _>>()?;
        Ok(Record { tags, items, result: Some(score), place: Place::START })
    }
}

impl<L: Layout> Clerk<L> {
    fn score(&self, state: &State<L::Set>) -> Score {
        let Some(outcome) = self.game.outcome(state) else { return Score::Unknown };
        let first = outcome.returns.get(0);
        let white = if games::white_first(self.rules()) { first } else { -first };
        if white > 0.0 {
            Score::WhiteWins
        } else if white < 0.0 {
            Score::BlackWins
        } else {
            Score::Draw
        }
    }
}
