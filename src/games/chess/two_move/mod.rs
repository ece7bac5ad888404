//! Two Move Chess: both seats lay two cards, and the cards that do not match make the moves (section 4 of the
//! rules of the Chess Kit's first half; C and W are the numbers of its rules).
//!
//! A turn is a commit of each seat, then up to four moves, each by a card of a seat. Its actions are those of
//! the pieces, then the ten choices of two cards, such as `cards:RK`.

mod cards;
mod movable;
#[cfg(test)]
mod tests;
mod texts;

use super::bits::{Bits, bit, cells, own_rank};
use super::castling::Castling;
use super::chess960;
use super::men::{Kind, Men};
use super::menu::{Group, Menu, Names};
use super::offer::Choices;
use super::placement;
use super::planes::{self, Planes};
use super::position::Position;
use super::refusal;
use super::sets::Sets;
use super::step::{Deed, Step};
use super::twist::{self, Twist};
use crate::board::Cell;
use crate::game::{
    FenError, Frame, Item, Mark, OffBoardGroup, Outcome, Piece, Plane, Reason, Returns, Rng, Seat, Spec,
    Thing, below,
};
use cards::{Cards, KINDS, Moves, PAIRS};

/// The clock, in turns of both, at which the game is drawn (W9).
const CLOCK_END: u8 = 50;

/// At most 96 pawn moves and 30 captures, each after 49 other turns at most, 50 at the end; a turn has two
/// choices and four moves. The opening choice comes before.
const MAX_STEPS: u32 = 127 * 50 * 6 + 1;

/// The choices of two cards (W1).
static MENU: Menu = Menu(&[Group {
    prefix: "cards:",
    names: Names::Own { count: PAIRS, write: cards::write_pair, read: cards::read_pair },
    says: "choose the two cards {} for this turn",
}]);

/// What the position string says besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Each seat's cards that lie face up from before: those of one seat, and none before the opening choice.
    before: [Cards; 2],
    /// Each seat's cards of this turn.
    chosen: [Cards; 2],
    /// The moves still to be made, from when both have chosen.
    moves: Moves,
    /// The pawns that have moved in this turn.
    moved: Bits,
}

impl Turn {
    /// The beginning of the game.
    const START: Turn =
        Turn { before: [Cards::NONE; 2], chosen: [Cards::NONE; 2], moves: Moves::NONE, moved: 0 };

    /// Whether White has still to make his opening choice (W2).
    #[inline(always)]
    fn is_opening(&self) -> bool {
        self.before == [Cards::NONE; 2]
    }

    /// Whether cards are being chosen.
    #[inline(always)]
    fn is_choosing(&self) -> bool {
        self.chosen[1].is_empty()
    }

    /// Whether a seat has chosen cards that the other must not see (W11).
    fn is_secret(&self, seat: Seat) -> bool {
        seat == 0 && self.is_choosing() && !self.chosen[0].is_empty()
    }

    /// The cards of this turn of a seat, as another (or nobody in particular) may see them: none for those
    /// that it may not.
    fn shown(&self, seat: Seat, eyes: Option<Seat>) -> Option<Cards> {
        let unseen = self.is_secret(seat) && eyes.is_some_and(|eyes| eyes != seat);
        (!unseen).then_some(self.chosen[usize::from(seat & 1)])
    }
}

/// Everything that the position string says.
pub type State = twist::State<Turn>;

/// What is peculiar to `two-move-chess`.
pub struct TwoMove;

impl TwoMove {
    /// Whether a king has been taken (C9): the turn stays as it is then, and so does the seat to act.
    #[inline(always)]
    fn is_decided(men: &Men) -> bool {
        let kings = men.kind(Kind::King);
        kings & kings.wrapping_sub(1) == 0
    }

    /// Lays the cards of a choice (W2, W3).
    #[inline(always)]
    fn choose(state: &mut State, cards: Cards) {
        let State { position, more: turn } = state;
        if turn.is_opening() {
            turn.before[0] = cards;
            return;
        }
        turn.chosen[(position.seat & 1) as usize] = cards;
        if position.seat == 0 {
            position.seat = 1;
            return;
        }
        position.clock = position.clock.saturating_add(1);
        turn.moves = Moves::of(turn.chosen);
        Self::go_on(state);
    }

    /// Makes the next move.
    #[inline(always)]
    fn go(state: &mut State, step: Step) {
        let State { position, more: turn } = state;
        let (seat, clock, to) = (position.seat, position.clock, bit(step.to()));
        position.make(step);
        // The clock counts turns (W9), and only progress sets it to 0.
        position.clock = if position.clock == 0 { 0 } else { clock };
        position.seat = seat;
        // A pawn that has promoted is none any more, and one that is taken is gone.
        let pawn = matches!(step.deed(), Deed::Go(Kind::Pawn) | Deed::Double);
        turn.moved = turn.moved & !to | if pawn { to } else { 0 };
        turn.moves = turn.moves.rest();
        if !Self::is_decided(&position.men) {
            Self::go_on(state);
        }
    }

