//! What actions mean, in words: see [`actions`](super::actions) for their numbers.

use super::actions::ActionNumbers;
use super::engine::{Army, Engine};
use super::men::NOWHERE;
use crate::board::Cell;
use crate::game::{Perspective, Seat, never_legal};

const PROMOTED: [&str; 3] = ["knight", "bishop", "rook"];

/// A number that tells one of a few.
fn nth(number: usize) -> &'static str {
    ["first", "second", "third", "fourth", "fifth", "sixth"].get(number).copied().unwrap_or("last")
}

impl Engine {
    /// What an action means.
    pub(super) fn said(&self, actions: &ActionNumbers, action: usize, seen: &Perspective) -> String {
        if actions.passes && action == actions.pass() {
            return "pass".into();
        }
        let (words, can) = self.said_and_can(actions, action, seen);
        let words =
            if can { words } else { never_legal(&format!("it would {words}, from outside the board")) };
        words + &seen.viewer_suffix()
    }

    /// The same, and whether somebody may ever do so.
    fn said_and_can(&self, actions: &ActionNumbers, action: usize, seen: &Perspective) -> (String, bool) {
        let (plane, place) = (action / actions.area, action % actions.area);
        if action < actions.ways * actions.area {
            let words = format!("move {} to {}", self.ways[plane], self.place_said(place, seen));
            return (words, self.can(seen, |seat| self.comes(actions, seat, plane, place)));
        }
        if action < actions.behind_planes() {
            let to = self.place_said(place, seen);
            return match plane - actions.ways {
                0 => {
                    let words = format!("move the king to {to}, or castle with the rook there");
                    (words, self.can(seen, |seat| self.army(seat).at_place[place] != NOWHERE))
                }
                side => {
                    let words = format!("capture with a pawn {} on {to}", self.side_said(actions, side));
                    (words, self.can(seen, |seat| self.takes(seat, side, place)))
                }
            };
        }
        if let Some(at) = action.checked_sub(actions.behind_captures()) {
            let (among, last) = (at / actions.last, at % actions.last);
            let (piece, shadow) = (among / actions.victims, among % actions.victims);
            let (kind, side) = (PROMOTED[piece / actions.sides % 3], piece % actions.sides + 1);
            let promoted = self.promotion_said(actions, kind, side, last, seen);
            return (format!("{promoted}, {} there", self.shadow_said(actions, shadow)), true);
        }
        if let Some(at) = action.checked_sub(actions.behind_passing()) {
            let (planes, place) = (at / actions.area, at % actions.area);
            let (mover, shadow) = (planes / actions.victims, planes % actions.victims);
            let (to, by) = (self.place_said(place, seen), &self.ways[mover]);
            let words = format!("move {by} to {to}, {} there", self.shadow_said(actions, shadow));
            let land = shadow / actions.ways;
            let falls = |seat: Seat| {
                let seats = (0..self.seats as Seat).filter(|&other| self.army(other).land == land);
                let victim = seats.into_iter().any(|other| self.enemies[usize::from(seat)] >> other & 1 == 1);
                victim && self.leads(actions, seat, land, shadow % actions.ways, place)
            };
            return (words, self.can(seen, |seat| self.comes(actions, seat, mover, place) && falls(seat)));
        }
        if let Some(at) = action.checked_sub(actions.behind_promotions()) {
            return self.further_said(actions, at, seen);
        }
        let at = action - actions.behind_planes();
        let (among, last) = (at / actions.last, at % actions.last);
        let (side, further) = actions.side_and_further(among % actions.promoting());
        let words = self.promotion_said(actions, PROMOTED[among / actions.promoting() % 3], side, last, seen);
        match further {
            0 => (words, true),
            _ => (format!("{words} en passant the {} pawn that passed over that cell", nth(further)), true),
        }
    }

    /// A capture in passing of another pawn than the first that passed over the cell.
    fn further_said(&self, actions: &ActionNumbers, at: usize, seen: &Perspective) -> (String, bool) {
        let (plane, place) = (at / actions.area, at % actions.area);
        let (side, which) = (plane % actions.sides + 1, plane / actions.sides);
        let (aside, there) = (self.side_said(actions, side), self.place_said(place, seen));
        if actions.apart {
            let to = ["the cell behind it", "the cell before that"][which % 2];
            let words = format!("capture with a pawn {aside}, en passant, the pawn on {there}, on {to}");
            return (words, self.can(seen, |seat| self.army(seat).at_place[place] != NOWHERE));
        }
        let which = nth(which + 1);
        let words = format!(
            "capture with a pawn {aside} on {there}, en passant, the {which} pawn that passed over that cell"
        );
        (words, self.can(seen, |seat| self.takes(seat, side, place)))
    }

