//! The status of a game: the seat to act or the result, the last turn, and the teams.

use super::Seats;
use crate::game::{Actor, Outcome, Scores, Scoring, Seat};

/// The status of a game.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// The seat to act or the result as text, with the seat whose color is shown next to it.
    pub to_act: Option<(Option<Seat>, String)>,
    /// The steps of the last turn.
    pub last: Vec<String>,
    /// The seats of each team.
    pub teams: Vec<Vec<Seat>>,
}

impl Status {
    /// Sets the seat to act or the result, and the teams.
    pub fn tell(&mut self, seats: &Seats, actor: Actor, mid_turn: bool, ended: Option<(Outcome, Scores)>) {
        self.teams = seats.teams();
        self.to_act = Some(match (actor, ended) {
            (Actor::Seat(seat), _) if mid_turn => (Some(seat), format!("{} to continue", seats.name(seat))),
            (Actor::Seat(seat), _) => (Some(seat), format!("{} to act", seats.name(seat))),
            (Actor::Chance, _) => (None, "chance to act".into()),
            (Actor::Over, None) => (None, "over".into()),
            (Actor::Over, Some((outcome, scores))) => {
                let (who, result) = result(seats, outcome, scores);
                (who, format!("over by {}: {result}", outcome.reason.as_str()))
            }
        });
    }

    /// Describes the teams.
    pub fn teams_text(&self, seats: &Seats) -> Option<String> {
        let teams: Vec<String> = self.teams.iter().map(|team| together(seats, team)).collect();
        (!teams.is_empty()).then(|| teams.join(" against "))
    }

    /// Describes the last turn.
    pub fn last_turn_text(&self) -> Option<String> {
        (!self.last.is_empty()).then(|| format!("last: {}", self.last.join(" ")))
    }
}

/// Joins the names of seats.
fn together(seats: &Seats, some: &[Seat]) -> String {
    some.iter().map(|&seat| seats.name(seat)).collect::<Vec<_>>().join(" and ")
}

/// Returns the winner, if there is one, and the result as text.
fn result(seats: &Seats, outcome: Outcome, scores: Scores) -> (Option<Seat>, String) {
    let got = |seat: Seat| outcome.returns.get(seat);
    if scores.kind != Scoring::Win {
        if scores.kind == Scoring::Shared {
            return (None, format!("a score of {}", got(Seat::ZERO)));
        }
        let strokes: Vec<String> = seats.all().map(|seat| (-got(seat)).to_string()).collect();
        return (None, format!("{} strokes", strokes.join(" and ")));
    }
    let winners: Vec<Seat> = seats.all().filter(|&seat| got(seat) > 0.0).collect();
    match winners[..] {
        [] => (None, draw(seats, outcome)),
        [winner] => (Some(winner), format!("{} wins", seats.name(winner))),
        [first, ..] => (Some(first), format!("{} win", together(seats, &winners))),
    }
}

/// Describes a draw of all seats, or of those that had not lost before.
fn draw(seats: &Seats, outcome: Outcome) -> String {
    let (drawn, lost): (Vec<Seat>, Vec<Seat>) =
        seats.all().partition(|&seat| outcome.returns.get(seat) == 0.0);
    if drawn.is_empty() || lost.is_empty() {
        return "a draw".into();
    }
    format!("a draw of {}", together(seats, &drawn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Reason, Returns, SeatColor};

    fn told(actor: Actor, mid_turn: bool, ended: Option<(&[f64], Scores)>) -> (Option<Seat>, String) {
        let seats = Seats::named(&SeatColor::ALL[..4]).in_teams(&[0, 1, 0, 1]);
        let mut status = Status::default();
        let outcome = |returns| Outcome { returns: Returns::of(returns), reason: Reason::Course };
        status.tell(&seats, actor, mid_turn, ended.map(|(returns, scores)| (outcome(returns), scores)));
        let teams = status.teams_text(&seats);
        assert_eq!(teams.as_deref(), Some("white and red against black and blue"));
        status.to_act.expect("it was told")
    }

    #[test]
    fn the_status_names_the_seat_to_act_and_the_winner() {
        let won = Scores::win(&[0, 1, 0, 1]);
        assert_eq!(told(Actor::Seat(Seat::new(2)), false, None), (Some(Seat::new(2)), "red to act".into()));
        assert_eq!(told(Actor::Seat(Seat::ONE), true, None), (Some(Seat::ONE), "black to continue".into()));
        assert_eq!(told(Actor::Chance, false, None), (None, "chance to act".into()));
        let over = |returns, scores| told(Actor::Over, false, Some((returns, scores)));
        assert_eq!(over(&[0.0; 4], won), (None, "over by course: a draw".into()));
        assert_eq!(
            over(&[0.0, -1.0, 0.0, -1.0], won),
            (None, "over by course: a draw of white and red".into())
        );
        assert_eq!(
            over(&[1.0, -1.0, 1.0, -1.0], won),
            (Some(Seat::ZERO), "over by course: white and red win".into())
        );
        assert_eq!(
            over(&[-1.0, 3.0, -1.0, -1.0], won),
            (Some(Seat::ONE), "over by course: black wins".into())
        );
        assert_eq!(over(&[7.0; 4], Scores::shared(0.0, 9.0)), (None, "over by course: a score of 7".into()));
        let strokes = over(&[-7.0, -8.0, -9.0, -9.0], Scores::strokes(1, 20));
        assert_eq!(strokes, (None, "over by course: 7 and 8 and 9 and 9 strokes".into()));
    }

    #[test]
    fn seats_without_partners_have_no_team() {
        let seats = Seats::named(&SeatColor::ALL[..3]);
        assert!(seats.teams().is_empty());
        assert_eq!(Status::default().teams_text(&seats), None);
        let status = Status { last: vec!["32x23".into(), "23x14".into()], ..Status::default() };
        assert_eq!(status.last_turn_text().as_deref(), Some("last: 32x23 23x14"));
    }
}