    /// Passes to the next move that can be made (W6), or to the next turn (W8).
    #[inline(always)]
    fn go_on(state: &mut State) {
        let State { position, more: turn } = state;
        while let Some((seat, _)) = turn.moves.next() {
            if movable::least(&position.men, seat, turn.moved).is_some() {
                position.seat = seat;
                return;
            }
            turn.moves = turn.moves.rest();
        }
        for (before, chosen) in turn.before.iter_mut().zip(turn.chosen) {
            *before = if before.is_empty() { chosen } else { Cards::NONE };
        }
        (turn.chosen, turn.moved, position.seat) = ([Cards::NONE; 2], 0, 0);
    }

    /// The pieces that may make a card's move (W6).
    #[inline(always)]
    fn movers(state: &State, card: Kind) -> Bits {
        let (men, seat, moved) = (&state.position.men, state.position.seat, state.more.moved);
        let least = movable::least(men, seat, moved).map_or(0, |kind| men.kind(kind));
        (least & !moved | men.kind(card)) & men.side(seat)
    }
}

impl Twist for TwoMove {
    type More = Turn;
    type Offer = Sets;

    const ONE_STEP: bool = false;
    const MENU: &'static Menu = &MENU;

    /// A card's plane is 1 where it is of this turn, a half where it lies face up from before; two moves to
    /// come are 1, one is a half.
    fn planes() -> Vec<Plane> {
        let mut planes = Vec::new();
        for (owner, whose) in [("own", "the seat's"), ("enemy", "the enemy's")] {
            planes.extend(KINDS.map(|kind| {
                let shows = format!(
                    "{whose} {} card: 1 if chosen for this turn, 1/2 if face up from before",
                    kind.name()
                );
                Plane::level(format!("{owner} {} card", kind.name()), 2, shows)
            }));
        }
        for (owner, whose) in [("own", "the seat's"), ("enemy", "the enemy's")] {
            planes.extend(KINDS.map(|kind| {
                let shows = format!("the moves that {whose} {} card still makes, divided by 2", kind.name());
                Plane::level(format!("{owner} moves of the {} card", kind.name()), 2, shows)
            }));
        }
        planes.extend([
            Plane::marks("pawns that have moved", "the pawns that have moved in this turn"),
            planes::committed(),
            planes::to_act(),
        ]);
        planes
    }

    fn spec(&self, frame: Frame) -> Spec {
        Spec {
            rules: "4",
            has_hidden_information: true,
            is_simultaneous: true,
            max_steps: MAX_STEPS,
            ..super::spec("two-move-chess", "Two Move Chess", "chesskit_a", frame)
        }
    }

    fn start(&self, _rng: &mut Rng) -> State {
        let (men, rights) = chess960::array(518);
        State { position: Position { men, rights, passed: 0, seat: 0, clock: 0 }, more: Turn::START }
    }

    /// W9: a king taken, or at the end of a turn too many without progress.
    #[inline(always)]
    fn is_ended(&self, state: &State) -> bool {
        let State { position, more: turn } = state;
        Self::is_decided(&position.men) || position.clock >= CLOCK_END && turn.is_choosing()
    }

    #[inline(always)]
    fn choosing(&self, state: &State) -> Option<Choices> {
        let State { position, more: turn } = state;
        turn.is_choosing().then(|| Choices::of(0, [turn.before[(position.seat & 1) as usize].choices(), 0]))
    }

