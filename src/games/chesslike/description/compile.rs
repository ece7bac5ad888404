//! The specification of a described game.

use super::ends::{Ends, read_ends};
use super::hops::{hop_atoms, lattices};
use super::keys::{CAPTURES, CHECKS};
use super::pieces::{DescribedKind, read_kinds};
use super::promotions::{is_pawn, promotes_freely};
use super::seat::Part;
use super::setup::read_setup;
use crate::board::{Board, Cell, Shape};
use crate::game::{Frame, Options, Seat};
use crate::games::chesslike::goals::{Condition, Goal};
use crate::games::chesslike::kinds::Kind;
use crate::games::chesslike::position_formats;
use crate::games::chesslike::rule_refs::DESCRIBED;
use crate::games::chesslike::shadow::MAX_SHADOWS;
use crate::games::chesslike::variant_spec::{
    Axes, FenStyle, KingRule, MovementSpec, SeatSpec, VariantSpec, grid_rows,
};
use crate::games::description::{Problem, Seats, Table, read_board, read_seats};
use crate::id;
use crate::truncate::truncate;

/// The letters of seats in position strings, if they are not those of two colors.
const LETTERS: &str = "abcdef";

/// Reads the id of a game.
///
/// # Errors
///
/// Returns a problem if it is missing or is no id.
pub fn read_id(table: &Table) -> Result<String, Problem> {
    let entry = table.require("id")?;
    let id = entry.text()?;
    if id::is_valid(id) {
        Ok(id.to_owned())
    } else {
        Err(entry.problem(format!("is not valid: {}, got '{}'", id::EXPECTED, truncate(id))))
    }
}

