//! Explains why a step string is not a legal step, and cites the rule.

use super::engine::Engine;
use super::kinds::Kind;
use super::notation::ParsedStep;
use super::pieces::{NO_PIECE, Pieces};
use super::state::State;
use super::step::{MoveKind, Step};
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL};

impl Engine {
    /// Returns the reason why a text that is not a legal step is rejected.
    pub fn explain_text(&self, state: &State, text: &str) -> String {
        let rule_refs = self.rule_refs;
        if let (Some(rule), "pass") = (rule_refs.pass, text) {
            return format!("a seat can pass only if it has no legal step and is not in check ({rule})");
        }
        if text.contains('@') {
            return self.explain_drop(state, text);
        }
        let Some(parsed) = self.parse_step(text) else {
            return self.step_format_help();
        };
        let (pieces, seat, ParsedStep { from, to, .. }) = (&state.pieces, state.seat, parsed);
        let mover = pieces.piece_at(from);
        if mover == NO_PIECE {
            return format!("there is no piece on {}", self.board.name(from));
        }
        if mover.seat() != seat {
            let (owner, seat) = (self.letter(mover.seat()), self.letter(seat));
            return format!(
                "the piece on {} belongs to seat {owner}, and seat {seat} is to act ({})",
                self.board.name(from),
                rule_refs.seat_to_act
            );
        }
        let Some(step) = self.find_step(state, parsed) else {
            return match parsed.promotion {
                Some(letter) if self.promotes_freely => {
                    format!("the piece on {} cannot promote to '{letter}'", self.board.name(from))
                }
                None => format!(
                    "a pawn that reaches {} must promote: append =q, =r, =b or =n, as in {text}=q ({})",
                    self.board.name(to),
                    rule_refs.promotion
                ),
                Some(_) => {
                    format!("only a pawn that reaches its last cells can promote ({})", rule_refs.promotion)
                }
            };
        };
        if let Some(reason) = self.explain_choice(state, step) {
            return reason;
        }
        let is_quiet = self.captured_cell(pieces, step) == NO_CELL;
        let reason = self.explain_move(state, step).or_else(|| {
            let must_capture = self.must_capture && is_quiet && self.can_capture(state);
            must_capture.then(|| "a capture is possible, and captures are forced".to_owned())
        });
        reason.unwrap_or_else(|| self.explain_king_safety(state, step))
    }

    /// Returns why a piece cannot make a step with the promotion that is chosen, if that is the reason.
    fn explain_choice(&self, state: &State, step: Step) -> Option<String> {
        let other = |other: Step| (other.from, other.to) == (step.from, step.to);
        let mut is_possible = false;
        self.legal_moves(state, |moves| moves.each(|legal| is_possible |= other(legal)));
        if !self.promotes_freely || !is_possible {
            return None;
        }
        let to = self.board.name(step.to);
        Some(match step.move_kind {
            MoveKind::Plain => format!("the piece must promote on {to}"),
            _ => format!("the piece cannot promote on {to}, or not to this kind"),
        })
    }

    /// Returns the reason why a drop is rejected.
    fn explain_drop(&self, state: &State, text: &str) -> String {
        let letters =
            |kinds: &[Kind]| kinds.iter().map(|kind| self.kinds[kind.index()].letter).collect::<String>();
        let Some(Step { to, move_kind: MoveKind::Drop(kind), .. }) = self.parse_drop(text) else {
            return if self.has_drops {
                format!("expected one of {}, '@' and a cell, as in P@e5", letters(&self.hand.kinds))
            } else {
                "this game has no pieces in hand".into()
            };
        };
        let (seat, name) = (state.seat, &self.kinds[kind.index()].name);
        let slot = self.hand.slot(kind).unwrap_or(0);
        if state.hands[seat.index() % 2][slot] == 0 {
            format!("seat {} has no {name} in hand", self.letter(seat))
        } else if state.pieces.piece_at(to) != NO_PIECE {
            format!("{} is occupied", self.board.name(to))
        } else if !self.seat_tables(seat).drops[slot].has(to) {
            format!("a {name} cannot be dropped on {}", self.board.name(to))
        } else if self.in_check(&state.pieces, seat) {
            "it would leave the king in check".into()
        } else {
            format!(
                "a {name} cannot be dropped there now: on its line stands another, or the drop would mate"
            )
        }
    }

