//! The numbers of actions: how a piece comes to a cell, and to which.
//!
//! - First a plane of the grid for each way to come, the cell being that of arrival: the ways of line pieces
//!   (on squares eight, from straight ahead clockwise), then the hops of knights, then their double hops. The
//!   nearest piece behind a cell of arrival is the only one that can have come, so these two tell the step.
//!   Kings and pawns go in the ways of line pieces. Castling is the king's way to where he arrives, and a
//!   step of a pawn to its last cells is its promotion to a queen. Where lines go round, a cell can be
//!   reached in two ways: the first of them that is open counts.
//! - Where a king, or a pawn that takes, comes over other cells to which it has a way (on triangles, those of
//!   its colour), ways are not enough to tell: there a king has a plane of its own for all its steps, and
//!   pawns have one for taking to the left and one to the right. Castling is then the king's plane at the
//!   rook's cell, and a double hop counts as the hop: from the cell before, or from the next behind if this
//!   one is empty.
//! - Then promotions to knight, bishop and rook: straight ahead, then taking to the left and to the right, a
//!   number for each last cell, from the seat's own left; on triangles again for those that take a further
//!   pawn in passing.
//! - Then captures in passing where several pawns have passed over the cell (Chess 4.6, Tri-Chess 4.9): the
//!   first of them in the sequence after the seat to move is taken by the pawn's plain way; each further one
//!   has a plane for taking to the left and one to the right. On triangles, where there can be five, these
//!   two planes are by the cell of the pawn that is taken, once for the cell behind it and once for the one
//!   before that.
//!
//! - Last, where there are shadows, captures through them: for each way of the mover, double hops left out,
//!   and each way in which the victim casts its shadow onto the cell of arrival, a plane of these cells. (The
//!   nearest piece behind in the second way is the victim. On a double cylinder it depends on the victim's
//!   lines, so that there are as many ways again for those of the second kind.) Then promotions to knight,
//!   bishop and rook that capture so: taking to the left and to the right, for each way of the victim.
//! - Where seats pass (Three Kings 6.7), the last number is for it.
//!
//! Ways and cells are as the seat sees them; own cells and sides are the seat's own in any case.

use super::engine::{Engine, Land, set};
use super::men::{Kind, Men, NOTHING, NOWHERE, kind_of, seat_of};
use super::offer::{Deed, PROMOTED, Step};
use super::plan::{Castling, Turning};
use super::state::State;
use super::web::Ray;
use crate::board::{Cell, Quad, Set};
use crate::game::Seat;

/// Two ways lead there.
const TWO: u8 = u8::MAX - 1;

/// What tells the numbers of steps.
#[derive(Clone, Debug)]
pub struct Actions {
    area: usize,
    /// How many ways line pieces have, and how many ways there are.
    rays: usize,
    ways: usize,
    /// In how many ways pawns take.
    sides: usize,
    /// How many cells promote, and how many pawns beside the first can have passed over one of them where such
    /// captures have numbers of their own.
    last: usize,
    further_last: usize,
    /// By army and cell, the number among those that promote.
    nth_last: Vec<Vec<u8>>,
    /// Whether kings and taking pawns have planes of their own.
    apart: bool,
    /// By land, from and to, the way of a knight and that of any other piece.
    way: Vec<[Vec<u8>; 2]>,
    /// By land and hop, the cell from which one comes to each.
    from: Vec<Vec<Vec<u8>>>,
    /// How many pawns beside the first can have passed over a cell.
    further: usize,
    /// In how many ways pieces come that capture through shadows, and in how many the shadows.
    movers: usize,
    victims: usize,
    /// Whether seats pass.
    passes: bool,
}

