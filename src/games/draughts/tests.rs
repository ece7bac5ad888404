//! Compares cached capture search with a search over all ways, and tests the positions that are hardest for
//! it.

use super::capture_path::{CapturePath, each_capture};
use super::dedup::each_distinct_capture;
use super::fen;
use super::game::Draughts;
use super::jumps::Jumper;
use super::layout::{
    Crossed8, Crossed10, Crossed12, Diagonal8, Diagonal10, Diagonal12, Layout, Orthogonal8, WordBitboard,
};
use super::movegen::{LegalSteps, priority_jumps_bounded};
use super::movement::{Movement, MovementRules, RuntimeMovement, SetOf};
use super::options::{CrossJumps, Endings, Lines, Priority, Removal, RuleSet};
use super::pdn_move::PdnMove;
use super::squares::Squares;
use super::state::{Placement, State};
use super::turns::{Capture, jumpers, turns};
use super::variants::{self, VARIANTS};
use crate::board::Bitboard;
use crate::game::roles::*;
use crate::game::{Frame, Rng, Seat, below, rng_for};
use std::collections::HashMap;

/// A test that runs on the game of any board.
trait Test {
    fn run<M: MovementRules>(&mut self, movement: M, rules: &RuleSet);

    fn on(&mut self, rules: &RuleSet) {
        match (rules.lines, rules.size) {
            (_, 8) if rules.cross_jumps != CrossJumps::None => {
                self.run(RuntimeMovement::<Crossed8>::of(rules).unwrap(), rules)
            }
            (_, 10) if rules.cross_jumps != CrossJumps::None => {
                self.run(RuntimeMovement::<Crossed10>::of(rules).unwrap(), rules)
            }
            (_, 12) if rules.cross_jumps != CrossJumps::None => {
                self.run(RuntimeMovement::<Crossed12>::of(rules).unwrap(), rules)
            }
            (Lines::Orthogonal, _) => self.run(RuntimeMovement::<Orthogonal8>::of(rules).unwrap(), rules),
            (_, 8) => self.run(RuntimeMovement::<Diagonal8>::of(rules).unwrap(), rules),
            (_, 10) => self.run(RuntimeMovement::<Diagonal10>::of(rules).unwrap(), rules),
            _ => self.run(RuntimeMovement::<Diagonal12>::of(rules).unwrap(), rules),
        }
    }
}

/// Returns all named games, and others that combine their options.
fn games() -> Vec<RuleSet> {
    let mut games: Vec<RuleSet> = VARIANTS.iter().map(|variant| variant.rules).collect();
    for game in [variants::CANADIAN, variants::INTERNATIONAL, variants::TURKISH, variants::RUSSIAN] {
        for priority in [Priority::Any, Priority::Max, Priority::MaxKings, Priority::Italian] {
            for removal in [Removal::End, Removal::Now] {
                for (men_back, men_take_kings, flying, through) in [
                    (true, true, true, true),
                    (true, false, true, true),
                    (false, true, true, true),
                    (true, false, false, true),
                ] {
                    let endings = Endings::None;
                    games.push(RuleSet {
                        priority,
                        removal,
                        men_back,
                        men_take_kings,
                        flying,
                        through,
                        endings,
                        ..game
                    });
                }
            }
        }
    }
    // Jumps along ranks and files and the priority of kings, with all options that they interact with.
    for game in [variants::CANADIAN, variants::INTERNATIONAL, variants::RUSSIAN, variants::ITALIAN] {
        for priority in [Priority::Any, Priority::Max, Priority::MaxKings, Priority::Italian] {
            for (cross_jumps, removal, men_back, flying, through) in [
                (CrossJumps::All, Removal::End, true, true, false),
                (CrossJumps::All, Removal::Now, true, true, true),
                (CrossJumps::Kings, Removal::End, false, true, true),
                (CrossJumps::Men, Removal::End, true, false, true),
                (CrossJumps::Men, Removal::Now, false, true, true),
                (CrossJumps::None, Removal::End, true, true, false),
            ] {
                let (endings, king_first) = (Endings::None, priority != Priority::Italian);
                games.push(RuleSet {
                    priority,
                    king_first,
                    cross_jumps,
                    removal,
                    men_back,
                    flying,
                    through,
                    endings,
                    ..game
                });
            }
        }
    }
    games
}

