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

use super::direction_tables::{AMBIGUOUS, arrival_hops, direction_tables, inverse_hop, king_jumps};
use super::engine::Engine;
use super::pieces::NO_CELL;
use super::variant_spec::BoardSymmetry;
use crate::board::{Cell, Set};
use crate::game::Seat;

/// What tells the numbers of steps.
#[derive(Clone, Debug)]
pub struct ActionLayout {
    pub(super) grid_area: usize,
    /// How many ways line pieces have, and how many ways there are.
    pub(super) ray_count: usize,
    pub(super) direction_count: usize,
    /// In how many ways pawns take.
    pub(super) side_count: usize,
    /// How many cells promote, and how many pawns beside the first can have passed over one of them where
    /// such captures have numbers of their own.
    pub(super) promotion_cell_count: usize,
    pub(super) extra_ep_on_promotion: usize,
    /// By army and cell, the number among those that promote.
    pub(super) promotion_index: Vec<Vec<u8>>,
    /// Whether kings and taking pawns have planes of their own.
    pub(super) separate_planes: bool,
    /// By land, from and to, the way of a knight and that of any other piece.
    pub(super) direction_tables: Vec<[Vec<u8>; 2]>,
    /// By land and hop, the cell from which one comes to each.
    pub(super) hop_origins: Vec<Vec<Vec<u8>>>,
    /// How many pawns beside the first can have passed over a cell.
    pub(super) extra_ep: usize,
    /// In how many ways pieces come that capture through shadows, and in how many the shadows.
    pub(super) mover_direction_count: usize,
    pub(super) victim_direction_count: usize,
    /// Whether seats pass.
    pub(super) has_pass: bool,
}

impl ActionLayout {
    /// The numbers of a game.
    pub fn new(engine: &Engine) -> ActionLayout {
        let rays = engine.all_move_tables[0].rays[0].len();
        let separate_planes =
            engine.all_move_tables.iter().any(|move_tables| king_jumps(engine, move_tables));
        let hops = engine
            .all_move_tables
            .iter()
            .map(|move_tables| arrival_hops(engine, move_tables, separate_planes));
        let hop_origins: Vec<Vec<Vec<u8>>> =
            hops.map(|hops| hops.iter().map(|hop| inverse_hop(hop)).collect()).collect();
        let cells = engine.board.len();
        let direction_tables = (0..engine.all_move_tables.len())
            .map(|move_tables| direction_tables(engine, move_tables, separate_planes))
            .collect();
        let promotion_index = |seat_tables: &super::tables::SeatTables| {
            let mut cells: Vec<Cell> = seat_tables.promotion_cells.cells().collect();
            cells.sort_by_key(|&cell| seat_tables.own_order[usize::from(cell)]);
            let mut nth = vec![NO_CELL; engine.board.len()];
            cells.iter().zip(0..).for_each(|(&cell, at)| nth[usize::from(cell)] = at);
            nth
        };
        let sides = engine
            .all_seat_tables
            .iter()
            .flat_map(|seat_tables| seat_tables.pawn_capture_sides.iter().map(Vec::len))
            .max();
        let enemies = engine.enemy_seats[0].count_ones() as usize;
        debug_assert!(cells < usize::from(AMBIGUOUS));
        let directions = rays + hop_origins[0].len();
        ActionLayout {
            grid_area: engine.area(),
            ray_count: rays,
            direction_count: directions,
            side_count: sides.unwrap_or(0),
            promotion_cell_count: engine
                .all_seat_tables
                .iter()
                .map(|seat_tables| seat_tables.promotion_cells.count())
                .max()
                .unwrap_or(0),
            extra_ep_on_promotion: if separate_planes {
                engine.max_ep_on_promotion_cell().saturating_sub(1)
            } else {
                0
            },
            promotion_index: engine.all_seat_tables.iter().map(promotion_index).collect(),
            separate_planes,
            direction_tables,
            hop_origins,
            extra_ep: match enemies {
                1 => 0,
                // In Three Kings Chess no two armies pass over the same cells.
                _ if engine.drafts => 0,
                _ if separate_planes => 2,
                _ => enemies - 1,
            },
            mover_direction_count: if engine.shadows {
                rays + engine.all_move_tables[0].hops.len()
            } else {
                0
            },
            victim_direction_count: directions * engine.all_move_tables.len(),
            has_pass: engine.drafts,
        }
    }

    /// How many actions there are.
    pub fn count(&self) -> usize {
        self.pass_action() + usize::from(self.has_pass)
    }

    /// The number of the step that is to pass, if there is one.
    pub(super) fn pass_action(&self) -> usize {
        let promotions = if self.mover_direction_count == 0 {
            0
        } else {
            3 * self.side_count * self.victim_direction_count * self.promotion_cell_count
        };
        self.shadow_captures_end() + promotions
    }

    /// Where an action stands on the grid: planes go on behind the promotions to knight, bishop and rook,
    /// which have none, and end before those that capture through shadows.
    pub(super) fn place(&self, action: usize) -> Option<usize> {
        if action < self.planes_end() {
            Some(action)
        } else {
            let behind = action.checked_sub(self.promotions_end())?;
            (action < self.shadow_captures_end()).then_some(self.planes_end() + behind)
        }
    }

