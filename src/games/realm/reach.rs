//! Where pieces go, whatever becomes of kings (Chess 4, Tri-Chess 4).

use super::engine::{Army, Engine, Land};
use super::men::{Kind, Men, NOTHING, kind_of, seat_of};
use super::web::Web;
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::Seat;
use std::ops::Range;

impl Engine {
    /// The cells that a line piece reaches on some axes, held ones at the ends included.
    #[inline(always)]
    pub fn slide(&self, men: &Men, cell: Cell, axes: Range<usize>) -> Bitboard256 {
        let mut all = Bitboard256::EMPTY;
        for &place in &self.web.places(cell)[axes] {
            all = all | self.web.reach(&men.held, place);
        }
        all
    }

    /// The cells of a knight's hops and, if they and the cells before them are empty, of its double hops
    /// (Chess 4.3, Tri-Chess 4.6).
    #[inline(always)]
    pub fn hops(&self, men: &Men, land: &Land, cell: Cell) -> Bitboard256 {
        let mut far = [0u64; 4];
        for &[first, second] in &land.double_hops[usize::from(cell)][..land.doubles] {
            let open = men.on(first) | men.on(second) == NOTHING;
            far[usize::from(second >> 6)] |= u64::from(open) << (second & 63);
        }
        land.leaps[usize::from(cell)] | Bitboard256(far.into())
    }

    /// The empty cells straight ahead of a pawn (Chess 4.4, Tri-Chess 4.7).
    #[inline(always)]
    pub fn advance(&self, men: &Men, army: &Army, cell: Cell) -> Bitboard256 {
        let way = army.ahead[usize::from(cell)];
        let (held, at, most) = (Web::held(&men.held, way.place), way.place.at(), u32::from(way.most));
        if way.ray.back {
            let end = Web::behind(held, at).max(at.saturating_sub(most + 1));
            self.web.span(way.place, end + 1, at)
        } else {
            let end = Web::ahead(held, at).min(at + most + 1);
            self.web.span(way.place, at + 1, end)
        }
    }

    /// The cells to which a piece goes by its capturing movement, whatever stands there; on a line that goes
    /// round this may be its own (Chess 5.4).
    #[inline(always)]
    pub fn strike(&self, men: &Men, cell: Cell) -> Bitboard256 {
        let piece = men.on(cell);
        let land = self.land(seat_of(piece));
        match kind_of(piece) {
            Kind::Pawn => self.army(self.army_of(piece)).takes[usize::from(cell)],
            Kind::Knight => land.leaps[usize::from(cell)],
            Kind::Bishop => self.slide(men, cell, land.diagonal.clone()),
            Kind::Rook => self.slide(men, cell, land.straight.clone()),
            Kind::Queen => self.slide(men, cell, land.straight.start..land.diagonal.end),
            Kind::King => land.near[usize::from(cell)],
        }
    }

    /// All cells to which the piece on a cell could go, were it its owner's turn: empty ones, and those of
    /// enemies; without castling and captures in passing.
    pub fn reach(&self, men: &Men, seat: Seat, kind: Kind, cell: Cell) -> Bitboard256 {
        let land = self.land(seat);
        let open = !self.friendly(men, seat);
        match kind {
            Kind::Pawn => {
                let army = self.army(self.army_of(men.on(cell)));
                let enemies = men.all() & open;
                self.advance(men, army, cell) | (army.takes[usize::from(cell)] & enemies)
            }
            Kind::Knight => self.hops(men, land, cell) & open,
            Kind::Bishop => self.slide(men, cell, land.diagonal.clone()) & open,
            Kind::Rook => self.slide(men, cell, land.straight.clone()) & open,
            Kind::Queen => self.slide(men, cell, land.straight.start..land.diagonal.end) & open,
            Kind::King => land.near[usize::from(cell)] & open,
        }
    }
}