/// Returns a random placement of pieces of both sides.
fn random_placement<M: MovementRules>(movement: M, rng: &mut Rng) -> Placement<SetOf<M>> {
    let squares = Vec::from_iter(M::Layout::BOARD.cells());
    let (mut sides, mut kings) = ([SetOf::<M>::EMPTY; 2], SetOf::<M>::EMPTY);
    let pieces = squares.len() / 8 + below(rng, squares.len() / 3);
    for _ in 0..pieces {
        let square = SetOf::<M>::one(squares[below(rng, squares.len())]);
        let side = usize::from(below(rng, 4) > 0);
        if (square & (sides[0] | sides[1])).is_empty() {
            sides[side] |= square;
            kings |= square.only_if(below(rng, 3) == 0 && movement.crowning());
        }
    }
    kings |= sides[0] & movement.last_row(0) | sides[1] & movement.last_row(1);
    Placement { sides, kings }
}

/// The search budget; positions that exceed it are skipped.
const MAX_SQUARES: u32 = 30_000;

/// A way to make a capture: its first square, its last, the pieces jumped, the jumps, and whether a king ends
/// it.
type Way = (u8, u8, [u64; 2], Vec<(u8, u8)>, bool);

/// Returns all ways to make the captures that have priority (rule 7), or `None` if `budget` is exhausted.
fn all_ways<M: MovementRules>(
    movement: M,
    state: &State<SetOf<M>>,
    seat: usize,
    movers: SetOf<M>,
    budget: u32,
) -> Option<Vec<Way>> {
    let (mut found, mut most) = (Vec::new(), 0);
    let any = movement.priority() == Priority::Any;
    let visit = |path: &CapturePath<SetOf<M>, Vec<(u8, u8)>>, value, king| {
        if !any && value < most {
            return;
        }
        if !any && value > most {
            (most, found) = (value, Vec::new());
        }
        found.push((path.from, path.to, path.victims.words(), path.trail.clone(), king));
    };
    each_capture::<M, Vec<(u8, u8)>>(movement, state, seat, movers, budget.into(), visit).then_some(found)
}

struct CompareWithAllWays {
    rng: Rng,
    compared: usize,
}

impl CompareWithAllWays {
    /// Compares one position, and some that follow its jumps.
    fn compare<M: MovementRules>(&mut self, movement: M, rules: &RuleSet, state: &State<SetOf<M>>) {
        let (seat, movers) = jumpers(movement, state);
        let jumper = |at| Jumper::new(movement, state, seat, at);
        let (mut steps, mut best, mut budget) =
            (LegalSteps { jump: true, ..LegalSteps::NONE }, 0, MAX_SQUARES);
        movers.each(|at| {
            jumper(at).add_jumps(movement, seat, &mut steps, &mut best, |next, value, _| {
                next.best_value(movement, seat, value, 1, &mut budget)
            });
        });
        let found = all_ways(movement, state, seat, movers, MAX_SQUARES);
        let (Some(found), 1..) = (found, budget) else { return };
        self.compared += 1;
        let squares = Squares::new::<M::Layout>(rules);
        let shown = fen::write(rules, &squares, state);
        assert_eq!(
            priority_jumps_bounded(movement, seat, movers, usize::MAX, &jumper).0.landings,
            steps.landings,
            "{rules:?} {shown}"
        );
        let all = Vec::from_iter(movers.cells().map(jumper));
        for order in [None, Some(&squares)] {
            // The first of all ways to each capture.
            let mut first = HashMap::new();
            for way in &found {
                let places = |way: &(_, _, _, Vec<(u8, u8)>, _)| {
                    Vec::from_iter(way.3.iter().map(|&(_, to)| squares.list_position(to)))
                };
                let known = first.entry((way.0, way.1, way.2)).or_insert(way);
                if order.is_some() && places(way) < places(known) {
                    *known = way;
                }
            }
            let mut once = Vec::new();
            each_distinct_capture(movement, seat, &all, order, &Vec::new(), usize::MAX, &mut |path, king| {
                once.push((path.from, path.to, path.victims.words(), path.trail.clone(), king));
            });
            let mut first = Vec::from_iter(first.into_values().cloned());
            first.sort();
            once.sort();
            assert_eq!(once, first, "{rules:?} {shown}");
        }
        // The rest of the turn after each jump.
        for (direction, landings) in steps.landings.into_iter().enumerate() {
            landings.each(|to| {
                let mut next = state.clone();
                let step = super::movegen::step_to(movement, state, direction, to, true);
                super::apply::apply(movement, rules, &mut next, step);
                if next.capturing != super::state::NO_SQUARE && below(&mut self.rng, 8) == 0 {
                    self.compare(movement, rules, &next);
                }
            });
        }
    }
}

