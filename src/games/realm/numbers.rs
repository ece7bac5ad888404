//! The number of each step, and the step that a number means (see [`actions`](super::actions)).

use super::actions::{ActionNumbers, TWO};
use super::engine::Engine;
use super::men::{Kind, Men, NOTHING, NOWHERE, kind_of, seat_of};
use super::offer::{Deed, Offer, PROMOTED, Step, Steps};
use super::plan::Castling;
use super::state::State;
use super::web::Ray;
use crate::board::{Bitboard, Cell};
use crate::game::{Mask, Seat};

impl Engine {
    /// The ways to other cells from that of a piece of the land with that number, as a seat sees them.
    #[inline(always)]
    fn ways<'a>(
        &'a self,
        actions: &'a ActionNumbers,
        men: &'a Men,
        seat: Seat,
        land: usize,
        from: Cell,
    ) -> impl Fn(Cell) -> u8 + use<'a> {
        let (looks, cells) = (&self.army(seat).looks, self.board.len());
        let table = &actions.way[land][usize::from(kind_of(men.on(from)) != Kind::Knight)];
        let table = &table[usize::from(from) * cells..][..cells];
        move |to| match table[usize::from(to)] {
            TWO => self.first_open_way(men, seat, land, [from, to]),
            way => looks[usize::from(way)],
        }
    }

    /// The first way, in a seat's own order, that is open between two cells: as the seat sees it.
    #[cold]
    fn first_open_way(&self, men: &Men, seat: Seat, land: usize, [from, to]: [Cell; 2]) -> u8 {
        let (army, rays) = (self.army(seat), &self.lands[land].rays[usize::from(to)]);
        let open = |&&way: &&u8| self.web.seen(&men.held, to, rays[usize::from(way)].reversed()).has(from);
        army.own_rays.iter().find(open).map_or(NOWHERE, |&way| army.looks[usize::from(way)])
    }

    /// In which of its ways the pawn on a cell goes: 0 is ahead, then come those of taking.
    fn aside(&self, men: &Men, [from, to]: [Cell; 2]) -> usize {
        let sides = &self.army(self.army_of(men.on(from))).sides[usize::from(from)];
        sides.iter().position(|&side| side == to).map_or(0, |at| at + 1)
    }

    /// The pawns that a pawn on its way to a cell may take in passing, in the sequence after its seat.
    fn passers(&self, state: &State, seat: Seat, to: Cell) -> impl Iterator<Item = Cell> {
        let after = self.order[usize::from(seat)];
        let next = (1..self.seats).map(move |by| self.sequence[(usize::from(after) + by) % self.seats]);
        next.filter(move |&other| self.enemies[usize::from(seat)] >> other & 1 == 1).filter_map(
            move |other| {
                let passed = state.pawn_move(other)?;
                self.passed(&state.men, passed).any(|cell| cell == to).then_some(passed[1])
            },
        )
    }

    /// The cell to which a step is said to go.
    #[inline(always)]
    pub fn named_cell(&self, state: &State, step: Step) -> Cell {
        match step.deed {
            Deed::Castle => self.castled(state.seat, step.to).map_or(step.to, |castling| castling.named),
            _ => step.to,
        }
    }

    /// The castling of a seat that brings its king there.
    pub fn castled(&self, seat: Seat, king_to: Cell) -> Option<&Castling> {
        self.army(seat).castlings.iter().find(|castling| castling.king_to == king_to)
    }

    /// The number of a step.
    #[inline(always)]
    pub fn action(&self, actions: &ActionNumbers, state: &State, step: Step) -> usize {
        let seat = state.seat;
        let Step { from, to, over, deed } = step;
        if deed == Deed::Pass {
            return actions.pass();
        }
        let named = self.named_cell(state, step);
        let place = usize::from(self.army(seat).eyes[usize::from(named)]);
        if over != NOWHERE {
            return self.action_elsewhere(actions, state, step, place);
        }
        if let Deed::Promote(kind @ (Kind::Knight | Kind::Bishop | Kind::Rook)) = deed {
            return self.promotion(actions, state, [from, to], kind, 0);
        }
        self.number(actions, state, from)(to, place)
    }

    /// The numbers of steps from a cell that have them by arrival: what tells where a step goes is looked up
    /// for all of them at once.
    #[inline(always)]
    fn number<'a>(
        &'a self,
        actions: &'a ActionNumbers,
        state: &'a State,
        from: Cell,
    ) -> impl Fn(Cell, usize) -> usize + use<'a> {
        let by_way = self.number_by_way(actions, state, from);
        let apart = actions.apart.then(|| kind_of(state.men.on(from)));
        move |to, place| {
            let plane = match apart {
                Some(Kind::King) => 0,
                Some(Kind::Pawn) => match self.aside(&state.men, [from, to]) {
                    0 => return by_way(to, place),
                    side => side,
                },
                _ => return by_way(to, place),
            };
            (actions.ways + plane) * actions.area + place
        }
    }

    /// The same for a piece that has no planes of its own.
    #[inline(always)]
    fn number_by_way<'a>(
        &'a self,
        actions: &'a ActionNumbers,
        state: &'a State,
        from: Cell,
    ) -> impl Fn(Cell, usize) -> usize + use<'a> {
        let ways = self.ways(actions, &state.men, state.seat, self.army(state.seat).land, from);
        move |to, place| usize::from(ways(to)) * actions.area + place
    }

    /// Puts the numbers of the steps of an offer into an empty mask.
    #[inline(always)]
    pub fn mark(&self, actions: &ActionNumbers, state: &State, offer: Offer, mask: &mut Mask) {
        let eyes = &self.army(state.seat).eyes;
        let place = |to: Cell| usize::from(eyes[usize::from(to)]);
        offer.each_entry(|steps| match steps {
            Steps::Plain(from, to) if actions.apart => {
                let number = self.number(actions, state, from);
                to.each(|to| mask.add(number(to, place(to))));
            }
            Steps::Plain(from, to) => {
                let number = self.number_by_way(actions, state, from);
                to.each(|to| mask.add(number(to, place(to))));
            }
            Steps::Other(step) => mask.add(self.action(actions, state, step)),
        });
    }

    /// The number of a promotion, which may take one of the further pawns in passing.
    #[cold]
    fn promotion(
        &self,
        actions: &ActionNumbers,
        state: &State,
        step: [Cell; 2],
        kind: Kind,
        further: usize,
    ) -> usize {
        let nth = usize::from(actions.nth_last[usize::from(state.seat)][usize::from(step[1])]);
        let way = self.aside(&state.men, step) + further * actions.sides;
        let among = (kind as usize - Kind::Knight as usize) * actions.promoting() + way;
        actions.behind_planes() + among * actions.last + nth
    }

    /// The number of a step that takes something elsewhere.
    #[cold]
    fn action_elsewhere(&self, actions: &ActionNumbers, state: &State, step: Step, place: usize) -> usize {
        let Step { from, to, over, deed } = step;
        let side = self.aside(&state.men, [from, to]).saturating_sub(1);
        match self.passers(state, state.seat, to).position(|passer| passer == over) {
            Some(0) => self.action(actions, state, Step { from, to, over: NOWHERE, deed }),
            Some(further) if actions.apart => {
                if let Deed::Promote(kind @ (Kind::Knight | Kind::Bishop | Kind::Rook)) = deed {
                    return self.promotion(actions, state, [from, to], kind, further);
                }
                // Whether the cell before that of the pawn taken is the next that it passed over.
                let passed = state.pawn_move(seat_of(state.men.on(over)));
                let passed = passed.map(|passed| self.passed(&state.men, passed));
                let back = usize::from(passed.and_then(Iterator::last) != Some(to));
                let place = usize::from(self.army(state.seat).eyes[usize::from(over)]);
                actions.behind_promotions() + (back * actions.sides + side) * actions.area + place
            }
            Some(further) => {
                actions.behind_promotions() + ((further - 1) * actions.sides + side) * actions.area + place
            }
            None => self.capture(actions, state, step, place, side),
        }
    }

    /// The number of a capture through a shadow; none that is in use if the victim casts none there.
    fn capture(
        &self,
        actions: &ActionNumbers,
        state: &State,
        step: Step,
        place: usize,
        side: usize,
    ) -> usize {
        let (men, seat, Step { from, to, over, deed }) = (&state.men, state.seat, step);
        let victim = seat_of(men.on(over));
        if usize::from(victim) >= self.seats || self.enemies[usize::from(seat)] >> victim & 1 == 0 {
            return usize::MAX;
        }
        let land = self.army(victim).land;
        let mover = self.ways(actions, men, seat, self.army(seat).land, from)(to);
        let shadow = self.ways(actions, men, seat, land, over)(to);
        if usize::from(mover) >= actions.movers || shadow == NOWHERE {
            return usize::MAX;
        }
        let shadow = land * actions.ways + usize::from(shadow);
        if let Deed::Promote(kind @ (Kind::Knight | Kind::Bishop | Kind::Rook)) = deed {
            let nth = usize::from(actions.nth_last[usize::from(seat)][usize::from(to)]);
            let among = (kind as usize - Kind::Knight as usize) * actions.sides + side;
            return actions.behind_captures() + (among * actions.victims + shadow) * actions.last + nth;
        }
        actions.behind_passing() + (usize::from(mover) * actions.victims + shadow) * actions.area + place
    }

    /// The cell from which a piece of a land can have come to another, in a way as a seat sees it.
    fn came_from(
        &self,
        actions: &ActionNumbers,
        men: &Men,
        seat: Seat,
        land: usize,
        seen: usize,
        to: Cell,
    ) -> u8 {
        let way = usize::from(self.army(seat).means[seen]);
        match way.checked_sub(actions.rays) {
            None => self.web.met(&men.held, to, self.lands[land].rays[usize::from(to)][way].reversed()),
            Some(hop) => {
                let from = &actions.from[land][hop];
                let near = from[usize::from(to)];
                let behind = near != NOWHERE && actions.apart && men.on(near) == NOTHING;
                if behind { from[usize::from(near)] } else { near }
            }
        }
    }

    /// The step that an action means, whether or not it is legal.
    pub fn step_of(&self, actions: &ActionNumbers, state: &State, action: usize) -> Option<Step> {
        let (seat, men, army) = (state.seat, &state.men, self.army(state.seat));
        let planes = actions.behind_planes();
        if action < planes {
            let to = army.at_place[action % actions.area];
            if to == NOWHERE {
                return None;
            }
            let from = match (action / actions.area).checked_sub(actions.ways) {
                None => self.came_from(actions, men, seat, army.land, action / actions.area, to),
                Some(0) => men.king(seat),
                Some(side) => self.pawn_beside(men, seat, to, side)?,
            };
            let step = self.named(state, [from, to], Kind::Queen)?;
            return (self.action(actions, state, step) == action).then_some(step);
        }
        let found = |step: Step| (self.action(actions, state, step) == action).then_some(step);
        let last_cell = |nth: usize| {
            let nth_last = &actions.nth_last[usize::from(seat)];
            army.last.cells().find(|&to| usize::from(nth_last[usize::from(to)]) == nth)
        };
        if action >= actions.pass() {
            return (actions.passes && action == actions.pass()).then_some(Step::PASS);
        }
        if let Some(at) = action.checked_sub(actions.behind_captures()) {
            let (among, nth) = (at / actions.last, at % actions.last);
            let (piece, shadow) = (among / actions.victims, among % actions.victims);
            let kind = [Kind::Knight, Kind::Bishop, Kind::Rook][piece / actions.sides];
            let to = last_cell(nth)?;
            let from = self.pawn_beside(men, seat, to, piece % actions.sides + 1)?;
            let over = self.came_from(actions, men, seat, shadow / actions.ways, shadow % actions.ways, to);
            return found(Step { over, ..self.named(state, [from, to], kind)? });
        }
        if let Some(at) = action.checked_sub(actions.behind_passing()) {
            let (plane, to) = (at / actions.area, army.at_place[at % actions.area]);
            if to == NOWHERE {
                return None;
            }
            let (mover, shadow) = (plane / actions.victims, plane % actions.victims);
            let from = self.came_from(actions, men, seat, army.land, mover, to);
            let over = self.came_from(actions, men, seat, shadow / actions.ways, shadow % actions.ways, to);
            return found(Step { over, ..self.named(state, [from, to], Kind::Queen)? });
        }
        if let Some(at) = action.checked_sub(actions.behind_promotions())
            && actions.apart
        {
            let (plane, over) = (at / actions.area, army.at_place[at % actions.area]);
            let owner = seat_of(men.on(over));
            let passed = state.passed.get(usize::from(owner)).filter(|passed| passed[1] == over)?;
            let mut passed: Vec<Cell> = self.passed(men, *passed).collect();
            passed.reverse();
            let to = *passed.get(plane / actions.sides)?;
            let from = self.pawn_beside(men, seat, to, plane % actions.sides + 1)?;
            return found(Step { over, ..self.named(state, [from, to], Kind::Queen)? });
        }
        if let Some(at) = action.checked_sub(actions.behind_promotions()) {
            let (plane, to) = (at / actions.area, army.at_place[at % actions.area]);
            let over = self.passers(state, seat, to).nth(plane / actions.sides + 1)?;
            let from = self.pawn_beside(men, seat, to, plane % actions.sides + 1)?;
            return found(Step { over, ..self.named(state, [from, to], Kind::Queen)? });
        }
        let among = (action - planes) / actions.last;
        let nth = (action - planes) % actions.last;
        let kind = [Kind::Knight, Kind::Bishop, Kind::Rook][among / actions.promoting()];
        let to = last_cell(nth)?;
        let (side, further) = actions.side_and_further(among % actions.promoting());
        let from = match side {
            0 => self.web.met(&men.held, to, self.lastly(seat, to)?),
            side => self.pawn_beside(men, seat, to, side)?,
        };
        let step = self.named(state, [from, to], kind)?;
        let over = if further == 0 { step.over } else { self.passers(state, seat, to).nth(further)? };
        found(Step { over, ..step })
    }

    /// The ray back from a last cell of a seat's pawns.
    fn lastly(&self, seat: Seat, to: Cell) -> Option<Ray> {
        Some(self.army(seat).ahead.get(usize::from(to))?.ray.reversed())
    }

    /// The own pawn that takes on a cell in that way of taking.
    fn pawn_beside(&self, men: &Men, seat: Seat, to: Cell, side: usize) -> Option<Cell> {
        if usize::from(to) >= self.board.len() {
            return None;
        }
        self.pawns_beside(men, seat, to).cells().find(|&from| self.aside(men, [from, to]) == side)
    }

    /// The step of the own piece on a cell to another, a promotion being to this kind, and the first pawn
    /// that can be being taken in passing. It need not be legal.
    pub fn named(&self, state: &State, [from, to]: [u8; 2], kind: Kind) -> Option<Step> {
        let (seat, men, army) = (state.seat, &state.men, self.army(state.seat));
        let piece = men.on(from);
        if seat_of(piece) != seat || to == NOWHERE {
            return None;
        }
        let pawn = kind_of(piece) == Kind::Pawn;
        let aside =
            pawn && self.army(self.army_of(piece)).takes[usize::from(from)].has(to) && men.on(to) == NOTHING;
        let over = if aside { self.passers(state, seat, to).next().unwrap_or(NOWHERE) } else { NOWHERE };
        let castling = army
            .castlings
            .iter()
            .find(|castling| [castling.king, castling.named] == [from, to] && kind_of(piece) == Kind::King);
        let to = castling.map_or(to, |castling| castling.king_to);
        let deed = if castling.is_some() {
            Deed::Castle
        } else if pawn && army.last.has(to) {
            Deed::Promote(if PROMOTED.contains(&kind) { kind } else { Kind::Queen })
        } else {
            Deed::Go
        };
        Some(Step { from, to, over, deed })
    }
}
