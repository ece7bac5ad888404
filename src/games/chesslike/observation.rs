//! The role of the observation: planes over the grid as the seat sees the board.
//!
//! The planes, in order:
//!
//! 1. pieces by seat (in turn order from the observing seat) and kind
//! 2. where armies are drafted, drafted pawns by owner and army
//! 3. rooks that can still castle
//! 4. by seat, the cells that its last pawn move passed over
//! 5. by seat, the pieces that it cannot capture, or the kings that it checked first
//! 6. numbers: clock, repetitions, seat to act, observing seat
//! 7. in games with drops, by seat and kind the pieces in hand
//! 8. on triangles the bare board, which differs between seats

use super::castling::castling_right;
use super::engine::Engine;
use super::game::ChessLike;
use super::kinds::KindSpec;
use super::pieces::{CONTENTS, NO_SEAT, Piece};
use super::state::State;
use super::tables::SeatTables;
use super::variant_spec::RepetitionRule;
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::roles::*;
use crate::game::{Canvas, Plane, Seat};

impl Observation for ChessLike {
    #[inline]
    fn observe(&self, state: &State, seat: Seat, canvas: &mut Canvas) {
        let engine = &self.engine;
        let (SeatTables { place_of_cell, piece_planes, .. }, seats) =
            (engine.seat_tables(seat), engine.seats);
        let castling_plane = engine.castling_plane();
        // Few cells are marked: each piece is on one plane, and each seat can be barred from capturing any
        // piece.
        let first = canvas.blank(castling_plane + 1 + 2 * seats);
        debug_assert_eq!(first, 0);
        let mut marks = canvas.sparse_marks((1 + seats) * Bitboard256::BITS as usize + 8 * seats);
        state.pieces.occupied().each(|cell| {
            let plane = piece_planes[state.pieces.piece_at(cell).index() % piece_planes.len()];
            marks.mark_from(plane.into(), place_of_cell[usize::from(cell)].into());
        });
        let mut mark = |plane: usize, cell: Cell| marks.mark(plane, place_of_cell[usize::from(cell)].into());
        for other in engine.all_seats() {
            let turns = engine.turns_until(seat, other);
            for (side, castling) in engine.seat_tables(other).castlings.iter().enumerate() {
                if state.castling_rights & castling_right(other, side) != 0 {
                    mark(castling_plane, castling.rook);
                }
            }
            if let Some(ep_move) = state.ep_move(other) {
                engine
                    .ep_squares(&state.pieces, ep_move)
                    .for_each(|cell| mark(castling_plane + 1 + turns, cell));
            }
            if engine.drafts {
                let checker = state.first_checkers[other.index()];
                if checker != NO_SEAT {
                    let plane = castling_plane + 1 + seats + engine.turns_until(seat, checker);
                    mark(plane, state.pieces.king(other));
                }
            } else {
                state.immune[other.index()].each(|cell| mark(castling_plane + 1 + seats + turns, cell));
            }
        }
        drop(marks);
        let clock = f32::from(state.clock) / f32::from(engine.clock_limit(&state.pieces));
        let repeated = f32::from(state.repetitions) / f32::from(engine.earlier_occurrences());
        let share = |count: usize| count as f32 / (seats - 1) as f32;
        canvas.level_all(&[
            clock,
            repeated,
            share(engine.turns_until(seat, state.seat)),
            share(seat.index()),
        ]);
        if engine.has_drops {
            for hand in [seat, seat.other()].map(|owner| &state.hands[owner.index() % 2]) {
                for (&count, &limit) in hand.iter().zip(&engine.hand.limits) {
                    canvas.level(f32::from(count) / f32::from(limit.max(1)));
                }
            }
        }
        if !engine.board_planes.is_empty() {
            canvas.push_board(engine.board_planes.len(), &engine.seat_tables(seat).board_plane_words);
        }
    }
}

