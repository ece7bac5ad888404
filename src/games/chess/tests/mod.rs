//! Tests named after the rules that they check.

pub(super) mod any_text;

use crate::catalog;
use crate::game::{Actor, Frame, Game, Options, Reason, Seat, rng_for};
use crate::games::chess::game::ChessGame;
use crate::games::chess::kit::step::Step;
use crate::games::chess::variants::tar_pit::{self, TarPit};
use crate::games::chess::variants::{masquerade, orthodox, two_move};
use crate::games::chess::{ids, open};
use std::collections::BTreeMap;

/// `tar-pit-chess` or one of its variants.
pub(super) fn tar_pit_chess(id: &str) -> ChessGame<TarPit> {
    let (_, options) = tar_pit::ids().find(|(known, _)| known == id).expect("an id");
    ChessGame::new(TarPit::named(id, &options).expect("an id"), Frame::Seat)
}

/// Checks the outcomes of the draw to be made in a position: their probabilities, and how often each comes.
pub(super) fn draws<G: Game>(game: &G, fen: &str, expected: &[(&str, f64)]) {
    let (state, mut told) = (after(game, fen, ""), Vec::new());
    assert_eq!(game.actor(&state), Actor::Chance);
    game.chance(&state, |step, probability| told.push((game.step_text(&state, step), probability)));
    assert!(
        told.iter().map(|(text, probability)| (text.as_str(), *probability)).eq(expected.iter().copied())
    );
    let (mut rng, mut drawn) = (rng_for(3, 0, 0), BTreeMap::new());
    for _ in 0..6000 {
        let step = game.draw(&state, &mut rng).expect("a draw");
        *drawn.entry(game.step_text(&state, step)).or_insert(0) += 1;
    }
    for (text, probability) in told {
        assert!((f64::from(drawn[&text]) - 6000.0 * probability).abs() < 200.0, "{drawn:?}");
    }
}

/// The state after `steps` from a position string.
pub(super) fn after<G: Game>(game: &G, fen: &str, steps: &str) -> G::State {
    let mut state = game.read_fen(fen).unwrap_or_else(|error| panic!("'{fen}': {error}"));
    for text in steps.split_whitespace() {
        let step =
            game.read_step(&state, text).unwrap_or_else(|| panic!("{}", game.explain_text(&state, text)));
        game.apply(&mut state, step);
    }
    state
}

/// The legal steps, sorted, in one line.
pub(super) fn steps<G: Game>(game: &G, state: &G::State) -> String {
    let mut steps = Vec::new();
    game.each_step(state, |step| steps.push((game.sort_key(state, step), game.step_text(state, step))));
    steps.sort();
    steps.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

/// The legal steps from one cell.
pub(super) fn steps_from<G: Game>(game: &G, state: &G::State, cell: &str) -> String {
    steps(game, state).split(' ').filter(|step| step.starts_with(cell)).collect::<Vec<_>>().join(" ")
}

pub(super) fn ending<G: Game>(game: &G, state: &G::State) -> (Reason, f64) {
    let outcome = game.outcome(state).unwrap_or_else(|| panic!("'{}' goes on", game.fen(state)));
    (outcome.reason, outcome.returns.get(Seat::ZERO))
}

pub(super) fn refused<G: Game>(game: &G, fen: &str, because: &str) {
    match game.read_fen(fen) {
        Ok(_) => panic!("'{fen}' was read"),
        Err(error) => assert!(error.to_string().contains(because), "'{fen}': {error}"),
    }
}

#[test]
fn states_are_small() {
    assert!(size_of::<orthodox::State>() <= 512, "{}", size_of::<orthodox::State>());
    assert!(size_of::<masquerade::State>() <= 104, "{}", size_of::<masquerade::State>());
    assert!(size_of::<two_move::State>() <= 120, "{}", size_of::<two_move::State>());
    assert_eq!(size_of::<Step>(), 4);
}

#[test]
fn ids_open_their_games() {
    let opened = |id: &str, options: &Options| {
        let game = open(id, options, Frame::Seat)?;
        Ok::<_, String>(game.spec().id.clone())
    };
    for (id, options) in ids() {
        assert_eq!(opened(&id, &options), Ok(id));
    }
    let cylinder = catalog::options("chess", &[("cylinder", true.into())]).expect("an option");
    assert_eq!(opened("chess", &cylinder), Ok("cylindrical-chess".into()));
    let teams = catalog::options("chess", &[("teams", "pairs".into())]).expect("an option");
    assert!(opened("chess", &teams).is_err_and(|e| e.contains("teams=pairs")));
    assert!(opened("shogi", &Options::new()).is_err());
}
