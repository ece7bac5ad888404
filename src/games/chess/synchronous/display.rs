//! The display of Synchronous Chess: what pictures show.

use super::{State, Synchronous, notation};
use crate::board::Cell;
use crate::game::{Item, Mark, OffBoardGroup, Seat, Thing};
use crate::games::chess::bitboard::{bit, cells};
use crate::games::chess::explain;
use crate::games::chess::variant::VariantDisplay;

impl VariantDisplay for Synchronous {
    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        let extra = &state.extra;
        let ready = extra.open[0].strikers | extra.open[1].strikers;
        let marks = [(ready, Mark::Active), (extra.struck, Mark::Moved)];
        marks.into_iter().filter(|(cells, _)| cells & bit(cell) != 0).map(|(_, mark)| mark).collect()
    }

    /// What White has committed, and where blows may be struck.
    fn off_board(&self, state: &State, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let extra = &state.extra;
        let commit = extra.pending.map(|step| match viewer {
            Some(Seat::ONE) => Thing::Hidden,
            _ => Thing::Word(notation::step(step)),
        });
        let committed = commit.map(Item::one).into_iter().collect();
        let mut groups =
            vec![OffBoardGroup { short: true, ..OffBoardGroup::of(Some(Seat::ZERO), "commit", committed) }];
        for (seat, open) in Seat::BOTH.into_iter().zip(&extra.open) {
            let cell = cells(open.cell()).map(explain::name).next();
            groups.push(OffBoardGroup::word(Some(seat), "blow at", cell));
        }
        groups
    }
}
