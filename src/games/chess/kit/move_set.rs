//! Moves of a position as bitboards of arrivals, which can be counted and picked from without a list.
//!
//! Moves are generated for many pieces at the same time: all sliders in one direction, all knights by one
//! hop, all pawns by one kind of move. An arrival and the direction of its bitboard determine the piece that
//! moved, so the number of moves is a sum of about twenty population counts.

mod counting;

use super::bitboard::{Bitboard, bit, cells, own_rank};
use super::castling::CastlingNotation;
use super::lines::WAYS;
use super::pieces::{Kind, Pieces};
use super::position::{PawnSteps, Position, pawn_directions};
use super::step::{MoveKind, Step};
use super::topology::{Cylinder, Flat, Topology};
use crate::board::Cell;
use crate::game::Seat;

/// Arrivals along the eight directions come first, then those of the eight hops, then the rest.
const HOPS: usize = 8;
const KING: usize = WAYS;
const CASTLES: usize = 17;
const AHEAD: usize = 18;
const DOUBLE: usize = 19;
const WEST: usize = 20;
const EAST: usize = 21;
const EN_PASSANT_EAST: usize = 22;
const EN_PASSANT_WEST: usize = 23;
const LENGTH: usize = 24;
/// What leads on two ways to one cell has numbers behind the others.
const WRAP: usize = LENGTH;

/// Moves of the seat to act on a board with this topology. It starts empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveSetOn<R: Topology> {
    sets: [Bitboard; LENGTH],
    wrap_duplicates: R::WrapDuplicates,
}

/// The bounds of the moves of the seat to act, in which rules differ.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The cells on which no piece arrives.
    pub closed: Bitboard,
    /// The cells on which the king does not arrive, attacked or not.
    pub closed_to_king: Bitboard,
    /// The pieces that pawns capture.
    pub takeable: Bitboard,
    /// The cells that pawns pass on a double step.
    pub via: Bitboard,
}

impl Bounds {
    /// The bounds of orthodox chess.
    #[inline(always)]
    pub fn orthodox(position: &Position) -> Bounds {
        let Position { pieces, seat, .. } = position;
        let own = pieces.side(*seat);
        let takeable = pieces.side(seat.other());
        Bounds { closed: own, closed_to_king: own, takeable, via: own_rank(*seat, 3) }
    }
}

/// Moves on the flat board.
pub type MoveSet = MoveSetOn<Flat>;

impl<R: Topology> MoveSetOn<R> {
    /// Returns the arrivals in each direction of sliders, real or attempted. The piece that arrives is the
    /// nearest one in the opposite direction.
    #[inline(always)]
    pub fn slides(&mut self) -> &mut [Bitboard; 8] {
        &mut self.sets.as_chunks_mut().0[0]
    }

    /// Returns the arrivals by each knight hop.
    #[inline(always)]
    pub fn hops(&mut self) -> &mut [Bitboard; 8] {
        &mut self.sets.as_chunks_mut().0[HOPS / 8]
    }

    /// Returns the arrivals of the king one cell away.
    #[inline(always)]
    pub fn king(&mut self) -> &mut Bitboard {
        &mut self.sets[KING]
    }

    /// Returns the rooks with which the king castles.
    #[inline(always)]
    pub fn castles(&mut self) -> &mut Bitboard {
        &mut self.sets[CASTLES]
    }

    /// Adds the en passant captures of `takers`.
    #[inline(always)]
    pub fn add_en_passant(&mut self, position: &Position, takers: Bitboard) {
        let [_, west, east] = pawn_directions(position.seat);
        self.sets[EN_PASSANT_EAST] |= R::steps(east, takers) & position.ep_square;
        self.sets[EN_PASSANT_WEST] |= R::steps(west, takers) & position.ep_square;
    }

    /// Writes the moves of sliders and knights among `movers` onto `targets`, where there are none yet.
    #[inline(always)]
    pub fn put_non_pawns(&mut self, pieces: &Pieces, movers: Bitboard, targets: Bitboard) {
        let sliding = R::fill(
            pieces.orthogonal_sliders() & movers,
            pieces.diagonal_sliders() & movers,
            !pieces.occupied(),
        );
        for (set, reached) in self.slides().iter_mut().zip(sliding) {
            *set = reached & targets;
        }
        let knights = pieces.kind(Kind::Knight) & movers;
        for (hop, set) in self.hops().iter_mut().enumerate() {
            *set = R::hops(hop, knights) & targets;
        }
    }

