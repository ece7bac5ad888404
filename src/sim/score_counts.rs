//! Counts of scores.

use serde::{Serialize, Serializer};

/// The number of times that each player (a seat or an agent) got each score.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreCounts {
    players: usize,
    /// Each distinct score with the count of each player, in ascending order. There are only few distinct
    /// scores.
    rows: Vec<(f64, Vec<u64>)>,
}

impl ScoreCounts {
    /// Returns empty counts for this number of players.
    pub fn new(players: usize) -> ScoreCounts {
        ScoreCounts { players, rows: Vec::new() }
    }

    /// Counts a score of a player.
    pub fn add(&mut self, player: usize, score: f64) {
        // Converts -0 to 0.
        let score = score + 0.0;
        let place = self.rows.binary_search_by(|row| row.0.total_cmp(&score));
        let place = place.unwrap_or_else(|place| {
            self.rows.insert(place, (score, vec![0; self.players]));
            place
        });
        self.rows[place].1[player] += 1;
    }

    /// Returns each score with the count of each player, in ascending order.
    pub fn scores(&self) -> &[(f64, Vec<u64>)] {
        &self.rows
    }

    /// Returns the mean score of each player. NaN for players without scores.
    pub fn means(&self) -> Vec<f64> {
        (0..self.players).map(|player| self.mean(player)).collect()
    }

    /// Returns the mean score of a player. NaN if the player has no scores.
    pub fn mean(&self, player: usize) -> f64 {
        let (mut sum, mut times) = (0.0, 0);
        for (score, counts) in &self.rows {
            sum += score * counts[player] as f64;
            times += counts[player];
        }
        sum / times as f64
    }
}

/// Serializes a list of pairs, because keys of JSON objects cannot be numbers.
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
