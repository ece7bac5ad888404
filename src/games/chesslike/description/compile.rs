//! The specification of a described game.

use super::ends::{Ends, read_ends};
use super::moves::{movement, paths};
use super::pieces::{DescribedKind, read_kinds};
use super::setup::read_setup;
use super::value::estimated;
use crate::board::{Board, Cell, Lattice, Shape};
use crate::game::{Frame, Options, Seat};
use crate::games::chesslike::goals::{Condition, Goal};
use crate::games::chesslike::kinds::{Kind, KindRole, KindSpec};
use crate::games::chesslike::position_formats;
use crate::games::chesslike::rule_refs::DESCRIBED;
use crate::games::chesslike::variant_spec::{
    Castling, FenStyle, KingRule, MovementSpec, SeatSpec, VariantSpec, grid_rows,
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
    let lattice = read_board(&table.require("board")?)?;
    let seats = read_seats(table.get("seats").as_ref(), &lattice)?;
    let kinds = read_kinds(&table.require("pieces")?, lattice.board())?;
    let lattice = with_hops(lattice, &kinds);
    let setup = table.require("setup")?;
    let start = read_setup(&setup, &lattice, &seats, &kinds)?;
    let turn_order = read_turn_order(table, &seats)?;
    let ends = read_ends(table.get("ends").as_ref(), &lattice, &seats, &kinds)?;
    check_that_it_ends(table, &ends, &kinds, &start, &seats)?;
    if ends.stalemate != 0.5 && seats.count() != 2 {
        return Err(table
            .require("ends")?
            .problem("can score a stalemate other than 0.5 with two seats only"));
    }
    let is_fen = seats.count() == 2;
    let captures = table.get("captures");
    let must_capture = captures.map_or(Ok(false), |captures| Ok(captures.word()? == 1))?;
    let part = Part { lattice: &lattice, seats: &seats, kinds: &kinds, start: &start };
    let seat_specs = (0..seats.count()).map(|seat| part.seat_spec(seat)).collect::<Result<Vec<_>, _>>()?;
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
    let most =
        (0..seats.count()).map(|seat| start.iter().filter(|piece| piece.1.index() == seat).count()).max();
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
        kinds: part.kind_specs(&seat_specs),
        promotes_to: part.promotes_to()?,
        rows: rows(lattice.board()),
        colors: seats.colors.clone(),
        letters: if seats.count() == 2 { "wb" } else { &LETTERS[..seats.count()] },
        turn_order,
        seat_angles: seats.angles.clone(),
        teams: seats.teams.clone(),
        loses_to_mated_team: false,
        king_rule: if is_fen { KingRule::Mated } else { KingRule::Captured },
        goals: ends.goals.clone(),
        must_capture,
        shadows: false,
        stalemate: 2.0 * ends.stalemate - 1.0,
        repetition_draws: ends.repetition,
        bare_kings_draw: ends.bare_kings,
        draw_clock: ends.no_progress,
        max_pieces: most.unwrap_or(0),
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
        lattices: vec![lattice],
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
    let needs_no_royal = |goal: &Goal| !matches!(goal.condition, Condition::Checks(_));
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

/// Returns the lattice with the hops of all kinds.
fn with_hops(lattice: Lattice, kinds: &[DescribedKind]) -> Lattice {
    let mut hops: Vec<Vec<usize>> = Vec::new();
    for atom in kinds.iter().flat_map(|kind| &kind.atoms) {
        if !atom.is_straight() {
            for path in paths(&lattice, atom.sides, atom.corners) {
                if !hops.contains(&path) {
                    hops.push(path);
                }
            }
        }
    }
    lattice.with_hops(&hops)
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

/// The parts of a description that movements depend on.
struct Part<'a> {
    lattice: &'a Lattice,
    seats: &'a Seats,
    kinds: &'a [DescribedKind],
    start: &'a [(Cell, Seat, Kind)],
}

impl Part<'_> {
    fn board(&self) -> &Board {
        self.lattice.board()
    }

    /// Returns the direction of the board that a seat sees as straight ahead.
    fn forward(&self, seat: usize) -> usize {
        let view = &self.lattice.views()[self.seats.facings[seat]];
        view.directions.iter().position(|&seen| seen == 0).unwrap_or(0)
    }

    /// Returns the kinds to which pawns promote.
    fn promotes_to(&self) -> Result<Vec<Kind>, Problem> {
        let mut promoting = self.kinds.iter().filter_map(|kind| Some((kind, kind.promotion.as_ref()?)));
        let Some((_, first)) = promoting.next() else { return Ok(vec![Kind::new(0)]) };
        match promoting.find(|(_, promotion)| promotion.to != first.to) {
            Some((kind, _)) => Err(kind.problem("must promote to the same kinds as the others")),
            None => Ok(first.to.clone()),
        }
    }

    fn seat_spec(&self, seat: usize) -> Result<SeatSpec, Problem> {
        let [view, seen] = [self.seats.facings[seat], self.seats.views[seat]];
        let [view, seen] = [view, seen].map(|view| &self.lattice.views()[view]);
        let movement = |(number, kind): (usize, &DescribedKind)| {
            let home = (Seat::from_index(seat), Kind::new(number as u8));
            let is_home =
                |cell: Cell| self.start.iter().any(|&(at, seat, kind)| (at, (seat, kind)) == (cell, home));
            let moves = movement(self.lattice, [view, seen], &kind.atoms, &is_home);
            let moves = moves.map_err(|problem| kind.problem(problem))?;
            let is_plain = moves.leaps.is_empty() && moves.quiet.is_empty() && moves.blocked.is_empty();
            let is_plain = is_plain && moves.hoppers.is_empty() && moves.rides.is_empty();
            let is_pawn = is_plain && moves.slides.len() == 1;
            if kind.promotion.is_some() && (!is_pawn || moves.captures.is_empty()) {
                return Err(kind.problem(
                    "can promote only if it moves in one direction without capturing, and captures by steps or leaps",
                ));
            }
            Ok(moves)
        };
        let movements: Vec<MovementSpec> =
            self.kinds.iter().enumerate().map(movement).collect::<Result<_, _>>()?;
        self.check_pawns(&movements)?;
        let promotion_cells = self.promotion_cells(seat)?;
        Ok(SeatSpec {
            lattice: 0,
            view: self.seats.views[seat],
            movements,
            pawn_forbidden: promotion_cells.clone(),
            promotion_cells,
            castlings: self.castlings(seat)?,
        })
    }

    /// Checks that all pawns of a seat move and capture in the same directions, so that an action that names
    /// a direction and a cell has one origin.
    fn check_pawns(&self, movements: &[MovementSpec]) -> Result<(), Problem> {
        let mut pawns = self.kinds.iter().zip(movements).filter(|(kind, _)| kind.promotion.is_some());
        let rays =
            |moves: &MovementSpec| moves.slides[0].paths.iter().map(|path| path.ray).collect::<Vec<_>>();
        let Some((_, first)) = pawns.next() else { return Ok(()) };
        let differs = |moves: &MovementSpec| rays(moves) != rays(first) || moves.captures != first.captures;
        match pawns.find(|(_, moves)| differs(moves)) {
            Some((kind, _)) => Err(kind.problem(
                "must move ahead and capture in the same directions as the other kind that promotes",
            )),
            None => Ok(()),
        }
    }

    fn promotion_cells(&self, seat: usize) -> Result<Vec<Cell>, Problem> {
        let promoting = self.kinds.iter().find_map(|kind| Some((kind, kind.promotion.as_ref()?)));
        let Some((kind, promotion)) = promoting else { return Ok(Vec::new()) };
        let Some(cells) = &promotion.on else {
            let is_last = |&cell: &Cell| self.lattice.next(cell, self.forward(seat)).is_none();
            let cells: Vec<Cell> = self.board().cells().filter(is_last).collect();
            return if cells.is_empty() {
                Err(kind.problem("never reaches a last cell: name cells with 'on'"))
            } else {
                Ok(cells)
            };
        };
        let moved = self.lattice.views()[self.seats.motions[seat]].cells(self.board());
        let moved = moved.ok_or_else(|| kind.problem("cannot turn its promotion cells to all seats"))?;
        Ok(cells.iter().map(|&cell| moved[usize::from(cell)]).collect())
    }

    /// Returns the castlings of a seat, that with the nearer piece first.
    fn castlings(&self, seat: usize) -> Result<Vec<Castling>, Problem> {
        let Some((number, kind)) = self.kinds.iter().enumerate().find(|(_, kind)| kind.castling.is_some())
        else {
            return Ok(Vec::new());
        };
        let Some(castling) = &kind.castling else { return Ok(Vec::new()) };
        let of_kind = |kind: Kind| {
            let own = move |piece: &&(Cell, Seat, Kind)| piece.1.index() == seat && piece.2 == kind;
            self.start.iter().filter(own).map(|piece| piece.0)
        };
        let mut castlings = Vec::new();
        for king in of_kind(Kind::new(number as u8)) {
            for direction in
                (0..self.lattice.directions().len()).filter(|&at| self.lattice.is_through_sides(at))
            {
                let row = self.lattice.ray(king, direction);
                let partner = row.iter().position(|cell| of_kind(castling.with).any(|other| other == *cell));
                let Some(far) = partner.filter(|far| *far >= castling.steps) else { continue };
                castlings.push(Castling {
                    king,
                    rook: row[far],
                    partner: castling.with,
                    written_to: row[castling.steps - 1],
                    king_to: row[castling.steps - 1],
                    rook_to: row[castling.steps - 2],
                    crossed: row[..castling.steps - 1].to_vec(),
                    between: row[..far].to_vec(),
                });
            }
        }
        castlings.sort_by_key(|castling| castling.between.len());
        if castlings.len() > 2 {
            return Err(kind.problem("must have at most two other pieces to castle with"));
        }
        Ok(castlings)
    }

    /// Returns the kinds with their values.
    fn kind_specs(&self, seats: &[SeatSpec]) -> Vec<KindSpec> {
        let kind = |(number, kind): (usize, &DescribedKind)| KindSpec {
            name: kind.name.clone().into(),
            letter: kind.letter,
            hundredths: match kind.value {
                Some(value) => (100.0 * value).round() as i32,
                None if kind.royal => 0,
                None if kind.promotion.is_some() => 100,
                None => estimated(self.lattice, &seats[0].movements[number]),
            },
            role: match (kind.royal, &kind.promotion) {
                (true, _) => KindRole::Royal,
                (false, Some(_)) => KindRole::Pawn,
                (false, None) => KindRole::Officer,
            },
            army_offset: 0,
            en_passant: kind.en_passant,
        };
        self.kinds.iter().enumerate().map(kind).collect()
    }
}