    /// A promotion on one of the last cells: straight ahead (0) or to a side.
    fn promotion_said(
        &self,
        actions: &ActionNumbers,
        kind: &str,
        side: usize,
        last: usize,
        seen: &Perspective,
    ) -> String {
        let on = |seat: Seat| {
            let numbers = &actions.nth_last[usize::from(seat)];
            self.board.cells().find(|&cell| usize::from(numbers[usize::from(cell)]) == last)
        };
        let named =
            |seat: Seat| on(seat).map(|cell| seen.cell(cell, self.army(seat).eyes[usize::from(cell)].into()));
        let mut cells: Vec<String> = seen.possible_seats().filter_map(named).collect();
        cells.sort_unstable();
        cells.dedup();
        let cell = match &cells[..] {
            [cell] => cell.clone(),
            _ => format!("cell {last} of its last cells, counted from the left of the seat"),
        };
        let aside = match side {
            0 => "moving straight ahead".to_owned(),
            side => format!("capturing {}", self.side_said(actions, side)),
        };
        format!("promote to a {kind} on {cell}, {aside}")
    }

    /// One of the ways in which pawns take, from the left to the right.
    fn side_said(&self, actions: &ActionNumbers, side: usize) -> String {
        match (actions.sides, side) {
            (2, 1) => "to its left".into(),
            (2, _) => "to its right".into(),
            (sides, side) => format!("in the {} of its {sides} directions from left to right", nth(side - 1)),
        }
    }

    fn shadow_said(&self, actions: &ActionNumbers, shadow: usize) -> String {
        let (land, way) = (shadow / actions.ways, &self.ways[shadow % actions.ways]);
        if self.lands.len() == 1 {
            return format!("capturing the piece whose shadow falls {way}");
        }
        let seats = (0..self.seats as Seat).filter(|&seat| self.army(seat).land == land);
        let seats: Vec<String> = seats.map(|seat| seat.to_string()).collect();
        format!("capturing the piece of seat {} whose shadow falls {way}", seats.join(" or "))
    }

    /// The cell at a place of the planes.
    fn place_said(&self, place: usize, seen: &Perspective) -> String {
        let cell = self.army(seen.viewer().unwrap_or(0)).at_place[place];
        if cell == NOWHERE { seen.place(place) } else { seen.cell(cell, place) }
    }

    /// Whether something holds for a seat that may act.
    fn can(&self, seen: &Perspective, can: impl Fn(Seat) -> bool) -> bool {
        seen.possible_seats().any(can)
    }

    /// Whether a piece of a seat can come to a place in a way, on an empty board.
    fn comes(&self, actions: &ActionNumbers, seat: Seat, way: usize, place: usize) -> bool {
        self.leads(actions, seat, self.army(seat).land, way, place)
    }

    /// Whether a way of a land leads to a place, as a seat sees both.
    fn leads(&self, actions: &ActionNumbers, seat: Seat, land: usize, way: usize, place: usize) -> bool {
        let army: &Army = self.army(seat);
        let (to, way) = (army.at_place[place], usize::from(army.means[way]));
        if to == NOWHERE {
            return false;
        }
        match way.checked_sub(actions.rays) {
            None => {
                let ray = self.lands[land].rays[usize::from(to)][way];
                self.next_on(to, ray.reversed()).is_some()
            }
            Some(hop) => {
                let from = &actions.from[land][hop];
                from[usize::from(to)] != NOWHERE || actions.apart && self.doubly(land, hop, to)
            }
        }
    }

    /// Whether a double hop leads to a cell.
    fn doubly(&self, land: usize, hop: usize, to: Cell) -> bool {
        let from = |hops: &&[[u8; 2]; super::engine::HOPS]| hops[hop][1] == to;
        self.lands[land].double_hops.iter().any(|hops| from(&hops))
    }

    /// Whether a pawn of some army takes to a side on a place, as a seat sees it.
    fn takes(&self, seat: Seat, side: usize, place: usize) -> bool {
        let to = self.army(seat).at_place[place];
        let armies = (0..self.seats as Seat).filter(|&army| self.drafts || army == seat);
        let onto = |army: Seat| self.army(army).sides.iter().any(|sides| sides.get(side - 1) == Some(&to));
        to != NOWHERE && armies.into_iter().any(onto)
    }
}
