//! Seats that see the start of a game alike.
//!
//! Observations are relative to a seat: it sees the board from its own side, and the other seats in their
//! order from its own. On many boards a feature such as "the next seat has a man on this cell" therefore
//! means the same for all seats. Elsewhere it does not: in `tri-chek-4-cutthroat` the four seats use four
//! of the six sides, so the next seat is on another side for each of them.

use crate::game::{MAX_SEATS, Seat, rng_for};
use crate::sim::DynGame;

/// The perspective of each seat, a number from 0. Seats share a perspective if they see the same board with
/// pieces on the same cells at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perspectives(pub(super) [u8; MAX_SEATS]);

impl Perspectives {
    /// Returns the perspectives in a game.
    pub fn of_game(game: &dyn DynGame) -> Perspectives {
        let mut pool = game.pool();
        pool.reserve(1);
        pool[0].reset(&mut rng_for(0, 0, 0));
        let [planes, rows, columns] = pool.observation_shape();
        let mut observation = vec![0.0; planes * rows * columns];
        let mut views: Vec<Vec<bool>> = Vec::new();
        let mut perspectives = Perspectives::default();
        for seat in Seat::all(game.spec().seats) {
            pool.observe(0, seat, &mut observation);
            // Planes with one number in all cells are counters and flags, not a part of the board.
            let marks = |plane: &[f32]| -> Vec<bool> {
                let varies = plane.iter().any(|&value| value != plane[0]);
                plane.iter().map(|&value| varies && value != 0.0).collect()
            };
            let view = observation.chunks(rows * columns).flat_map(marks).collect();
            let known = views.iter().position(|other| *other == view);
            perspectives.0[seat.index()] = known.unwrap_or(views.len()) as u8;
            if known.is_none() {
                views.push(view);
            }
        }
        perspectives
    }

    /// Returns the perspective of a seat.
    pub fn of(&self, seat: Seat) -> usize {
        self.0[seat.index()].into()
    }

    /// Returns the number of perspectives.
    pub fn count(&self) -> usize {
        self.0.iter().max().map_or(1, |&last| usize::from(last) + 1)
    }
}