    /// Adds the pseudo-legal moves of `movers` onto `targets`, except castling and en passant captures.
    #[inline(always)]
    pub fn add_moves(&mut self, position: &Position, movers: Bitboard, targets: Bitboard) {
        let pieces = &position.pieces;
        let sliding = R::fill(
            pieces.orthogonal_sliders() & movers,
            pieces.diagonal_sliders() & movers,
            !pieces.occupied(),
        );
        for (set, reached) in self.slides().iter_mut().zip(sliding) {
            *set |= reached & targets;
        }
        let knights = pieces.kind(Kind::Knight) & movers;
        for (hop, set) in self.hops().iter_mut().enumerate() {
            *set |= R::hops(hop, knights) & targets;
        }
        if pieces.kind(Kind::King) & movers != 0 {
            *self.king() |= R::king_attacks(pieces.king(position.seat)) & targets;
        }
        self.add_pawns(position, pieces.kind(Kind::Pawn) & movers, targets);
    }

    /// Adds the plain pawn moves onto `targets`: pushes onto empty cells and captures of enemies.
    #[inline(always)]
    pub fn add_pawns(&mut self, position: &Position, pawns: Bitboard, targets: Bitboard) {
        self.add_pawns_within(position, pawns, targets, Bounds::orthodox(position));
    }

    /// Same as [`add_pawns`](MoveSetOn::add_pawns), with other bounds of what pawns do.
    #[inline(always)]
    pub fn add_pawns_within(
        &mut self,
        position: &Position,
        pawns: Bitboard,
        targets: Bitboard,
        bounds: Bounds,
    ) {
        let (seat, empty) = (position.seat, !position.pieces.occupied());
        let (steps, [_, west, east]) = (PawnSteps::of(seat), pawn_directions(seat));
        let ahead = steps.ahead.of(pawns) & empty;
        self.sets[AHEAD] |= ahead & targets;
        self.sets[DOUBLE] |= steps.ahead.of(ahead & bounds.via) & empty & targets;
        self.sets[WEST] |= R::steps(west, pawns) & bounds.takeable & targets;
        self.sets[EAST] |= R::steps(east, pawns) & bounds.takeable & targets;
    }

    /// Moves each arrival of one piece by two ways out of the slides, so that it counts once. Called when all
    /// slides are there.
    #[inline(always)]
    pub fn split_wrap_duplicates(&mut self, pieces: &Pieces) {
        self.wrap_duplicates = R::wrap_duplicates(pieces, self.slides());
    }

    /// Adds the moves of other pieces.
    #[inline(always)]
    pub fn merge(&mut self, other: &MoveSetOn<R>) {
        self.sets.iter_mut().zip(other.sets).for_each(|(set, other)| *set |= other);
    }

    /// Returns the same moves as moves on a cylinder: each comes from the same cell by the same way.
    #[inline(always)]
    pub fn on_cylinder(&self) -> MoveSetOn<Cylinder> {
        let mut on_cylinder = MoveSetOn::<Cylinder> { sets: self.sets, wrap_duplicates: [0; 3] };
        on_cylinder.wrap_duplicates.iter_mut().zip(self.wrap_sets()).for_each(|(to, &set)| *to = set);
        on_cylinder
    }

    /// Returns the arrivals in each direction of sliders.
    #[inline(always)]
    pub fn lines(&self) -> &[Bitboard; 8] {
        &self.sets.as_chunks().0[0]
    }

    /// Returns the cells that one piece reaches by two ways, for each pair of ways.
    #[inline(always)]
    pub fn wrap_duplicates(&self) -> R::WrapDuplicates {
        self.wrap_duplicates
    }

    /// Returns the same as a slice.
    #[inline(always)]
    pub fn wrap_sets(&self) -> &[Bitboard] {
        self.wrap_duplicates.as_ref()
    }

    /// Returns the pawn moves that promote: pushes, captures to the west, captures to the east. Each stands
    /// for four steps.
    #[inline(always)]
    fn promotions(&self) -> [Bitboard; 3] {
        let last = super::bitboard::OUTER_RANKS;
        [self.sets[AHEAD] & last, self.sets[WEST] & last, self.sets[EAST] & last]
    }