    /// Whether the seat to act can capture.
    fn can_capture(&self, state: &State) -> bool {
        let mut can_capture = false;
        self.legal_moves(state, |moves| {
            moves.each(|step| can_capture |= self.captured_cell(&state.pieces, step) != NO_CELL);
        });
        can_capture
    }

    /// Returns a message that explains the format of step strings.
    fn step_format_help(&self) -> String {
        let ([plain, en_passant], rule) = (self.rule_refs.examples, self.rule_refs.step_strings);
        let promotions =
            format!("expected a step such as {plain}, followed by =q, =r, =b or =n for a promotion");
        if self.fen_style.writes_captured_cell {
            format!(
                "{promotions}, or by x and the cell of the piece captured en passant, as in {en_passant} \
                 ({rule})"
            )
        } else {
            format!("{promotions} ({rule})")
        }
    }

    /// Returns the reason why a piece cannot make a step, regardless of check. `None` if it can.
    fn explain_move(&self, state: &State, step: Step) -> Option<String> {
        let (pieces, seat, Step { from, to, remote_capture, move_kind }) = (&state.pieces, state.seat, step);
        let (name, mover, rule_refs) = (|cell| self.board.name(cell), pieces.piece_at(from), self.rule_refs);
        let uncapturable = self.uncapturable(state, seat);
        if move_kind == MoveKind::Castle && remote_capture == NO_CELL {
            return self.explain_castling(state, to);
        }
        if pieces.piece_at(to) != NO_PIECE && self.allied_pieces(pieces, seat).has(to) {
            return Some(format!("{} is occupied by a friendly piece ({})", name(to), rule_refs.allies));
        }
        let captured = self.captured_cell(pieces, step);
        if captured != NO_CELL && uncapturable.has(captured) {
            if self.drafts {
                return Some(format!("a king cannot be captured ({})", rule_refs.immunity));
            }
            return Some(format!(
                "the piece on {} captured a king and cannot be captured in this turn ({})",
                name(captured),
                rule_refs.immunity
            ));
        }
        if remote_capture != NO_CELL {
            return match self.explain_en_passant(state, step) {
                Some(_) if self.shadows => self.explain_shadow_capture(state, step),
                reason => reason,
            };
        }
        if self.pseudo_legal_targets(pieces, seat, from).has(to) {
            return None;
        }
        let (rule, kind) = (rule_refs.movement(mover.kind()), &self.kind_of(mover).name);
        let mut empty = Pieces::empty(self);
        empty.put(self, from, mover);
        let is_capture_side = self.is_pawn(mover) && self.movement(mover).leaps[usize::from(from)].has(to);
        Some(if is_capture_side {
            format!("a pawn moves to {} only to capture, and there is no enemy piece ({rule})", name(to))
        } else if self.pseudo_legal_targets(&empty, seat, from).has(to) {
            format!("the path of the {kind} on {} is blocked ({rule})", name(from))
        } else {
            format!("the {kind} on {} cannot move to {} ({rule})", name(from), name(to))
        })
    }

    fn explain_en_passant(&self, state: &State, step: Step) -> Option<String> {
        let (pieces, seat, Step { from, to, remote_capture, .. }) = (&state.pieces, state.seat, step);
        let (name, rule) = (|cell| self.board.name(cell), self.rule_refs.en_passant);
        let ep_move = state
            .ep_move(pieces.piece_at(remote_capture).seat().modulo(self.seats as u8))
            .filter(|ep_move| ep_move[1] == remote_capture);
        if pieces.piece_at(remote_capture) == NO_PIECE || ep_move.is_none() {
            return Some(format!("no pawn on {} can be captured en passant ({rule})", name(remote_capture)));
        }
        let owner = pieces.piece_at(remote_capture).seat();
        if !owner.is_in(self.enemy_seats[seat.index()]) {
            return Some(format!(
                "the pawn on {} does not belong to an enemy ({})",
                name(remote_capture),
                self.rule_refs.allies
            ));
        }
        let pawn = pieces.piece_at(from);
        let can_capture = self.is_pawn(pawn) && self.movement(pawn).leaps[usize::from(from)].has(to);
        let passed_target =
            ep_move.is_some_and(|ep_move| self.ep_squares(pieces, ep_move).any(|cell| cell == to));
        if !can_capture || !passed_target || pieces.piece_at(to) != NO_PIECE {
            return Some(format!(
                "the pawn on {} can only be captured en passant by a pawn that captures on an empty cell \
                 that it passed over ({rule})",
                name(remote_capture)
            ));
        }
        None
    }

