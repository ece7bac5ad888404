//! Statistics of a game that are collected while it is played, for studies of balance.

use crate::agents::evaluation::Sides;
use crate::game::{MAX_SEATS, Returns, Rng, Seat, Spec, below};
use crate::sim::{Pool, Slot};
use std::borrow::Cow;

/// A number of pieces: the seat, the kind, whether the pieces are captives under a piece of another seat, and
/// the number.
pub(super) type PieceCount = (Seat, Cow<'static, str>, bool, u8);

/// The measures of one game.
#[derive(Debug)]
pub struct Measures {
    sides: Sides,
    /// The number of choices of seats, and the total number of their legal steps.
    decisions: u32,
    options: u64,
    /// The last side that had more material than all other sides.
    leader: Option<u8>,
    lead_changes: u16,
    /// Each side's share of the material, after each turn.
    shares: Vec<[f32; MAX_SEATS]>,
    /// The number of steps before the sampled choice.
    sampled: Option<u32>,
}

impl Measures {
    /// Creates empty measures for a game.
    pub fn new(spec: &Spec) -> Measures {
        Measures {
            sides: Sides::new(spec),
            decisions: 0,
            options: 0,
            leader: None,
            lead_changes: 0,
            shares: Vec::new(),
            sampled: None,
        }
    }

    /// Prepares for another game.
    pub fn reset(&mut self) {
        (self.decisions, self.options) = (0, 0);
        (self.leader, self.lead_changes) = (None, 0);
        self.shares.clear();
        self.sampled = None;
    }

    /// Records a choice of a seat from `legal` steps.
    pub fn record_decision(&mut self, legal: usize) {
        self.decisions += 1;
        self.options += legal as u64;
    }

    /// Records a choice, and keeps one state of the game in slot `sample`. Each choice is sampled with the
    /// same probability.
    pub(super) fn sample_decision(
        &mut self,
        pool: &mut Pool,
        slot: Slot,
        sample: Slot,
        steps: u32,
        legal: usize,
        rng: &mut Rng,
    ) {
        self.record_decision(legal);
        if below(rng, self.decisions as usize) == 0 {
            pool.copy(slot, sample);
            self.sampled = Some(steps);
        }
    }

    /// Records the material of each seat after a turn.
    pub fn record_material(&mut self, material: impl Fn(Seat) -> f32) {
        let material = self.sides.side_sums(material);
        let material = &material[..self.sides.num_sides()];
        let most = material.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut first = (0..).zip(material).filter(|&(_, &sum)| sum == most).map(|(side, _)| side);
        if let (Some(side), None) = (first.next(), first.next()) {
            if self.leader.is_some_and(|leader| leader != side) {
                self.lead_changes = self.lead_changes.saturating_add(1);
            }
            self.leader = Some(side);
        }
        let all: f32 = material.iter().sum();
        let mut shares = [0.0; MAX_SEATS];
        if all > 0.0 {
            shares.iter_mut().zip(material).for_each(|(share, sum)| *share = sum / all);
        }
        self.shares.push(shares);
    }

    /// Returns the mean number of legal steps of a choice.
    pub fn branching(&self) -> f32 {
        (self.options as f64 / f64::from(self.decisions.max(1))) as f32
    }

    /// Returns the number of times that another side took the lead in material.
    pub fn lead_changes(&self) -> u16 {
        self.lead_changes
    }

    /// Returns the drama of a game: the mean over the turns after which the winner was behind, of the square
    /// root of its deficit in the share of the material (Browne 2008, with material as the measure of the
    /// lead).
    ///
    /// It is 0 if the winner was never behind or the game has no winner. With several winners, the one with
    /// the most material counts.
    pub fn drama(&self, returns: &Returns) -> f32 {
        let known = Seat::all(self.sides.num_seats() as u8);
        let best = known.clone().map(|seat| returns.get(seat)).fold(f64::NEG_INFINITY, f64::max);
        let won = |seat: &Seat| returns.get(*seat) == best;
        if known.clone().all(|seat| won(&seat)) {
            return 0.0;
        }
        let (mut sum, mut turns) = (0.0, 0);
        for shares in &self.shares {
            let most = shares.iter().copied().fold(0.0, f32::max);
            let winner = known.clone().filter(won).map(|seat| shares[self.sides.side_of(seat) as usize]);
            let behind = most - winner.fold(0.0, f32::max);
            if behind > 0.0 {
                sum += f64::from(behind).sqrt();
                turns += 1;
            }
        }
        if turns > 0 { (sum / f64::from(turns)) as f32 } else { 0.0 }
    }

    /// Returns the number of steps before the sampled choice, and the pieces on the board.
    pub(super) fn sample(&self, pool: &Pool, sample: Slot) -> Option<(u32, Vec<PieceCount>)> {
        let step = self.sampled?;
        let mut piece_counts: Vec<PieceCount> = Vec::new();
        pool.pieces(sample, &mut |seat, kind, captive| match piece_counts
            .iter_mut()
            .find(|count| (count.0, &count.1, count.2) == (seat, kind, captive))
        {
            Some(count) => count.3 = count.3.saturating_add(1),
            None => piece_counts.push((seat, kind.clone(), captive, 1)),
        });
        Some((step, piece_counts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Frame;
    use crate::games::chess::variants::orthodox::Chess;
    use crate::sim::erase;

    fn measured(fens: &[&str]) -> Measures {
        let chess = erase(Chess::chess(true, Frame::Seat));
        let mut pool = chess.pool();
        pool.reserve(1);
        let mut measures = Measures::new(chess.spec());
        for fen in fens {
            pool[0].read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            measures.record_material(|seat| pool[0].material(seat));
        }
        measures
    }

    const LEVEL: &str = "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1";
    const WHITE: &str = "4k3/p7/8/8/8/8/PPP5/4K3 w - - 0 1";
    const BLACK: &str = "4k3/ppp5/8/8/8/8/P7/4K3 w - - 0 1";

    #[test]
    fn the_lead_changes_when_another_side_has_the_most_material() {
        for (fens, changes) in [
            (&[LEVEL, WHITE, LEVEL, WHITE][..], 0),
            (&[WHITE, BLACK], 1),
            (&[BLACK, LEVEL, WHITE, WHITE, LEVEL, BLACK], 2),
        ] {
            assert_eq!(measured(fens).lead_changes(), changes, "{fens:?}");
        }
    }

    #[test]
    fn drama_measures_the_deficit_of_the_winner() {
        let measures = measured(&[LEVEL, WHITE, BLACK, BLACK, LEVEL]);
        // Black has three quarters of the material and White one quarter, after two turns.
        assert!((measures.drama(&Returns::of(&[1.0, -1.0])) - 0.5f32.sqrt()).abs() < 1e-6);
        assert_eq!(measures.drama(&Returns::ZERO), 0.0);
        assert_eq!(measured(&[LEVEL, WHITE]).drama(&Returns::of(&[1.0, -1.0])), 0.0);
        assert!(measured(&[LEVEL, WHITE]).drama(&Returns::of(&[-1.0, 1.0])) > 0.7);
    }
}
