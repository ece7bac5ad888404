//! The seats of a described game: the moves of their pieces, castlings and values.

use super::betza::Atom;
use super::hops::can_hop_twice;
use super::moves::{PieceMoves, movement};
use super::pieces::DescribedKind;
use super::promotions::is_pawn;
use super::value::estimated;
use crate::board::{Board, Cell, Lattice};
use crate::game::Seat;
use crate::games::chesslike::kinds::{Kind, KindRole, KindSpec};
use crate::games::chesslike::tables::cell_set;
use crate::games::chesslike::variant_spec::{Axes, Castling, HandSpec, MovementSpec, SeatSpec};
use crate::games::description::{CellList, Problem, Seats};

/// The parts of a description that the movements of a seat depend on.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// The lattice of the seat, and its index.
    pub lattice: &'a Lattice,
    pub lattice_index: usize,
    /// The atoms that are its hops.
    pub hops: &'a [Atom],
    pub seats: &'a Seats,
    pub kinds: &'a [DescribedKind],
    pub start: &'a [(Cell, Seat, Kind)],
}

impl Part<'_> {
    pub fn board(&self) -> &Board {
        self.lattice.board()
    }

    /// Returns the direction of the board that a seat sees as straight ahead.
    pub fn forward(&self, seat: usize) -> usize {
        let view = &self.lattice.views()[self.seats.facings[seat]];
        view.directions.iter().position(|&seen| seen == 0).unwrap_or(0)
    }

    /// Returns the movements of a seat, by kind.
    pub fn movements(&self, seat: usize) -> Result<Vec<MovementSpec>, Problem> {
        let [view, seen] = [self.seats.facings[seat], self.seats.views[seat]];
        let [view, seen] = [view, seen].map(|view| &self.lattice.views()[view]);
        let movement = |(number, kind): (usize, &DescribedKind)| {
            let piece = self.piece_moves(seat, number, kind)?;
            movement(self.lattice, [view, seen], &piece).map_err(|problem| kind.problem(problem))
        };
        self.kinds.iter().enumerate().map(movement).collect()
    }

    /// Returns the specification of a seat with its movements.
    pub fn seat_spec(
        &self,
        seat: usize,
        movements: Vec<MovementSpec>,
        promotes_freely: bool,
        hand: Option<&HandSpec>,
    ) -> Result<SeatSpec, Problem> {
        let castlings = self.castlings(seat, &movements)?;
        let promoting = self.kinds.iter().find(|kind| kind.promotion.is_some() && !promotes_freely);
        let promotion_cells = promoting.map_or(Ok(Vec::new()), |kind| self.promotion_cells(kind, seat))?;
        Ok(SeatSpec {
            lattice: self.lattice_index,
            view: self.seats.views[seat],
            movements,
            pawn_forbidden: [&promotion_cells[..], &self.cells_outside(promoting, seat)?].concat(),
            promotion_cells,
            no_en_passant_from: self.no_en_passant_from(seat)?,
            castlings,
            promotions: if promotes_freely { self.promotions(seat)? } else { Vec::new() },
            drops: hand.map_or(Ok(Vec::new()), |hand| self.drops(seat, hand))?,
        })
    }

    /// Returns the cells that the pieces of a kind cannot enter.
    fn cells_outside(&self, kind: Option<&DescribedKind>, seat: usize) -> Result<Vec<Cell>, Problem> {
        let Some((kind, region)) = kind.and_then(|kind| Some((kind, kind.region.as_ref()?))) else {
            return Ok(Vec::new());
        };
        let region = self.turned(kind, seat, region)?;
        Ok(self.board().cells().filter(|cell| !region.contains(cell)).collect())
    }

    /// Returns the cells from which no pawn can be captured en passant.
    fn no_en_passant_from(&self, seat: usize) -> Result<Vec<Cell>, Problem> {
        let mut listed = self.kinds.iter().filter_map(|kind| Some((kind, kind.en_passant_from.as_ref()?)));
        let Some((kind, from)) = listed.next() else {
            return Ok(Vec::new());
        };
        let from = self.turned(kind, seat, from)?;
        Ok(self.board().cells().filter(|cell| !from.contains(cell)).collect())
    }

    /// Returns the cells of a seat in a list.
    pub fn turned(&self, kind: &DescribedKind, seat: usize, cells: &CellList) -> Result<Vec<Cell>, Problem> {
        let turned = cells.of_seat(self.lattice, self.seats, seat);
        turned.ok_or_else(|| kind.problem("names cells, and the board does not turn to all seats"))
    }

    /// Returns the moves of a kind as a seat has them.
    fn piece_moves<'a>(
        &self,
        seat: usize,
        number: usize,
        kind: &'a DescribedKind,
    ) -> Result<PieceMoves<'a>, Problem> {
        let turned = |cells: &CellList| Ok(cell_set(&self.turned(kind, seat, cells)?));
        let own = (Seat::from_index(seat), Kind::new(number as u8));
        let start = self.start.iter().filter(|&&(_, seat, kind)| (seat, kind) == own);
        let mut rest = cell_set(&self.board().cells().collect::<Vec<Cell>>());
        let mut parts = Vec::new();
        for (cells, atoms) in &kind.zones {
            let cells = turned(cells)?;
            rest = rest & !cells;
            parts.push((&atoms[..], cells));
        }
        parts.insert(0, (&kind.atoms[..], rest));
        Ok(PieceMoves {
            parts,
            home: match &kind.home {
                Some(cells) => turned(cells)?,
                None => cell_set(&start.map(|piece| piece.0).collect::<Vec<Cell>>()),
            },
            region: kind.region.as_ref().map(turned).transpose()?,
            faces_royals: kind.flying_general.then(|| self.forward(seat)),
            can_hop_twice: can_hop_twice(self.hops, self.kinds),
        })
    }

    /// Returns the castlings of a seat, that with the nearer piece first. Step strings name the cell of the
    /// other piece if the royal piece could also step to its target.
    fn castlings(&self, seat: usize, movements: &[MovementSpec]) -> Result<Vec<Castling>, Problem> {
        let Some((number, kind)) = self.kinds.iter().enumerate().find(|(_, kind)| kind.castling.is_some())
        else {
            return Ok(Vec::new());
        };
        let Some(castling) = &kind.castling else { return Ok(Vec::new()) };
        let of_kind = |kind: Kind| {
            let own = move |piece: &&(Cell, Seat, Kind)| piece.1.index() == seat && piece.2 == kind;
            self.start.iter().filter(own).map(|piece| piece.0)
        };
        let sides = (0..self.lattice.directions().len()).filter(|&at| self.lattice.is_through_sides(at));
        let row = |king: Cell, direction: usize| {
            let row = self.lattice.ray(king, direction);
            let partner = row.iter().position(|cell| of_kind(castling.with).any(|other| other == *cell));
            Some((king, partner.filter(|partner| *partner >= castling.steps)?, row))
        };
        let kings = of_kind(Kind::new(number as u8));
        let mut rows: Vec<(Cell, usize, Vec<Cell>)> =
            kings.flat_map(|king| sides.clone().filter_map(move |direction| row(king, direction))).collect();
        rows.sort_by_key(|&(_, partner, _)| partner);
        if rows.len() > 2 {
            return Err(kind.problem("must have at most two other pieces to castle with"));
        }
        let mut castlings = Vec::new();
        for (side, (king, partner, row)) in rows.into_iter().enumerate() {
            let steps = if side == 0 { castling.steps } else { castling.far_steps };
            if partner < steps {
                return Err(kind.problem(format!("cannot castle by {steps} cells: its partner is too near")));
            }
            let is_step = self.can_step(&movements[number], king, row[steps - 1]);
            castlings.push(Castling {
                king,
                rook: row[partner],
                piece: Kind::new(number as u8),
                partner: castling.with,
                written_to: row[if is_step { partner } else { steps - 1 }],
                king_to: row[steps - 1],
                rook_to: row[steps - 2],
                crossed: row[..steps - 1].to_vec(),
                between: row[..partner].to_vec(),
            });
        }
        Ok(castlings)
    }

    /// Whether a piece with these moves can arrive on a cell of its row without castling.
    fn can_step(&self, moves: &MovementSpec, from: Cell, to: Cell) -> bool {
        let at = usize::from(from);
        let leaps = [&moves.leaps, &moves.quiet].into_iter().filter_map(|leaps| leaps.get(at));
        let slides = moves.slides.iter().filter(|slide| slide.mode.moves()).any(|slide| {
            let path = slide.paths[at];
            let direction = self.lattice.rays()[at].iter().position(|ray| *ray == path.ray);
            let cells = direction.map_or(Vec::new(), |direction| self.lattice.ray(from, direction));
            cells.iter().take(path.max_distance.into()).any(|cell| *cell == to)
        });
        leaps.flatten().any(|cell| *cell == to) || slides || matches!(moves.axes, Axes::Sides | Axes::All)
    }

    /// Returns the kinds with their values.
    pub fn kind_specs(&self, movements: &[MovementSpec]) -> Vec<KindSpec> {
        let kind = |(number, kind): (usize, &DescribedKind)| KindSpec {
            name: kind.name.clone().into(),
            letter: kind.letter,
            hundredths: match kind.value {
                Some(value) => (100.0 * value).round() as i32,
                None if kind.royal => 0,
                None if is_pawn(kind, &movements[number]) => 100,
                None => estimated(self.lattice, &movements[number]),
            },
            mark: kind.mark,
            base: kind.base,
            role: match kind.royal {
                true => KindRole::Royal,
                false if is_pawn(kind, &movements[number]) => KindRole::Pawn,
                false => KindRole::Officer,
            },
            army_offset: 0,
            en_passant: kind.en_passant,
        };
        self.kinds.iter().enumerate().map(kind).collect()
    }
}