impl Actions {
    /// The numbers of a game.
    pub fn new(engine: &Engine) -> Actions {
        let rays = engine.lands[0].rays[0].len();
        let apart = engine.lands.iter().any(|land| comes_over(engine, land));
        let hops = engine.lands.iter().map(|land| hops(engine, land, apart));
        let from: Vec<Vec<Vec<u8>>> =
            hops.map(|hops| hops.iter().map(|hop| inverse(hop)).collect()).collect();
        let cells = engine.board.len();
        let way = (0..engine.lands.len()).map(|land| ways(engine, land, apart)).collect();
        let nth_last = |army: &super::engine::Army| {
            let mut cells: Vec<Cell> = army.last.cells().collect();
            cells.sort_by_key(|&cell| army.own[usize::from(cell)]);
            let mut nth = vec![NOWHERE; engine.board.len()];
            cells.iter().zip(0..).for_each(|(&cell, at)| nth[usize::from(cell)] = at);
            nth
        };
        let sides = engine.armies.iter().flat_map(|army| army.sides.iter().map(Vec::len)).max();
        let enemies = engine.enemies[0].count_ones() as usize;
        debug_assert!(cells < usize::from(TWO));
        let ways = rays + from[0].len();
        Actions {
            area: engine.area(),
            rays,
            ways,
            sides: sides.unwrap_or(0),
            last: engine.armies.iter().map(|army| army.last.count()).max().unwrap_or(0),
            further_last: if apart { engine.most_over_last().saturating_sub(1) } else { 0 },
            nth_last: engine.armies.iter().map(nth_last).collect(),
            apart,
            way,
            from,
            further: match enemies {
                1 => 0,
                // In Three Kings Chess no two armies pass over the same cells.
                _ if engine.drafts => 0,
                _ if apart => 2,
                _ => enemies - 1,
            },
            movers: if engine.shadows { rays + engine.lands[0].hops.len() } else { 0 },
            victims: ways * engine.lands.len(),
            passes: engine.drafts,
        }
    }

    /// How many actions there are.
    pub fn count(&self) -> usize {
        self.pass() + usize::from(self.passes)
    }

    /// The number of the step that is to pass, if there is one.
    fn pass(&self) -> usize {
        let promotions = if self.movers == 0 { 0 } else { 3 * self.sides * self.victims * self.last };
        self.behind_captures() + promotions
    }

    /// Where an action of a seat goes when the board is turned. (Promotions are numbered by what is the
    /// seat's own, which its own cells remain.)
    pub fn turned(&self, engine: &Engine, turning: &Turning, seat: Seat, action: usize) -> usize {
        let (army, other) = (engine.army(seat), engine.army(turning.seats[usize::from(seat)]));
        // Where the own board has no cell there, one of another seat may: the same turning of the plane.
        let place = |place: usize| {
            let seats = [seat].into_iter().chain(0..engine.seats as Seat);
            let moved = seats.filter_map(|seat| {
                let cell = engine.army(seat).at_place[place];
                let other = engine.army(turning.seats[usize::from(seat)]);
                (cell != NOWHERE)
                    .then(|| usize::from(other.eyes[usize::from(turning.cells[usize::from(cell)])]))
            });
            moved.into_iter().next().unwrap_or(place)
        };
        let way =
            |seen: usize| usize::from(other.looks[usize::from(turning.ways[usize::from(army.means[seen])])]);
        let victim = |victim: usize| {
            let land = (0..engine.seats).find(|&seat| engine.armies[seat].land == victim / self.ways);
            let land = land.map_or(0, |seat| engine.army(turning.seats[seat]).land);
            land * self.ways + way(victim % self.ways)
        };
        let on = |at: usize| (at / self.area, at % self.area);
        // The same side of taking (1 left, 2 right) after a reflection, and the same last cell.
        let side = |side: usize| self.side_turned(engine, turning, seat, side);
        let last = |nth: usize| {
            let numbers = &self.nth_last[usize::from(seat)];
            let moved = engine.board.cells().find(|&cell| usize::from(numbers[usize::from(cell)]) == nth);
            let others = &self.nth_last[usize::from(turning.seats[usize::from(seat)])];
            moved.map_or(nth, |cell| usize::from(others[usize::from(turning.cells[usize::from(cell)])]))
        };
        if action < self.ways * self.area {
            let (seen, at) = on(action);
            way(seen) * self.area + place(at)
        } else if action < self.behind_planes() {
            let (plane, at) = on(action);
            (self.ways + side(plane - self.ways)) * self.area + place(at)
        } else if action < self.behind_promotions() {
            let at = action - self.behind_planes();
            let (among, nth) = (at / self.last, at % self.last);
            let (kind, (aside, further)) =
                (among / self.promoting(), self.side_and_further(among % self.promoting()));
            let among = kind * self.promoting() + side(aside) + further * self.sides;
            self.behind_planes() + among * self.last + last(nth)
        } else if action < self.behind_passing() {
            let (plane, at) = on(action - self.behind_promotions());
            let plane = plane - plane % self.sides + side(plane % self.sides + 1) - 1;
            self.behind_promotions() + plane * self.area + place(at)
        } else if action < self.behind_captures() {
            let (plane, at) = on(action - self.behind_passing());
            let plane = way(plane / self.victims) * self.victims + victim(plane % self.victims);
            self.behind_passing() + plane * self.area + place(at)
        } else if action == self.pass() {
            action
        } else {
            let at = action - self.behind_captures();
            let (among, nth) = (at / self.last, at % self.last);
            let (kind, aside) = (among / self.victims / self.sides, among / self.victims % self.sides + 1);
            let among = (kind * self.sides + side(aside) - 1) * self.victims + victim(among % self.victims);
            self.behind_captures() + among * self.last + last(nth)
        }
    }

