//! The records of chess, played by the rules and written.

use super::{Item, Move, MoveNumber, Place, Played, Record, San, Score, Scribe, Tag, TextError, variant};
use crate::game::{Frame, Game, Options, Reason, rng_for};
use crate::games::chess::kit::Kit;
use crate::games::chess::orthodox::{self, Chess, State};
use crate::games::chess::{chess960, epd};
use crate::portable::{Numbers, OPTIONS, POSITION, VARIANT, changed};

/// The tags that every game has, with what they say where nothing is known.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// The scribe of `chess` or `chess960` with these options, all of them.
///
/// ```
/// use plyground::catalog;
/// use plyground::pgn::{Reader, scribe};
///
/// let chess = scribe("chess", &catalog::find("chess").unwrap().options).unwrap();
/// let record = Reader::new("1. f3 e5 2. g4 Qh4# 0-1").next().unwrap().unwrap();
/// let played = chess.play(&record, &mut || true).unwrap();
/// assert_eq!(played.steps, ["f2f3", "e7e5", "g2g4", "d8h4"]);
///
/// let wrong = Reader::new("1. f3 e5 2. Nf3").next().unwrap().unwrap();
/// let error = chess.play(&wrong, &mut || true).unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 13: 'Nf3' is not legal; legal: Kf2, Na3, "));
/// ```
pub fn scribe(id: &str, options: &Options) -> Result<Box<dyn Scribe<San>>, String> {
    let (game, usual) = match id {
        "chess" => (Kit::chess(options.flag("castling"), Frame::Seat), orthodox::options(true)),
        "chess960" => {
            let (array, castling) = (options.number_or_word("position"), options.flag("castling"));
            (Kit::chess960(array, castling, Frame::Seat), chess960::options(None, true))
        }
        _ => return Err(format!("PGN supports only chess and chess960, got {id}")),
    };
    Ok(Box::new(Clerk { drawn: id == "chess960" && options == &usual, id: id.into(), usual, game }))
}

struct Clerk {
    game: Chess,
    id: String,
    /// The options of the game of that id.
    usual: Options,
    /// Whether each game starts from an array of its own.
    drawn: bool,
}

impl Clerk {
    /// The position that a record starts from.
    fn start(&self, record: &Record) -> Result<State, TextError> {
        let Some(tag) = record.find("FEN") else {
            if self.drawn {
                let problem =
                    "the tag FEN is missing: a game of chess960 needs it to give the start position";
                return Err(TextError::new(record.place, problem));
            }
            return Ok(self.game.start(&mut rng_for(0, 0, 0)));
        };
        let read = epd::read(&self.game, tag.value());
        let (state, _) = read.map_err(|error| TextError::new(tag.place(), error.to_string()))?;
        let Some(whole) = record.find(POSITION) else { return Ok(state) };
        let with_past = self.game.read_fen(whole.value());
        let with_past = with_past.map_err(|error| TextError::new(whole.place(), error.to_string()))?;
        if epd::six_fields(&self.game, &with_past) == epd::six_fields(&self.game, &state) {
            return Ok(with_past);
        }
        let problem = "the position must be that of the tag FEN, with a history";
        Err(TextError::new(whole.place(), problem))
    }

    /// Whether the game was drawn in a way that players must claim in tournaments.
    fn is_drawn(&self, state: &State) -> bool {
        let claimed = [Reason::Repetition, Reason::NoProgress, Reason::Insufficient];
        self.game.outcome(state).is_some_and(|outcome| claimed.contains(&outcome.reason))
    }

    fn score(&self, state: &State) -> Score {
        match self.game.outcome(state).map(|outcome| outcome.returns.get(0)) {
            None => Score::Unknown,
            Some(white) if white > 0.0 => Score::WhiteWins,
            Some(white) if white < 0.0 => Score::BlackWins,
            Some(_) => Score::Draw,
        }
    }
}

impl Scribe<San> for Clerk {
    fn play(&self, record: &Record, go_on: &mut dyn FnMut() -> bool) -> Result<Played, TextError> {
        let mut state = self.start(record)?;
        let mut played = Played { start: self.game.fen(&state), ..Played::default() };
        let mut numbers = Numbers::new(record.find("FEN").is_none());
        for (turn, made) in record.moves().enumerate() {
            if !go_on() {
                break;
            }
            let wrong = |problem: String| TextError::new(made.place, problem);
            numbers.check(made.number, turn).map_err(wrong)?;
            if self.is_drawn(&state) {
                played.left_out += 1;
                continue;
            }
            let step = made.spelled.step(&self.game, &state).map_err(wrong)?;
            played.steps.push(self.game.step_text(&state, step));
            self.game.apply(&mut state, step);
        }
        Ok(played)
    }

    fn write(&self, played: &Played, go_on: &mut dyn FnMut() -> bool) -> Result<Record, String> {
        let start = self.game.read_fen(&played.start).map_err(|error| error.to_string())?;
        let (mut state, mut items) = (start.clone(), Vec::new());
        for text in &played.steps {
            if !go_on() {
                break;
            }
            let step = self.game.read_step(&state, text).ok_or_else(|| self.game.refusal(&state, text))?;
            let mut made = Move::of(San::of(&self.game, &state, step), Place::START);
            let second = state.position.seat == 1;
            let number = state.more.number();
            // The last number there is goes on for ever: to write it would tell another move.
            if (items.is_empty() || !second) && number < u32::MAX {
                made.number = Some(MoveNumber { number, second });
            }
            items.push(Item::Move(made));
            self.game.apply(&mut state, step);
        }
        let options = changed(&self.game.spec().options, &self.usual);
        let score = self.score(&state);
        let mut tags: Vec<(&str, String)> = ROSTER.iter().map(|&(name, none)| (name, none.into())).collect();
        tags.push(("Result", score.text(false).into()));
        tags.extend(variant::tag(&self.id, options.as_deref()).map(|name| (VARIANT, name.into())));
        tags.extend(options.map(|options| (OPTIONS, options)));
        if self.id == "chess960" || start != self.game.start(&mut rng_for(0, 0, 0)) {
            tags.push(("SetUp", "1".into()));
            tags.push(("FEN", epd::six_fields(&self.game, &start)));
        }
        if start.more.length() > 0 {
            tags.push((POSITION, played.start.clone()));
        }
        let tags = tags.iter().map(|(name, value)| Tag::new(name, value)).collect::<Result<_, _>>()?;
        Ok(Record { tags, items, result: Some(score), place: Place::START })
    }
}
