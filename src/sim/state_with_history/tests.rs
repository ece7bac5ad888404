//! Tests of states with history.

use super::*;
use crate::game::toy::Toy;
use crate::sim::erase;

fn fresh() -> StateWithHistory {
    erase(Toy::new()).start(0)
}

fn after(steps: &[&str]) -> StateWithHistory {
    let mut play = fresh();
    steps.iter().for_each(|step| play.apply_text(step).unwrap_or_else(|error| panic!("{step}: {error}")));
    play
}

#[test]
fn the_record_holds_steps_and_actions() {
    let play = after(&["stone:1", "stone:3", "roll:3", "stone:2"]);
    assert_eq!(play.steps(), ["stone:1", "stone:3", "roll:3", "stone:2"]);
    assert_eq!(play.actions(), [0, 2, 2, 1]);
    assert_eq!(play.turn(), 3, "a roll belongs to no turn");
    assert_eq!(play.fen(), "0,1 b 2- 1");
}

#[test]
fn each_seat_has_its_own_history() {
    let play = after(&["stone:1", "stone:3", "roll:3"]);
    let first = ["0,0 a -- 0", "stone:1", "0,0 b 1- 0", "stone:?", "0,0 * 1? 0", "roll:3", "0,1 a -- 1"];
    assert_eq!(play.history(Seat::ZERO), first);
    let second = ["0,0 a -- 0", "stone:?", "0,0 b ?- 0", "stone:3", "0,0 * ?3 0", "roll:3", "0,1 a -- 1"];
    assert_eq!(play.history(Seat::ONE), second);
}

#[test]
fn each_seat_is_shown_the_last_turn_as_it_saw_it() {
    let play = after(&["stone:1", "stone:3", "roll:3"]);
    assert_eq!(play.last_turn(None), ["stone:1", "stone:3", "roll:3"]);
    assert_eq!(play.last_turn(Some(Seat::ZERO)), ["stone:1", "stone:?", "roll:3"]);
    assert_eq!(play.last_turn(Some(Seat::ONE)), ["stone:?", "stone:3", "roll:3"]);
    assert_eq!(after(&["stone:1", "stone:3", "roll:3", "stone:2"]).last_turn(None), ["stone:2"]);
    assert!(fresh().last_turn(None).is_empty());
}

#[test]
fn legal_steps_are_sorted_and_updated() {
    let mut play = after(&["stone:1", "stone:3"]);
    assert_eq!(play.legal(), ["roll:1", "roll:2", "roll:3"]);
    assert_eq!(play.legal_actions(), [0, 1, 2]);
    assert_eq!(play.chance().iter().map(|outcome| outcome.0.as_str()).collect::<Vec<_>>(), play.legal());
    assert_eq!((play.action("roll:2"), play.text(1)), (Ok(1), Ok("roll:2".into())));
    play.apply_action(1).expect("legal");
    assert_eq!(play.legal(), ["stone:1", "stone:2", "stone:3"], "the list of the state before is forgotten");
    assert!(play.chance().is_empty());
}

#[test]
fn errors_change_nothing_and_explain() {
    let mut play = after(&["stone:1"]);
    let illegal = play.apply_text("stone:4").expect_err("no such stone").to_string();
    assert!(illegal.contains("'stone:4'") && illegal.contains("stone:3"), "{illegal}");
    for action in [-1, 3, i64::MAX, i64::MIN] {
        assert_eq!(play.apply_action(action), Err(StepError::OutOfRange { action, actions: 3 }));
    }
    let turn = play.apply_turn("stone:1 stone:2").expect_err("one step a turn").to_string();
    assert_eq!(turn, "'stone:1 stone:2' is more than one turn: the turn ends before 'stone:2'");
    let step = play.apply_turn("stone:4").expect_err("no such stone").to_string();
    assert!(step.contains("legal: stone:1 stone:2 stone:3"), "{step}");
    assert!(play.equals(&after(&["stone:1"])) && play.record.len() == 1);
}

