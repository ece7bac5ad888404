//! Observations: planes over the grid as the seat sees the board.
//!
//! First the pieces by seat, in turn order from the one that looks, and by kind, and where armies are drafted
//! the pawns by owner and army; then the kings and rooks that may still castle; then by seat the cells that
//! its last pawn move passed over, and by seat the pieces that it may not capture, or the kings that it
//! checked first; then numbers, and on triangles the bare board, which does not look alike to all seats.

use super::engine::{Army, Engine, right};
use super::men::{Kind, NOWHERE, Piece, army_after, kind_of, seat_of};
use super::state::State;
use crate::board::{Cell, Quad, Set};
use crate::game::{Canvas, Plane, Seat};

/// The kinds in the order of their planes.
const KINDS: [Kind; 6] = Kind::ALL;

impl Engine {
    /// The planes, in order.
    pub fn planes(&self) -> Vec<Plane> {
        let (seats, others) = (self.seat_names(), self.seats as u16 - 1);
        let whose =
            |name: &str| if name == "own" { "the seat's own".into() } else { format!("the {name} seat's") };
        let each = |what: &str, shows: &str| -> Vec<Plane> {
            let plane =
                |name: &&str| Plane::marks(format!("{name} {what}"), shows.replace("{}", &whose(name)));
            seats.iter().map(plane).collect()
        };
        let piece = |seat: &str, kind: Kind| {
            let kind = kind.name();
            Plane::marks(format!("{seat} {kind}s"), format!("{} {kind}s", whose(seat)))
        };
        let mut planes: Vec<Plane> =
            seats.iter().flat_map(|seat| KINDS.map(|kind| piece(seat, kind))).collect();
        if self.drafts {
            let pairs = seats.iter().flat_map(|owner| seats.iter().map(move |army| (owner, army)));
            planes.extend(pairs.filter(|(owner, army)| owner != army).map(|(owner, army)| {
                let shows =
                    format!("{} pawns that belonged to {} army at the start", whose(owner), whose(army));
                Plane::marks(format!("{owner} pawns drafted from {army}"), shows)
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
        // Where kings are mated and armies drafted, the limit falls with the number of kings.
        planes.push(if self.drafts {
            Plane::share("clock", "the steps without progress, divided by the number that makes a draw")
        } else {
            let shows =
                format!("the steps without progress, divided by the {} that make a draw", self.clock_end);
            Plane::level("clock", self.clock_end, shows)
        });
        let repeated =
            "how many times the position occurred before, divided by 2; the third occurrence is a draw";
        let to_act =
            format!("the number of turns from the observing seat to the seat to act, divided by {others}");
        planes.push(Plane::level("repetitions", 2, repeated));
        planes.push(Plane::level("to act", others, to_act));
        planes.push(Plane::level(
            "seat",
            others,
            format!("the number of the observing seat, divided by {others}"),
        ));
        planes.extend_from_slice(&self.bare_planes);
        planes
    }

    /// What the seats are to one another, in turn order from the one that looks.
    fn seat_names(&self) -> Vec<&'static str> {
        if self.alone {
            return ["own", "next", "second", "third", "fourth", "fifth"][..self.seats].to_vec();
        }
        let first = self.sequence[0];
        let partner = |by: usize| self.friends[usize::from(first)] >> self.sequence[by] & 1 == 1;
        let mut partners = ["own", "partner", "second partner"].iter();
        let mut enemies = ["next enemy", "second enemy", "third enemy", "fourth enemy"].iter();
        let name = |by| if partner(by) { partners.next() } else { enemies.next() };
        (0..self.seats).filter_map(name).copied().collect()
    }

    /// How many seats after `seat` another comes in the sequence.
    fn distance(&self, seat: Seat, other: Seat) -> usize {
        let order = |seat: Seat| usize::from(self.order[usize::from(seat)]);
        (order(other) + self.seats - order(seat)) % self.seats
    }

    /// Puts down what `seat` sees.
    #[inline(always)]
    pub fn put_down(&self, state: &State, seat: Seat, canvas: &mut Canvas) {
        let (Army { eyes, planes, .. }, seats) = (self.army(seat), self.seats);
        let rights = self.rights_plane();
        // Hardly any cell is marked. A piece is on one plane, and each seat may be barred from all.
        let first = canvas.blank(rights + 1 + 2 * seats);
        debug_assert_eq!(first, 0);
        let mut spots = canvas.sparse_marks((1 + seats) * Quad::BITS as usize + 8 * seats);
        state.men.all().each(|cell| {
            let plane = planes[usize::from(state.men.on(cell)) % planes.len()];
            spots.mark_from(plane.into(), eyes[usize::from(cell)].into());
        });
        let mut mark = |plane: usize, cell: Cell| spots.mark(plane, eyes[usize::from(cell)].into());
        for other in 0..seats as Seat {
            let by = self.distance(seat, other);
            for (side, castling) in self.army(other).castlings.iter().enumerate() {
                if state.rights & right(other, side) != 0 {
                    mark(rights, castling.rook);
                }
            }
            if let Some(pawn_move) = state.pawn_move(other) {
                self.passed(&state.men, pawn_move).for_each(|cell| mark(rights + 1 + by, cell));
            }
            if self.drafts {
                let checker = state.checks[usize::from(other)];
                if checker != NOWHERE {
                    let plane = rights + 1 + seats + self.distance(seat, checker);
                    mark(plane, state.men.king(other));
                }
            } else {
                state.immune[usize::from(other)].each(|cell| mark(rights + 1 + seats + by, cell));
            }
        }
        drop(spots);
        let clock = f32::from(state.clock) / f32::from(self.clock_limit(&state.men));
        let repeated = f32::from(state.stood_before) / 2.0;
        let share = |count: usize| count as f32 / (seats - 1) as f32;
        canvas.level_all(&[clock, repeated, share(self.distance(seat, state.seat)), share(seat.into())]);
        if !self.bare_planes.is_empty() {
            canvas.push_words(self.bare_planes.len(), &self.army(seat).bare);
        }
    }

    /// The plane of castling: those of pieces come before it.
    fn rights_plane(&self) -> usize {
        KINDS.len() * self.seats + if self.drafts { self.seats * (self.seats - 1) } else { 0 }
    }

    /// By piece, where its plane begins among all that a seat sees; some place or other for what is none.
    pub(super) fn planes_of_pieces(&self, seat: Seat) -> [u16; 64] {
        let plane = |piece: Piece| {
            let owner = seat_of(piece);
            if usize::from(owner) >= self.seats {
                return 0;
            }
            let by = self.distance(seat, owner);
            match army_after(piece) {
                0 => KINDS.len() * by + usize::from(piece & 7),
                _ if !self.drafts => 0,
                _ => {
                    let army = self.distance(seat, self.army_of(piece));
                    KINDS.len() * self.seats + self.nth_drafted(by, army)
                }
            }
        };
        std::array::from_fn(|piece| (plane(piece as Piece) * self.area()) as u16)
    }

    /// The place of the plane for drafted pawns of an owner and of an army among all such planes, both as so
    /// many seats after the one that looks.
    fn nth_drafted(&self, owner: usize, army: usize) -> usize {
        owner * (self.seats - 1) + army - usize::from(army > owner)
    }

    /// What a seat has on the board, in pawns.
    pub fn material(&self, state: &State, seat: Seat) -> f32 {
        let worth = |cell: u8| kind_of(state.men.on(cell)).value();
        debug_assert!(state.men.owned(seat).cells().all(|cell| seat_of(state.men.on(cell)) == seat));
        state.men.owned(seat).cells().map(worth).sum()
    }
}
