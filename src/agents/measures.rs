//! What is measured of a game while it is played: for studies of balance.

use super::worth::Sides;
use crate::game::{MAX_SEATS, Returns, Rng, Seat, Spec, below};
use crate::sim::{Pool, Slot};

/// Pieces of one kind of one seat: the seat, the kind, whether they are captives under a piece of another
/// seat, how many.
pub(super) type Group = (Seat, &'static str, bool, u8);

/// The measures of one game.
#[derive(Debug)]
pub struct Measures {
    sides: Sides,
    /// The choices made by seats, and the legal steps that they chose from.
    decisions: u32,
    choices: u64,
    /// The side that had most when it was last one alone.
    leader: Option<u8>,
    lead_changes: u16,
    /// After each turn, each side's share of all material.
    shares: Vec<[f32; MAX_SEATS]>,
    /// The step before which the sample was taken.
    sampled: Option<u32>,
}

impl Measures {
    /// None yet, for games of this kind.
    pub fn new(spec: &Spec) -> Measures {
        Measures {
            sides: Sides::new(spec),
            decisions: 0,
            choices: 0,
            leader: None,
            lead_changes: 0,
            shares: Vec::new(),
            sampled: None,
        }
    }

    /// Begins another game.
    pub fn begin(&mut self) {
        (self.decisions, self.choices) = (0, 0);
        (self.leader, self.lead_changes) = (None, 0);
        self.shares.clear();
        self.sampled = None;
    }

    /// A seat chooses from so many steps.
    pub fn choice(&mut self, legal: usize) {
        self.decisions += 1;
        self.choices += legal as u64;
    }

    /// The same, and one state of the game, each with the same probability, is left in the slot `sample`.
    pub(super) fn decision(
        &mut self,
        pool: &mut Pool,
        slot: Slot,
        sample: Slot,
        steps: u32,
        legal: usize,
        rng: &mut Rng,
    ) {
        self.choice(legal);
        if below(rng, self.decisions as usize) == 0 {
            pool.copy(slot, sample);
            self.sampled = Some(steps);
        }
    }

    /// A turn has led to a position in which each seat has so much material.
    pub fn position(&mut self, material: impl Fn(Seat) -> f32) {
        let material = self.sides.material(material);
        let material = &material[..self.sides.count()];
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

    /// The mean number of legal steps of a choice.
    pub fn branching(&self) -> f32 {
        (self.choices as f64 / f64::from(self.decisions.max(1))) as f32
    }

    /// How often the side with most material gave way to another.
    pub fn lead_changes(&self) -> u16 {
        self.lead_changes
    }

    /// How far behind the winner was, on average over the turns after which it was behind: the root of the
    /// difference between the leader's share of all material and its own (Browne 2008, with material as the
    /// measure of who leads). 0 if it never was behind, or if nobody has won. If several sides have won, the
    /// one with most counts.
    pub fn drama(&self, returns: &Returns) -> f32 {
        let seats = 0..MAX_SEATS as Seat;
        let known = seats.take_while(|&seat| usize::from(seat) < self.sides.seats());
        let best = known.clone().map(|seat| returns.get(seat)).fold(f64::NEG_INFINITY, f64::max);
        let won = |seat: &Seat| returns.get(*seat) == best;
        if known.clone().all(|seat| won(&seat)) {
            return 0.0;
        }
        let (mut sum, mut turns) = (0.0, 0);
        for shares in &self.shares {
            let most = shares.iter().copied().fold(0.0, f32::max);
            let winner = known.clone().filter(won).map(|seat| shares[self.sides.of(seat) as usize]);
            let behind = most - winner.fold(0.0, f32::max);
            if behind > 0.0 {
                sum += f64::from(behind).sqrt();
                turns += 1;
            }
        }
        if turns > 0 { (sum / f64::from(turns)) as f32 } else { 0.0 }
    }

    /// The step before which the sample was taken, and the pieces on its board.
    pub(super) fn sample(&self, pool: &Pool, sample: Slot) -> Option<(u32, Vec<Group>)> {
        let step = self.sampled?;
        let mut groups: Vec<Group> = Vec::new();
        pool.pieces(sample, &mut |seat, kind, captive| match groups
            .iter_mut()
            .find(|group| (group.0, group.1, group.2) == (seat, kind, captive))
        {
            Some(group) => group.3 = group.3.saturating_add(1),
            None => groups.push((seat, kind, captive, 1)),
        });
        Some((step, groups))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Frame;
    use crate::games::chess::orthodox::Chess;
    use crate::sim::erase;

    fn measured(fens: &[&str]) -> Measures {
        let chess = erase(Chess::chess(true, Frame::Seat));
        let mut pool = chess.pool();
        pool.reserve(1);
        let mut measures = Measures::new(chess.spec());
        for fen in fens {
            pool.read_fen(0, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            measures.position(|seat| pool.material(0, seat));
        }
        measures
    }

    const LEVEL: &str = "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1";
    const WHITE: &str = "4k3/p7/8/8/8/8/PPP5/4K3 w - - 0 1";
    const BLACK: &str = "4k3/ppp5/8/8/8/8/P7/4K3 w - - 0 1";

    #[test]
    fn the_lead_changes_when_another_side_has_most() {
        for (fens, changes) in [
            (&[LEVEL, WHITE, LEVEL, WHITE][..], 0),
            (&[WHITE, BLACK], 1),
            (&[BLACK, LEVEL, WHITE, WHITE, LEVEL, BLACK], 2),
        ] {
            assert_eq!(measured(fens).lead_changes(), changes, "{fens:?}");
        }
    }

    #[test]
    fn drama_is_being_behind_and_winning() {
        let measures = measured(&[LEVEL, WHITE, BLACK, BLACK, LEVEL]);
        // Black has three quarters, White one; twice.
        assert!((measures.drama(&Returns::of(&[1.0, -1.0])) - 0.5f32.sqrt()).abs() < 1e-6);
        assert_eq!(measures.drama(&Returns::ZERO), 0.0);
        assert_eq!(measured(&[LEVEL, WHITE]).drama(&Returns::of(&[1.0, -1.0])), 0.0);
        assert!(measured(&[LEVEL, WHITE]).drama(&Returns::of(&[-1.0, 1.0])) > 0.7);
    }
}
