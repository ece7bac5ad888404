//! Why a step string is no legal step, with the rule that forbids it.

use super::engine::Engine;
use super::men::{Kind, Men, NOTHING, NOWHERE, kind_of, seat_of};
use super::offer::{Deed, Step};
use super::state::State;
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::{illegal_step_message, truncate};

/// A step as it is written (Chess 10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    pub from: Cell,
    pub to: Cell,
    pub kind: Option<Kind>,
    pub over: u8,
}

impl Engine {
    /// Reads a step string.
    pub fn read_words(&self, text: &str) -> Option<Words> {
        let (text, over) = match text.split_once('x') {
            Some((text, over)) if self.strings.names_taken => (text, self.board.cell(over)?),
            _ => (text, NOWHERE),
        };
        let (text, kind) = match text.split_once('=') {
            None => (text, None),
            Some((text, kind)) => {
                (text, Some(["q", "r", "b", "n"].into_iter().position(|known| known == kind)?))
            }
        };
        let kind = kind.map(|at| [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight][at]);
        let [from, to] = self.read_cells(text)?;
        Some(Words { from, to, kind, over })
    }

    /// The step that is written so, legal or not.
    pub fn step_named(&self, state: &State, words: Words) -> Option<Step> {
        let Words { from, to, kind, over } = words;
        let step = self.named(state, [from, to], kind.unwrap_or(Kind::Queen))?;
        let promotes = matches!(step.deed, Deed::Promote(_));
        let over = if self.strings.names_taken { over } else { step.over };
        (promotes == kind.is_some()).then_some(Step { over, ..step })
    }

    /// Why a text that names no legal step is none.
    pub fn reason(&self, state: &State, text: &str) -> String {
        let law = self.law;
        if let (Some(rule), "pass") = (law.pass, text) {
            return format!("a seat can pass only if it has no legal step and is not in check ({rule})");
        }
        let Some(words) = self.read_words(text) else {
            return self.how_to_write();
        };
        let (men, seat, Words { from, to, .. }) = (&state.men, state.seat, words);
        let mover = men.on(from);
        if mover == NOTHING {
            return format!("there is no piece on {}", self.board.name(from));
        }
        if seat_of(mover) != seat {
            let (owner, seat) = (self.letter(seat_of(mover)), self.letter(seat));
            return format!(
                "the piece on {} belongs to seat {owner}, and seat {seat} is to act ({})",
                self.board.name(from),
                law.turns
            );
        }
        let Some(step) = self.step_named(state, words) else {
            return match words.kind {
                None => format!(
                    "a pawn that reaches {} must promote: append =q, =r, =b or =n, as in {text}=q ({})",
                    self.board.name(to),
                    law.promotion
                ),
                Some(_) => {
                    format!("only a pawn that reaches its last cells can promote ({})", law.promotion)
                }
            };
        };
        self.against(state, step).unwrap_or_else(|| self.dangers(state, step))
    }

    /// How steps are written.
    fn how_to_write(&self) -> String {
        let ([plain, passing], rule) = (self.law.examples, self.law.steps);
        let promotions =
            format!("expected a step such as {plain}, followed by =q, =r, =b or =n for a promotion");
        if self.strings.names_taken {
            format!(
                "{promotions}, or by x and the cell of the piece captured en passant, as in {passing} \
                 ({rule})"
            )
        } else {
            format!("{promotions} ({rule})")
        }
    }

    /// What speaks against a step whatever becomes of the king.
    fn against(&self, state: &State, step: Step) -> Option<String> {
        let (men, seat, Step { from, to, over, deed }) = (&state.men, state.seat, step);
        let (name, kind, law) = (|cell| self.board.name(cell), kind_of(men.on(from)), self.law);
        let spared = self.spared(state, seat);
        if deed == Deed::Castle && over == NOWHERE {
            return self.against_castling(state, to);
        }
        if men.on(to) != NOTHING && self.friendly(men, seat).has(to) {
            return Some(format!("{} is occupied by a friendly piece ({})", name(to), law.friends));
        }
        let taken = self.taken(men, step);
        if taken != NOWHERE && spared.has(taken) {
            if self.drafts {
                return Some(format!("a king cannot be captured ({})", law.immunity));
            }
            return Some(format!(
                "the piece on {} captured a king and cannot be captured in this turn ({})",
                name(taken),
                law.immunity
            ));
        }
        if over != NOWHERE {
            return match self.against_passing(state, step) {
                Some(_) if self.shadows => self.against_shadow(state, step),
                reason => reason,
            };
        }
        if self.reach(men, seat, kind, from).has(to) {
            return None;
        }
        let rule = law.moves(kind);
        let mut empty = Men::empty(&self.web, self.board.len());
        empty.put(&self.web, from, men.on(from));
        let side =
            kind == Kind::Pawn && self.army(self.army_of(men.on(from))).takes[usize::from(from)].has(to);
        Some(if side {
            format!("a pawn moves to {} only to capture, and there is no enemy piece ({rule})", name(to))
        } else if self.reach(&empty, seat, kind, from).has(to) {
            format!("the path of the {} on {} is blocked ({rule})", kind.name(), name(from))
        } else {
            format!("the {} on {} cannot move to {} ({rule})", kind.name(), name(from), name(to))
        })
    }

