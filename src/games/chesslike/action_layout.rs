//! The layout of action numbers: direction of arrival times target cell.
//!
//! The parts, in order:
//!
//! 1. **Directions.** A plane of target cells for each direction of arrival: the rays of sliders (eight on
//!    squares, clockwise from straight ahead), then the hops of knights, then their double hops. The nearest
//!    piece behind the target in that direction is the only one that can have moved, so direction and target
//!    determine the step. Kings and pawns use the rays. Castling is the king's direction to its target. A
//!    pawn step to a promotion cell promotes to a queen. On a cylinder a cell can be reached in two
//!    directions; the first unobstructed one counts.
//! 2. **Kings and pawn captures**, on triangles only. There a king or a capturing pawn can pass over cells of
//!    a ray, so that directions are ambiguous. One plane holds all king steps, and one plane for each side
//!    holds pawn captures. Castling is the king's plane at the rook's cell. A double hop has the number of
//!    the single hop: its origin is the cell one hop back, or two hops back if that one is empty.
//! 3. **Promotions to knight, bishop and rook**: straight ahead, then captures to the left and to the right,
//!    by promotion cell counted from the seat's left. On triangles the captures come again for each further
//!    pawn that can be captured en passant.
//! 4. **Captures en passant of further pawns**, where several pawns passed over the same cell (Chess 4.6,
//!    Tri-Chess 4.9). The first of them in turn order has the number of the plain capture. Each further one
//!    has a plane for each side. On triangles, where up to five pawns can pass, the planes are indexed by the
//!    cell of the captured pawn: once for the cell behind it, once for the cell before that.
//! 5. **Captures through shadows**: a plane for each direction of the mover (without double hops) times each
//!    direction in which the victim casts its shadow on the target. The nearest piece behind the target in
//!    the second direction is the victim. On a cylinder with two kinds of lines, the victim's directions are
//!    counted for both kinds.
//! 6. **Promotions to knight, bishop and rook that capture through shadows**, by side and direction of the
//!    shadow.
//! 7. **Pass** (Three Kings 6.7).
//! 8. **Promotions that are chosen freely**: the numbers of part 1 again for each kind among which a piece
//!    can choose.
//! 9. **Drops**: a plane of target cells for each kind in hand.
//!
//! Directions and cells are as the seat to act sees the board. Promotion cells and sides are always the
//! seat's own.

use super::direction_tables::{AMBIGUOUS, arrival_hops, direction_table, has_side_steps, inverse_hop};
use super::engine::Engine;
use super::pieces::CONTENTS;
use super::symmetries::BoardSymmetry;
use super::tables::SeatTables;
use crate::board::{Bitboard, Cell, NO_CELL};
use crate::game::Seat;

/// The sizes and tables that determine action numbers.
#[derive(Clone, Debug)]
pub struct ActionLayout {
    pub(super) grid_area: usize,
    /// The number of ray directions, and the number of all directions (rays and hops).
    pub(super) ray_count: usize,
    pub(super) direction_count: usize,
    /// The number of directions in which pawns capture.
    pub(super) side_count: usize,
    /// The number of promotion cells, and how many pawns other than the first can have passed over one of
    /// them. The latter is 0 where such captures have no numbers of their own.
    pub(super) promotion_cell_count: usize,
    /// The number of kinds to which pawns promote, without the most common one.
    pub(super) extra_promotions: usize,
    pub(super) extra_ep_on_promotion: usize,
    /// By seat and cell, the index among the seat's promotion cells.
    pub(super) promotion_index: Vec<Vec<u8>>,
    /// Whether kings and capturing pawns have planes of their own.
    pub(super) separate_planes: bool,
    /// The tables of directions by origin and target, and the index of each piece's. Anything else has that
    /// of some piece.
    pub(super) direction_tables: Vec<Vec<u8>>,
    pub(super) direction_table_of: [u8; CONTENTS],
    /// By lattice and hop, the origin of the hop to each cell.
    pub(super) hop_origins: Vec<Vec<Vec<u8>>>,
    /// How many pawns other than the first can have passed over a cell.
    pub(super) extra_ep: usize,
    /// The numbers of directions of movers and of victims in captures through shadows.
    pub(super) mover_direction_count: usize,
    pub(super) victim_direction_count: usize,
    /// Whether seats can pass.
    pub(super) has_pass: bool,
    /// The largest number of kinds among which a piece chooses freely, and the number of kinds in hand.
    pub(super) choice_count: usize,
    pub(super) hand_count: usize,
}

