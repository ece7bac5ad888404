use super::*;
use crate::catalog;
use crate::game::toy::Toy;
use crate::game::{Actor, Seat};
use crate::sim::erase;
use perspectives::Perspectives;

fn open(id: &str) -> Arc<dyn DynGame> {
    catalog::open(id, &[], Frame::Seat).unwrap_or_else(|error| panic!("{error}"))
}

fn draughts() -> Arc<dyn DynGame> {
    open("english-draughts")
}

fn small(id: &str, games: u32, threads: usize) -> TunedEvaluation {
    let request = TuneRequest { games, generations: 2, nodes: 30, seed: 1, threads: Some(threads) };
    let mut generations = Vec::new();
    let tuned = tune(
        &*open(id),
        &request,
        &mut |generation, fit| {
            assert!(fit.positions > 60 && fit.error_before > 0.0, "{fit:?}");
            generations.push(generation);
            true
        },
        &mut || true,
    );
    assert_eq!(generations, [1, 2]);
    tuned.unwrap_or_else(|error| panic!("{error}")).expect("complete")
}

#[test]
fn threads_do_not_change_the_result_and_files_keep_it() {
    for (id, games) in [("english-draughts", 24), ("tri-chek-3", 2), ("tri-chek-2", 5)] {
        let tuned = small(id, games, 1);
        assert_eq!(small(id, games, 2), tuned);
        let bytes = tuned.to_bytes();
        assert_eq!(TunedEvaluation::from_bytes(&bytes), Some(tuned));
        for damaged in [&bytes[1..], &bytes[..bytes.len() - 1], &[&bytes[..], &[0]].concat()] {
            assert_eq!(TunedEvaluation::from_bytes(damaged), None);
        }
    }
}

#[test]
fn files_keep_the_maximum_number_of_features() {
    let mut tuned = shipped("english-draughts").expect("in the package");
    tuned.rows[0].resize(u16::MAX.into(), [1; network::LANES]);
    assert_eq!(TunedEvaluation::from_bytes(&tuned.to_bytes()), Some(tuned));
}

#[test]
fn integers_approximate_the_network() {
    for (id, games, heads) in
        [("english-draughts", 40, 1), ("tri-chek-3", 3, 3), ("tri-chek-4-cutthroat", 2, 4)]
    {
        let game = open(id);
        let request = TuneRequest { games, generations: 1, seed: 2, nodes: 30, ..TuneRequest::default() };
        let positions = play_games(&*game, &request, 1, None, &mut || true);
        let positions = positions.unwrap_or_else(|error| panic!("{error}")).expect("complete");
        let (network, _) = train(&*game, &positions, &mut rng_for(0, 0, 0), &mut || true).expect("complete");
        let tuned = network.quantize(id);
        let mut pool = game.pool();
        pool.reserve(1);
        let (sides, mut largest) = (Sides::of_game(&pool), 0);
        for number in 0..20 {
            let mut rng = rng_for(3, 0, number);
            pool[0].reset(&mut rng);
            pool[0].rollout(&mut rng, 2 * number as u32);
            let Actor::Seat(mover) = pool[0].actor() else { continue };
            let mut features = Vec::new();
            pool.each_feature(0, mover, |feature, value| features.push((feature, value)));
            let corrections = tuned.corrections(&sides, &pool, 0, mover);
            for head in 0..heads {
                let exact = network.correction(network.perspectives.of(mover), &features, head);
                let found = corrections[(mover.index() + head) % sides.num_seats()];
                assert!((100.0 * exact - found as f32).abs() < 12.0, "{id} {head} {exact} {found}");
                largest = largest.max(found.abs());
            }
            assert_eq!(corrections[mover.index()], tuned.correction(&pool, 0, mover));
            if heads == 1 {
                let other = Seat::from_index(1 - mover.index());
                assert_eq!(corrections[other.index()], -corrections[mover.index()]);
            }
        }
        assert!(largest > 0, "the correction is not always 0");
    }
}

#[test]
fn seats_that_see_the_start_alike_share_a_perspective() {
    for (id, expected) in [
        ("english-draughts", "00"),
        ("checkers-numbers", "00"),
        ("tri-chek-3", "000"),
        ("tri-chek-2-offset", "01"),
        ("double-checkers-cutthroat", "0101"),
        ("tri-chek-4-cutthroat", "0123"),
        ("tri-chek-6-cutthroat", "010101"),
    ] {
        let perspectives = Perspectives::of_game(&*open(id));
        let found: String =
            Seat::all(expected.len() as u8).map(|seat| perspectives.of(seat).to_string()).collect();
        assert_eq!(found, expected, "{id}");
        let last = expected.bytes().max().expect("seats");
        assert_eq!(perspectives.count(), usize::from(last - b'0') + 1, "{id}");
    }
}

