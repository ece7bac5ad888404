//! The numbers of actions: how a piece comes to a cell, and to which.
//!
//! - First a plane of the grid for each way to come, the cell being that of arrival: the ways of line pieces
//!   (on squares eight, from straight ahead clockwise), then the hops of knights, then their double hops. The
//!   nearest piece behind a cell of arrival is the only one that can have come, so these two tell the step.
//!   Kings and pawns go in the ways of line pieces. Castling is the king's way to where he arrives, and a
//!   step of a pawn to its last cells is its promotion to a queen. Where lines go round, a cell can be
//!   reached in two ways: the first of them that is open counts.
//! - Where a king, or a pawn that takes, comes over other cells to which it has a way (on triangles, those of
//!   its color), ways are not enough to tell: there a king has a plane of its own for all its steps, and
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
use super::men::{Men, NOWHERE};
use super::plan::Turning;
use super::web::Ray;
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::Seat;

/// Two ways lead there.
pub(super) const TWO: u8 = u8::MAX - 1;

/// What tells the numbers of steps.
#[derive(Clone, Debug)]
pub struct ActionNumbers {
    pub(super) area: usize,
    /// How many ways line pieces have, and how many ways there are.
    pub(super) rays: usize,
    pub(super) ways: usize,
    /// In how many ways pawns take.
    pub(super) sides: usize,
    /// How many cells promote, and how many pawns beside the first can have passed over one of them where
    /// such captures have numbers of their own.
    pub(super) last: usize,
    pub(super) further_last: usize,
    /// By army and cell, the number among those that promote.
    pub(super) nth_last: Vec<Vec<u8>>,
    /// Whether kings and taking pawns have planes of their own.
    pub(super) apart: bool,
    /// By land, from and to, the way of a knight and that of any other piece.
    pub(super) way: Vec<[Vec<u8>; 2]>,
    /// By land and hop, the cell from which one comes to each.
    pub(super) from: Vec<Vec<Vec<u8>>>,
    /// How many pawns beside the first can have passed over a cell.
    pub(super) further: usize,
    /// In how many ways pieces come that capture through shadows, and in how many the shadows.
    pub(super) movers: usize,
    pub(super) victims: usize,
    /// Whether seats pass.
    pub(super) passes: bool,
}

impl ActionNumbers {
    /// The numbers of a game.
    pub fn new(engine: &Engine) -> ActionNumbers {
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
        ActionNumbers {
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
    pub(super) fn pass(&self) -> usize {
        let promotions = if self.movers == 0 { 0 } else { 3 * self.sides * self.victims * self.last };
        self.behind_captures() + promotions
    }

    /// Where an action stands on the grid: planes go on behind the promotions to knight, bishop and rook,
    /// which have none, and end before those that capture through shadows.
    pub(super) fn place(&self, action: usize) -> Option<usize> {
        if action < self.behind_planes() {
            Some(action)
        } else {
            let behind = action.checked_sub(self.behind_promotions())?;
            (action < self.behind_captures()).then_some(self.behind_planes() + behind)
        }
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
    pub(super) fn behind_planes(&self) -> usize {
        (self.ways + if self.apart { 1 + self.sides } else { 0 }) * self.area
    }

    pub(super) fn behind_promotions(&self) -> usize {
        self.behind_planes() + 3 * self.promoting() * self.last
    }

    /// In how many ways pawns promote to one kind.
    pub(super) fn promoting(&self) -> usize {
        1 + self.sides * (1 + self.further_last)
    }

    /// Which side and which further pawn one of these is: 0 and 0 for straight ahead.
    pub(super) fn side_and_further(&self, way: usize) -> (usize, usize) {
        way.checked_sub(1).map_or((0, 0), |way| (way % self.sides + 1, way / self.sides))
    }

    pub(super) fn behind_passing(&self) -> usize {
        self.behind_promotions() + self.further * self.sides * self.area
    }

    pub(super) fn behind_captures(&self) -> usize {
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
    /// The next cell on a ray of an empty board.
    pub(super) fn next_on(&self, cell: Cell, ray: Ray) -> Option<Cell> {
        let place = self.web.place(cell, ray.axis.into());
        let next = self.web.cell(place, if ray.back { place.at() - 1 } else { place.at() + 1 });
        (next != NOWHERE).then_some(next)
    }

    /// The most pawns that can have passed over a cell on which some enemy of theirs promotes.
    fn most_over_last(&self) -> usize {
        let men = Men::empty(&self.web, self.board.len());
        let over = |seat: Seat| {
            let from = self.board.cells().filter(|&from| !self.army(seat).barred.has(from));
            from.fold(Bitboard256::EMPTY, |all, from| {
                let ends = self.advance(&men, self.army(seat), from).cells();
                let passed = ends.flat_map(|end| self.passed_over(seat, [from, end]));
                all | set(&passed.collect::<Vec<Cell>>())
            })
        };
        let over: Vec<Bitboard256> = (0..self.seats as Seat).map(over).collect();
        let count = |seat: usize, cell: Cell| {
            let enemy = |other: &usize| self.enemies[seat] >> other & 1 == 1;
            (0..self.seats).filter(enemy).filter(|&other| over[other].has(cell)).count()
        };
        let most = |seat: usize| self.armies[seat].last.cells().map(move |cell| count(seat, cell)).max();
        (0..self.seats).filter_map(most).max().unwrap_or(0)
    }
}
