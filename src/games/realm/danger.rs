//! Check: who strikes at a cell, and what a seat must not leave (Chess 6, Tri-Chess 5).

use super::engine::{Engine, Foe, Hostile};
use super::men::{Kind, Men, NOWHERE, seat_of};
use super::web::Web;
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::Seat;

/// What binds the pieces of a seat. With shadows (Chess 5) less is known: which steps must be tried.
#[derive(Clone, Copy, Debug)]
pub struct Danger {
    /// Whether the king is in check.
    pub checked: bool,
    /// The cells on which a piece that is not pinned can arrive: all, or those that end a check; through
    /// shadows, those that may.
    pub allowed: Bitboard256,
    /// The pieces that shield the king; through shadows, those behind which an enemy stands that strikes
    /// along the line, and all that stand next to the king.
    pub pinned: Bitboard256,
    /// Through shadows, the pieces that give check.
    pub strikers: Bitboard256,
    /// Through shadows, the pieces that come first and second on the lines that end on the king or next to
    /// him.
    pub first: Bitboard256,
    pub second: Bitboard256,
}

impl Danger {
    /// Nothing.
    #[inline(always)]
    pub fn none() -> Danger {
        Danger {
            checked: false,
            allowed: !Bitboard256::EMPTY,
            pinned: Bitboard256::EMPTY,
            strikers: Bitboard256::EMPTY,
            first: Bitboard256::EMPTY,
            second: Bitboard256::EMPTY,
        }
    }

    /// Whether a piece shields the king.
    pub fn pins(&self, from: Cell) -> bool {
        self.pinned.has(from)
    }

    fn check(&mut self, parries: Bitboard256) {
        self.checked = true;
        self.allowed = self.allowed & parries;
    }
}

impl Engine {
    /// What binds the pieces of `seat`; nothing if it has no king.
    #[inline(always)]
    pub fn danger(&self, men: &Men, seat: Seat) -> Danger {
        if self.shadows {
            return self.watch(men, seat);
        }
        self.bonds(men, seat)
    }

    /// The same, shadows left out of account.
    #[inline(always)]
    pub fn bonds(&self, men: &Men, seat: Seat) -> Danger {
        let (mut danger, king) = (Danger::none(), men.king(seat));
        if king == NOWHERE {
            return danger;
        }
        let hostile = self.hostile(men, seat);
        self.each_bond(men, seat, king, &hostile, |shield, line| {
            if shield == NOWHERE {
                danger.check(line);
            } else {
                danger.pinned = danger.pinned | Bitboard256::one(shield);
            }
        });
        let leapers = self.leapers(men, seat, king, hostile.all);
        if !leapers.is_empty() {
            leapers.each(|cell| danger.check(Bitboard256::one(cell)));
        }
        danger
    }

    /// Of the cells to which a piece could go, those that leave no check.
    #[inline(always)]
    pub fn unbound(
        &self,
        men: &Men,
        seat: Seat,
        danger: &Danger,
        from: Cell,
        to: Bitboard256,
    ) -> Bitboard256 {
        let to = to & danger.allowed;
        if danger.pinned.has(from) { self.along_pins(men, seat, from, to) } else { to }
    }

    #[cold]
    fn along_pins(&self, men: &Men, seat: Seat, from: Cell, mut to: Bitboard256) -> Bitboard256 {
        let hostile = self.hostile(men, seat);
        self.each_bond(men, seat, men.king(seat), &hostile, |shield, line| {
            if shield == from {
                to = to & line;
            }
        });
        to
    }

    /// Shows each line on which an enemy strikes at the king of a seat, or would but for a piece of the
    /// seat: that piece or [`NOWHERE`], and the cells from the king's next to the enemy's.
    #[inline(always)]
    pub fn each_bond(
        &self,
        men: &Men,
        seat: Seat,
        king: Cell,
        hostile: &Hostile,
        mut show: impl FnMut(u8, Bitboard256),
    ) {
        let army = self.army(seat);
        let [straight, diagonal] = army.lines[usize::from(king)];
        let on_lines = (straight & hostile.straight) | (diagonal & hostile.diagonal);
        if on_lines.is_empty() {
            return;
        }
        let places = self.web.places(king);
        for foe in &army.foes {
            let land = &self.lands[foe.land];
            let axes = land.straight.start..land.diagonal.end;
            for (axis, &place) in axes.clone().zip(&places[axes]) {
                if (self.web.whole(place) & on_lines).is_empty() {
                    continue;
                }
                let sliders = if axis < land.straight.end { foe.straight } else { foe.diagonal };
                let (held, from) = (Web::held(&men.held, place), place.at());
                for back in [false, true] {
                    let first = Web::next(held, from, back);
                    let cell = self.web.cell(place, first);
                    let piece = men.on(cell);
                    if sliders >> piece & 1 == 1 {
                        show(NOWHERE, self.web.up_to(place, from, first, back));
                    } else if seat_of(piece) == seat && cell != king {
                        // (On a line that goes round, the first to be met may be the king himself.)
                        let second = Web::next(held, first, back);
                        if sliders >> men.on(self.web.cell(place, second)) & 1 == 1 {
                            show(cell, self.web.up_to(place, from, second, back));
                        }
                    }
                }
            }
        }
    }

