//! Checks of steps: lists, counts, picks, masks, action numbers, texts, chance and turns.

use super::Check;
use crate::game::{Actor, Frame, Game, Mask, Rng, Seat, below};

impl<G: Game> Check<'_, G> {
    /// Returns the actions of the legal steps in ascending order.
    pub(super) fn legal_actions(&self, state: &G::State) -> Vec<usize> {
        let mut numbers = Vec::new();
        self.game.each_step(state, |step| numbers.push(self.game.action(state, step)));
        numbers.sort_unstable();
        numbers
    }

    /// Checks that the list of legal steps, the mask and the action numbers agree, and that illegal actions
    /// are recognized.
    pub(super) fn check_actions(&self, state: &G::State, legal: &[G::Step], rng: &mut Rng) {
        let game = self.game;
        let total = game.spec().num_actions;
        let count = game.count(state);
        ensure_eq!(count, legal.len(), "{}: count and list differ", self.location(state));
        let mut expected = vec![false; total];
        for &step in legal {
            ensure!(
                game.is_legal(state, step),
                "{}: {} is listed, but is_legal is false",
                self.location(state),
                game.step_text(state, step)
            );
            let action = game.action(state, step);
            ensure!(action < total, "{}: action {action} of {total}", self.location(state));
            self.check_place(state, action);
            ensure!(!expected[action], "{}: two steps are action {action}", self.location(state));
            expected[action] = true;
            ensure_eq!(game.step(state, action), Some(step), "{}: action {action}", self.location(state));
        }

        if let Some(&step) = legal.get(legal.len() / 2) {
            let seat = if let Actor::Seat(seat) = game.actor(state) { Some(seat) } else { None };
            for seat in [seat, None] {
                let words = game.action_text(game.action(state, step), seat);
                ensure!(!words.starts_with("nobody"), "{}: {words}", self.location(state));
            }
        }

        let mut mask = vec![true; total];
        game.write_mask(state, &mut mask);
        ensure!(mask == expected, "{}: the mask differs from the list", self.location(state));
        let mut both = Mask::new(total);
        let picked = game.pick_and_mask(state, Some(&mut both), |count| count - 1);
        let agree = (0..total).all(|action| both.has(action) == mask[action])
            && picked == game.pick(state, |count| count - 1);
        ensure!(agree, "{}: pick_and_mask differs from pick or mask", self.location(state));
        for _ in 0..total.min(60) {
            let action = below(rng, total);
            let legal = game.step(state, action).is_some_and(|step| game.is_legal(state, step));
            ensure_eq!(
                legal,
                expected[action],
                "{}: wrong legality of action {action}",
                self.location(state)
            );
        }

        ensure_eq!(game.step(state, total), None, "an action that is out of range");
    }

    /// Checks that `pick` selects each legal step once.
    pub(super) fn check_picks(&self, state: &G::State, legal: &[G::Step]) {
        let (game, count) = (self.game, legal.len());
        let mut picked: Vec<usize> = (0..count)
            .map(|index| {
                let step = game.pick(state, |n| {
                    ensure_eq!(
                        n,
                        count,
                        "{}: pick and the list have different lengths",
                        self.location(state)
                    );
                    index
                });
                ensure!(
                    game.pick_cold(state, |_| index) == step,
                    "{}: pick_cold differs",
                    self.location(state)
                );
                game.action(state, step.expect("there are steps"))
            })
            .collect();
        picked.sort_unstable();
        ensure_eq!(
            picked,
            self.legal_actions(state),
            "{}: pick does not select each step once",
            self.location(state)
        );
    }

    /// Checks that a legal action is at a cell, or has no place. (This is not checked for other seats,
    /// because the board does not know how they see it.)
    pub(super) fn check_place(&self, state: &G::State, action: usize) {
        let game = self.game;
        let seat = match game.mover(state) {
            Actor::Seat(seat) if seat == Seat::ZERO || game.spec().frame == Frame::Board => seat,
            _ => return,
        };
        let Some(place) = game.action_place(action, seat) else { return };
        ensure!(
            self.cells[place % self.cells.len()],
            "{}: action {action} is off the board",
            self.location(state)
        );
    }

    pub(super) fn check_texts(&self, state: &G::State, legal: &[G::Step]) {
        let game = self.game;
        let mut texts: Vec<(u128, String)> =
            legal.iter().map(|&step| (game.sort_key(state, step), game.step_text(state, step))).collect();
        for (&step, (_, text)) in legal.iter().zip(&texts) {
            ensure_eq!(game.read_step(state, text), Some(step), "{}: reading {text}", self.location(state));
        }

        texts.sort();
        ensure!(
            texts.windows(2).all(|w| w[0].1 < w[1].1),
            "{}: step strings are equal, or not in the order of sort_key",
            self.location(state)
        );
        for nonsense in ["", "-", "a1", "zz-zz", "e2e4e6", "pass me", "\u{e9}", &"a".repeat(5000)] {
            if texts.iter().any(|(_, text)| text == nonsense) {
                continue;
            }

            ensure_eq!(game.read_step(state, nonsense), None, "{}: reads '{nonsense}'", self.location(state));
            ensure!(!game.explain_text(state, nonsense).is_empty());
        }
    }

    pub(super) fn check_chance(&self, state: &G::State, legal: &[G::Step]) {
        let (mut total, mut outcomes) = (0.0, Vec::new());
        self.game.chance(state, |step, probability| {
            ensure!(probability > 0.0);
            total += probability;
            outcomes.push(step);
        });
        ensure!((total - 1.0).abs() < 1e-9, "{}: probabilities sum to {total}", self.location(state));
        ensure_eq!(outcomes.len(), legal.len());
        ensure!(
            outcomes.iter().all(|outcome| legal.contains(outcome)),
            "{}: outcomes differ",
            self.location(state)
        );
    }

    pub(super) fn check_turns(&self, state: &G::State) {
        let game = self.game;
        if game.mid_turn(state) || game.count(state) > 60 {
            return;
        }

        let Ok(turns) = game.turns(state) else { return };
        ensure!(!turns.is_empty(), "{}: steps but no turns", self.location(state));
        ensure!(
            turns.windows(2).all(|w| w[0].text < w[1].text),
            "{}: turns unsorted or equal",
            self.location(state)
        );
        for turn in &turns {
            let mut next = state.clone();
            for (at, &step) in turn.steps.iter().enumerate() {
                ensure!(
                    at == 0 || game.mid_turn(&next),
                    "{}: turn {} is too long",
                    self.location(state),
                    turn.text
                );
                ensure!(game.is_legal(&next, step), "{}: turn {}", self.location(state), turn.text);
                game.apply(&mut next, step);
            }

            ensure!(
                !game.mid_turn(&next) || !matches!(game.actor(&next), Actor::Seat(_)),
                "{}: turn {} is too short",
                self.location(state),
                turn.text
            );
        }

        ensure_eq!(game.perft_turns(state, 1, &mut || true), Some(turns.len() as u64));
    }
}
