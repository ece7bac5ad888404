//! Orthodox chess: `chess` and its relatives, and `chess960`.

pub mod chess960;
pub mod epd;
pub mod move_rules;
mod notation;
pub mod rule_changes;
mod rules;
pub mod san;
mod shadow;
mod summary;
#[cfg(test)]
mod tests;
mod view;

use crate::game::{Declaration, Frame, OptionSpec, Options, Reason};
use crate::games::chess::game::ChessGame;
use crate::games::chess::game::variant::{self, VariantInformation};
use crate::games::chess::kit::history::{CLOCK_END, RepetitionHistory};
use crate::games::chess::kit::legal_moves::LegalMoves;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::games::chess::kit::topology::{Cylinder, Flat};
use crate::named::named;
use crate::packing::pack_fields;
use move_rules::MoveRules;
use rule_changes::RuleChanges;
pub use shadow::Shadowed;

/// What the state holds beyond the position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extra {
    /// The number of the move, from 1, up after each of Black's.
    number: u32,
    history: RepetitionHistory,
}
pack_fields!(Extra { number, history });

impl Extra {
    /// The number of the move, from 1, up after each of Black's.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// How many earlier positions the position string remembers.
    pub fn length(&self) -> usize {
        self.history.length()
    }
}

/// The state: everything that the position string holds.
pub type State = variant::State<Extra>;

named! {
    /// The teams.
    pub enum Teams, "teams" {
        /// Two seats, each alone.
        None = "none",
        /// Four, two and two.
        Pairs = "pairs",
        /// Four, each alone.
        Cutthroat = "cutthroat",
    }
}

/// The options of `chess` and its relatives (Chess 1.2).
pub static OPTIONS: Declaration = Declaration {
    game: "chess",
    options: &[
        OptionSpec::flag("castling", "whether castling is allowed"),
        rule_changes::CASTLING_FROM,
        OptionSpec::flag("cylinder", "whether the left and right edges of the board are joined"),
        OptionSpec::flag("double", "whether four seats play on 12x12 squares"),
        rule_changes::DOUBLE_STEP,
        rule_changes::PAWN_BACK,
        rule_changes::PAWN_SIDEWAYS,
        rule_changes::SELF_CAPTURE,
        OptionSpec::flag("shadow", "whether pieces cast shadows, in which they can be captured"),
        rule_changes::STALEMATE,
        OptionSpec::word::<Teams>("teams", "the teams of four seats"),
    ],
};

/// What `chess` is among its relatives, or the same without castling.
pub fn options(castling: bool) -> Options {
    relative(castling, false, false, false, Teams::None)
}

/// The options of `chess`, with or without castling, with changes of single rules.
fn changed_options(castling: bool, changes: RuleChanges) -> Options {
    let mut options = options(castling);
    changes.values().into_iter().for_each(|(name, value)| options.insert(name, value));
    options
}

/// The options of one of the relatives.
pub fn relative(castling: bool, cylinder: bool, double: bool, shadow: bool, teams: Teams) -> Options {
    let values = [
        ("castling", castling.into()),
        ("cylinder", cylinder.into()),
        ("double", double.into()),
        ("shadow", shadow.into()),
        ("teams", teams.into()),
    ];
    Options::of(&OPTIONS, values.into_iter().chain(RuleChanges::NONE.values()))
}

/// Orthodox chess: from its arrays, to its mates and draws, however pieces move and take.
pub struct Orthodox<P = Flat> {
    /// The array of each game; none where its seed draws one.
    array: Option<u32>,
    castling: bool,
    /// `chess960`: rooks start anywhere, and some texts and the order of the draws differ.
    shuffled: bool,
    move_rules: P,
}

impl<P: MoveRules> VariantInformation for Orthodox<P> {}

/// A game of orthodox chess.
pub type Chess = ChessGame<Orthodox>;

impl ChessGame<Orthodox> {
    /// `chess`, with castling or without (Chess 4.7).
    pub fn chess(castling: bool, frame: Frame) -> Chess {
        ChessGame::new(Orthodox { array: Some(518), castling, shuffled: false, move_rules: Flat }, frame)
    }