impl Test for CompareWithAllWays {
    fn run<M: MovementRules>(&mut self, movement: M, rules: &RuleSet) {
        for _ in 0..6 {
            let placed = random_placement(movement, &mut self.rng);
            let state = State::new(placed.sides, placed.kings, Seat::from_index(below(&mut self.rng, 2)));
            if !jumpers(movement, &state).1.is_empty() {
                self.compare(movement, rules, &state);
            }
        }
    }
}

#[test]
fn cached_search_finds_what_all_ways_find() {
    let mut test = CompareWithAllWays { rng: rng_for(5, 0, 0), compared: 0 };
    for rules in games() {
        test.on(&rules);
    }
    assert!(test.compared > 700, "{}", test.compared);
}

/// Returns the squares that a way passes over or lands on, found by stepping.
fn passed<M: MovementRules>(mut at: u8, jumps: &[(u8, u8)]) -> Vec<u8> {
    let mut passed = Vec::new();
    for &(over, to) in jumps {
        let direction = M::Layout::direction_between(at, to).expect("a line");
        while at != to {
            at = M::Layout::shift(SetOf::<M>::one(at), direction).first();
            if at != over {
                passed.push(at);
            }
        }
    }
    passed
}

/// Tests PDN moves that name some squares of a capture.
struct PartialMoves {
    rng: Rng,
    /// How many moves named no turn, one turn, and several turns.
    none: usize,
    one: usize,
    several: usize,
}

impl PartialMoves {
    fn compare<M: MovementRules>(&mut self, game: &Draughts<M>, state: &State<SetOf<M>>, ways: &[Way]) {
        let (from, to, _, jumps, _) = &ways[below(&mut self.rng, ways.len())];
        let mut via = passed::<M>(*from, jumps);
        via.pop();
        while via.len() > 3 || via.len() > 1 && below(&mut self.rng, 2) == 0 {
            via.remove(below(&mut self.rng, via.len()));
        }
        if via.is_empty() {
            return;
        }
        if below(&mut self.rng, 8) == 0 {
            via.reverse();
        }
        let ends = || ways.iter().filter(|way| (way.0, way.1) == (*from, *to));
        let lands = |way: &&Way| way.3[..way.3.len() - 1].iter().map(|jump| jump.1).eq(via.iter().copied());
        let passes = |way: &&Way| {
            let mut squares = passed::<M>(way.0, &way.3).into_iter();
            via.iter().all(|&square| squares.any(|passed| passed == square))
        };
        let mut sets = Vec::from_iter(ends().filter(lands).map(|way| way.2));
        if sets.is_empty() {
            sets = ends().filter(passes).map(|way| way.2).collect();
        }
        sets.sort();
        sets.dedup();
        let name = |square| game.tables().name_of(square);
        let via = via.iter().copied().map(name).collect();
        let spelled = PdnMove { from: name(*from), via, to: name(*to), capture: true };
        let read = game.tables().steps_of_move(state, &spelled);
        let shown = format!("{:?} {} {spelled}", game.tables().rules(), game.fen(state));
        match (&sets[..], read) {
            ([], Err(problem)) => {
                self.none += 1;
                assert!(problem.contains("is not legal"), "{problem} {shown}");
            }
            ([set], Ok(steps)) => {
                self.one += 1;
                let jumped = steps.iter().fold(SetOf::<M>::EMPTY, |all, step| all | Bitboard::one(step.over));
                assert_eq!((steps[0].from, steps[steps.len() - 1].to), (*from, *to), "{shown}");
                assert_eq!(jumped.words(), *set, "{shown}");
            }
            ([_, _, ..], Err(problem)) => {
                self.several += 1;
                assert!(problem.contains("is ambiguous, since several turns fit"), "{problem} {shown}");
            }
            (sets, read) => panic!("{} turns, but {read:?}: {shown}", sets.len()),
        }
    }
}

impl Test for PartialMoves {
    fn run<M: MovementRules>(&mut self, movement: M, rules: &RuleSet) {
        let game = Draughts::new("draughts", "Draughts", *rules, movement, Frame::Seat);
        for _ in 0..6 {
            let placed = random_placement(movement, &mut self.rng);
            let state = State::new(placed.sides, placed.kings, Seat::from_index(below(&mut self.rng, 2)));
            let (seat, movers) = jumpers(movement, &state);
            let ways = all_ways(movement, &state, seat, movers, 2000).unwrap_or_default();
            for _ in 0..usize::from(!ways.is_empty()) * 5 {
                self.compare(&game, &state, &ways);
            }
        }
    }
}

