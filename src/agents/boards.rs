//! Boards at which games of a match are played, one after the other, by agents that may ask judges.

use super::Agent;
use super::abreast::{self, Setting};
use super::batch::Judge;
use super::group::Table;
use super::puct::{Puct, Searcher};
use super::referee::{Progress, Referee, Row, Rules};
use crate::sim::{DynGame, Pool};
use std::sync::atomic::AtomicBool;

/// How many bytes a search takes at most, about, with what it asks and is told.
pub(super) fn bytes(game: &dyn DynGame, settings: Puct) -> u64 {
    /// So many bytes takes what is asked and said of one legal action, of which there are at most so many,
    /// about.
    const SAID: usize = 16;
    const LEGAL: usize = 256;
    let asked = 4 * numbers(&game.pool()) + game.spec().num_actions + SAID * LEGAL;
    Searcher::bytes(settings) + asked as u64
}

/// How many numbers an observation has.
pub(super) fn numbers(pool: &Pool) -> usize {
    pool.observation_shape().iter().product()
}

/// One of them.
struct Board<'a> {
    referee: Referee<'a>,
    offset: u64,
    /// The place of the game that is played, and whether it has begun.
    place: Option<usize>,
    begun: bool,
    ended: Vec<(usize, Row)>,
}

impl Table for Board<'_> {
    fn take(&mut self, game: usize) {
        (self.place, self.begun) = (Some(game), false);
    }

    fn busy(&self) -> bool {
        self.place.is_some()
    }

    fn go(&mut self, stop: &AtomicBool) -> bool {
        let Some(place) = self.place else { return false };
        if !self.begun {
            self.referee.begin(self.offset.wrapping_add(place as u64));
            self.begun = true;
        }
        match self.referee.go(stop) {
            Progress::Ended(row) => {
                self.ended.push((place, row));
                self.place = None;
                false
            }
            Progress::Asks => true,
            Progress::Stopped => false,
        }
    }

    fn asking(&mut self) -> Option<(usize, &mut dyn Agent)> {
        self.referee.asking().map(|(agent, asking)| (agent as usize, asking))
    }
}

/// How games of a match are played side by side.
pub(super) struct Abreast<'a> {
    pub judge: &'a Judge<'a>,
    /// At how many boards.
    pub boards: usize,
    pub threads: usize,
    pub max_concurrent_batches: usize,
}

/// Plays games side by side, and says whether it came to the end.
pub(super) fn play(
    rules: &Rules<'_>,
    offset: u64,
    abreast: &Abreast<'_>,
    rows: &mut [Option<Row>],
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    let setting = Setting {
        spec: rules.game.spec(),
        planes: numbers(&rules.game.pool()),
        agents: rules.agents.len(),
        judge: abreast.judge,
        max_concurrent_batches: abreast.max_concurrent_batches,
        threads: abreast.threads,
        cache: 0,
    };
    let new =
        |_| Board { referee: Referee::new(rules), offset, place: None, begun: false, ended: Vec::new() };
    let boards: Vec<Board<'_>> = (0..abreast.boards).map(new).collect();
    let Some(played) = abreast::play(boards, rows.len(), &setting, go_on) else { return false };
    let ended = played.tables.into_iter().flat_map(|board| board.ended);
    ended.for_each(|(place, row)| rows[place] = Some(row));
    true
}