    fn explain_shadow_capture(&self, state: &State, step: Step) -> Option<String> {
        let (pieces, seat, Step { from, to, remote_capture, .. }) = (&state.pieces, state.seat, step);
        let (name, kind) = (|cell| self.board.name(cell), &self.kind_of(pieces.piece_at(from)).name);
        let enemies = self.enemy_seats[seat.index()];
        if pieces.piece_at(remote_capture) == NO_PIECE
            || !pieces.piece_at(remote_capture).seat().is_in(enemies)
        {
            return Some(format!("there is no enemy piece on {} (5.4)", name(remote_capture)));
        }
        if pieces.piece_at(to) != NO_PIECE {
            return Some(format!(
                "{} is occupied, and a capture through a shadow must end on an empty cell (5.4)",
                name(to)
            ));
        }
        if !self.capture_targets(pieces, from, self.pseudo_legal_targets(pieces, seat, from)).has(to) {
            return Some(format!("the {kind} on {} cannot capture on {} (5.4)", name(from), name(to)));
        }
        let shadows = self.shadows_of(pieces, enemies);
        let shadow = shadows
            .iter()
            .find(|caster| caster.cell == remote_capture)
            .map_or(Bitboard256::EMPTY, |caster| caster.shadow);
        if !shadow.has(to) {
            let kind = &self.kind_of(pieces.piece_at(remote_capture)).name;
            return Some(format!(
                "{} is not in the shadow of the {kind} on {} (5.3)",
                name(to),
                name(remote_capture)
            ));
        }
        shadow.has(from).then(|| format!("the {kind} on {} is itself in that shadow (5.4)", name(from)))
    }

    fn explain_castling(&self, state: &State, to: Cell) -> Option<String> {
        let (pieces, seat, seat_tables) = (&state.pieces, state.seat, self.seat_tables(state.seat));
        let rule = self.rule_refs.castling;
        let mut castlings = seat_tables.castlings.iter().enumerate();
        let (side, castling) = castlings.find(|(_, castling)| castling.king_to == to)?;
        if state.castling_rights & super::castling::castling_right(seat, side) == 0 {
            return Some(format!("the right to castle on that side is lost ({rule})"));
        }
        if let Some(&cell) = castling.between.iter().find(|&&cell| pieces.piece_at(cell) != NO_PIECE) {
            return Some(format!("castling is blocked: {} is occupied ({rule})", self.board.name(cell)));
        }
        if self.in_check(pieces, seat) {
            Some(format!("the king cannot castle out of check ({rule})"))
        } else if !self.is_crossing_safe(pieces, seat, castling) {
            Some(format!("the king cannot castle through check ({rule})"))
        } else {
            Some(format!("the king cannot castle into check ({rule})"))
        }
    }

    /// Returns the reason why a step that a piece can make is not legal: check, a pin, or the duty to capture
    /// a king.
    fn explain_king_safety(&self, state: &State, step: Step) -> String {
        let (pieces, seat) = (&state.pieces, state.seat);
        let check_info = self.plain_check_info(pieces, seat);
        let kings = pieces.kings() & !self.allied_pieces(pieces, seat);
        let takes_king =
            self.captured_cell(pieces, step) != NO_CELL && kings.has(self.captured_cell(pieces, step));
        let forced = || {
            let mut forced = false;
            self.legal_moves(state, |moves| {
                moves.each(|legal| forced |= kings.has(self.captured_cell(pieces, legal)))
            });
            forced && !self.in_check(pieces, seat)
        };
        if !self.drafts && !takes_king && forced() {
            return format!("a king that can be captured must be captured ({})", self.rule_refs.king_capture);
        }
        let (king, rule) = (self.board.name(pieces.king(seat)), self.rule_refs.check);
        if step.from == pieces.king(seat) {
            format!("the king would be in check on {} ({rule})", self.board.name(step.to))
        } else if check_info.is_pinned(step.from) {
            format!("the piece on {} is pinned to the king on {king} ({rule})", self.board.name(step.from))
        } else {
            format!("it would leave the king on {king} in check ({rule})")
        }
    }
}