impl ActionLayout {
    /// Builds the layout of a game.
    pub fn new(engine: &Engine) -> ActionLayout {
        let rays = engine.lattice_tables[0].rays[0].len();
        let separate_planes = engine.lattice_tables.iter().any(|tables| has_side_steps(engine, tables));
        let lattices = 0..engine.lattice_tables.len();
        let hops = lattices.map(|lattice| arrival_hops(engine, lattice, separate_planes));
        let hop_origins: Vec<Vec<Vec<u8>>> =
            hops.map(|hops| hops.iter().map(|hop| inverse_hop(hop)).collect()).collect();
        let cells = engine.board.len();
        let (mut direction_tables, mut direction_table_of) = (Vec::new(), [0; CONTENTS]);
        for piece in engine.all_pieces() {
            let table = direction_table(engine, piece, separate_planes);
            let known = direction_tables.iter().position(|other| *other == table);
            direction_table_of[piece.index()] = known.unwrap_or(direction_tables.len()) as u8;
            if known.is_none() {
                direction_tables.push(table);
            }
        }
        let promotion_index = |seat_tables: &SeatTables| {
            let mut cells: Vec<Cell> = seat_tables.promotion_cells.cells().collect();
            cells.sort_by_key(|&cell| seat_tables.own_order[usize::from(cell)]);
            let mut cell_index = vec![NO_CELL; engine.board.len()];
            cells.iter().zip(0..).for_each(|(&cell, at)| cell_index[usize::from(cell)] = at);
            cell_index
        };
        let promotions = engine.all_seat_tables.iter().flat_map(|tables| tables.promotions.iter().flatten());
        let choices = promotions.map(|promotion| promotion.to.len());
        let sides =
            engine.movements.iter().flat_map(|movement| movement.capture_sides.iter().map(Vec::len)).max();
        let enemies = engine.enemy_seats[0].count_ones() as usize;
        debug_assert!(cells < usize::from(AMBIGUOUS));
        let over = if engine.has_hoppers { rays } else { 0 };
        let directions = rays + hop_origins[0].len() + over;
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
            extra_promotions: engine.promotes_to.len() - 1,
            extra_ep_on_promotion: if separate_planes {
                engine.max_ep_on_promotion_cell().saturating_sub(1)
            } else {
                0
            },
            promotion_index: engine.all_seat_tables.iter().map(promotion_index).collect(),
            separate_planes,
            direction_tables,
            direction_table_of,
            hop_origins,
            extra_ep: match enemies {
                1 => 0,
                // In Three Kings Chess no two armies pass over the same cells.
                _ if engine.drafts => 0,
                _ if separate_planes => 2,
                _ => enemies - 1,
            },
            mover_direction_count: if engine.shadows {
                rays + engine.lattice_tables[0].hops.len()
            } else {
                0
            },
            victim_direction_count: directions * engine.lattice_tables.len(),
            has_pass: engine.drafts,
            choice_count: choices.max().unwrap_or(0),
            hand_count: engine.hand.kinds.len(),
        }
    }

    /// Returns the number of actions.
    pub fn count(&self) -> usize {
        self.drops_start() + self.hand_count * self.grid_area
    }

    /// Returns the number of the pass action. It is past the end if seats cannot pass.
    pub(super) fn pass_action(&self) -> usize {
        let promotions = if self.mover_direction_count == 0 {
            0
        } else {
            self.extra_promotions * self.side_count * self.victim_direction_count * self.promotion_cell_count
        };
        self.shadow_captures_end() + promotions
    }

    /// Returns the place of an action in the action planes. Promotions and captures through shadows with
    /// promotion have none.
    pub(super) fn place(&self, action: usize) -> Option<usize> {
        if let Some(offset) = action.checked_sub(self.choices_start()) {
            let before = self.shadow_captures_end() - self.promotions_end();
            Some(self.planes_end() + before + offset)
        } else if action < self.planes_end() {
            Some(action)
        } else {
            let offset = action.checked_sub(self.promotions_end())?;
            (action < self.shadow_captures_end()).then_some(self.planes_end() + offset)
        }
    }

    /// Returns the action that an action of `seat` becomes under a board symmetry.
    ///
    /// Promotions are numbered by the seat's own cells, which a symmetry maps to own cells.
    pub fn transform_action(
        &self,
        engine: &Engine,
        board_symmetry: &BoardSymmetry,
        seat: Seat,
        action: usize,
    ) -> usize {
        let (seat_tables, mapped) =
            (engine.seat_tables(seat), engine.seat_tables(board_symmetry.seats[seat.index()]));
        // A place without a cell on this seat's board can have one on another seat's; the plane is mapped as
        // a whole.
        let place = |place: usize| {
            let seats = [seat].into_iter().chain(engine.all_seats());
            let moved = seats.filter_map(|seat| {
                let cell = engine.seat_tables(seat).cell_at_place[place];
                let mapped = engine.seat_tables(board_symmetry.seats[seat.index()]);
                (cell != NO_CELL).then(|| {
                    usize::from(mapped.place_of_cell[usize::from(board_symmetry.cells[usize::from(cell)])])
                })
            });
            moved.into_iter().next().unwrap_or(place)
        };
        let direction = |seen: usize| {
            usize::from(
                mapped.direction_in_view[usize::from(
                    board_symmetry.directions[usize::from(seat_tables.direction_from_view[seen])],
                )],
            )
        };
        let victim = |victim: usize| {
            let lattice = (0..engine.seats)
                .find(|&seat| engine.all_seat_tables[seat].lattice == victim / self.direction_count);
            let lattice = lattice.map_or(0, |seat| engine.seat_tables(board_symmetry.seats[seat]).lattice);
            lattice * self.direction_count + direction(victim % self.direction_count)
        };
        let split = |at: usize| (at / self.grid_area, at % self.grid_area);
        // Sides (1 left, 2 right) swap under a reflection, and promotion cells are mapped.
        let side = |side: usize| self.transform_side(engine, board_symmetry, seat, side);
        let promotion_cell = |cell_index: usize| {
            let numbers = &self.promotion_index[seat.index()];
            let moved =
                engine.board.cells().find(|&cell| usize::from(numbers[usize::from(cell)]) == cell_index);
            let mapped_indices = &self.promotion_index[board_symmetry.seats[seat.index()].index()];
            moved.map_or(cell_index, |cell| {
                usize::from(mapped_indices[usize::from(board_symmetry.cells[usize::from(cell)])])
            })
        };
        if let Some(offset) = action.checked_sub(self.drops_start()) {
            let (plane, at) = split(offset);
            self.drops_start() + plane * self.grid_area + place(at)
        } else if let Some(offset) = action.checked_sub(self.choices_start()) {
            self.transform_choice(engine, board_symmetry, seat, offset)
        } else if action < self.direction_count * self.grid_area {
            let (seen, at) = split(action);
            direction(seen) * self.grid_area + place(at)
        } else if action < self.planes_end() {
            let (plane, at) = split(action);
            (self.direction_count + side(plane - self.direction_count)) * self.grid_area + place(at)
        } else if action < self.promotions_end() {
            let at = action - self.planes_end();
            let (variant, cell_index) = (at / self.promotion_cell_count, at % self.promotion_cell_count);
            let (kind, (capture_side, extra)) = (
                variant / self.promotion_variants(),
                self.side_and_extra_ep(variant % self.promotion_variants()),
            );
            let variant = kind * self.promotion_variants() + side(capture_side) + extra * self.side_count;
            self.planes_end() + variant * self.promotion_cell_count + promotion_cell(cell_index)
        } else if action < self.en_passant_end() {
            let (plane, at) = split(action - self.promotions_end());
            let plane = plane - plane % self.side_count + side(plane % self.side_count + 1) - 1;
            self.promotions_end() + plane * self.grid_area + place(at)
        } else if action < self.shadow_captures_end() {
            let (plane, at) = split(action - self.en_passant_end());
            let plane = direction(plane / self.victim_direction_count) * self.victim_direction_count
                + victim(plane % self.victim_direction_count);
            self.en_passant_end() + plane * self.grid_area + place(at)
        } else if action == self.pass_action() {
            action
        } else {
            let at = action - self.shadow_captures_end();
            let (variant, cell_index) = (at / self.promotion_cell_count, at % self.promotion_cell_count);
            let (kind, capture_side) = (
                variant / self.victim_direction_count / self.side_count,
                variant / self.victim_direction_count % self.side_count + 1,
            );
            let variant = (kind * self.side_count + side(capture_side) - 1) * self.victim_direction_count
                + victim(variant % self.victim_direction_count);
            self.shadow_captures_end() + variant * self.promotion_cell_count + promotion_cell(cell_index)
        }
    }

    /// Returns the capture direction that `side` becomes under a board symmetry. 0, straight ahead, stays 0.
    fn transform_side(
        &self,
        engine: &Engine,
        board_symmetry: &BoardSymmetry,
        seat: Seat,
        side: usize,
    ) -> usize {
        let map_cell = |cell: u8| board_symmetry.cells[usize::from(cell)];
        let mapped_indices = &engine.pawn(board_symmetry.seats[seat.index()]).capture_sides;
        let sides = engine.board.cells().zip(&engine.pawn(seat).capture_sides);
        let captures = sides.filter_map(|(from, sides)| {
            let to = *sides.get(side.checked_sub(1)?)?;
            (to != NO_CELL).then(|| [map_cell(from), map_cell(to)])
        });
        let find =
            |[from, to]: [Cell; 2]| mapped_indices[usize::from(from)].iter().position(|&cell| cell == to);
        captures.filter_map(find).next().map_or(side, |side| side + 1)
    }

    /// Returns the end of the planes indexed by target cell.
    pub(super) fn planes_end(&self) -> usize {
        (self.direction_count + if self.separate_planes { 1 + self.side_count } else { 0 }) * self.grid_area
    }

    pub(super) fn promotions_end(&self) -> usize {
        self.planes_end() + self.extra_promotions * self.promotion_variants() * self.promotion_cell_count
    }

    /// Returns in how many ways a pawn can promote to one kind on one cell.
    pub(super) fn promotion_variants(&self) -> usize {
        1 + self.side_count * (1 + self.extra_ep_on_promotion)
    }

    /// Splits a promotion variant into the side and the index of the further pawn captured en passant. Both
    /// are 0 for straight ahead.
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
