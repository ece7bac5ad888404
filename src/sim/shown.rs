//! What there is to see of a state, with what is asked for.

use super::Play;
use super::picture::{Asked, Scene};
use crate::game::{Actor, CellMark, Seat};

impl Play {
    /// What there is to see, as a seat may see it, or, with no seat, all that is there; with what is asked
    /// for beside it.
    pub fn shown(&self, eyes: Option<Seat>, asked: &Asked) -> Scene<'_> {
        let mut scene = self.scene(eyes);
        if let Some(seat) = asked.near {
            scene = scene.seen_from(seat);
        }
        if asked.shadows {
            scene = scene.marked(self.shadows());
        }
        if asked.last || asked.told {
            let turn = self.last_turn(eyes);
            if asked.last {
                let taken = self.last_taken(eyes).into_iter().map(|cell| (cell, CellMark::Taken));
                scene = scene.after(&turn).marked(taken);
            }
            if asked.told {
                scene.status.last = turn;
            }
        }
        let actor = self.actor();
        // What one may do tells others what one hides.
        let knows = eyes.is_none_or(|eyes| !self.spec().hidden || actor == Actor::Seat(eyes));
        if let (Some(which), Actor::Seat(_), true) = (asked.legal, actor, knows) {
            scene = scene.leading(&self.clone().legal(), which);
        }
        if asked.status {
            let ended = self.outcome().map(|outcome| (outcome, self.spec().scores));
            scene.status.tell(&scene.seats, actor, self.mid_turn(), ended);
        }
        scene
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::Toy;
    use crate::sim::handle_of;
    use crate::sim::picture::Legal;

    /// Of stones that are put down unseen, each seat is told its own; what comes after is told to all.
    #[test]
    fn pictures_tell_what_the_eyes_have_seen() {
        let toy = handle_of(Toy::new());
        let mut state = toy.start(0);
        for step in ["stone:1", "stone:3"] {
            state.apply_text(step).expect("legal");
        }
        let asked = Asked { told: true, status: true, ..Asked::default() };
        let told =
            |eyes| state.shown(eyes, &asked).text().lines().skip(5).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(told(None), ["chance to act", "last: stone:1 stone:3"]);
        assert_eq!(told(Some(0)), ["chance to act", "last: stone:1 stone:?"]);
        assert_eq!(told(Some(1)), ["chance to act", "last: stone:? stone:3"]);
        assert_eq!(state.shown(None, &Asked::default()).text().lines().count(), 5, "only what is asked for");
    }

    /// What one may do tells others what one hides.
    #[test]
    fn legal_steps_are_shown_to_who_may_know_them() {
        let marks = |id, eyes| {
            let game = crate::sim::open(id, &[], crate::game::Frame::Seat).expect("an id");
            let asked = Asked { legal: Some(Legal::All), ..Asked::default() };
            let mut state = game.start(0);
            if id == "masquerade-chess" {
                state.apply_text("mask:QNBKR").expect("legal");
                state.apply_text("mask:QNBKR").expect("legal");
            }
            state.shown(eyes, &asked).marks.len()
        };
        assert_eq!([None, Some(0), Some(1)].map(|eyes| marks("chess", eyes)), [16, 16, 16]);
        assert_eq!([None, Some(0), Some(1)].map(|eyes| marks("masquerade-chess", eyes)), [16, 16, 0]);
    }
}
