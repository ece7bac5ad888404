//! How often each score was had.

use serde::{Serialize, Serializer};

/// How often each player, who may be a seat or an agent, got each score.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreCounts {
    players: usize,
    /// Scores take few different values: each with how often each player got it, the lowest first.
    rows: Vec<(f64, Vec<u64>)>,
}

impl ScoreCounts {
    /// Of so many players, none of whom has got anything yet.
    pub fn new(players: usize) -> ScoreCounts {
        ScoreCounts { players, rows: Vec::new() }
    }

    /// Counts what a player got.
    pub fn add(&mut self, player: usize, score: f64) {
        // Nothing is nothing, whatever its sign.
        let score = score + 0.0;
        let place = self.rows.binary_search_by(|row| row.0.total_cmp(&score));
        let place = place.unwrap_or_else(|place| {
            self.rows.insert(place, (score, vec![0; self.players]));
            place
        });
        self.rows[place].1[player] += 1;
    }

    /// Each score that somebody got with how often each player did, the lowest first.
    pub fn scores(&self) -> &[(f64, Vec<u64>)] {
        &self.rows
    }

    /// What each player got on average; no number if it never got anything.
    pub fn means(&self) -> Vec<f64> {
        (0..self.players).map(|player| self.mean(player)).collect()
    }

    /// What a player got on average; no number if it never got anything.
    pub fn mean(&self, player: usize) -> f64 {
        let (mut sum, mut times) = (0.0, 0);
        for (score, counts) in &self.rows {
            sum += score * counts[player] as f64;
            times += counts[player];
        }
        sum / times as f64
    }
}

/// Each score with how often each player got it, the lowest first: names of JSON cannot be numbers.
impl Serialize for ScoreCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rows.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_counted_in_order() {
        let mut score_counts = ScoreCounts::new(2);
        for (player, score) in [(0, 1.0), (1, -1.0), (0, -0.0), (1, 0.0), (0, 1.0), (0, -3.5)] {
            score_counts.add(player, score);
        }
        let expected = [(-3.5, vec![1, 0]), (-1.0, vec![0, 1]), (0.0, vec![1, 1]), (1.0, vec![2, 0])];
        assert_eq!(score_counts.scores(), expected);
        assert_eq!((score_counts.mean(0), score_counts.mean(1)), (-1.5 / 4.0, -0.5));
        assert!(ScoreCounts::new(1).mean(0).is_nan());
    }
}
