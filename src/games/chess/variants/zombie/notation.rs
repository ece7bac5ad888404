//! The notation of Zombie Chess: step strings, position strings, why a text is no step.

use super::graves::Graves;
use super::turn::checkers;
use super::{CLOCK_END, Phase, State, Zombie, late};
use crate::game::{FenError, Field, FieldText, PositionFormat, Seat, stored, write_word};
use crate::games::chess::game::fields;
use crate::games::chess::game::variant::{VariantActions, VariantNotation, VariantRules};
use crate::games::chess::kit::bitboard::{Bitboard, OUTER_RANKS, bit, cells, own_rank};
use crate::games::chess::kit::castling::{self, Castling};
use crate::games::chess::kit::explain;
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::placement::{self, letter};
use crate::games::chess::kit::position::{PawnSteps, Position};
use crate::games::chess::kit::step::{MoveKind, Step, UciMove};

/// Declares a field of cells.
macro_rules! cells {
    ($name:expr, $($place:tt)+) => {
        stored!($name, $($place)+, placement::write_cells, |_, _, field| placement::read_cells(field)?)
    };
}

impl VariantNotation for Zombie {
    /// The position string (Z15).
    const FORMAT: PositionFormat<Self, State> = PositionFormat::new(&[
        fields::placement().read_by(read_placement),
        fields::seat().then(check_placement),
        fields::castling().read_by(read_rights),
        cells!(fields::EN_PASSANT, position.ep_square).after("clock"),
        graves::<0>("White's grid").after("possible cells of White's burials"),
        graves::<1>("Black's grid").after("possible cells of Black's burials"),
        cells!("possible cells of White's burials", extra.graves[0].possible),
        cells!("possible cells of Black's burials", extra.graves[1].possible).label("those of Black's"),
        stored!("phase", extra.phase, write_word, |_, _, field| {
            field.word("expected move, horde or bury")?
        }),
        cells!("cells left", extra.left),
        Field::new("pieces taken", write_taken, read_taken),
        cells!("cells passed over", extra.passing).then(validate),
        fields::clock::<CLOCK_END, _>().after("Black's grid"),
    ]);

    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        explain_move(state, step)
    }

    fn find_step(&self, state: &State, named: UciMove) -> Option<Step> {
        let position = &state.position;
        if late::is_late(position, named.from) {
            return named.promotion.map(|kind| Step::new(named.from, named.to, MoveKind::Promotion(kind)));
        }
        position.find_step(named, self.castling_notation())
    }
}

fn read_placement(_: &Zombie, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let (pieces, [waiting, moved]) = placement::read_marked(field.text, b"~=")?;
    state.position.pieces = pieces;
    (state.extra.zombies, state.extra.moved) = (waiting | moved, moved);
    Ok(())
}

fn check_placement(game: &Zombie, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    fields::check_both_kings(game, state, field)?;
    let (pieces, zombies, field) =
        (&state.position.pieces, state.extra.zombies, field.other(fields::PLACEMENT));
    let problem = "a king cannot be a zombie, since kings are not captured";
    field.require(zombies & pieces.kind(Kind::King) == 0, problem)?;
    // Z7: only zombies come back there.
    placement::check_pawns(field.text, pieces.kind(Kind::Pawn) & !zombies)
}

/// Zombies do not castle.
fn read_rights(_: &Zombie, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let mut living = state.position.pieces;
    living.clear(state.extra.zombies);
    castling::read_rights(field.text, &living).map(|rights| state.position.rights = rights)
}

/// The grid of `SEAT`, whose cells only this seat sees (Z16).
const fn graves<const SEAT: u8>(name: &'static str) -> Field<Zombie, State> {
    Field::new(
        name,
        |_, state, viewer, out| {
            let is_open = viewer.is_none_or(|viewer| viewer == Seat::new(SEAT));
            state.extra.graves[usize::from(SEAT)].write(Seat::new(SEAT), is_open, out);
        },
        |_, state, field| {
            let graves = &mut state.extra.graves[usize::from(SEAT)];
            Graves::read(field, Seat::new(SEAT), graves.possible).map(|read| *graves = read)
        },
    )
}

/// The empty cells that pawns of a seat can just have passed over.
fn passers(position: &Position, seat: Seat) -> Bitboard {
    let pieces = &position.pieces;
    PawnSteps::of(seat.other()).ahead.of(pieces.of(seat, Kind::Pawn)) & own_rank(seat, 3) & !pieces.occupied()
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

fn write_taken(_: &Zombie, state: &State, _viewer: Option<Seat>, out: &mut String) {
    out.extend(state.extra.taken.kinds().map(|kind| letter(kind, state.position.seat.other())));
    if state.extra.taken.count == 0 {
        out.push('-');
    }
}

fn read_taken(_: &Zombie, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let (taken, other) = (&mut state.extra.taken, state.position.seat.other());
    for name in field.text.bytes().filter(|_| field.text != "-") {
        let kind = Kind::of_letter(name)
            .filter(|&kind| kind != Kind::King && letter(kind, other) as u8 == name && taken.count < 62);
        let Some(kind) = kind else {
            return Err(field.refused("expected letters of enemy pieces other than the king, or '-'"));
        };
        taken.push(kind);
    }
    Ok(())
}

/// Checks the state as a whole.
fn validate(_: &Zombie, state: &mut State, field: FieldText<'_>) -> Result<(), FenError> {
    let State { position, extra } = &*state;
    let (pieces, seat) = (&position.pieces, position.seat);
    if extra.phase == Phase::Horde && extra.moved & pieces.side(seat.other()) != 0 {
        return Err(field.other(fields::PLACEMENT).refused("'=' can only follow zombies of the seat to act"));
    }
    check_phase(state)?;
    check_ep_square(fields::EN_PASSANT, position.ep_square, passers(position, seat.other()))?;
    check_ep_square("cells passed over", extra.passing, passers(position, seat))?;
    // (A seat that has moved in this turn may have given check.)
    if extra.phase == Phase::Move && checkers(pieces, seat.other()) != 0 {
        return Err(placement::in_check_refused(seat.other()));
    }
    Ok(())
}

/// Checks that the fields of a turn are empty before it begins, and that there is something to do after.
fn check_phase(state: &State) -> Result<(), FenError> {
    let State { position, extra } = state;
    let refused = |problem: &str| Err(FenError::impossible(problem));
    if extra.phase != Phase::Horde && (extra.moved != 0 || extra.left != 0) {
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
    if pieces.of(position.seat.other(), Kind::King) & bit(to) != 0 {
        return "a king cannot be captured".into();
    }
    let reason = match step.move_kind() {
        MoveKind::Castle => {
            let castling = Castling::of(from, to);
            let check_info = || "the king cannot castle out of, through or into check".to_string();
            explain::castle(position, castling).or_else(|| {
                cells(castling.king_path())
                    .any(|cell| {
                        super::armed(pieces).attackers(position.seat.other(), cell, pieces.occupied()) != 0
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
