//! Describes actions in words (see [`action_layout`](super::action_layout) for their numbers).

use super::action_layout::ActionLayout;
use super::engine::Engine;
use super::tables::SeatTables;
use crate::board::{Cell, NO_CELL};
use crate::game::{Perspective, Seat};

/// Returns an ordinal number in words.
fn ordinal(number: usize) -> &'static str {
    ["first", "second", "third", "fourth", "fifth", "sixth"].get(number).copied().unwrap_or("last")
}

impl Engine {
    /// Describes an action.
    pub(super) fn action_text(
        &self,
        layout: &ActionLayout,
        action: usize,
        perspective: &Perspective,
    ) -> String {
        if layout.has_pass && action == layout.pass_action() {
            return "pass".into();
        }
        let (text, possible) = self.text_and_possible(layout, action, perspective);
        let text = if possible { text } else { self.impossible_action_text(&text) };
        text + &perspective.viewer_suffix()
    }

    /// Describes an action, and returns whether any possible seat can ever make it.
    pub(super) fn text_and_possible(
        &self,
        layout: &ActionLayout,
        action: usize,
        perspective: &Perspective,
    ) -> (String, bool) {
        if action >= layout.choices_start() {
            return self.choice_text(layout, action, perspective);
        }
        let (plane, place) = (action / layout.grid_area, action % layout.grid_area);
        if action < layout.direction_count * layout.grid_area {
            let text =
                format!("move {} to {}", self.direction_names[plane], self.place_text(place, perspective));
            return (
                text,
                perspective.possible_seats().any(|seat| self.can_arrive(layout, seat, plane, place)),
            );
        }
        if action < layout.planes_end() {
            let to = self.place_text(place, perspective);
            return match plane - layout.direction_count {
                0 => {
                    let text = format!("move the king to {to}, or castle with the rook there");
                    (
                        text,
                        perspective
                            .possible_seats()
                            .any(|seat| self.seat_tables(seat).cell_at_place[place] != NO_CELL),
                    )
                }
                side => {
                    let text = format!("capture with a pawn {} on {to}", self.side_text(layout, side));
                    (text, perspective.possible_seats().any(|seat| self.captures_on(seat, side, place)))
                }
            };
        }
        if let Some(offset) = action.checked_sub(layout.shadow_captures_end()) {
            let (variant, last) =
                (offset / layout.promotion_cell_count, offset % layout.promotion_cell_count);
            let (piece, shadow) =
                (variant / layout.victim_direction_count, variant % layout.victim_direction_count);
            let (kind, side) =
                (self.promotion_name(piece / layout.side_count), piece % layout.side_count + 1);
            let promoted = self.promotion_text(layout, kind, side, last, perspective);
            return (format!("{promoted}, {} there", self.shadow_text(layout, shadow)), true);
        }
        if let Some(offset) = action.checked_sub(layout.en_passant_end()) {
            let (planes, place) = (offset / layout.grid_area, offset % layout.grid_area);
            let (mover, shadow) =
                (planes / layout.victim_direction_count, planes % layout.victim_direction_count);
            let (to, direction_name) = (self.place_text(place, perspective), &self.direction_names[mover]);
            let text = format!("move {direction_name} to {to}, {} there", self.shadow_text(layout, shadow));
            let lattice = shadow / layout.direction_count;
            let shadow_possible = |seat: Seat| {
                let seats = self.all_seats().filter(|&other| self.seat_tables(other).lattice == lattice);
                let victim = seats.into_iter().any(|other| other.is_in(self.enemy_seats[seat.index()]));
                victim && self.leads_to(layout, seat, lattice, shadow % layout.direction_count, place)
            };
            return (
                text,
                perspective
                    .possible_seats()
                    .any(|seat| self.can_arrive(layout, seat, mover, place) && shadow_possible(seat)),
            );
        }
        if let Some(offset) = action.checked_sub(layout.promotions_end()) {
            return self.extra_ep_text(layout, offset, perspective);
        }
        let offset = action - layout.planes_end();
        let (variant, last) = (offset / layout.promotion_cell_count, offset % layout.promotion_cell_count);
        let (side, extra) = layout.side_and_extra_ep(variant % layout.promotion_variants());
        let text = self.promotion_text(
            layout,
            self.promotion_name(variant / layout.promotion_variants()),
            side,
            last,
            perspective,
        );
        match extra {
            0 => (text, true),
            _ => (format!("{text} en passant the {} pawn that passed over that cell", ordinal(extra)), true),
        }
    }

    /// Returns the name of a kind to which pawns promote, other than the most common one.
    fn promotion_name(&self, promotion: usize) -> &str {
        &self.kinds[self.promotes_to[1 + promotion].index()].name
    }

    /// Describes the capture en passant of a pawn other than the first that passed over the cell.
    fn extra_ep_text(
        &self,
        layout: &ActionLayout,
        offset: usize,
        perspective: &Perspective,
    ) -> (String, bool) {
        let (plane, place) = (offset / layout.grid_area, offset % layout.grid_area);
        let (side, index) = (plane % layout.side_count + 1, plane / layout.side_count);
        let (side_text, cell_text) = (self.side_text(layout, side), self.place_text(place, perspective));
        if layout.separate_planes {
            let to = ["the cell behind it", "the cell before that"][index % 2];
            let text =
                format!("capture with a pawn {side_text}, en passant, the pawn on {cell_text}, on {to}");
            return (
                text,
                perspective
                    .possible_seats()
                    .any(|seat| self.seat_tables(seat).cell_at_place[place] != NO_CELL),
            );
        }
        let nth = ordinal(index + 1);
        let text = format!(
            "capture with a pawn {side_text} on {cell_text}, en passant, the {nth} pawn that passed over that \
             cell"
        );
        (text, perspective.possible_seats().any(|seat| self.captures_on(seat, side, place)))
    }