#[test]
fn partial_pdn_moves_match_all_captures_that_pass_their_squares() {
    let mut test = PartialMoves { rng: rng_for(6, 0, 0), none: 0, one: 0, several: 0 };
    for rules in games() {
        test.on(&rules);
    }
    assert!(test.none > 30 && test.one > 300 && test.several > 30, "{}", test.several);
}

/// A position found by a search for hard ones, with its numbers of legal steps and turns.
struct Hard {
    fen: &'static str,
    legal: usize,
    turns: usize,
}

impl Test for Hard {
    fn run<M: MovementRules>(&mut self, movement: M, rules: &RuleSet) {
        let squares = Squares::new::<M::Layout>(rules);
        let state = fen::read(movement, rules, &squares, self.fen).unwrap();
        let (seat, movers) = jumpers(movement, &state);
        let jumper = |at| Jumper::new(movement, &state, seat, at);
        let steps = priority_jumps_bounded(movement, seat, movers, usize::MAX, &jumper).0;
        let legal = super::movegen::legal(movement, &state);
        assert_eq!(legal.landings, steps.landings, "{}", self.fen);
        let turns = turns(movement, &squares, &state, usize::MAX).expect("unlimited budget");
        assert_eq!((legal.count::<M::Layout>(), turns.len()), (self.legal, self.turns), "{}", self.fen);
        // Each turn begins with a legal step, and each legal step begins a turn.
        let mut begun = [SetOf::<M>::EMPTY; 8];
        for turn in &turns {
            let step = turn.steps[0];
            let direction = M::Layout::direction_between(step.from, step.to).unwrap();
            begun[direction] |= Bitboard::one(step.to);
        }
        assert!(legal.landings.iter().zip(begun).all(|(&legal, begun)| (begun & !legal).is_empty()));
        let captures = Vec::from_iter(turns.iter().map(|turn| {
            let victims =
                turn.steps.iter().fold(SetOf::<M>::EMPTY, |all, step| all | Bitboard::one(step.over));
            Capture { from: turn.steps[0].from, to: turn.steps[turn.steps.len() - 1].to, victims }
        }));
        assert!(captures.iter().enumerate().all(|(at, capture)| !captures[..at].contains(capture)));
        assert!(turns.windows(2).all(|pair| pair[0].text < pair[1].text));
    }
}

#[test]
fn the_hardest_positions_are_searched_within_the_limit() {
    let now = RuleSet { removal: Removal::Now, endings: Endings::None, ..variants::CANADIAN };
    let hard = [
        (
            variants::CANADIAN,
            "W:WK30,K42:B40,8,25,65,48,56,9,64,37,61,63,24,27,12,57,23,44,11,45,53,28,36,39,21,50,34,20 - 0 0 -",
            5,
            9,
        ),
        (
            variants::CANADIAN,
            "W:WK19,K31,K54,K60,K67:B8,K9,10,11,12,20,21,23,24,32,K35,K36,40,44,45,46,53,61,62,K63,65,K66 - 0 0 -",
            5,
            13,
        ),
        (
            now,
            "W:WK30,K67,K68:B9,10,13,K14,17,26,27,28,K29,36,K37,38,39,48,K49,50,52,53,57,58,65 - 0 0 -",
            7,
            193,
        ),
        (
            variants::TURKISH,
            "W:WKg1,Kh1,Kg2,Ka8,Kh8:BKb1,Kd1,b2,Ke2,b3,d3,Kc4,f4,a5,d5,h5,e6,g6,b7,Kf7,e8 - 0 0 -",
            3,
            3,
        ),
        (
            variants::INTERNATIONAL,
            "W:WK3,K6,K14,K25,K32,K45,K50:B7,8,K9,10,17,20,23,K27,30,37,38,39,40,41 - 0 0 -",
            14,
            57,
        ),
        (variants::RUSSIAN, "W:WKa1,Kg1,Kh2,Ka7,Kb8,Kh8:Bb2,d2,Kf2,b4,e5,g5,b6,e7,g7 - 0 0 -", 13, 40),
    ];
    for (rules, fen, legal, turns) in hard {
        Hard { fen, legal, turns }.on(&rules);
    }
}

