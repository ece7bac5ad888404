//! Texts of Zombie Chess: position strings and views (Z15, Z16), and why steps are refused.

use super::graves::Graves;
use super::turn::checkers;
use super::{CLOCK_END, Extra, Phase, State, Taken, Zombie};
use crate::game::{FenError, FenReader, Seat};
use crate::games::chess::bitboard::{Bitboard, OUTER_RANKS, bit, cells, own_rank};
use crate::games::chess::castling::{self, Castling};
use crate::games::chess::explain;
use crate::games::chess::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::move_set::MoveSet;
use crate::games::chess::pieces::Kind;
use crate::games::chess::placement::{self, letter, seat_letter};
use crate::games::chess::position::{PawnSteps, Position};
use crate::games::chess::step::{MoveKind, Step};
use crate::games::chess::variant::{VariantActions, VariantDisplay, VariantRules};
use std::fmt::Write as _;

/// What a position string has (Z15).
const FIELDS: &str = "placement, seat to act, castling, en passant, White's grid, Black's grid, possible cells of White's \
                      burials, those of Black's, phase, cells left, pieces taken, cells passed over, clock";

/// Appends the position string, as a seat may see it.
pub fn write(state: &State, viewer: Option<Seat>, out: &mut String) {
    let State { position, extra } = state;
    placement::write_marked(&position.pieces, |cell| Zombie.suffix(state, cell), out);
    out.push(' ');
    out.push(seat_letter(position.seat));
    out.push(' ');
    castling::write_rights(position.rights, out);
    out.push(' ');
    placement::write_cells(position.ep_square, out);
    for (seat, graves) in (0..).zip(&extra.graves) {
        out.push(' ');
        graves.write(seat, viewer.is_none_or(|viewer| viewer == seat), out);
    }
    for graves in &extra.graves {
        out.push(' ');
        placement::write_cells(graves.possible, out);
    }
    out.push_str(match extra.phase {
        Phase::Move => " move ",
        Phase::Horde => " horde ",
        Phase::Bury => " bury ",
    });
    placement::write_cells(extra.left, out);
    out.push(' ');
    out.extend(extra.taken.kinds().map(|kind| letter(kind, position.seat ^ 1)));
    if extra.taken.count == 0 {
        out.push('-');
    }
    out.push(' ');
    placement::write_cells(extra.passing, out);
    let _ = write!(out, " {}", position.clock);
}

/// Reads a position string.
pub fn read(text: &str) -> Result<State, FenError> {
    let [
        placement,
        seat,
        castling,
        ep_square,
        white,
        black,
        of_white,
        of_black,
        phase,
        left,
        taken,
        passing,
        clock,
    ] = FenReader::new(text, FIELDS)?.exactly()?;
    let (pieces, [zombies, moved]) = placement::read_marked(placement, b"~=")?;
    let seat = placement::read_seat(seat)?;
    for (seat, name) in [(0, "White"), (1, "Black")] {
        if pieces.of(seat, Kind::King) == 0 {
            return Err(FenError::field("placement", placement, format!("{name} has no king")));
        }
    }
    let zombies = zombies | moved;
    if zombies & pieces.kind(Kind::King) != 0 {
        return Err(FenError::field(
            "placement",
            placement,
            "a king cannot be a zombie, since kings are not captured",
        ));
    }
    // Z7: only zombies come back there.
    placement::check_pawns(placement, pieces.kind(Kind::Pawn) & !zombies)?;
    let mut living = pieces;
    living.clear(zombies);
    let rights = castling::read_rights(castling, &living)?;
    let graves = [
        Graves::read(
            "White's grid",
            white,
            0,
            placement::read_cells("possible cells of White's burials", of_white)?,
        )?,
        Graves::read(
            "Black's grid",
            black,
            1,
            placement::read_cells("possible cells of Black's burials", of_black)?,
        )?,
    ];
    let clock = FenReader::counter("clock", clock, CLOCK_END.into())? as u8;
    let ep_square = placement::read_cells("en passant", ep_square)?;
    let position = Position { pieces, rights, ep_square, seat, clock };
    let phase = match phase {
        "move" => Phase::Move,
        "horde" => Phase::Horde,
        "bury" => Phase::Bury,
        _ => return Err(FenError::field("phase", phase, "expected move, horde or bury")),
    };
    let mut extra = Extra {
        zombies,
        moved,
        graves,
        phase,
        left: placement::read_cells("cells left", left)?,
        taken: read_taken(taken, seat)?,
        passing: placement::read_cells("cells passed over", passing)?,
    };
    if phase == Phase::Horde && moved & pieces.side(seat ^ 1) != 0 {
        return Err(FenError::field(
            "placement",
            placement,
            "'=' can only follow zombies of the seat to act",
        ));
    }
    extra.moved &= if phase == Phase::Horde { !0 } else { 0 };
    let state = State { position, extra };
    check_phase(&state, moved)?;
    check_ep_square("en passant", ep_square, passers(&position, seat ^ 1))?;
    check_ep_square("cells passed over", extra.passing, passers(&position, seat))?;
    // (Who has moved in this turn may have given check.)
    if phase == Phase::Move && checkers(&pieces, seat ^ 1) != 0 {
        return Err(FenError::impossible(format!(
            "the king of '{}' is in check, but '{0}' is not to act",
            seat_letter(seat ^ 1)
        )));
    }
    Ok(state)
}

