//! The view of Masquerade Chess: planes of its own, what a seat may not see, pictures, symmetries.

use super::masks::{self, LETTERS, MASK, MASKS};
use super::{Extra, Masquerade, OPEN, State};
use crate::game::{Item, OffBoardGroup, Piece, Plane, Rng, Seat, Thing, below};
use crate::games::chess::game::variant::{
    VariantDisplay, VariantInformation, VariantObservation, VariantSymmetries,
};
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::placement;
use crate::games::chess::kit::planes::Planes;
use crate::games::chess::kit::step::{MoveKind, Step};

impl VariantObservation for Masquerade {
    fn planes(&self) -> Vec<Plane> {
        let rows = "a row for each kind and a column for each way to capture, both in the order K Q R B N";
        vec![
            Plane::table(
                "enemy's captures",
                format!("how the enemy's pieces capture, as the seat chose: {rows}"),
            ),
            Plane::table(
                "own possible captures",
                format!("how the seat's pieces can capture, from what was seen: {rows}"),
            ),
            Plane::table(
                "enemy's possible captures",
                format!("how the enemy's pieces can capture, from what was seen: {rows}"),
            ),
            Plane::flag("own captures chosen", "whether the enemy has chosen how the seat's pieces capture"),
        ]
    }

    #[inline(always)]
    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let (own, other) = (seat.parity(), seat.parity() ^ 1);
        let Extra { captures, possible } = &state.extra;
        // The seat knows what it chose for the other; of its own pieces, only what everybody has seen.
        planes.table(
            state.mask(Seat::from_index(other)).map_or([0; 5], |mask| mask.map(|capture| 1 << capture)),
        );
        planes.table(possible[own]);
        planes.table(possible[other]);
        planes.level(if captures[own] == OPEN { 0.0 } else { 1.0 });
    }
}

impl VariantInformation for Masquerade {
    fn is_simultaneous(&self, state: &State) -> bool {
        state.is_set_up()
    }

    fn step_text_for(&self, state: &State, step: Step, seat: Seat) -> Option<String> {
        let unseen = step.move_kind() == MoveKind::Choice && state.position.seat != seat;
        unseen.then(|| "mask:?????".into())
    }

    /// M11: uniform among the assignments that give each kind one of its possible captures.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (own, mut drawn) = (seat.parity(), *state);
        if state.extra.captures[own] != OPEN {
            let fits = |number: &usize| masks::fits(&MASK[*number], &state.extra.possible[own]);
            let many = (0..MASKS).filter(fits).count();
            if let Some(number) = (0..MASKS).filter(fits).nth(below(rng, many.max(1))) {
                drawn.extra.captures[own] = number as u8;
            }
        }
        drawn
    }
}

impl VariantDisplay for Masquerade {
    /// How each seat's kinds take, as far as chosen and seen (M11), and how they may (M9).
    fn off_board(&self, state: &State, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let table = |label, seat: Seat, note: &dyn Fn(usize) -> String| {
            let kinds = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
            let items = kinds.iter().enumerate().map(|(place, &kind)| {
                let piece = Piece::new(Some(seat), kind.name(), placement::letter(kind, seat));
                Item::one(Thing::Piece(piece)).noted(note(place))
            });
            OffBoardGroup::of(Some(seat), label, items.collect())
        };
        let chosen = |seat: Seat, place: usize| match state.mask(seat) {
            None => "-".into(),
            Some(_) if viewer == Some(seat) => "?".into(),
            Some(mask) => char::from(LETTERS[usize::from(mask[place])]).to_string(),
        };
        let possible = |seat: Seat, place: usize| {
            let mut letters = String::new();
            masks::write_set(state.extra.possible[seat.index()][place], &mut letters);
            letters
        };
        let captures = Seat::BOTH.map(|seat| table("captures", seat, &|place| chosen(seat, place)));
        let may_be = Seat::BOTH.map(|seat| table("possible captures", seat, &|place| possible(seat, place)));
        captures.into_iter().chain(may_be).collect()
    }
}

impl VariantSymmetries for Masquerade {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        Some(state.extra)
    }
}