    /// `chess960`: with the array of that number (0 to 959), or one that the seed draws; with castling or
    /// without (Chess960 3.3).
    pub fn chess960(array: Option<u32>, castling: bool, frame: Frame) -> Chess {
        ChessGame::new(Orthodox { array, castling, shuffled: true, move_rules: Flat }, frame)
    }
}

/// A game of orthodox chess with changes of single rules.
pub type ChangedChess = ChessGame<Orthodox<RuleChanges>>;

impl ChessGame<Orthodox<RuleChanges>> {
    /// `chess` with changes of single rules (Chess 14).
    pub fn changed_chess(castling: bool, changes: RuleChanges, frame: Frame) -> ChangedChess {
        ChessGame::new(Orthodox { array: Some(518), castling, shuffled: false, move_rules: changes }, frame)
    }

    /// `chess960` with changes of single rules (Chess 14.8).
    pub fn changed_chess960(
        array: Option<u32>,
        castling: bool,
        changes: RuleChanges,
        frame: Frame,
    ) -> ChangedChess {
        ChessGame::new(Orthodox { array, castling, shuffled: true, move_rules: changes }, frame)
    }
}

impl ChessGame<Orthodox<Cylinder>> {
    /// `cylindrical-chess`, with castling or without.
    pub fn cylindrical(castling: bool, frame: Frame) -> Self {
        ChessGame::new(Orthodox { array: Some(518), castling, shuffled: false, move_rules: Cylinder }, frame)
    }
}

impl ChessGame<Orthodox<Shadowed>> {
    /// `shadow-chess`, or `cylindrical-shadow-chess` where the edges are joined; with castling or without.
    pub fn shadow(wraps: bool, castling: bool, frame: Frame) -> Self {
        let play = Shadowed { wraps };
        ChessGame::new(Orthodox { array: Some(518), castling, shuffled: false, move_rules: play }, frame)
    }
}

impl<P: MoveRules> Orthodox<P> {
    /// The draws in their order: Chess 8.5 and section 9; Chess960 2.3.4.
    fn draw(&self, state: &State) -> Option<Reason> {
        let State { position, extra: Extra { history, .. } } = state;
        let dead = self.move_rules.is_dead(&position.pieces);
        if self.shuffled {
            return history.draw(dead, position.clock);
        }
        let draws = [
            (dead, Reason::Material),
            (history.is_threefold(), Reason::Repetition),
            (position.clock >= CLOCK_END, Reason::NoProgress),
        ];
        draws.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
    }

    /// Makes a step of a position without memory, and records the en passant square if a pawn can capture
    /// there (Chess 11.1, Chess960 2.2.3). Returns whether the step can be taken back.
    #[inline(always)]
    fn make(&self, position: &mut Position, step: Step) -> bool {
        let change = self.move_rules.make(position, step);
        if step.move_kind() == MoveKind::DoublePush {
            position.record_ep_square(step);
            if self.move_rules.next_to_ep_pawn(position) == 0 || self.move_rules.ep_capturers(position) == 0 {
                position.ep_square = 0;
            }
            return change.reversible && position.ep_square == 0;
        }
        change.reversible
    }

    /// Puts the legal steps into an empty container. It stands apart from the loop that plays, whose code it
    /// would swell.
    #[inline(never)]
    fn fill(&self, position: &Position, number: u32, moves: &mut P::Moves) {
        self.move_rules.add_legal(position, moves);
        if self.castling_delay(number) != 0 {
            P::remove_castling(moves);
        }
    }

    /// Returns the number of moves until castling is allowed (Chess 14.2), from the move of that number.
    #[inline(always)]
    fn castling_delay(&self, number: u32) -> u32 {
        self.move_rules.changes().castling_from.saturating_sub(number)
    }

    /// Counts step sequences in which no draw by repetition or by the clock can occur.
    fn perft_short(&self, position: &Position, number: u32, depth: u32) -> u64 {
        if self.move_rules.is_dead(&position.pieces) {
            return 0;
        }
        let mut moves = P::Moves::default();
        self.fill(position, number, &mut moves);
        if depth == 1 {
            return moves.count() as u64;
        }
        let mut nodes = 0;
        moves.each(position, |step| {
            let mut next = *position;
            self.make(&mut next, step);
            let number = number.saturating_add(position.seat.index() as u32);
            nodes += self.perft_short(&next, number, depth - 1);
        });
        nodes
    }
}