    /// What a way of taking becomes when the board is turned; 0, straight ahead, remains.
    fn side_turned(&self, engine: &Engine, turning: &Turning, seat: Seat, side: usize) -> usize {
        let turned = |cell: u8| turning.cells[usize::from(cell)];
        let others = &engine.army(turning.seats[usize::from(seat)]).sides;
        let sides = engine.board.cells().zip(&engine.army(seat).sides);
        let taken = sides.filter_map(|(from, sides)| {
            let to = *sides.get(side.checked_sub(1)?)?;
            (to != NOWHERE).then(|| [turned(from), turned(to)])
        });
        let find = |[from, to]: [Cell; 2]| others[usize::from(from)].iter().position(|&cell| cell == to);
        taken.filter_map(find).next().map_or(side, |side| side + 1)
    }

    /// How many actions have their planes by arrival.
    fn behind_planes(&self) -> usize {
        (self.ways + if self.apart { 1 + self.sides } else { 0 }) * self.area
    }

    fn behind_promotions(&self) -> usize {
        self.behind_planes() + 3 * self.promoting() * self.last
    }

    /// In how many ways pawns promote to one kind.
    fn promoting(&self) -> usize {
        1 + self.sides * (1 + self.further_last)
    }

    /// Which side and which further pawn one of these is: 0 and 0 for straight ahead.
    fn side_and_further(&self, way: usize) -> (usize, usize) {
        way.checked_sub(1).map_or((0, 0), |way| (way % self.sides + 1, way / self.sides))
    }

    fn behind_passing(&self) -> usize {
        self.behind_promotions() + self.further * self.sides * self.area
    }

    fn behind_captures(&self) -> usize {
        self.behind_passing() + self.movers * self.victims * self.area
    }
}

/// Whether some king or taking pawn comes over a cell: it goes to one that is not the next on a line.
fn comes_over(engine: &Engine, land: &Land) -> bool {
    let is_next = |from: Cell, to: Cell| {
        land.rays[usize::from(to)].iter().any(|ray| engine.next_on(to, ray.reversed()) == Some(from))
    };
    let comes_over = |from: Cell| land.near[usize::from(from)].cells().any(|to| !is_next(from, to));
    engine.board.cells().any(comes_over)
}

/// By hop, where it leads from each cell; then by double hop, unless it counts as the hop.
fn hops(engine: &Engine, land: &Land, apart: bool) -> Vec<Vec<u8>> {
    let twice =
        |nth: usize| engine.board.cells().map(|cell| land.double_hops[usize::from(cell)][nth][1]).collect();
    let mut hops = land.hops.clone();
    if !apart {
        let double = (0..land.doubles).map(twice);
        hops.extend(double.filter(|hop: &Vec<u8>| hop.iter().any(|&to| to != NOWHERE)));
    }
    hops
}

/// From where one comes to each cell.
fn inverse(hop: &[u8]) -> Vec<u8> {
    let mut from = vec![NOWHERE; hop.len()];
    for (cell, &to) in hop.iter().enumerate().filter(|(_, to)| **to != NOWHERE) {
        from[usize::from(to)] = cell as u8;
    }
    from
}

/// By from and to, the way of a knight, and that of any other piece on an empty board. Where lines part only
/// beyond both cells, the first way is taken.
fn ways(engine: &Engine, number: usize, apart: bool) -> [Vec<u8>; 2] {
    let (land, cells, web) = (&engine.lands[number], engine.board.len(), &engine.web);
    let mut tables = [vec![NOWHERE; cells * cells], vec![NOWHERE; cells * cells]];
    let [leaps, lines] = &mut tables;
    let path = |from: Cell, to: Cell, ray: Ray| {
        let mut held = web.empty;
        web.toggle(&mut held, from);
        web.seen(&held, to, ray.reversed())
    };
    for to in engine.board.cells() {
        let rays = &land.rays[usize::from(to)];
        for (way, &ray) in rays.iter().enumerate() {
            let behind = web.seen(&web.empty, to, ray.reversed()) & !set(&[to]);
            behind.each(|from| {
                let entry = &mut lines[usize::from(from) * cells + usize::from(to)];
                *entry = match *entry {
                    NOWHERE => way as u8,
                    first
                        if first != TWO
                            && path(from, to, rays[usize::from(first)]) == path(from, to, ray) =>
                    {
                        first
                    }
                    _ => TWO,
                };
            });
        }
    }
    let first = land.rays[0].len();
    for (hop, to) in hops(engine, land, apart).iter().enumerate() {
        for (from, &to) in to.iter().enumerate().filter(|(_, to)| **to != NOWHERE) {
            leaps[from * cells + usize::from(to)] = (first + hop) as u8;
        }
    }
    for (from, double_hops) in land.double_hops.iter().enumerate().filter(|_| apart) {
        for (hop, &[_, to]) in double_hops.iter().enumerate().filter(|(_, hop)| hop[1] != NOWHERE) {
            leaps[from * cells + usize::from(to)] = (first + hop) as u8;
        }
    }
    tables
}

