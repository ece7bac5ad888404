//! Tests that cached values of states equal values computed from the pieces, in random games.

use super::*;
use crate::games::checkers::stacks::PIECES;
use crate::games::checkers::state::State;

/// Plays random games, and calls `visit` with each position.
fn each_position<G: Game>(game: &G, games: u64, mut visit: impl FnMut(&G::State)) {
    for number in 0..games {
        let mut rng = rng_for(7, 0, number);
        let mut state = game.start(&mut rng);
        while let Some(step) = game.random_step(&state, &mut rng) {
            game.apply(&mut state, step);
            visit(&state);
        }
    }
}

/// Plays random games, and compares the observed stacks with the pieces of the stacks.
fn check_stacks<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
    game: &Checkers<G, K, SEATS, DIRS>,
) {
    let (tables, (rows, columns)) = (&game.engine.tables, game.board().grid());
    let (seats, area) = (tables.seats(), rows * columns);
    let mut seen = vec![0.0f32; game.spec().planes.len() * area];
    let mut tall = 0;
    each_position(game, 2, |state| {
        for seat in 0..seats {
            game.write_observation(state, Seat::from_index(seat), &mut seen);
            let mut expected = vec![0.0f32; (5 * seats + 2) * area];
            crate::board::Bitboard::each(state.occupied(), |cell| {
                let place = tables.plane_index[seat][cell as usize] as usize;
                let mut add = |plane: usize| expected[plane * area + place] += 1.0;
                let mut above = 0;
                state.each_piece(cell, |piece| {
                    let owner = tables.turns_until[seat][piece.seat.index()] as usize;
                    if above == 0 {
                        add(if piece.king { seats + owner } else { owner });
                    } else {
                        add(2 * seats + owner);
                    }
                    if above > 0 && piece.king {
                        add(3 * seats + owner);
                    }
                    if above == 1 {
                        add(4 * seats + owner);
                    }
                    if above == 1 && piece.king {
                        add(5 * seats);
                    }
                    add(5 * seats + 1);
                    above += 1;
                });
                tall += usize::from(above > 1);
            });
            check_material(game, state, Seat::from_index(seat));
            for (plane, (seen, expected)) in seen.chunks(area).zip(expected.chunks(area)).enumerate() {
                let one = match plane {
                    _ if plane == 5 * seats + 1 => 1.0 / (PIECES * seats) as f32,
                    _ if plane / seats == 2 || plane / seats == 3 => 1.0 / PIECES as f32,
                    _ => 1.0,
                };
                let expected: Vec<f32> = expected.iter().map(|count| count * one).collect();
                assert_eq!(seen, expected, "plane {plane} for seat {seat}: {}", game.fen(state));
            }
        }
        // Reading a position computes the counts again.
        let read = game.read_fen(&game.fen(state)).expect("written");
        assert_eq!(read.stacks.stack_counts(), state.stacks.stack_counts());
    });
    assert!(tall > 300, "stacks come about: {tall}");
}

/// Compares the material of a seat with the pieces of its stacks.
fn check_material<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
    game: &Checkers<G, K, SEATS, DIRS>,
    state: &State<G::Set, K, SEATS>,
    seat: Seat,
) {
    let mut material = 0.0;
    crate::board::Bitboard::each(state.owned[seat.index()], |cell| {
        state.each_piece(cell, |piece| {
            if piece.seat == seat {
                material += if piece.king { 1.5 } else { 1.0 };
            }
        });
    });
    assert_eq!(game.material(state, seat), material, "seat {seat}: {}", game.fen(state));
}

#[test]
fn keys_tell_where_a_stack_ends() {
    let game = stax();
    let keys = ["(ab)1b", "a1(bb)"].map(|row| {
        let state = game.read_fen(&format!("8/8/8/8/8/8/8/{row}5 a - 0 0 -")).expect("a position");
        game.position_key(&state)
    });
    assert_ne!(keys[0], keys[1]);
}

#[test]
fn what_is_seen_of_stacks_is_what_they_are_made_of() {
    check_stacks(&stax());
    check_stacks(&stax_numbers());
    check_stacks(&queens());
    check_stacks(&doubles("double-stax-cutthroat"));
    check_stacks(&doubles("double-stax-pairs-numbers"));
}

/// Plays random games, and compares the repetition count with a comparison of whole placements. Returns the
/// number of repeated positions.
fn check_repetitions<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize>(
    game: &Checkers<G, K, SEATS, DIRS>,
) -> usize {
    let mut repeated = 0;
    each_position(game, 100, |state| {
        assert_eq!(state.repetitions, state.count_by_comparing(), "{}", game.fen(state));
        repeated += usize::from(state.repetitions > 0);
    });
    repeated
}

#[test]
fn rule_9_6_placements_are_counted_alike_in_two_ways() {
    let repeated =
        [check_repetitions(&checkers()), check_repetitions(&stax()), check_repetitions(&stax_numbers())];
    assert!(repeated.iter().all(|&positions| positions > 30), "{repeated:?}");
    check_repetitions(&queens());
    check_repetitions(&doubles("double-stax-cutthroat"));
}