    #[inline(always)]
    fn offer(&self, state: &State, sets: &mut Sets) {
        let (position, men) = (&state.position, &state.position.men);
        let Some((seat, card)) = state.more.moves.next() else { return };
        sets.add_moves(position, Self::movers(state, card), !men.side(seat));
        if card == Kind::King {
            // W7: castling is a move of the king card, and attacks do not matter.
            for rook in cells(position.rights & own_rank(seat, 1)) {
                if Castling::of(men.king(seat), rook).way() & men.occupied() == 0 {
                    *sets.castles() |= bit(rook);
                }
            }
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, step: Step) {
        if step.is_choice() {
            Self::choose(state, Cards::pair(step.number()));
        } else {
            Self::go(state, step);
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let position = &state.position;
        if !self.is_ended(state) {
            None
        } else if Self::is_decided(&position.men) {
            // The seat to act is still the one that took the king.
            let returns = Returns::win(2, |seat| seat == position.seat);
            Some(Outcome { returns, reason: Reason::KingCaptured })
        } else {
            Some(Outcome { returns: Returns::ZERO, reason: Reason::NoProgress })
        }
    }

    /// A turn in the sense of the conventions is a run of moves of one seat.
    fn mid_turn(&self, state: &State) -> bool {
        let turn = &state.more;
        let seat = |made: Option<(Seat, Kind)>| made.map(|(seat, _)| seat);
        let before = seat(turn.moves.previous(Moves::of(turn.chosen)));
        before.is_some() && before == seat(turn.moves.next()) && !Self::is_decided(&state.position.men)
    }

    /// All choices but the opening one.
    fn commits(&self, state: &State) -> bool {
        state.more.is_choosing() && !state.more.is_opening()
    }

    fn refusal(&self, state: &State, text: &str) -> Option<String> {
        texts::refusal(state, text)
    }

    fn objection(&self, state: &State, step: Step) -> String {
        texts::objection(state, step)
    }

    fn write(&self, state: &State, eyes: Option<Seat>, out: &mut String) {
        texts::write(state, eyes, out);
    }

    fn read(&self, text: &str) -> Result<State, FenError> {
        texts::read(text)
    }

    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let State { position, more: turn } = state;
        let flag = |set: bool| if set { 1.0 } else { 0.0 };
        let both = [seat, seat ^ 1];
        for of in both {
            let before = turn.before[usize::from(of & 1)];
            let chosen = turn.shown(of, Some(seat)).unwrap_or_default();
            for kind in KINDS {
                planes.level(if before.has(kind) { 0.5 } else { flag(chosen.has(kind)) });
            }
        }
        let mut moves = [[0.0; KINDS.len() + 1]; 2];
        turn.moves.each().for_each(|(of, kind)| moves[usize::from(of)][kind as usize] += 0.5);
        for of in both {
            moves[usize::from(of & 1)][1..].iter().for_each(|&number| planes.level(number));
        }
        planes.set(turn.moved);
        planes.level(flag(seat == 1 && turn.is_secret(0)));
        planes.level(flag(position.seat == seat));
    }

    /// W11: Black does not see what White chooses.
    fn seen(&self, state: &State, step: Step, seat: Seat) -> Option<String> {
        let unseen = step.is_choice() && self.commits(state) && state.position.seat == 0 && seat == 1;
        unseen.then(|| "cards:??".into())
    }

    /// The pawns that may not move again in this turn (W7).
    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        let moved = state.more.moved & bit(cell) != 0;
        moved.then_some(Mark::Moved).into_iter().collect()
    }

    /// The cards that lie face up or, of White while Black chooses, face down; the moves to come, by the
    /// cards that make them; and in words, for text boards show no marks, the pawns that have moved.
    fn off_board(&self, state: &State, eyes: Option<Seat>) -> Vec<OffBoardGroup> {
        let turn = &state.more;
        let card = |seat: Seat, kind: Kind| {
            Item::one(Thing::Card(Piece::new(Some(seat), kind.name(), placement::letter(kind, seat))))
        };
        let lying = |seat: Seat, label, cards: Option<Cards>| {
            let items = match cards {
                Some(cards) => cards.kinds().map(|kind| card(seat, kind)).collect(),
                None => vec![Item::many(Thing::Hidden, 2)],
            };
            OffBoardGroup { seat: Some(seat), label, items }
        };
        let before = [0, 1].map(|seat| lying(seat, "cards from before", Some(turn.before[seat as usize])));
        let chosen = [0, 1].map(|seat| lying(seat, "cards of this turn", turn.shown(seat, eyes)));
        let moves = turn.moves.each().map(|(seat, kind)| card(seat, kind)).collect();
        let moved = cells(turn.moved).map(|cell| Item::one(Thing::Word(refusal::name(cell)))).collect();
        let turn = [("moves to come", moves), ("pawns that have moved", moved)];
        let turn = turn.map(|(label, items)| OffBoardGroup { seat: None, label, items });
        before.into_iter().chain(chosen).chain(turn).collect()
    }

    /// W11: any choice that White had.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (mut drawn, turn) = (*state, &state.more);
        if seat == 1 && turn.is_secret(0) {
            let choices = turn.before[0].choices();
            let number = super::bits::nth(choices, below(rng, choices.count_ones() as usize) as u32);
            drawn.more.chosen[0] = Cards::pair(number.into());
        }
        drawn
    }

    fn mirrored(&self, state: &State) -> Option<Turn> {
        Some(Turn { moved: super::mirrored_bits(state.more.moved), ..state.more })
    }
}