#[test]
fn a_finished_game_accepts_no_step() {
    let mut play = fresh();
    play.play_random(3, u32::MAX);
    assert_eq!(play.record.len(), 9);
    let over = Err(StepError::Over { reason: "course" });
    assert_eq!(play.apply_text("stone:1"), over);
    assert_eq!(play.apply_action(0), over);
    assert_eq!(play.apply_turn("stone:1"), over);
    assert!(play.legal().is_empty() && play.legal_actions().is_empty());
}

#[test]
fn undo_reverts_single_steps() {
    let all = ["stone:1", "stone:3", "roll:3", "stone:2", "stone:1", "roll:1", "stone:3"];
    let mut play = after(&all);
    for left in (0..all.len()).rev() {
        assert_eq!(play.undo().as_deref(), Ok(all[left]));
        let before = after(&all[..left]);
        assert!(play.equals(&before) && play.steps() == before.steps());
        assert_eq!(play.turn(), before.turn());
        assert_eq!(play.legal(), before.clone().legal());
    }
    assert_eq!(play.undo(), Err(StepError::NothingMade));
    assert_eq!(play.undo_turn(), Err(StepError::NothingMade));
    let mut late = StateWithHistory::new(play.clone_box(), 7);
    late.apply_text("stone:1").expect("legal");
    assert_eq!((late.turn(), late.undo().is_ok(), late.turn()), (8, true, 7));
}

#[test]
fn undo_turn_reverts_all_steps_of_a_turn() {
    use crate::catalog::open;
    let game = open("english-draughts", &[], crate::game::Frame::Seat).expect("listed");
    let mut state = game.read_fen("W:W22,30:B1,11,18 - 0 0 -", 4).expect("a position");
    ["22x15", "15x8"].into_iter().for_each(|step| state.apply_text(step).expect("legal"));
    state.apply_text("1-5").expect("legal");
    assert_eq!(state.undo_turn(), Ok(vec!["1-5".into()]));
    assert_eq!(state.undo_turn(), Ok(vec!["22x15".into(), "15x8".into()]));
    assert_eq!((state.fen().as_str(), state.turn()), ("W:W22,30:B1,11,18 - 0 0 -", 4));
    // An incomplete turn is undone to its beginning.
    state.apply_text("22x15").expect("legal");
    assert_eq!(state.undo_turn(), Ok(vec!["22x15".into()]));
    // A roll belongs to no turn.
    let mut play = after(&["stone:1", "stone:3", "roll:3"]);
    assert_eq!(play.undo_turn(), Ok(vec!["roll:3".into()]));
    assert_eq!(play.undo_turn(), Ok(vec!["stone:3".into()]));
}

#[test]
fn copies_are_independent() {
    let mut play = after(&["stone:1"]);
    let copy = play.clone();
    play.apply_text("stone:2").expect("legal");
    assert_eq!((copy.record.len(), play.record.len()), (1, 2));
    assert_eq!(copy.steps(), ["stone:1"]);
}

#[test]
fn perft_counts_to_any_depth_unless_stopped() {
    let play = fresh();
    for depth in 0..9 {
        assert_eq!(play.perft(depth, false, &mut || true), Some(3u64.pow(depth)));
    }
    assert_eq!(play.perft(10, false, &mut || true), Some(0), "no game has ten steps");
    assert_eq!(play.perft(5, true, &mut || true), Some(243));
    assert_eq!(play.perft(9, false, &mut || false), None);
}

#[test]
fn resampling_preserves_the_view_of_the_seat() {
    let play = after(&["stone:1"]);
    let others: Vec<StateWithHistory> = (0..20).map(|seed| play.resample(Seat::ONE, seed)).collect();
    let views: Vec<String> = others.iter().map(|other| other.view(Seat::ONE)).collect();
    assert!(views.iter().all(|view| view == "0,0 b ?- 0"));
    assert!(others.iter().any(|other| !other.equals(&play)));
    assert!(others.iter().all(|other| other.turn() == 1 && other.record.is_empty()));
}