    /// Returns the arrivals by way, as actions are numbered: the eight directions, then the eight hops.
    #[inline(always)]
    pub fn ways(&self, position: &Position, castling_notation: CastlingNotation) -> [Bitboard; WAYS] {
        let seat = position.seat;
        let (king, mut castling) = (position.pieces.king(seat), [0; 2]);
        for rook in cells(self.sets[CASTLES]) {
            castling[usize::from(rook < king)] |= bit(castling_notation.target(king, rook));
        }
        let pawns = [
            self.sets[AHEAD] | self.sets[DOUBLE],
            self.sets[WEST] | self.sets[EN_PASSANT_WEST],
            self.sets[EAST] | self.sets[EN_PASSANT_EAST],
        ];
        // A seat's pawns go north or south. Branch-free, because the seat alternates.
        let up = Bitboard::from(seat == Seat::ZERO).wrapping_neg();
        let [[n, nw, ne], [s, sw, se]] = [pawns.map(|to| to & up), pawns.map(|to| to & !up)];
        let extra = [n, ne, castling[0], se, s, sw, castling[1], nw];
        let mut ways: [Bitboard; WAYS] = self.sets.as_chunks().0[0];
        for (d, (way, extra)) in ways.iter_mut().zip(extra).enumerate() {
            *way |= self.sets[KING] & R::steps(d, bit(king)) | extra;
        }
        ways
    }

    /// Returns the files on which pawns promote, eight bits each: for pushes, captures to the west, and
    /// captures to the east.
    #[inline(always)]
    pub fn promoting(&self) -> Bitboard {
        let file = |arrivals: Bitboard| (arrivals | arrivals >> 56) & 0xFF;
        let [ahead, west, east] = self.promotions();
        file(ahead) | file(west) << 8 | file(east) << 16
    }

    /// Keeps the moves that arrive on `targets`, and all castling moves.
    #[inline(always)]
    pub fn restrict(&mut self, targets: Bitboard) {
        let castles = self.sets[CASTLES];
        self.sets.iter_mut().for_each(|set| *set &= targets);
        self.sets[CASTLES] = castles;
        self.wrap_duplicates.as_mut().iter_mut().for_each(|set| *set &= targets);
    }

    /// Keeps the moves for which `keep` is true. All promotions of a pawn move are kept or removed together.
    #[inline(always)]
    pub fn retain(&mut self, position: &Position, mut keep: impl FnMut(Step) -> bool) {
        for set in 0..LENGTH {
            for cell in cells(self.sets[set]) {
                if !keep(self.step(position, set, cell, Kind::Queen)) {
                    self.sets[set] &= !bit(cell);
                }
            }
        }
        for at in 0..self.wrap_sets().len() {
            for cell in cells(self.wrap_sets()[at]) {
                if !keep(self.step(position, WRAP + at, cell, Kind::Queen)) {
                    self.wrap_duplicates.as_mut()[at] &= !bit(cell);
                }
            }
        }
    }

    /// The step that `cell` in the set numbered `set` stands for.
    #[inline(always)]
    fn step(&self, position: &Position, set: usize, cell: Cell, promoted: Kind) -> Step {
        let (seat, pieces) = (position.seat, &position.pieces);
        let ahead = |cell| PawnSteps::of(seat).ahead.back(cell);
        let [_, west, east] = pawn_directions(seat);
        let plain = |from: Cell| {
            let promotes = bit(cell) & super::bitboard::OUTER_RANKS != 0;
            Step::new(
                from,
                cell,
                if promotes { MoveKind::Promotion(promoted) } else { MoveKind::Normal(Kind::Pawn) },
            )
        };
        match set {
            0..HOPS => {
                let from = R::nearest(set ^ 4, cell, pieces.occupied());
                Step::new(from, cell, MoveKind::Normal(pieces.non_pawn_at(from)))
            }
            HOPS..KING => {
                let from = R::hop_back(set - HOPS, cell);
                Step::new(from, cell, MoveKind::Normal(pieces.non_pawn_at(from)))
            }
            KING => Step::new(pieces.king(seat), cell, MoveKind::Normal(Kind::King)),
            CASTLES => Step::new(pieces.king(seat), cell, MoveKind::Castle),
            AHEAD => plain(ahead(cell)),
            DOUBLE => Step::new(ahead(ahead(cell)), cell, MoveKind::DoublePush),
            WEST => plain(R::step_back(west, cell)),
            EAST => plain(R::step_back(east, cell)),
            EN_PASSANT_EAST => Step::new(R::step_back(east, cell), cell, MoveKind::EnPassant),
            EN_PASSANT_WEST => Step::new(R::step_back(west, cell), cell, MoveKind::EnPassant),
            _ => {
                let from = R::nearest([6, 5, 7][(set - WRAP).min(2)], cell, pieces.occupied());
                Step::new(from, cell, MoveKind::Normal(pieces.non_pawn_at(from)))
            }
        }
    }
}