    /// The enemies of a seat that could strike at some of the cells that these lines and threats are of,
    /// were nothing between.
    #[inline(always)]
    pub fn likely(&self, hostile: &Hostile, lines: [Bitboard256; 2], threats: Bitboard256) -> Bitboard256 {
        let leapers = hostile.all & !(hostile.straight | hostile.diagonal);
        (lines[0] & hostile.straight) | (lines[1] & hostile.diagonal) | (threats & leapers)
    }

    /// Those of some cells at which an enemy of `seat` strikes, and others.
    #[inline(always)]
    pub fn struck(&self, men: &Men, seat: Seat, hostile: &Hostile, cells: Bitboard256) -> Bitboard256 {
        let army = self.army(seat);
        let (mut lines, mut threats) = ([Bitboard256::EMPTY; 2], Bitboard256::EMPTY);
        cells.each(|cell| {
            let [straight, diagonal] = army.lines[usize::from(cell)];
            lines = [lines[0] | straight, lines[1] | diagonal];
            threats = threats | army.threats[usize::from(cell)];
        });
        let mut all = Bitboard256::EMPTY;
        // (On a line that goes round, a piece may come back to itself.)
        let likely = self.likely(hostile, lines, threats);
        likely.each(|enemy| all = all | (self.strike(men, enemy) & !Bitboard256::one(enemy)));
        all
    }

    /// The enemies of `seat` that strike at a cell otherwise than along a line.
    #[inline(always)]
    pub fn leapers(&self, men: &Men, seat: Seat, cell: Cell, enemies: Bitboard256) -> Bitboard256 {
        let at = usize::from(cell);
        if (self.army(seat).threats[at] & enemies).is_empty() {
            return Bitboard256::EMPTY;
        }
        let mut all = Bitboard256::EMPTY;
        for Foe { land, seats, .. } in &self.army(seat).foes {
            let land = &self.lands[*land];
            let near = (land.leaps[at] & men.kind(Kind::Knight)) | (land.near[at] & men.kind(Kind::King));
            all = all | (near & men.owned_by(*seats));
        }
        let pawns = men.kind(Kind::Pawn);
        for (other, army) in self.armies.iter().enumerate() {
            let hostile = self.enemies[usize::from(seat)] >> other & 1 == 1;
            all = all | (army.taken_from[at] & men.owned(other as Seat) & pawns).only_if(hostile);
        }
        if self.drafts {
            for other in (0..self.seats as Seat).filter(|&other| other != seat) {
                for (army, pawns) in self.drafted(men, other) {
                    all = all | (self.army(army).taken_from[at] & pawns);
                }
            }
        }
        all
    }

    /// Whether an enemy of `seat` strikes at a cell, `lifted` being thought away.
    pub fn attacked(
        &self,
        men: &Men,
        seat: Seat,
        hostile: &Hostile,
        cell: Cell,
        lifted: Option<Cell>,
    ) -> bool {
        if !self.leapers(men, seat, cell, hostile.all).is_empty() {
            return true;
        }
        for foe in &self.army(seat).foes {
            let land = &self.lands[foe.land];
            for axis in land.straight.start..land.diagonal.end {
                let straight = axis < land.straight.end;
                let place = self.web.place(cell, axis);
                if (self.web.whole(place) & if straight { hostile.straight } else { hostile.diagonal })
                    .is_empty()
                {
                    continue;
                }
                let sliders = if straight { foe.straight } else { foe.diagonal };
                let (held, from) = (Web::held(&men.held, place), place.at());
                for back in [false, true] {
                    let mut at = Web::next(held, from, back);
                    let mut met = self.web.cell(place, at);
                    if Some(met) == lifted {
                        at = Web::next(held, at, back);
                        met = self.web.cell(place, at);
                    }
                    // (On a line that goes round, what stands on the cell itself may be met.)
                    if sliders >> men.on(met) & 1 == 1 && met != cell {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether `seat` has a king that is in check (Chess 6.1).
    pub fn in_check(&self, men: &Men, seat: Seat) -> bool {
        let king = men.king(seat);
        if king == NOWHERE {
            return false;
        }
        let hostile = self.hostile(men, seat);
        if self.shadows {
            return self.in_check_through_shadow(men, seat, &hostile);
        }
        self.attacked(men, seat, &hostile, king, None)
    }
}