#[test]
fn stopping_ends_a_run() {
    let request = TuneRequest { games: 1000, ..TuneRequest::default() };
    let mut polls = 0;
    let stopped = tune(&*draughts(), &request, &mut |_, _| panic!("no generation"), &mut || {
        polls += 1;
        false
    });
    assert_eq!((stopped, polls), (Ok(None), 1));
    let request = TuneRequest { games: 4, nodes: 10, ..TuneRequest::default() };
    let mut reports = 0;
    let stopped = tune(
        &*draughts(),
        &request,
        &mut |_, _| {
            reports += 1;
            false
        },
        &mut || true,
    );
    assert_eq!((stopped, reports), (Ok(None), 1));
}

#[test]
fn games_without_an_evaluation_are_explained() {
    let board = catalog::open("stax", &[], Frame::Board).unwrap_or_else(|error| panic!("{error}"));
    let golf = erase(Toy::of(Scoring::Strokes, Frame::Seat));
    for (game, problem) in [(golf, "one of several sides wins"), (board, "frame='seat'")] {
        let error = tune(&*game, &TuneRequest::default(), &mut |_, _| true, &mut || true).expect_err(problem);
        assert!(error.to_string().contains(problem), "{error}");
    }
    let request = TuneRequest { games: 4, generations: 1, nodes: 10, ..TuneRequest::default() };
    let tuned = tune(&*draughts(), &request, &mut |_, _| true, &mut || true);
    let tuned = tuned.unwrap_or_else(|error| panic!("{error}")).expect("complete");
    let three = open("tri-chek-3");
    let rows = vec![vec![[0; network::LANES]; three.pool().observation_shape().iter().product()]];
    let renamed = TunedEvaluation { game: "tri-chek-3".into(), rows, ..tuned.clone() };
    let explained = renamed.explain_unsupported(&*three).expect("one output");
    assert!(explained.contains("is 1, and tri-chek-3 needs 3"), "{explained}");
    let tuned = Evaluation::File { path: "a".into(), tuned: Arc::new(tuned) };
    assert_eq!(tuned.explain_unsupported(&*draughts()), None);
    let explained = tuned.explain_unsupported(&*open("stax")).expect("another game");
    assert!(explained.contains("its evaluation is for english-draughts, not for stax"), "{explained}");
}

#[test]
fn the_best_evaluation_depends_on_the_game() {
    for (id, frame, best) in [
        ("english-draughts", Frame::Seat, "tuned"),
        ("english-draughts", Frame::Board, "material"),
        ("english-draughts-three-move", Frame::Seat, "tuned"),
        ("chess", Frame::Seat, "positional"),
        ("cylindrical-chess", Frame::Board, "positional"),
        ("shadow-chess", Frame::Seat, "positional"),
        ("half-alice-chess-12", Frame::Seat, "positional"),
        ("masquerade-chess", Frame::Seat, "material"),
        ("zombie-chess", Frame::Seat, "material"),
        ("queens", Frame::Seat, "material"),
        ("cylindrical-queens", Frame::Seat, "positional"),
        ("universal-stax", Frame::Board, "positional"),
        ("stax-numbers", Frame::Seat, "positional"),
        ("tri-stax-2-offset", Frame::Seat, "positional"),
        ("tri-stax-3", Frame::Seat, "material"),
        ("double-stax-pairs", Frame::Seat, "positional"),
        ("tri-chess-3", Frame::Seat, "positional"),
        ("double-chess-pairs", Frame::Seat, "material"),
    ] {
        let game = catalog::open(id, &[], frame).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(Evaluation::Auto.resolve(&*game).to_string(), best, "{id}");
        let problem = Evaluation::Positional.explain_unsupported(&*game);
        assert_eq!(problem.is_none(), best == "positional", "{id}: {problem:?}");
    }
}

#[test]
fn shipped_evaluations_fit_their_games() {
    for id in shipped_ids() {
        let game = catalog::open(id, &[], Frame::Seat).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(Evaluation::Tuned.explain_unsupported(&*game), None, "{id}");
        assert!(matches!(Evaluation::Tuned.correction_for(&*game), Correction::Tuned(_)), "{id}");
    }
}

#[test]
fn games_share_an_evaluation_if_they_have_the_same_planes() {
    let spec = |id| {
        let game = catalog::open(id, &[], Frame::Seat).unwrap_or_else(|error| panic!("{error}"));
        game.spec().clone()
    };
    for id in ["english-draughts-two-move", "english-draughts-three-move"] {
        assert_eq!(spec(id).planes, spec("english-draughts").planes, "{id}");
    }
}
