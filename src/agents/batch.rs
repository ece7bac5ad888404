//! Questions of many games to a judge of positions, asked at once.

use super::matches::PATIENCE;
use super::puct::{Puct, Searcher};
use super::referee::{Progress, Referee, Row, Rules};
use super::{Agent, Sight};
use crate::game::{Actor, MAX_SEATS, Returns, Rng, Scores, Scoring, Seat, Spec, rng_for};
use crate::sim::threads::Threads;
use crate::sim::{AnyGame, AnyState, Limit, Pool};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;

/// Positions that agents wait to have judged.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The number of the agent whose judge is asked.
    pub agent: usize,
    /// How many positions there are.
    pub size: usize,
    /// What the seat to act in each of them may see.
    pub observations: Vec<f32>,
    /// Which actions are legal.
    pub masks: Vec<bool>,
    /// The answer: how good each action is in each position. What is said of illegal ones does not matter.
    pub policies: Vec<f32>,
    /// The answer: what the seat that observes will get, or what each seat will.
    pub values: Vec<f32>,
    seats: Vec<Seat>,
}

/// Who writes the answers into a batch; it says no if there will be none.
pub type Judge<'a> = dyn FnMut(&mut Batch) -> bool + 'a;

impl Batch {
    /// Puts the questions of some searches to the judge of an agent, and hands back the answers.
    fn ask(
        &mut self,
        agent: usize,
        askers: &mut [&mut dyn Agent],
        spec: &Spec,
        planes: usize,
        judge: &mut Judge<'_>,
    ) -> bool {
        let (size, actions) = (askers.len(), spec.num_actions);
        (self.agent, self.size) = (agent, size);
        self.observations.resize(size * planes, 0.0);
        self.masks.resize(size * actions, false);
        self.seats.clear();
        let rows = self.observations.chunks_exact_mut(planes).zip(self.masks.chunks_exact_mut(actions));
        for (asker, (observation, mask)) in askers.iter().zip(rows) {
            self.seats.push(asker.asks(observation, mask));
        }
        if !judge(self) {
            return false;
        }
        let policies = self.policies.chunks_exact(actions);
        let values = self.values.chunks_exact(self.values.len() / size);
        for (((asker, policy), values), &seat) in askers.iter_mut().zip(policies).zip(values).zip(&self.seats)
        {
            asker.hear(policy, &returns(spec, seat, values));
        }
        true
    }
}

/// What each seat will get. Of one seat's value, its side gets as much, and the others together lose as much;
/// or, where seats do not play for a win, the others get what lies in the middle, for nothing is known of
/// them.
fn returns(spec: &Spec, seat: Seat, values: &[f32]) -> Returns {
    let mut all = [0.0; MAX_SEATS];
    if let [own] = *values {
        let partner = |&of: &u8| of == spec.teams[seat as usize];
        let partners = spec.teams.iter().filter(|of| partner(of)).count() as f64;
        let others = (spec.teams.len() as f64 - partners).max(1.0);
        let Scores { kind, least, most, .. } = spec.scores;
        let theirs = match kind {
            Scoring::Win => -f64::from(own) * partners / others,
            Scoring::Shared | Scoring::Strokes => (least + most) / 2.0,
        };
        for (got, of) in all.iter_mut().zip(&spec.teams) {
            *got = if partner(of) { own.into() } else { theirs };
        }
    } else {
        all.iter_mut().zip(values).for_each(|(got, &value)| *got = value.into());
    }
    Returns::of(&all)
}

/// How many bytes a search takes at most, about, with what it asks and is told.
pub(super) fn bytes(game: &dyn AnyGame, settings: Puct) -> u64 {
    let asked = 4 * numbers(&*game.pool()) + 9 * game.spec().num_actions;
    Searcher::bytes(settings) + asked as u64
}

fn numbers(pool: &dyn Pool) -> usize {
    pool.observation_shape().iter().product()
}

/// A board at which games are played, one after the other, while others are at other boards.
struct Board<'a> {
    referee: Referee<'a>,
    /// The place of the game that is being played.
    place: Option<usize>,
    ended: Vec<(usize, Row)>,
}

impl Board<'_> {
    /// Plays until an agent asks something, or until all games have been taken.
    fn go(&mut self, offset: u64, games: usize, next: &AtomicU64, stop: &AtomicBool) {
        loop {
            let place = match self.place {
                Some(place) => place,
                None => {
                    let place = next.fetch_add(1, Ordering::Relaxed) as usize;
                    if place >= games {
                        return;
                    }
                    self.referee.begin(offset.wrapping_add(place as u64));
                    self.place = Some(place);
                    place
                }
            };
            match self.referee.go(stop) {
                Progress::Ended(row) => {
                    self.ended.push((place, row));
                    self.place = None;
                }
                Progress::Asks | Progress::Stopped => return,
            }
        }
    }
}