    /// Where an action of a seat goes when the board is turned. (Promotions are numbered by what is the
    /// seat's own, which its own cells remain.)
    pub fn transform_action(
        &self,
        engine: &Engine,
        board_symmetry: &BoardSymmetry,
        seat: Seat,
        action: usize,
    ) -> usize {
        let (seat_tables, other) =
            (engine.seat_tables(seat), engine.seat_tables(board_symmetry.seats[usize::from(seat)]));
        // Where the own board has no cell there, one of another seat may: the same turning of the plane.
        let place = |place: usize| {
            let seats = [seat].into_iter().chain(0..engine.seats as Seat);
            let moved = seats.filter_map(|seat| {
                let cell = engine.seat_tables(seat).cell_at_place[place];
                let other = engine.seat_tables(board_symmetry.seats[usize::from(seat)]);
                (cell != NO_CELL).then(|| {
                    usize::from(other.place_of_cell[usize::from(board_symmetry.cells[usize::from(cell)])])
                })
            });
            moved.into_iter().next().unwrap_or(place)
        };
        let direction = |seen: usize| {
            usize::from(
                other.direction_in_view[usize::from(
                    board_symmetry.directions[usize::from(seat_tables.direction_from_view[seen])],
                )],
            )
        };
        let victim = |victim: usize| {
            let move_tables = (0..engine.seats)
                .find(|&seat| engine.all_seat_tables[seat].geometry == victim / self.direction_count);
            let move_tables =
                move_tables.map_or(0, |seat| engine.seat_tables(board_symmetry.seats[seat]).geometry);
            move_tables * self.direction_count + direction(victim % self.direction_count)
        };
        let on = |at: usize| (at / self.grid_area, at % self.grid_area);
        // The same side of taking (1 left, 2 right) after a reflection, and the same last cell.
        let side = |side: usize| self.transform_side(engine, board_symmetry, seat, side);
        let last = |nth: usize| {
            let numbers = &self.promotion_index[usize::from(seat)];
            let moved = engine.board.cells().find(|&cell| usize::from(numbers[usize::from(cell)]) == nth);
            let others = &self.promotion_index[usize::from(board_symmetry.seats[usize::from(seat)])];
            moved
                .map_or(nth, |cell| usize::from(others[usize::from(board_symmetry.cells[usize::from(cell)])]))
        };
        if action < self.direction_count * self.grid_area {
            let (seen, at) = on(action);
            direction(seen) * self.grid_area + place(at)
        } else if action < self.planes_end() {
            let (plane, at) = on(action);
            (self.direction_count + side(plane - self.direction_count)) * self.grid_area + place(at)
        } else if action < self.promotions_end() {
            let at = action - self.planes_end();
            let (among, nth) = (at / self.promotion_cell_count, at % self.promotion_cell_count);
            let (kind, (aside, further)) = (
                among / self.promotion_variants(),
                self.side_and_extra_ep(among % self.promotion_variants()),
            );
            let among = kind * self.promotion_variants() + side(aside) + further * self.side_count;
            self.planes_end() + among * self.promotion_cell_count + last(nth)
        } else if action < self.en_passant_end() {
            let (plane, at) = on(action - self.promotions_end());
            let plane = plane - plane % self.side_count + side(plane % self.side_count + 1) - 1;
            self.promotions_end() + plane * self.grid_area + place(at)
        } else if action < self.shadow_captures_end() {
            let (plane, at) = on(action - self.en_passant_end());
            let plane = direction(plane / self.victim_direction_count) * self.victim_direction_count
                + victim(plane % self.victim_direction_count);
            self.en_passant_end() + plane * self.grid_area + place(at)
        } else if action == self.pass_action() {
            action
        } else {
            let at = action - self.shadow_captures_end();
            let (among, nth) = (at / self.promotion_cell_count, at % self.promotion_cell_count);
            let (kind, aside) = (
                among / self.victim_direction_count / self.side_count,
                among / self.victim_direction_count % self.side_count + 1,
            );
            let among = (kind * self.side_count + side(aside) - 1) * self.victim_direction_count
                + victim(among % self.victim_direction_count);
            self.shadow_captures_end() + among * self.promotion_cell_count + last(nth)
        }
    }

    /// What a way of taking becomes when the board is turned; 0, straight ahead, remains.
    fn transform_side(
        &self,
        engine: &Engine,
        board_symmetry: &BoardSymmetry,
        seat: Seat,
        side: usize,
    ) -> usize {
        let turned = |cell: u8| board_symmetry.cells[usize::from(cell)];
        let others = &engine.seat_tables(board_symmetry.seats[usize::from(seat)]).pawn_capture_sides;
        let sides = engine.board.cells().zip(&engine.seat_tables(seat).pawn_capture_sides);
        let taken = sides.filter_map(|(from, sides)| {
            let to = *sides.get(side.checked_sub(1)?)?;
            (to != NO_CELL).then(|| [turned(from), turned(to)])
        });
        let find = |[from, to]: [Cell; 2]| others[usize::from(from)].iter().position(|&cell| cell == to);
        taken.filter_map(find).next().map_or(side, |side| side + 1)
    }

    /// How many actions have their planes by arrival.
    pub(super) fn planes_end(&self) -> usize {
        (self.direction_count + if self.separate_planes { 1 + self.side_count } else { 0 }) * self.grid_area
    }

    pub(super) fn promotions_end(&self) -> usize {
        self.planes_end() + 3 * self.promotion_variants() * self.promotion_cell_count
    }

    /// In how many ways pawns promote to one kind.
    pub(super) fn promotion_variants(&self) -> usize {
        1 + self.side_count * (1 + self.extra_ep_on_promotion)
    }

    /// Which side and which further pawn one of these is: 0 and 0 for straight ahead.
    pub(super) fn side_and_extra_ep(&self, direction: usize) -> (usize, usize) {
        direction
            .checked_sub(1)
            .map_or((0, 0), |direction| (direction % self.side_count + 1, direction / self.side_count))
    }

    pub(super) fn en_passant_end(&self) -> usize {
        self.promotions_end() + self.extra_ep * self.side_count * self.grid_area
    }

    pub(super) fn shadow_captures_end(&self) -> usize {
        self.en_passant_end() + self.mover_direction_count * self.victim_direction_count * self.grid_area
    }
}
