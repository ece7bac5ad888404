//! The description of a variant: its `Spec`, symmetries, and texts.

use super::planes::{planes, seat_names, shows_seat};
use super::symmetries;
use super::tables::Tables;
use super::variant_spec::{RuleRefs, VariantSpec};
use crate::board::Bitboard;
use crate::game::{Frame, Scores, Seat, SeatColor, Spec, Symmetry};

/// The description of a variant. Created once for each kind of board, not for each kind of stacks.
#[derive(Clone, Debug)]
pub(super) struct VariantInfo {
    pub(super) spec: Spec,
    pub(super) symmetries: Vec<Symmetry>,
    /// For each symmetry, the seat that each seat's pieces are mapped to.
    pub(super) seat_maps: Vec<Vec<Seat>>,
    /// The rule numbers that error messages cite.
    pub(super) rule_refs: RuleRefs,
    /// The name of each direction, as a seat sees it.
    pub(super) directions: Vec<String>,
}

impl VariantInfo {
    /// Returns the description of a variant with `directions` directions.
    pub(super) fn new<S: Bitboard, const SEATS: usize>(
        variant: VariantSpec,
        tables: &Tables<S, SEATS>,
        stacked: bool,
        directions: usize,
        frame: Frame,
    ) -> VariantInfo {
        let seats = tables.seats();
        let shows_seat = shows_seat(seats, frame);
        let names = seat_names(tables);
        let spec = Spec {
            id: variant.id,
            title: variant.title,
            summary: variant.summary,
            family: variant.family,
            rules: variant.rules,
            description: None,
            options: variant.options,
            seats: seats as u8,
            colors: SeatColor::ALL[..seats].to_vec(),
            scores: Scores::win(&variant.teams),
            seat_angles: variant.seat_angles,
            teams: variant.teams,
            turn_order: variant.turn_order,
            has_hidden_information: false,
            has_chance: false,
            is_simultaneous: false,
            num_actions: directions * tables.num_action_cells(),
            planes: planes(tables, stacked, variant.numbers, &names, shows_seat, &variant.board_planes),
            max_steps: max_steps(stacked, seats as u32, tables.pieces as u32, tables.board.grid().0 as u32),
            frame,
        };
        let (symmetries, seat_maps) =
            symmetries::symmetries(variant.board_symmetries, tables, directions).into_iter().unzip();
        VariantInfo {
            spec,
            symmetries,
            seat_maps,
            rule_refs: variant.rule_refs,
            directions: variant.directions,
        }
    }
}

/// Returns an upper bound of the number of steps of a game.
///
/// Fewer turns than the limit of a counter lie between two turns that reset it. In Checkers these are jumps
/// and moves of men, each of which moves a limited number of rows. With stacks they are crownings and
/// removals (Checkers 9.4, 9.5). A turn has at most as many jumps as the enemies have pieces, because no
/// square is jumped twice (Checkers 5.6).
fn max_steps(stacked: bool, seats: u32, pieces: u32, rows: u32) -> u32 {
    let all = seats * pieces;
    if stacked {
        (all + seats + 1) * 200 * seats * pieces * (seats - 1)
    } else {
        (all * (rows - 1) + all + 1) * 40 * seats + all
    }
}