/// Plays games side by side at so many boards, and says whether it came to the end.
pub(super) fn play(
    rules: &Rules<'_>,
    offset: u64,
    boards: usize,
    rows: &mut [Option<Row>],
    threads: &mut Threads,
    judge: &mut Judge<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> bool {
    let (next, stop, games) = (AtomicU64::new(0), AtomicBool::new(false), rows.len());
    let new = |_| Board { referee: Referee::new(rules), place: None, ended: Vec::new() };
    let mut boards: Vec<Board<'_>> = (0..boards).map(new).collect();
    let planes = numbers(&*rules.game.pool());
    let mut batch = Batch::default();
    loop {
        let work = || threads.each(&mut boards, |_, board| board.go(offset, games, &next, &stop));
        if !watched(work, &stop, go_on) {
            return false;
        }
        for board in &mut boards {
            board.ended.drain(..).for_each(|(place, row)| rows[place] = Some(row));
        }
        if boards.iter().all(|board| board.place.is_none()) {
            return true;
        }
        for agent in 0..rules.agents.len() {
            let asking = boards.iter_mut().filter_map(|board| board.referee.asking());
            let mut askers: Vec<&mut dyn Agent> =
                asking.filter(|(of, _)| *of as usize == agent).map(|(_, asker)| asker).collect();
            if !askers.is_empty() && !batch.ask(agent, &mut askers, rules.game.spec(), planes, judge) {
                return false;
            }
        }
    }
}

/// Does some work on another thread, asking meanwhile whether to go on; sets `stop` if not, and says whether
/// it never was.
fn watched(work: impl FnOnce() + Send, stop: &AtomicBool, go_on: &mut dyn FnMut() -> bool) -> bool {
    thread::scope(|scope| {
        let (sender, receiver) = channel::<()>();
        scope.spawn(move || {
            work();
            drop(sender);
        });
        while receiver.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            if !go_on() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    go_on() && !stop.load(Ordering::Relaxed)
}

/// A search from one of many states.
struct Desk {
    table: Box<dyn Pool>,
    searcher: Searcher,
    rng: Rng,
    seat: Seat,
    legal: Vec<u32>,
    asks: bool,
}

/// How often each action is gone through in searches from some states of a game, `num_actions` numbers for
/// each state; zeros where no seat is to act. State number `i` draws from `rng_for(seed, 0, i)`. Nothing
/// comes back if the judge or `go_on` says no; what would take too much memory is not begun.
pub fn visits(
    game: &dyn AnyGame,
    states: &[&dyn AnyState],
    settings: Puct,
    seed: u64,
    judge: &mut Judge<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Vec<u32>>, Limit> {
    Limit::memory(states.len() as u64 * bytes(game, settings))?;
    let desk = |(index, state): (u64, &&dyn AnyState)| {
        let mut table = game.pool();
        table.reserve(1);
        let taken = table.take(0, *state);
        let Actor::Seat(seat) = table.actor(0) else { return None };
        let mut legal = Vec::new();
        table.actions(0, &mut legal);
        legal.sort_unstable();
        let searcher = Searcher::new(game, settings);
        taken.then(|| Desk { table, searcher, rng: rng_for(seed, 0, index), seat, legal, asks: true })
    };
    let mut desks: Vec<Option<Desk>> = (0..).zip(states).map(desk).collect();
    let (mut batch, planes, actions) = (Batch::default(), numbers(&*game.pool()), game.spec().num_actions);
    loop {
        let mut askers: Vec<&mut dyn Agent> = Vec::new();
        for Desk { table, searcher, rng, seat, legal, asks } in desks.iter_mut().flatten() {
            let sight = Sight::new(&**table, 0, *seat, legal);
            // Whose search has ended does not go on.
            if *asks {
                *asks = !searcher.search(&sight, rng);
            }
            if *asks {
                askers.push(searcher);
            }
        }
        if askers.is_empty() {
            break;
        }
        if !batch.ask(0, &mut askers, game.spec(), planes, judge) || !go_on() {
            return Ok(None);
        }
    }
    let mut all = vec![0; states.len() * actions];
    for (row, desk) in all.chunks_exact_mut(actions).zip(&desks) {
        for (action, visits) in desk.iter().flat_map(|desk| desk.searcher.visits()) {
            row[action as usize] = visits;
        }
    }
    Ok(Some(all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Frame;
    use crate::game::toy::Toy;
    use crate::sim;

    #[test]
    fn of_one_seats_value_those_of_the_others_are_guessed() {
        let specs = Scoring::ALL.map(|kind| sim::handle_of(Toy::of(kind, Frame::Seat)).spec().clone());
        let [win, shared, mut strokes] = specs;
        (strokes.seats, strokes.teams) = (2, vec![0, 1]);
        let six =
            Spec { seats: 6, teams: vec![0, 0, 1, 1, 2, 2], scores: Scores::win(&[0, 0, 1, 1, 2, 2]), ..win };
        for (spec, seat, value, all) in [
            (&six, 2, 1.0, &[-0.5, -0.5, 1.0, 1.0, -0.5, -0.5][..]),
            (&shared, 1, 2.5, &[2.5, 2.5]),
            (&strokes, 1, -4.0, &[-6.0, -4.0]),
        ] {
            assert_eq!(returns(spec, seat, &[value]), Returns::of(all));
        }
        assert_eq!(returns(&shared, 0, &[1.0, 2.0]), Returns::of(&[1.0, 2.0]), "what is said is not guessed");
    }
}