/// Returns the specification of a described game.
///
/// # Errors
///
/// Returns the first problem of the description.
pub fn specification(table: &Table, frame: Frame) -> Result<VariantSpec, Problem> {
    let id = read_id(table)?;
    let text = |key: &str, other: &str| -> Result<String, Problem> {
        table.get(key).map_or(Ok(other.to_owned()), |entry| entry.text().map(str::to_owned))
    };
    let (title, mut summary) = (text("title", &id)?, text("summary", "")?);
    let source = text("source", "")?;
    if !source.is_empty() {
        summary += &format!(" Rules: {source}");
    }
    let described_board = read_board(&table.require("board")?)?;
    let lattice = &described_board.lattice;
    let seats = read_seats(table.get("seats").as_ref(), lattice)?;
    let kinds = read_kinds(&table.require("pieces")?, lattice.board())?;
    let setup = table.require("setup")?;
    let start = read_setup(&setup, lattice, &seats, &kinds)?;
    let turn_order = read_turn_order(table, &seats)?;
    let ends = read_ends(table.get("ends").as_ref(), lattice, &seats, &kinds)?;
    check_that_it_ends(table, &ends, &kinds, &start, &seats)?;
    if let (Some(reason), true) = (ends.for_two_seats(), seats.count() != 2) {
        return Err(table.require("ends")?.problem(format!("{reason} with two seats only")));
    }
    let is_fen = seats.count() == 2;
    let captures = table.get("captures");
    let must_capture = captures.map_or(Ok(false), |captures| Ok(CAPTURES[captures.word()?] == "forced"))?;
    let checks = table.get("checks");
    let forbids_checks =
        checks.as_ref().map_or(Ok(false), |checks| Ok(CHECKS[checks.word()?] == "forbidden"))?;
    if let (Some(checks), true) =
        (&checks, forbids_checks && kinds.iter().any(|kind| kind.promotion.is_some()))
    {
        return Err(checks.problem("cannot be forbidden in a game with promotions"));
    }
    let first = Part { lattice, lattice_index: 0, hops: &[], seats: &seats, kinds: &kinds, start: &start };
    let hops = hop_atoms(&first)?;
    let (lattices, lattice_of) = lattices(&described_board, &seats, &hops);
    let part = |seat: usize| {
        let lattice_index = lattice_of[seat];
        Part { lattice: &lattices[lattice_index], lattice_index, hops: &hops, ..first }
    };
    let movements =
        (0..seats.count()).map(|seat| part(seat).movements(seat)).collect::<Result<Vec<_>, _>>()?;
    let promotes_freely = promotes_freely(&kinds, &movements[0])?;
    let hand = part(0).hand(table)?;
    if let (Some(_), None) = (&hand, ends.length) {
        return Err(
            table.problem("has pieces in hand, so that captures do not bound the game: add an end on length")
        );
    }
    let shadows = read_shadows(table, &kinds, &movements, start.len(), hand.is_some() || promotes_freely)?;
    let kind_specs = part(0).kind_specs(&movements[0]);
    let seat_specs = movements.into_iter().enumerate();
    let seat_specs = seat_specs
        .map(|(seat, movements)| part(seat).seat_spec(seat, movements, promotes_freely, hand.as_ref()))
        .collect::<Result<Vec<_>, _>>()?;
    let first_promotion = kinds.iter().find_map(|kind| kind.promotion.as_ref()).filter(|_| !promotes_freely);
    let promotes = |(cell, seat, kind): &&(Cell, Seat, Kind)| {
        kinds[kind.index()].promotion.is_some() && seat_specs[seat.index()].promotion_cells.contains(cell)
    };
    if let Some(&(cell, seat, kind)) = start.iter().find(promotes) {
        return Err(setup.problem(format!(
            "puts a {} of {} on {}, where it would promote",
            kinds[kind.index()].name,
            seats.colors[seat.index()].as_str(),
            lattice.board().name(cell)
        )));
    }
    let castles = |seat: &SeatSpec| !seat.castlings.is_empty();
    if let (Some(kind), false) =
        (kinds.iter().find(|kind| kind.castling.is_some()), seat_specs.iter().any(castles))
    {
        return Err(kind.problem("must have another piece to castle with, in its row and far enough"));
    }
    let on_board = |seat: usize| start.iter().filter(|piece| piece.1.index() == seat).count();
    let most = match &hand {
        None => (0..seats.count()).map(on_board).max().unwrap_or(0),
        // A seat can have all pieces.
        Some(hand) => {
            start.len() + hand.start.iter().flatten().map(|&count| usize::from(count)).sum::<usize>()
        }
    };
    Ok(VariantSpec {
        id,
        title,
        summary,
        frame,
        family: "described",
        rules: "",
        rule_refs: &DESCRIBED,
        options: Options::new(),
        description: None,
        kinds: kind_specs,
        promotes_to: first_promotion.map_or(vec![Kind::new(0)], |promotion| promotion.to.clone()),
        hand,
        rows: rows(lattice.board()),
        colors: seats.colors.clone(),
        letters: if seats.count() == 2 { "wb" } else { &LETTERS[..seats.count()] },
        turn_order,
        seat_angles: seats.angles.clone(),
        teams: seats.teams.clone(),
        loses_to_mated_team: ends.loses_to_mated_team,
        king_rule: if is_fen { KingRule::Mated } else { KingRule::Captured },
        goals: ends.goals.clone(),
        must_capture,
        shadows,
        stalemate: 2.0 * ends.stalemate - 1.0,
        repetition: ends.repetition,
        max_length: ends.length,
        forbids_checks,
        mated_wins: ends.mated_wins,
        bare_kings_draw: ends.bare_kings,
        draw_clock: ends.no_progress,
        max_pieces: most,
        format: match (is_fen, ends.goals.iter().any(|goal| matches!(goal.condition, Condition::Checks(_)))) {
            (true, false) => &position_formats::FEN,
            (true, true) => &position_formats::FEN_WITH_CHECKS,
            _ => &position_formats::DOUBLE_CHESS,
        },
        fen_style: FenStyle { by_file: true, is_fen, writes_captured_cell: !is_fen },
        start,
        shows_promotion_cells: lattice.board().shape() != Shape::Squares,
        positional_weights: None,
        board_planes: Vec::new(),
        seat_specs,
        lattices,
    })
}