/// A position from the same search that is rejected.
struct Rejected(&'static str);

impl Test for Rejected {
    fn run<M: MovementRules>(&mut self, movement: M, rules: &RuleSet) {
        let squares = Squares::new::<M::Layout>(rules);
        let problem = fen::read(movement, rules, &squares, self.0).expect_err(self.0).to_string();
        let reason = "the captures of W are too many to find the longest: the limit is 11100";
        assert!(problem.contains(reason), "{problem}");
        // It is also rejected if the other side is to move first.
        let rotated = self.0.replacen('W', "B", 1);
        let problem = fen::read(movement, rules, &squares, &rotated).expect_err(&rotated).to_string();
        assert!(problem.contains(reason), "{problem}");
    }
}

#[test]
fn harder_positions_are_rejected() {
    let now = RuleSet { removal: Removal::Now, endings: Endings::None, ..variants::CANADIAN };
    let hard = [
        (
            now,
            "W:WK66,K68,K71,K72:BK2,6,9,11,K13,16,18,20,21,22,28,29,32,33,K40,41,K44,45,46,48,49,53,58,K61,62,65 - 0 0 -",
        ),
        (
            now,
            "W:WK5,K6,K14:B7,K8,9,10,20,21,22,24,28,29,32,33,37,39,K40,41,46,48,K50,52,K53,K55,K56,59,60,64,K70,K72 - 0 0 -",
        ),
        (
            variants::CANADIAN,
            "W:WK1,K2,K3,K4,K5,K6,K7,K31,K54,K66,K67,K70,K71,K72:B9,11,12,13,14,15,22,K23,24,25,26,33,34,35,36,37,45,46,K47,K48,K49,K57,58,59,K60,61 - 0 0 -",
        ),
        (
            variants::CANADIAN,
            "W:WK1,K5,K7,K12,K18,K23,K30,K31,K39,K42,K43,K54,K60,K71:B6,13,14,K15,16,K17,28,29,32,33,34,41,K45,46,47,49,50,52,56,58,K59,61,K62,63,K65,66,K67,K69 - 0 0 -",
        ),
        (
            variants::CANADIAN,
            "W:WK1,K2,K3,K6,K19,K43,K56,K66,K70,K72:B7,K10,11,12,13,K20,21,22,23,24,32,K33,36,37,K39,46,47,48,49,50,58,59,60,K61,62,K67,K69 - 0 0 -",
        ),
        (
            variants::CANADIAN,
            "W:WK1,K3,K6,K7,K16,K18,K31,K43,K67,K72:BK5,10,K11,12,K13,14,22,23,24,25,26,27,36,44,45,K46,K48,53,61,62,K63,64,K65,66 - 0 0 -",
        ),
        (
            now,
            "W:WK1,K12,K19,K55,K61:BK6,8,9,K13,15,K16,17,20,27,28,30,32,33,35,36,K37,39,47,48,49,50,51,52,K60,K62,63,K64,65,K67,K68 - 0 0 -",
        ),
        (
            now,
            "W:WK1,K36,K42,K67,K68,K69,K72:B8,9,10,11,K12,14,20,22,23,24,25,K26,K31,33,37,38,39,40,41,44,K49,51,52,53,60,K61,K63,64 - 0 0 -",
        ),
        (
            now,
            "W:WK1,K5,K6,K31,K55,K67:B2,K9,10,12,13,15,K24,K26,27,28,29,32,K35,40,K41,43,44,45,46,48,51,57,58,60,61,K62,64,65,K68 - 0 0 -",
        ),
        (
            variants::TURKISH,
            "W:WKg1,Ka8:BKb1,Kd1,Kf1,Kh1,Kb2,d2,g2,a3,b3,c3,Kd3,e3,f3,Kh3,b4,d4,g4,b5,c5,d5,e5,g5,a6,d6,g6,b7,c7,e7,f7,g7,b8,d8,g8 - 0 0 -",
        ),
        (
            variants::TURKISH,
            "W:WKa1,Kb1,Kc1,Kd1,Ke1,Kf1,Kg1,h1,Kh2,Kh8:Bd2,b3,e3,a4,Kc4,g4,d5,f5,h5,b6,e6,b7,c7,Kg7,b8,Kf8 - 0 0 -",
        ),
        (
            variants::TURKISH,
            "W:WKa1,Kb1,Ka7,Kb8,Kd8,Ke8,Kf8,Kg8,Kh8:BKe1,c2,f2,Kg2,h2,d3,a4,c4,Kg4,b5,Ke5,f5,h5,c6,g6,d7 - 0 0 -",
        ),
    ];
    for (rules, fen) in hard {
        Rejected(fen).on(&rules);
    }
}