    /// Describes a promotion, straight ahead (side 0) or by a capture.
    fn promotion_text(
        &self,
        layout: &ActionLayout,
        kind: &str,
        side: usize,
        last: usize,
        perspective: &Perspective,
    ) -> String {
        let cell_of = |seat: Seat| {
            let numbers = &layout.promotion_index[seat.index()];
            self.board.cells().find(|&cell| usize::from(numbers[usize::from(cell)]) == last)
        };
        let name_of = |seat: Seat| {
            cell_of(seat).map(|cell| {
                perspective.cell(cell, self.seat_tables(seat).place_of_cell[usize::from(cell)].into())
            })
        };
        let mut cells: Vec<String> = perspective.possible_seats().filter_map(name_of).collect();
        cells.sort_unstable();
        cells.dedup();
        let cell = match &cells[..] {
            [cell] => cell.clone(),
            _ => format!("cell {last} of its last cells, counted from the left of the seat"),
        };
        let side_text = match side {
            0 => "moving straight ahead".to_owned(),
            side => format!("capturing {}", self.side_text(layout, side)),
        };
        format!("promote to a {kind} on {cell}, {side_text}")
    }

    /// Describes one of the directions in which pawns capture, from left to right.
    fn side_text(&self, layout: &ActionLayout, side: usize) -> String {
        match (layout.side_count, side) {
            (2, 1) => "to its left".into(),
            (2, _) => "to its right".into(),
            (sides, side) => {
                format!("in the {} of its {sides} directions from left to right", ordinal(side - 1))
            }
        }
    }

    fn shadow_text(&self, layout: &ActionLayout, shadow: usize) -> String {
        let (lattice, direction) =
            (shadow / layout.direction_count, &self.direction_names[shadow % layout.direction_count]);
        if self.lattice_tables.len() == 1 {
            return format!("capturing the piece whose shadow falls {direction}");
        }
        let seats = self.all_seats().filter(|&seat| self.seat_tables(seat).lattice == lattice);
        let seats: Vec<String> = seats.map(|seat| seat.to_string()).collect();
        format!("capturing the piece of seat {} whose shadow falls {direction}", seats.join(" or "))
    }

    /// Returns the name of the cell at a place of the planes.
    pub(super) fn place_text(&self, place: usize, perspective: &Perspective) -> String {
        let cell = self.seat_tables(perspective.viewer().unwrap_or(Seat::ZERO)).cell_at_place[place];
        if cell == NO_CELL { perspective.place(place) } else { perspective.cell(cell, place) }
    }

    /// Whether a piece of `seat` can arrive at a place in a direction, on an empty board.
    fn can_arrive(&self, layout: &ActionLayout, seat: Seat, direction: usize, place: usize) -> bool {
        self.leads_to(layout, seat, self.seat_tables(seat).lattice, direction, place)
    }

    /// Whether a direction of a lattice leads to a place, both as `seat` sees the board.
    fn leads_to(
        &self,
        layout: &ActionLayout,
        seat: Seat,
        lattice: usize,
        direction: usize,
        place: usize,
    ) -> bool {
        let seat_tables: &SeatTables = self.seat_tables(seat);
        let (to, direction) =
            (seat_tables.cell_at_place[place], usize::from(seat_tables.direction_from_view[direction]));
        if to == NO_CELL {
            return false;
        }
        match direction.checked_sub(layout.ray_count) {
            None => {
                let ray = self.lattice_tables[lattice].rays[usize::from(to)][direction];
                self.next_cell(to, ray.reversed()).is_some()
            }
            Some(hop) if hop >= layout.hop_origins[lattice].len() => {
                let ray = hop - layout.hop_origins[lattice].len();
                let ray = self.lattice_tables[lattice].rays[usize::from(to)][ray].reversed();
                let hurdle = self.next_cell(to, ray);
                hurdle.and_then(|hurdle| self.next_cell(hurdle, ray)).is_some()
            }
            Some(hop) => {
                let from = &layout.hop_origins[lattice][hop];
                from[usize::from(to)] != NO_CELL
                    || layout.separate_planes && self.is_double_hop_target(lattice, hop, to)
            }
        }
    }

    /// Whether some double hop leads to a cell.
    fn is_double_hop_target(&self, lattice: usize, hop: usize, to: Cell) -> bool {
        let mut leaps = self.movements_on(lattice).flat_map(|movement| &movement.double_hops);
        leaps.any(|leaps| leaps[hop][1] == to)
    }

    /// Whether some pawn of `seat` captures in a capture direction on a place, as `seat` sees the board.
    fn captures_on(&self, seat: Seat, side: usize, place: usize) -> bool {
        let to = self.seat_tables(seat).cell_at_place[place];
        let all_seat_tables = self.all_seats().filter(|&army| self.drafts || army == seat);
        let onto =
            |army: Seat| self.pawn(army).capture_sides.iter().any(|sides| sides.get(side - 1) == Some(&to));
        to != NO_CELL && all_seat_tables.into_iter().any(onto)
    }
}
