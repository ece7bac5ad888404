//! Scenes of states with the content that is requested by [`RenderOptions`].

use super::StateWithHistory;
use crate::game::{Actor, CellMark, Seat};
use crate::picture::{RenderOptions, Scene};

impl StateWithHistory {
    /// Returns the scene as a seat may see it, with the requested content. `None` is a spectator with a full
    /// view.
    pub fn render_scene(&self, viewer: Option<Seat>, options: &RenderOptions) -> Scene<'_> {
        let mut scene = self.scene(viewer);
        if let Some(seat) = options.orientation {
            scene = scene.from_side_of(seat);
        }
        scene.cell_names = options.cell_names;
        if options.shadows {
            scene = scene.with_marks(self.shadows());
        }
        if options.last_turn_marks || options.last_turn_text {
            let turn = self.last_turn(viewer);
            if options.last_turn_marks {
                let taken = self.last_captures(viewer).into_iter().map(|cell| (cell, CellMark::Taken));
                scene = scene.with_last_turn(&turn).with_marks(taken);
            }
            if options.last_turn_text {
                scene.status.last = turn;
            }
        }
        let actor = self.actor();
        // Legal steps can reveal hidden information.
        let knows =
            viewer.is_none_or(|viewer| !self.spec().has_hidden_information || actor == Actor::Seat(viewer));
        if let (Some(which), Actor::Seat(_), true) = (options.legal_targets, actor, knows) {
            scene = scene.with_legal_targets(&self.clone().legal(), which);
        }
        if options.status {
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
    use crate::picture::LegalFilter;
    use crate::sim::erase;

    /// Each seat sees its own hidden stone only. All seats see what happens afterwards.
    #[test]
    fn pictures_show_what_the_viewer_has_seen() {
        let toy = erase(Toy::new());
        let mut state = toy.start(0);
        for step in ["stone:1", "stone:3"] {
            state.apply_text(step).expect("legal");
        }
        let options = RenderOptions { last_turn_text: true, status: true, ..RenderOptions::default() };
        let told = |viewer| {
            state.render_scene(viewer, &options).text().lines().skip(5).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(told(None), ["chance to act", "last: stone:1 stone:3"]);
        assert_eq!(told(Some(Seat::ZERO)), ["chance to act", "last: stone:1 stone:?"]);
        assert_eq!(told(Some(Seat::ONE)), ["chance to act", "last: stone:? stone:3"]);
        assert_eq!(
            state.render_scene(None, &RenderOptions::default()).text().lines().count(),
            5,
            "only what is options for"
        );
    }

    /// Legal steps can reveal hidden information.
    #[test]
    fn legal_steps_are_shown_to_viewers_that_may_know_them() {
        let marks = |id, viewer| {
            let game = crate::catalog::open(id, &[], crate::game::Frame::Seat).expect("an id");
            let options = RenderOptions { legal_targets: Some(LegalFilter::All), ..RenderOptions::default() };
            let mut state = game.start(0);
            if id == "masquerade-chess" {
                state.apply_text("mask:QNBKR").expect("legal");
                state.apply_text("mask:QNBKR").expect("legal");
            }
            state.render_scene(viewer, &options).marks.len()
        };
        assert_eq!(
            [None, Some(Seat::ZERO), Some(Seat::ONE)].map(|viewer| marks("chess", viewer)),
            [16, 16, 16]
        );
        assert_eq!(
            [None, Some(Seat::ZERO), Some(Seat::ONE)].map(|viewer| marks("masquerade-chess", viewer)),
            [16, 16, 0]
        );
    }
}