impl Engine {
    /// Returns the planes, in order.
    pub fn planes(&self) -> Vec<Plane> {
        let (seats, others) = (self.seat_names(), self.seats as u16 - 1);
        let possessive =
            |name: &str| if name == "own" { "the seat's own".into() } else { format!("the {name} seat's") };
        let each = |kind: &str, meaning: &str| -> Vec<Plane> {
            let plane = |name: &&str| {
                Plane::marks(format!("{name} {kind}"), meaning.replace("{}", &possessive(name)))
            };
            seats.iter().map(plane).collect()
        };
        let piece = |seat: &str, kind: &KindSpec| {
            let kind = &kind.name;
            Plane::marks(format!("{seat} {kind}s"), format!("{} {kind}s", possessive(seat)))
        };
        let mut planes: Vec<Plane> = seats
            .iter()
            .flat_map(|seat| self.kinds_with_planes().map(move |kind| piece(seat, kind)))
            .collect();
        if self.drafts {
            let pairs = seats.iter().flat_map(|owner| seats.iter().map(move |army| (owner, army)));
            planes.extend(pairs.filter(|(owner, army)| owner != army).map(|(owner, army)| {
                let meaning = format!(
                    "{} pawns that belonged to {} army at the start",
                    possessive(owner),
                    possessive(army)
                );
                Plane::marks(format!("{owner} pawns drafted from {army}"), meaning)
            }));
        }
        planes.push(Plane::marks("castling", "the rooks that have the right to castle"));
        planes.extend(each(
            "passed cells",
            "the cells that {} last pawn move passed over, on which the pawn can be captured en passant",
        ));
        planes.extend(if self.drafts {
            each("first checks", "the kings to which {} pieces gave check first")
        } else {
            each("barred captures", "the pieces that {} pieces cannot capture")
        });
        // In Three Kings Chess the clock limit depends on the number of kings.
        planes.push(if self.drafts {
            Plane::share("clock", "the steps without progress, divided by the number that makes a draw")
        } else {
            let meaning =
                format!("the steps without progress, divided by the {} that make a draw", self.draw_clock);
            Plane::level("clock", self.draw_clock, meaning)
        });
        let earlier = self.earlier_occurrences();
        let limit = ["third", "fourth", "fifth"][usize::from(earlier) - 2];
        let repeated = format!(
            "how many times the position occurred before, divided by {earlier}; the {limit} occurrence is a draw"
        );
        let to_act =
            format!("the number of turns from the observing seat to the seat to act, divided by {others}");
        planes.push(Plane::level("repetitions", earlier.into(), repeated));
        planes.push(Plane::level("to act", others, to_act));
        planes.push(Plane::level(
            "seat",
            others,
            format!("the number of the observing seat, divided by {others}"),
        ));
        for seat in seats.iter().filter(|_| self.has_drops) {
            for (kind, &limit) in self.hand.kinds.iter().zip(&self.hand.limits) {
                let (name, limit) = (&self.kinds[kind.index()].name, u16::from(limit.max(1)));
                let meaning = format!("{} {name}s in hand, divided by {limit}", possessive(seat));
                planes.push(Plane::level(format!("{seat} {name}s in hand"), limit, meaning));
            }
        }
        planes.extend_from_slice(&self.board_planes);
        planes
    }

    /// Returns how often a position can occur before the game ends.
    fn earlier_occurrences(&self) -> u8 {
        self.repetition.unwrap_or(RepetitionRule::THIRD).earlier
    }

    /// Returns the names of the seats relative to the observing seat, in turn order from it.
    fn seat_names(&self) -> Vec<&'static str> {
        if self.free_for_all {
            return ["own", "next", "second", "third", "fourth", "fifth"][..self.seats].to_vec();
        }
        let first = self.turn_order[0];
        let partner = |turns: usize| self.turn_order[turns].is_in(self.team_seats[first.index()]);
        let mut partners = ["own", "partner", "second partner"].iter();
        let mut enemies = ["next enemy", "second enemy", "third enemy", "fourth enemy"].iter();
        let name = |turns| if partner(turns) { partners.next() } else { enemies.next() };
        (0..self.seats).filter_map(name).copied().collect()
    }

    /// Returns the kinds that have planes of their own, which come first. Drafted pawns have theirs by army.
    fn kinds_with_planes(&self) -> impl Iterator<Item = &KindSpec> {
        self.kinds.iter().filter(|kind| kind.army_offset == 0)
    }

    /// Returns how many turns after `seat` another seat acts.
    fn turns_until(&self, seat: Seat, other: Seat) -> usize {
        let order = |seat: Seat| usize::from(self.turn_index[seat.index()]);
        (order(other) + self.seats - order(seat)) % self.seats
    }

    /// Returns the index of the castling plane, which follows the planes of pieces.
    fn castling_plane(&self) -> usize {
        self.kinds_with_planes().count() * self.seats
            + if self.drafts { self.seats * (self.seats - 1) } else { 0 }
    }

    /// Returns the offset of each piece's plane among all planes that a seat sees. Invalid pieces have an
    /// arbitrary one.
    pub(super) fn piece_plane_offsets(&self, seat: Seat) -> [u16; CONTENTS] {
        let plane = |piece: Piece| {
            let owner = piece.seat();
            if owner.index() >= self.seats {
                return 0;
            }
            let turns = self.turns_until(seat, owner);
            let kinds = self.kinds_with_planes().count();
            match self.kind_of(piece).army_offset {
                0 => kinds * turns + piece.kind().index(),
                _ if !self.drafts => 0,
                _ => {
                    let army = self.turns_until(seat, self.army_of(piece));
                    kinds * self.seats + self.drafted_plane(turns, army)
                }
            }
        };
        std::array::from_fn(|piece| (plane(Piece::from_index(piece)) * self.area()) as u16)
    }

    /// Returns the index among the planes of drafted pawns. `owner` and `army` are counted in turns after the
    /// observing seat.
    fn drafted_plane(&self, owner: usize, army: usize) -> usize {
        owner * (self.seats - 1) + army - usize::from(army > owner)
    }
}