/// The empty cells that pawns of a seat can just have passed over.
fn passers(position: &Position, seat: Seat) -> Bitboard {
    let pieces = &position.pieces;
    PawnSteps::of(seat ^ 1).ahead.of(pieces.of(seat, Kind::Pawn)) & own_rank(seat, 3) & !pieces.occupied()
}

fn check_ep_square(name: &'static str, cells: Bitboard, possible: Bitboard) -> Result<(), FenError> {
    if cells & !possible != 0 {
        let mut field = String::new();
        placement::write_cells(cells, &mut field);
        let problem =
            "pawns cannot have just passed over all these cells; expected empty cells behind pawns, or '-'";
        return Err(FenError::field(name, &field, problem));
    }
    Ok(())
}

fn read_taken(field: &str, seat: Seat) -> Result<Taken, FenError> {
    let mut taken = Taken::NONE;
    for name in field.bytes().filter(|_| field != "-") {
        let kind = Kind::of_letter(name)
            .filter(|&kind| kind != Kind::King && letter(kind, seat ^ 1) as u8 == name && taken.count < 62);
        match kind {
            Some(kind) => taken.push(kind),
            None => {
                return Err(FenError::field(
                    "pieces taken",
                    field,
                    "expected letters of enemy pieces other than the king, or '-'",
                ));
            }
        }
    }
    Ok(taken)
}

/// Whether the fields of a turn that has begun are empty where it has not, and there is something to do.
fn check_phase(state: &State, moved: Bitboard) -> Result<(), FenError> {
    let State { position, extra } = state;
    let refused = |problem: &str| Err(FenError::impossible(problem));
    if extra.phase != Phase::Horde && (moved != 0 || extra.left != 0) {
        return refused("'=' and cells left need phase horde");
    }
    match extra.phase {
        Phase::Move if extra.taken.count > 0 || extra.passing != 0 => {
            refused("phase move needs no captured pieces and no cells passed over; expected '-'")
        }
        Phase::Horde if extra.moved == 0 || extra.turn(position).waiting() == 0 || extra.left == 0 => {
            refused(
                "phase horde needs a zombie that has moved ('='), another that has not ('~'), and cells left",
            )
        }
        Phase::Bury if extra.taken.count == 0 || Zombie::ground(state) == 0 || position.ep_square != 0 => {
            refused(
                "phase bury needs a captured piece and a piece of the seat to act at which nothing is \
                 buried, and no possible cell can be open",
            )
        }
        Phase::Bury | Phase::Horde if checkers(&position.pieces, position.seat) != 0 => {
            refused("a turn cannot continue while the king of the seat to act is in check")
        }
        Phase::Horde => {
            let mut moves = (MoveSet::default(), (Default::default(), ChoiceSet::default()));
            Zombie.add_legal(state, &mut moves);
            if moves.any() {
                Ok(())
            } else {
                refused("this turn cannot be completed without exposing the king")
            }
        }
        _ => Ok(()),
    }
}

/// Returns why a text is not a legal step, for reasons that come before those of pieces.
pub fn explain_text(state: &State, text: &str) -> Option<String> {
    let phase = state.extra.phase;
    if phase == Phase::Bury {
        return Some(match Zombie::CHOICES.read(text) {
            Some(cell) if cell < super::PASS => {
                let (seat, cell) = (state.position.seat, cell as u8);
                if state.position.pieces.side(seat) & bit(cell) == 0 {
                    format!("there is no piece of yours on {}", explain::name(cell))
                } else {
                    format!("a piece is already buried at {}", explain::name(cell))
                }
            }
            _ => "expected bury: and the cell of one of your pieces, as in bury:a1".into(),
        });
    }
    if text == "pass" {
        return Some(if phase == Phase::Move {
            "a turn needs at least one move: a seat can only pass while zombies move".into()
        } else {
            "a pass would leave the king in check at the end of the turn".into()
        });
    }
    text.starts_with("bury:").then(|| "there is nothing to bury now".into())
}

/// Why a piece does not make a step.
pub fn explain_move(state: &State, step: Step) -> String {
    let (position, extra) = (&state.position, &state.extra);
    let (from, to, pieces) = (step.from(), step.to(), &position.pieces);
    if extra.phase == Phase::Horde && extra.turn(position).waiting() & bit(from) == 0 {
        return format!(
            "only zombies that have not yet moved can move now, and there is none on {}",
            explain::name(from)
        );
    }
    if pieces.of(position.seat ^ 1, Kind::King) & bit(to) != 0 {
        return "a king cannot be captured".into();
    }
    let reason = match step.move_kind() {
        MoveKind::Castle => {
            let castling = Castling::of(from, to);
            let check_info = || "the king cannot castle out of, through or into check".to_string();
            explain::castle(position, castling).or_else(|| {
                cells(castling.king_path())
                    .any(|cell| {
                        super::armed(pieces).attackers(position.seat ^ 1, cell, pieces.occupied()) != 0
                    })
                    .then(check_info)
            })
        }
        MoveKind::Promotion(kind) if bit(from) & OUTER_RANKS != 0 => {
            explain::non_pawn(position, step, kind, explain::reach(kind, from))
        }
        MoveKind::Normal(kind) if kind != Kind::Pawn => {
            explain::non_pawn(position, step, kind, explain::reach(kind, from))
        }
        _ => explain::pawn(position, step),
    };
    reason.unwrap_or_else(|| {
        if checkers(&extra.turn(position).after(step).position.pieces, position.seat) != 0 {
            "it would leave the king in check".into()
        } else {
            "the turn could then not be completed without exposing the king (to a buried piece, or for lack \
             of a zombie)"
                .into()
        }
    })
}