    fn against_passing(&self, state: &State, step: Step) -> Option<String> {
        let (men, seat, Step { from, to, over, .. }) = (&state.men, state.seat, step);
        let (name, rule) = (|cell| self.board.name(cell), self.law.passing);
        let passed =
            state.pawn_move(seat_of(men.on(over)) % self.seats as u8).filter(|passed| passed[1] == over);
        if men.on(over) == NOTHING || passed.is_none() {
            return Some(format!("no pawn on {} can be captured en passant ({rule})", name(over)));
        }
        let owner = seat_of(men.on(over));
        if self.enemies[usize::from(seat)] >> owner & 1 == 0 {
            return Some(format!(
                "the pawn on {} does not belong to an enemy ({})",
                name(over),
                self.law.friends
            ));
        }
        let pawn = men.on(from);
        let own =
            kind_of(pawn) == Kind::Pawn && self.army(self.army_of(pawn)).takes[usize::from(from)].has(to);
        let over_it = passed.is_some_and(|passed| self.passed(men, passed).any(|cell| cell == to));
        if !own || !over_it || men.on(to) != NOTHING {
            return Some(format!(
                "the pawn on {} can only be captured en passant by a pawn that captures on an empty cell \
                 that it passed over ({rule})",
                name(over)
            ));
        }
        None
    }

    fn against_shadow(&self, state: &State, step: Step) -> Option<String> {
        let (men, seat, Step { from, to, over, .. }) = (&state.men, state.seat, step);
        let (name, kind) = (|cell| self.board.name(cell), kind_of(men.on(from)));
        let enemies = self.enemies[usize::from(seat)];
        if men.on(over) == NOTHING || enemies >> seat_of(men.on(over)) & 1 == 0 {
            return Some(format!("there is no enemy piece on {} (5.4)", name(over)));
        }
        if men.on(to) != NOTHING {
            return Some(format!(
                "{} is occupied, and a capture through a shadow must end on an empty cell (5.4)",
                name(to)
            ));
        }
        if !self.capturing(seat, kind, from, self.reach(men, seat, kind, from)).has(to) {
            return Some(format!(
                "the {} on {} cannot capture on {} (5.4)",
                kind.name(),
                name(from),
                name(to)
            ));
        }
        let shadows = self.casters(men, enemies);
        let shadow = shadows
            .iter()
            .find(|caster| caster.cell == over)
            .map_or(Bitboard256::EMPTY, |caster| caster.shadow);
        if !shadow.has(to) {
            let kind = kind_of(men.on(over)).name();
            return Some(format!("{} is not in the shadow of the {kind} on {} (5.3)", name(to), name(over)));
        }
        shadow
            .has(from)
            .then(|| format!("the {} on {} is itself in that shadow (5.4)", kind.name(), name(from)))
    }

    fn against_castling(&self, state: &State, to: Cell) -> Option<String> {
        let (men, seat, army) = (&state.men, state.seat, self.army(state.seat));
        let rule = self.law.castling;
        let mut castlings = army.castlings.iter().enumerate();
        let (side, castling) = castlings.find(|(_, castling)| castling.king_to == to)?;
        if state.rights & super::engine::right(seat, side) == 0 {
            return Some(format!("the right to castle on that side is lost ({rule})"));
        }
        if let Some(&cell) = castling.between.iter().find(|&&cell| men.on(cell) != NOTHING) {
            return Some(format!("castling is blocked: {} is occupied ({rule})", self.board.name(cell)));
        }
        if self.in_check(men, seat) {
            Some(format!("the king cannot castle out of check ({rule})"))
        } else if !self.is_crossing_safe(men, seat, castling) {
            Some(format!("the king cannot castle through check ({rule})"))
        } else {
            Some(format!("the king cannot castle into check ({rule})"))
        }
    }

    /// Why a step that a piece could make is not legal: what becomes of kings.
    fn dangers(&self, state: &State, step: Step) -> String {
        let (men, seat) = (&state.men, state.seat);
        let danger = self.bonds(men, seat);
        let kings = men.kind(Kind::King) & !self.friendly(men, seat);
        let takes_king = self.taken(men, step) != NOWHERE && kings.has(self.taken(men, step));
        let forced = || {
            let mut forced = false;
            self.offered(state, |offer| offer.each(|legal| forced |= kings.has(self.taken(men, legal))));
            forced && !self.in_check(men, seat)
        };
        if !self.drafts && !takes_king && forced() {
            return format!("a king that can be captured must be captured ({})", self.law.duty);
        }
        let (king, rule) = (self.board.name(men.king(seat)), self.law.check);
        if step.from == men.king(seat) {
            format!("the king would be in check on {} ({rule})", self.board.name(step.to))
        } else if danger.pins(step.from) {
            format!("the piece on {} is pinned to the king on {king} ({rule})", self.board.name(step.from))
        } else {
            format!("it would leave the king on {king} in check ({rule})")
        }
    }

    /// A step string as far as a message shows it.
    pub fn refused(&self, state: &State, text: &str, legal: &str) -> String {
        illegal_step_message(text, Some(&self.reason(state, &truncate(text))), legal)
    }
}