/// Checks that each seat can lose: by mate, or by a goal.
fn check_that_it_ends(
    table: &Table,
    ends: &Ends,
    kinds: &[DescribedKind],
    start: &[(Cell, Seat, Kind)],
    seats: &Seats,
) -> Result<(), Problem> {
    let needs_no_royal =
        |goal: &Goal| matches!(goal.condition, Condition::Extinct { .. } | Condition::Reach { .. });
    let can_end = seats.count() == 2 && ends.goals.iter().any(needs_no_royal);
    for seat in 0..seats.count() {
        let royal = |piece: &&(Cell, Seat, Kind)| piece.1.index() == seat && kinds[piece.2.index()].royal;
        let royals = start.iter().filter(royal).count();
        if royals == 0 && !can_end {
            return Err(table.require("setup")?.problem(format!(
                "must have one royal piece for {}, got 0; without one a game for two seats needs an end on \
                 extinct or reach",
                seats.colors[seat].as_str()
            )));
        }
    }
    Ok(())
}

/// Whether pieces can be captured through their shadows.
fn read_shadows(
    table: &Table,
    kinds: &[DescribedKind],
    movements: &[Vec<MovementSpec>],
    pieces: usize,
    has_choices: bool,
) -> Result<bool, Problem> {
    let Some(entry) = table.get("shadows") else { return Ok(false) };
    if !entry.flag()? {
        return Ok(false);
    }
    let casts = |kind: &DescribedKind, moves: &MovementSpec| {
        let leaps_only = moves.axes == Axes::None && !moves.leaps.is_empty();
        let slides_only = moves.axes != Axes::None && moves.leaps.is_empty();
        let others = [&moves.captures, &moves.quiet].iter().any(|list| !list.is_empty());
        let is_simple = moves.is_plain() && moves.slides.is_empty() && !others;
        is_pawn(kind, moves) || is_simple && (leaps_only || slides_only)
    };
    if let Some((kind, _)) = kinds.iter().zip(&movements[0]).find(|(kind, moves)| !casts(kind, moves)) {
        return Err(kind.problem(
            "cannot cast a shadow: in a game with shadows pieces leap, or slide any distance in both directions \
             of a line, or are pawns",
        ));
    }
    if movements.len() < 3 || has_choices || pieces > MAX_SHADOWS {
        return Err(entry.problem(format!(
            "needs at least three seats, at most {MAX_SHADOWS} pieces, no pieces in hand, and pawns that must \
             promote to the same kinds"
        )));
    }
    Ok(true)
}

fn read_turn_order(table: &Table, seats: &Seats) -> Result<Vec<Seat>, Problem> {
    let Some(entry) = table.get("turn-order") else { return Ok(Seat::all(seats.count() as u8).collect()) };
    let colors: Vec<&str> = seats.colors.iter().map(|color| color.as_str()).collect();
    let mut order = Vec::new();
    for item in entry.list()? {
        let seat = Seat::from_index(item.one_of(&colors)?);
        if order.contains(&seat) {
            return Err(item.problem("names a seat a second time"));
        }
        order.push(seat);
    }
    if order.len() != seats.count() {
        return Err(entry.problem(format!("must name each of {} once", colors.join(", "))));
    }
    Ok(order)
}

/// Returns the rows of cells as position strings list them: from the far side, or hexagons file by file from
/// the left, each from its far end. Only squares have places for cells that do not exist.
fn rows(board: &Board) -> Vec<Vec<Option<Cell>>> {
    let (rows, columns) = board.grid();
    let file = |column: usize| (0..rows).rev().filter_map(|row| board.at(row, column)).map(Some).collect();
    match board.shape() {
        Shape::Hexagons => (0..columns).map(file).filter(|file: &Vec<_>| !file.is_empty()).collect(),
        Shape::Squares => grid_rows(board),
        _ => {
            let rows = grid_rows(board).into_iter().map(|row| row.into_iter().flatten().map(Some).collect());
            rows.filter(|row: &Vec<_>| !row.is_empty()).collect()
        }
    }
}
