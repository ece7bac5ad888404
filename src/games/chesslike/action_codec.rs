//! Encodes steps as action numbers and decodes action numbers (see [`action_layout`](super::action_layout)).

use super::action_layout::ActionLayout;
use super::direction_tables::AMBIGUOUS;
use super::engine::Engine;
use super::legal_moves::{LegalMoves, MoveBatch};
use super::pieces::{Group, NO_PIECE, Pieces};
use super::state::State;
use super::step::{MoveKind, Step};
use crate::board::{Bitboard, Cell, NO_CELL, Ray};
use crate::game::{Mask, Seat};

impl Engine {
    /// Returns a function from a target cell to the direction in which the piece on `from` arrives there, as
    /// `seat` sees the board.
    #[inline(always)]
    fn directions_from<'a>(
        &'a self,
        layout: &'a ActionLayout,
        pieces: &'a Pieces,
        seat: Seat,
        from: Cell,
    ) -> impl Fn(Cell) -> u8 + use<'a> {
        let (direction_in_view, cells) = (&self.seat_tables(seat).direction_in_view, self.board.len());
        let table = layout.direction_table_of[pieces.piece_at(from).index()];
        let table = &layout.direction_tables[usize::from(table)][usize::from(from) * cells..][..cells];
        let hops_over = self.has_hoppers && !self.movement(pieces.piece_at(from)).hoppers.is_empty();
        move |to| match table[usize::from(to)] {
            AMBIGUOUS => self.first_open_direction(pieces, seat, [from, to]),
            ray if hops_over && self.is_over_piece(layout, pieces, [from, to], ray) => {
                direction_in_view[usize::from(ray) + layout.direction_count - layout.ray_count]
            }
            direction => direction_in_view[usize::from(direction)],
        }
    }

    /// Whether a piece stands between two cells along a ray.
    #[cold]
    fn is_over_piece(&self, layout: &ActionLayout, pieces: &Pieces, [from, to]: [Cell; 2], ray: u8) -> bool {
        if usize::from(ray) >= layout.ray_count {
            return false;
        }
        let ray = self.lattice(pieces.piece_at(from).seat()).rays[usize::from(to)][usize::from(ray)];
        self.line_tables.first_occupied(&pieces.line_occupancy, to, ray.reversed()) != from
    }

    /// Returns the first unobstructed direction between two cells in the seat's own order, as the seat sees
    /// it.
    #[cold]
    fn first_open_direction(&self, pieces: &Pieces, seat: Seat, [from, to]: [Cell; 2]) -> u8 {
        let owner = pieces.piece_at(from).seat();
        let (seat_tables, rays) = (self.seat_tables(seat), &self.lattice(owner).rays[usize::from(to)]);
        let open = |&&direction: &&u8| {
            self.line_tables
                .visible(&pieces.line_occupancy, to, rays[usize::from(direction)].reversed())
                .has(from)
        };
        seat_tables
            .ray_order
            .iter()
            .find(open)
            .map_or(NO_CELL, |&direction| seat_tables.direction_in_view[usize::from(direction)])
    }

    /// Returns the direction in which a pawn moves: 0 is straight ahead, then come its capture directions
    /// from left to right.
    fn capture_side(&self, pieces: &Pieces, [from, to]: [Cell; 2]) -> usize {
        let sides = self.movement(pieces.piece_at(from)).capture_sides.get(usize::from(from));
        sides.into_iter().flatten().position(|&side| side == to).map_or(0, |offset| offset + 1)
    }

    /// Returns the pawns that a pawn of `seat` can capture en passant on `to`, in turn order after `seat`.
    pub(super) fn ep_pawns(&self, state: &State, seat: Seat, to: Cell) -> impl Iterator<Item = Cell> {
        let after = self.turn_index[seat.index()];
        let next = (1..self.seats).map(move |by| self.turn_order[(usize::from(after) + by) % self.seats]);
        next.filter(move |&other| other.is_in(self.enemy_seats[seat.index()])).filter_map(move |other| {
            let ep_move = state.ep_move(other)?;
            self.ep_squares(&state.pieces, ep_move).any(|cell| cell == to).then_some(ep_move[1])
        })
    }

    /// Returns the target cell that the step string names.
    #[inline(always)]
    pub fn written_to(&self, state: &State, step: Step) -> Cell {
        match step.move_kind {
            MoveKind::Castle => {
                self.castling_to(state.seat, step.to).map_or(step.to, |castling| castling.written_to)
            }
            _ => step.to,
        }
    }

    /// Returns the action number of a step.
    #[inline(always)]
    pub fn action(&self, layout: &ActionLayout, state: &State, step: Step) -> usize {
        let seat = state.seat;
        let Step { from, to, remote_capture, move_kind } = step;
        match move_kind {
            MoveKind::Pass => return layout.pass_action(),
            MoveKind::Drop(kind) => return self.drop_action(layout, seat, kind, to),
            MoveKind::Promote(kind) if self.promotes_freely => {
                return self.choice_action(layout, state, step, kind);
            }
            _ => {}
        }
        let written = self.written_to(state, step);
        let place = usize::from(self.seat_tables(seat).place_of_cell[usize::from(written)]);
        if remote_capture != NO_CELL {
            return self.remote_capture_action(layout, state, step, place);
        }
        if let Some(promotion) = self.extra_promotion(move_kind) {
            return self.promotion_action(layout, state, [from, to], promotion, 0);
        }
        self.action_by_arrival(layout, state, from)(to, place)
    }

    /// Returns a function from a target cell and its place in the planes to an action number.
    ///
    /// What depends on `from` alone is looked up once for all steps of the piece.
    #[inline(always)]
    fn action_by_arrival<'a>(
        &'a self,
        layout: &'a ActionLayout,
        state: &'a State,
        from: Cell,
    ) -> impl Fn(Cell, usize) -> usize + use<'a> {
        let by_direction = self.action_by_direction(layout, state, from);
        let group = layout.separate_planes.then(|| self.group_of[state.pieces.piece_at(from).index()]);
        move |to, place| {
            let plane = match group {
                Some(Group::Royal) => 0,
                Some(Group::Pawn0 | Group::Pawn1 | Group::Pawn2) => {
                    match self.capture_side(&state.pieces, [from, to]) {
                        0 => return by_direction(to, place),
                        side => side,
                    }
                }
                _ => return by_direction(to, place),
            };
            (layout.direction_count + plane) * layout.grid_area + place
        }
    }

    /// Same as [`action_by_arrival`](Engine::action_by_arrival), for a piece without planes of its own.
    #[inline(always)]
    fn action_by_direction<'a>(
        &'a self,
        layout: &'a ActionLayout,
        state: &'a State,
        from: Cell,
    ) -> impl Fn(Cell, usize) -> usize + use<'a> {
        let directions = self.directions_from(layout, &state.pieces, state.seat, from);
        move |to, place| usize::from(directions(to)) * layout.grid_area + place
    }

    /// Adds the action numbers of the legal moves to an empty mask.
    #[inline(always)]
    pub fn fill_mask(&self, layout: &ActionLayout, state: &State, moves: LegalMoves, mask: &mut Mask) {
        let place_of_cell = &self.seat_tables(state.seat).place_of_cell;
        let place = |to: Cell| usize::from(place_of_cell[usize::from(to)]);
        moves.each_batch(|steps| match steps {
            MoveBatch::Plain(from, to) if layout.separate_planes => {
                let action_at = self.action_by_arrival(layout, state, from);
                to.each(|to| mask.add(action_at(to, place(to))));
            }
            MoveBatch::Plain(from, to) => {
                let action_at = self.action_by_direction(layout, state, from);
                to.each(|to| mask.add(action_at(to, place(to))));
            }
            MoveBatch::Single(step) => mask.add(self.action(layout, state, step)),
        });
    }

    /// Returns the number of a promotion to another kind than the most common one.
    #[inline(always)]
    fn extra_promotion(&self, move_kind: MoveKind) -> Option<usize> {
        let MoveKind::Promote(kind) = move_kind else { return None };
        self.promotes_to.iter().position(|&other| other == kind)?.checked_sub(1)
    }

    /// Returns the action number of a promotion. `extra` counts the pawns that could be captured en passant
    /// before the captured one.
    #[cold]
    fn promotion_action(
        &self,
        layout: &ActionLayout,
        state: &State,
        step: [Cell; 2],
        promotion: usize,
        extra: usize,
    ) -> usize {
        let cell_index = usize::from(layout.promotion_index[state.seat.index()][usize::from(step[1])]);
        let direction = self.capture_side(&state.pieces, step) + extra * layout.side_count;
        let variant = promotion * layout.promotion_variants() + direction;
        layout.planes_end() + variant * layout.promotion_cell_count + cell_index
    }

    /// Returns the action number of a step that captures a piece on another cell than its target.
    #[cold]
    fn remote_capture_action(&self, layout: &ActionLayout, state: &State, step: Step, place: usize) -> usize {
        let Step { from, to, remote_capture, move_kind } = step;
        let side = self.capture_side(&state.pieces, [from, to]).saturating_sub(1);
        match self.ep_pawns(state, state.seat, to).position(|ep_pawn| ep_pawn == remote_capture) {
            Some(0) => self.action(layout, state, Step { from, to, remote_capture: NO_CELL, move_kind }),
            Some(extra) if layout.separate_planes => {
                if let Some(promotion) = self.extra_promotion(move_kind) {
                    return self.promotion_action(layout, state, [from, to], promotion, extra);
                }
                // 0 if `to` is the last cell that the captured pawn passed over, 1 if it is the one before.
                let ep_move = state.ep_move(state.pieces.piece_at(remote_capture).seat());
                let ep_move = ep_move.map(|ep_move| self.ep_squares(&state.pieces, ep_move));
                let backward = usize::from(ep_move.and_then(Iterator::last) != Some(to));
                let place =
                    usize::from(self.seat_tables(state.seat).place_of_cell[usize::from(remote_capture)]);
                layout.promotions_end() + (backward * layout.side_count + side) * layout.grid_area + place
            }
            Some(extra) => {
                layout.promotions_end() + ((extra - 1) * layout.side_count + side) * layout.grid_area + place
            }
            None => self.shadow_capture_action(layout, state, step, place, side),
        }
    }

    /// Returns the action number of a capture through a shadow, or an unused number if the victim casts no
    /// shadow on the target.
    fn shadow_capture_action(
        &self,
        layout: &ActionLayout,
        state: &State,
        step: Step,
        place: usize,
        side: usize,
    ) -> usize {
        let (pieces, seat, Step { from, to, remote_capture, move_kind }) = (&state.pieces, state.seat, step);
        let victim = pieces.piece_at(remote_capture).seat();
        if victim.index() >= self.seats || !victim.is_in(self.enemy_seats[seat.index()]) {
            return usize::MAX;
        }
        let lattice = self.seat_tables(victim).lattice;
        let mover = self.directions_from(layout, pieces, seat, from)(to);
        let shadow = self.directions_from(layout, pieces, seat, remote_capture)(to);
        if usize::from(mover) >= layout.mover_direction_count || shadow == NO_CELL {
            return usize::MAX;
        }
        let shadow = lattice * layout.direction_count + usize::from(shadow);
        if let Some(promotion) = self.extra_promotion(move_kind) {
            let cell_index = usize::from(layout.promotion_index[seat.index()][usize::from(to)]);
            let variant = promotion * layout.side_count + side;
            return layout.shadow_captures_end()
                + (variant * layout.victim_direction_count + shadow) * layout.promotion_cell_count
                + cell_index;
        }
        layout.en_passant_end()
            + (usize::from(mover) * layout.victim_direction_count + shadow) * layout.grid_area
            + place
    }

    /// Returns the cell from which a piece arrives at `to` in a direction, as `seat` sees the board.
    /// `lattice` is the index of the piece's lattice.
    fn origin(
        &self,
        layout: &ActionLayout,
        pieces: &Pieces,
        seat: Seat,
        lattice: usize,
        seen: usize,
        to: Cell,
    ) -> u8 {
        let direction = usize::from(self.seat_tables(seat).direction_from_view[seen]);
        match direction.checked_sub(layout.ray_count) {
            None => self.line_tables.first_occupied(
                &pieces.line_occupancy,
                to,
                self.lattice_tables[lattice].rays[usize::from(to)][direction].reversed(),
            ),
            Some(hop) if hop >= layout.hop_origins[lattice].len() => {
                let ray = hop - layout.hop_origins[lattice].len();
                let ray = self.lattice_tables[lattice].rays[usize::from(to)][ray].reversed();
                self.line_tables.second_occupied(&pieces.line_occupancy, to, ray)
            }
            Some(hop) => {
                let origins = &layout.hop_origins[lattice][hop];
                let mut origin = origins[usize::from(to)];
                while self.has_rides
                    && origin != NO_CELL
                    && origin != to
                    && pieces.piece_at(origin) == NO_PIECE
                {
                    origin = origins[usize::from(origin)];
                }
                let two_hops_back =
                    origin != NO_CELL && layout.separate_planes && pieces.piece_at(origin) == NO_PIECE;
                if two_hops_back { origins[usize::from(origin)] } else { origin }
            }
        }
    }

    /// Returns the step of an action number. It need not be legal.
    pub fn step_of_action(&self, layout: &ActionLayout, state: &State, action: usize) -> Option<Step> {
        let (seat, pieces, seat_tables) = (state.seat, &state.pieces, self.seat_tables(state.seat));
        let planes_end = layout.planes_end();
        if action < planes_end {
            let to = seat_tables.cell_at_place[action % layout.grid_area];
            if to == NO_CELL {
                return None;
            }
            let from = match (action / layout.grid_area).checked_sub(layout.direction_count) {
                None => self.origin(layout, pieces, seat, seat_tables.lattice, action / layout.grid_area, to),
                Some(0) => pieces.king(seat),
                Some(side) => self.capturing_pawn(pieces, seat, to, side)?,
            };
            let step = self.step_between(state, [from, to], self.promotes_to[0])?;
            return (self.action(layout, state, step) == action).then_some(step);
        }
        let if_encoded = |step: Step| (self.action(layout, state, step) == action).then_some(step);
        let promotion_cell = |cell_index: usize| {
            let promotion_index = &layout.promotion_index[seat.index()];
            seat_tables
                .promotion_cells
                .cells()
                .find(|&to| usize::from(promotion_index[usize::from(to)]) == cell_index)
        };
        if action >= layout.choices_start() {
            return self.step_of_choice(layout, state, action).and_then(if_encoded);
        }
        if action >= layout.pass_action() {
            return (layout.has_pass && action == layout.pass_action()).then_some(Step::PASS);
        }
        if let Some(offset) = action.checked_sub(layout.shadow_captures_end()) {
            let (variant, cell_index) =
                (offset / layout.promotion_cell_count, offset % layout.promotion_cell_count);
            let (piece, shadow) =
                (variant / layout.victim_direction_count, variant % layout.victim_direction_count);
            let kind = self.promotes_to[1 + piece / layout.side_count];
            let to = promotion_cell(cell_index)?;
            let from = self.capturing_pawn(pieces, seat, to, piece % layout.side_count + 1)?;
            let remote_capture = self.origin(
                layout,
                pieces,
                seat,
                shadow / layout.direction_count,
                shadow % layout.direction_count,
                to,
            );
            return if_encoded(Step { remote_capture, ..self.step_between(state, [from, to], kind)? });
        }
        if let Some(offset) = action.checked_sub(layout.en_passant_end()) {
            let (plane, to) =
                (offset / layout.grid_area, seat_tables.cell_at_place[offset % layout.grid_area]);
            if to == NO_CELL {
                return None;
            }
            let (mover, shadow) =
                (plane / layout.victim_direction_count, plane % layout.victim_direction_count);
            let from = self.origin(layout, pieces, seat, seat_tables.lattice, mover, to);
            let remote_capture = self.origin(
                layout,
                pieces,
                seat,
                shadow / layout.direction_count,
                shadow % layout.direction_count,
                to,
            );
            return if_encoded(Step {
                remote_capture,
                ..self.step_between(state, [from, to], self.promotes_to[0])?
            });
        }
        if let Some(offset) = action.checked_sub(layout.promotions_end())
            && layout.separate_planes
        {
            let (plane, remote_capture) =
                (offset / layout.grid_area, seat_tables.cell_at_place[offset % layout.grid_area]);
            let owner = pieces.piece_at(remote_capture).seat();
            let ep_move = state.ep_moves.get(owner.index()).filter(|ep_move| ep_move[1] == remote_capture)?;
            let mut ep_move: Vec<Cell> = self.ep_squares(pieces, *ep_move).collect();
            ep_move.reverse();
            let to = *ep_move.get(plane / layout.side_count)?;
            let from = self.capturing_pawn(pieces, seat, to, plane % layout.side_count + 1)?;
            return if_encoded(Step {
                remote_capture,
                ..self.step_between(state, [from, to], self.promotes_to[0])?
            });
        }
        if let Some(offset) = action.checked_sub(layout.promotions_end()) {
            let (plane, to) =
                (offset / layout.grid_area, seat_tables.cell_at_place[offset % layout.grid_area]);
            let remote_capture = self.ep_pawns(state, seat, to).nth(plane / layout.side_count + 1)?;
            let from = self.capturing_pawn(pieces, seat, to, plane % layout.side_count + 1)?;
            return if_encoded(Step {
                remote_capture,
                ..self.step_between(state, [from, to], self.promotes_to[0])?
            });
        }
        let variant = (action - planes_end) / layout.promotion_cell_count;
        let cell_index = (action - planes_end) % layout.promotion_cell_count;
        let kind = self.promotes_to[1 + variant / layout.promotion_variants()];
        let to = promotion_cell(cell_index)?;
        let (side, extra) = layout.side_and_extra_ep(variant % layout.promotion_variants());
        let from = match side {
            0 => self.line_tables.first_occupied(
                &pieces.line_occupancy,
                to,
                self.promotion_ray_back(seat, to)?,
            ),
            side => self.capturing_pawn(pieces, seat, to, side)?,
        };
        let step = self.step_between(state, [from, to], kind)?;
        let remote_capture =
            if extra == 0 { step.remote_capture } else { self.ep_pawns(state, seat, to).nth(extra)? };
        if_encoded(Step { remote_capture, ..step })
    }

    /// Returns the ray from a promotion cell back along the file of the seat's pawns.
    fn promotion_ray_back(&self, seat: Seat, to: Cell) -> Option<Ray> {
        Some(self.pawn(seat).slides[0].paths.get(usize::from(to))?.ray.reversed())
    }

    /// Returns the pawn of `seat` that captures on `to` in the given capture direction.
    fn capturing_pawn(&self, pieces: &Pieces, seat: Seat, to: Cell, side: usize) -> Option<Cell> {
        if usize::from(to) >= self.board.len() {
            return None;
        }
        self.capturing_pawns(pieces, seat, to)
            .cells()
            .find(|&from| self.capture_side(pieces, [from, to]) == side)
    }
}