impl Engine {
    /// The way from the cell of a piece of the land with that number to another, as a seat sees it.
    #[inline(always)]
    fn way(&self, actions: &Actions, men: &Men, seat: Seat, land: usize, [from, to]: [Cell; 2]) -> u8 {
        let table = &actions.way[land][usize::from(kind_of(men.on(from)) != Kind::Knight)];
        match table[usize::from(from) * self.board.len() + usize::from(to)] {
            TWO => self.first_open_way(men, seat, land, [from, to]),
            way => self.army(seat).looks.get(usize::from(way)).copied().unwrap_or(NOWHERE),
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

    /// The next cell on a ray of an empty board.
    fn next_on(&self, cell: Cell, ray: Ray) -> Option<Cell> {
        let place = self.web.place(cell, ray.axis.into());
        let next = self.web.cell(place, if ray.back { place.at() - 1 } else { place.at() + 1 });
        (next != NOWHERE).then_some(next)
    }

    /// The number of a step.
    #[inline(always)]
    pub fn action(&self, actions: &Actions, state: &State, step: Step) -> usize {
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
        if actions.apart {
            let plane = match kind_of(state.men.on(from)) {
                Kind::King => Some(0),
                Kind::Pawn => Some(self.aside(&state.men, [from, to])).filter(|&side| side != 0),
                _ => None,
            };
            if let Some(plane) = plane {
                return (actions.ways + plane) * actions.area + place;
            }
        }
        let way = self.way(actions, &state.men, seat, self.army(seat).land, [from, to]);
        usize::from(way) * actions.area + place
    }

    /// The number of a promotion, which may take one of the further pawns in passing.
    #[cold]
    fn promotion(
        &self,
        actions: &Actions,
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

    /// The most pawns that can have passed over a cell on which some enemy of theirs promotes.
    fn most_over_last(&self) -> usize {
        let men = Men::empty(&self.web, self.board.len());
        let over = |seat: Seat| {
            let from = self.board.cells().filter(|&from| !self.army(seat).barred.has(from));
            from.fold(Quad::EMPTY, |all, from| {
                let ends = self.advance(&men, self.army(seat), from).cells();
                let passed = ends.flat_map(|end| self.passed_over(seat, [from, end]));
                all | set(&passed.collect::<Vec<Cell>>())
            })
        };
        let over: Vec<Quad> = (0..self.seats as Seat).map(over).collect();
        let count = |seat: usize, cell: Cell| {
            let enemy = |other: &usize| self.enemies[seat] >> other & 1 == 1;
            (0..self.seats).filter(enemy).filter(|&other| over[other].has(cell)).count()
        };
        let most = |seat: usize| self.armies[seat].last.cells().map(move |cell| count(seat, cell)).max();
        (0..self.seats).filter_map(most).max().unwrap_or(0)
    }

    /// The number of a step that takes something elsewhere.
    #[cold]
    fn action_elsewhere(&self, actions: &Actions, state: &State, step: Step, place: usize) -> usize {
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
    fn capture(&self, actions: &Actions, state: &State, step: Step, place: usize, side: usize) -> usize {
        let (men, seat, Step { from, to, over, deed }) = (&state.men, state.seat, step);
        let victim = seat_of(men.on(over));
        if usize::from(victim) >= self.seats || self.enemies[usize::from(seat)] >> victim & 1 == 0 {
            return usize::MAX;
        }
        let land = self.army(victim).land;
        let mover = self.way(actions, men, seat, self.army(seat).land, [from, to]);
        let shadow = self.way(actions, men, seat, land, [over, to]);
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
    fn came_from(&self, actions: &Actions, men: &Men, seat: Seat, land: usize, seen: usize, to: Cell) -> u8 {
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
    pub fn step_of(&self, actions: &Actions, state: &State, action: usize) -> Option<Step> {
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
