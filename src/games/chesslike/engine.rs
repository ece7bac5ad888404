//! The rules of a variant as tables, built from its [`VariantSpec`].

use super::drops::Hand;
use super::goals::{Condition, Goal};
use super::kinds::{Kind, KindRole, KindSpec, MAX_KINDS};
use super::line_tables::{LineTables, MAX_LINES};
use super::movement::{Movement, MovementKey};
use super::pieces::{CONTENTS, Group, NO_PIECE, Piece, Pieces};
use super::positional::Weights;
use super::rule_refs::RuleRefs;
use super::state::State;
use super::tables::{LatticeTables, SeatTables};
use super::variant_spec::{FenStyle, KingRule, RepetitionRule, VariantSpec};
use crate::board::{Bitboard, Bitboard256, Board, Cell, Lattice, Line, NO_CELL};
use crate::game::{MAX_SEATS, Plane, PositionFormat, Seat};
use arrayvec::ArrayVec;
use std::collections::BTreeSet;

/// The most cells that a pawn can pass over.
const MAX_PASSED: usize = 16;

/// The rules of a variant, ready for play.
#[derive(Clone, Debug)]
pub struct Engine {
    pub rule_refs: &'static RuleRefs,
    pub board: Board,
    /// The rows of cells in the order in which position strings list them.
    pub rows: Vec<Vec<Option<Cell>>>,
    letters: &'static str,
    pub line_tables: LineTables,
    pub lattice_tables: Vec<LatticeTables>,
    pub all_seat_tables: Vec<SeatTables>,
    pub kinds: Vec<KindSpec>,
    /// The kinds to which pawns promote, the most common first.
    pub promotes_to: Vec<Kind>,
    /// The group of each piece.
    pub group_of: [Group; CONTENTS],
    /// All movements, and the key of each piece's. Anything else has that of some piece.
    pub movements: Vec<Movement>,
    pub movement_keys: [MovementKey; CONTENTS],
    /// By army, its pawn that is captured en passant, or else its first.
    pub pawns: [Piece; MAX_SEATS],
    /// The number of kinds of pawns.
    pub pawn_kinds: usize,
    /// The seats that begin with a royal piece, as bits.
    pub royal_seats: u8,
    /// The royal kind.
    pub royal: Kind,
    /// Whether any piece slides and leaps.
    pub sliders_leap: bool,
    /// Whether any piece slides in single directions or up to a distance.
    pub has_single_slides: bool,
    /// Whether a royal piece slides, and whether it has exotic attacks.
    pub royal_slides: bool,
    pub royal_is_exotic: bool,
    /// Whether any piece has exotic attacks, hops over others, or rides.
    pub has_exotics: bool,
    pub has_hoppers: bool,
    pub has_rides: bool,
    /// The kinds that are captured en passant, as bits by number.
    pub en_passant_kinds: u32,
    /// The return of a seat that is stalemated, in games for two seats.
    pub stalemate: f64,
    pub seats: usize,
    pub turn_order: Vec<Seat>,
    /// By seat, the next seat in turn order, and how many turns after the first seat it acts.
    pub next_seat: [Seat; MAX_SEATS],
    pub turn_index: [u8; MAX_SEATS],
    /// By seat, the seats of other teams and the seats of the own team, itself included (as bits).
    pub enemy_seats: [u8; MAX_SEATS],
    pub team_seats: [u8; MAX_SEATS],
    /// By seat, the seats of its team, itself first.
    pub partners: [ArrayVec<Seat, 3>; MAX_SEATS],
    /// Whether each seat plays alone, and the number of teams.
    pub free_for_all: bool,
    pub team_count: usize,
    pub loses_to_mated_team: bool,
    /// Whether kings are checkmated and never captured, and armies are drafted (Three Kings 6).
    pub drafts: bool,
    /// Whether kings are captured, so that a seat without a king is out.
    pub captures_kings: bool,
    /// The goals of a described game, and whether checks count.
    pub goals: Vec<Goal>,
    pub counts_checks: bool,
    /// Whether a seat must capture if it can, whether its steps must not give check, and whether it wins when
    /// it is mated.
    pub must_capture: bool,
    pub forbids_checks: bool,
    pub mated_wins: bool,
    /// By piece, the seat whose army it belonged to at the start.
    army_of: [Seat; CONTENTS],
    /// Whether pieces can be captured through their shadows (Chess 5).
    pub shadows: bool,
    pub repetition: Option<RepetitionRule>,
    pub bare_kings_draw: bool,
    /// The kinds in hand, and whether there are any.
    pub hand: Hand,
    pub has_drops: bool,
    /// Whether promotions are chosen freely.
    pub promotes_freely: bool,
    pub draw_clock: u16,
    pub max_length: Option<u32>,
    pub max_pieces: usize,
    pub shows_promotion_cells: bool,
    pub positional_weights: Option<&'static Weights>,
    pub board_planes: Vec<Plane>,
    /// The name of each direction (rays, then hops), as a seat sees it.
    pub direction_names: Vec<String>,
    pub format: &'static PositionFormat<Engine, State>,
    pub fen_style: FenStyle,
    /// The castling rights that are lost when a piece leaves a cell or is captured there.
    pub rights_lost_at: Vec<u16>,
    pub start_rights: u16,
}

/// The enemy pieces of a seat: all of them, those that slide through sides, and those that slide through
/// corners.
#[derive(Clone, Copy, Debug)]
pub struct Enemies {
    pub all: Bitboard256,
    pub side_sliders: Bitboard256,
    pub corner_sliders: Bitboard256,
}

/// Returns the names of directions: rays, hops, then double hops or, if there are hoppers, rays over a piece.
fn direction_names(lattice: &Lattice, has_hoppers: bool) -> Vec<String> {
    let rays = lattice.directions().iter().map(|direction| direction.name.clone());
    let hops = lattice.hop_names().iter().map(|hop| format!("by a hop {hop}"));
    if has_hoppers {
        let over = rays.clone().map(|ray| format!("{ray} over a piece"));
        return rays.chain(hops).chain(over).collect();
    }
    let twice = lattice.hop_names().iter().map(|hop| format!("by two hops {hop} each"));
    rays.chain(hops).chain(twice).collect()
}

impl Engine {
    /// Builds the tables of a variant.
    pub fn new(spec: &VariantSpec) -> Engine {
        let (board, seats) = (spec.lattices[0].board().clone(), spec.seat_specs.len());
        let axes: Vec<Vec<Line>> =
            spec.lattices.iter().flat_map(|lattice| lattice.axes().iter().cloned()).collect();
        assert!(axes.iter().map(Vec::len).sum::<usize>() < MAX_LINES, "too many lines");
        let line_tables = LineTables::new(board.len(), &axes);
        let mut first = 0;
        let lattice_tables = |lattice: &Lattice| {
            let tables = LatticeTables::new(lattice, first);
            first += lattice.axes().len();
            tables
        };
        let lattice_tables: Vec<LatticeTables> = spec.lattices.iter().map(lattice_tables).collect();
        let mut engine = Engine {
            rule_refs: spec.rule_refs,
            lattice_tables,
            all_seat_tables: Vec::new(),
            kinds: spec.kinds.clone(),
            promotes_to: spec.promotes_to.clone(),
            group_of: [Group::Leaper; CONTENTS],
            movements: Vec::new(),
            movement_keys: [MovementKey::NONE; CONTENTS],
            pawns: [NO_PIECE; MAX_SEATS],
            sliders_leap: false,
            has_single_slides: false,
            royal_slides: false,
            royal_is_exotic: false,
            has_exotics: false,
            has_hoppers: false,
            has_rides: false,
            en_passant_kinds: (0..)
                .zip(&spec.kinds)
                .fold(0, |all, (number, kind)| all | u32::from(kind.en_passant) << number),
            stalemate: spec.stalemate,
            royal_seats: spec.start.iter().fold(0, |all, (_, seat, kind)| {
                let is_royal = spec.kinds[kind.index()].role == KindRole::Royal;
                if is_royal { all | seat.bit() } else { all }
            }),
            pawn_kinds: spec.kinds.iter().filter(|kind| kind.role == KindRole::Pawn).count(),
            royal: Kind::new(
                spec.kinds.iter().position(|kind| kind.role == KindRole::Royal).unwrap_or(MAX_KINDS) as u8,
            ),
            seats,
            turn_order: spec.turn_order.clone(),
            next_seat: [Seat::ZERO; MAX_SEATS],
            turn_index: [0; MAX_SEATS],
            enemy_seats: [0; MAX_SEATS],
            team_seats: [0; MAX_SEATS],
            partners: Default::default(),
            free_for_all: (0..seats).all(|seat| !spec.teams[..seat].contains(&spec.teams[seat])),
            team_count: spec.teams.iter().collect::<BTreeSet<_>>().len(),
            loses_to_mated_team: spec.loses_to_mated_team,
            drafts: spec.king_rule == KingRule::Drafted,
            captures_kings: spec.king_rule == KingRule::Captured,
            goals: spec.goals.clone(),
            counts_checks: spec.goals.iter().any(|goal| matches!(goal.condition, Condition::Checks(_))),
            must_capture: spec.must_capture,
            forbids_checks: spec.forbids_checks,
            mated_wins: spec.mated_wins,
            army_of: std::array::from_fn(|piece| {
                let piece = Piece::from_index(piece);
                let offset = spec.kinds.get(piece.kind().index()).map_or(0, |kind| kind.army_offset);
                Seat::from_index((piece.seat().index() % seats + usize::from(offset)) % seats)
            }),
            shadows: spec.shadows,
            repetition: spec.repetition,
            bare_kings_draw: spec.bare_kings_draw,
            hand: Hand::new(spec),
            has_drops: spec.hand.is_some(),
            promotes_freely: spec.seat_specs.iter().any(|seat| !seat.promotions.is_empty()),
            draw_clock: spec.draw_clock,
            max_length: spec.max_length,
            max_pieces: spec.max_pieces,
            shows_promotion_cells: spec.shows_promotion_cells,
            positional_weights: spec.positional_weights,
            board_planes: spec.board_planes.clone(),
            direction_names: Vec::new(),
            format: spec.format,
            fen_style: spec.fen_style,
            rights_lost_at: vec![0; board.len()],
            start_rights: 0,
            rows: spec.rows.clone(),
            letters: spec.letters,
            line_tables,
            board,
        };
        for (at, &seat) in spec.turn_order.iter().enumerate() {
            engine.next_seat[seat.index()] = spec.turn_order[(at + 1) % seats];
            engine.turn_index[seat.index()] = at as u8;
        }
        for (seat, team) in spec.teams.iter().enumerate() {
            for (other, others) in spec.teams.iter().enumerate() {
                let group = if team == others { &mut engine.team_seats } else { &mut engine.enemy_seats };
                group[seat] |= 1 << other;
            }
        }
        for seat in 0..seats {
            engine.partners[seat].push(Seat::from_index(seat));
            let partners = engine.team_seats[seat] & !(1 << seat);
            let partners = (0..seats).filter(|other| partners >> other & 1 == 1);
            engine.partners[seat].extend(partners.map(Seat::from_index));
        }
        engine.add_movements(spec);
        engine.sliders_leap = engine.movements.iter().any(Movement::slides_and_leaps);
        engine.has_single_slides = engine.movements.iter().any(Movement::has_attacking_slides);
        engine.has_exotics = engine.movements.iter().any(Movement::is_exotic);
        engine.has_hoppers = engine.movements.iter().any(|movement| !movement.hoppers.is_empty());
        engine.has_rides = engine.movements.iter().any(|movement| !movement.rides.is_empty());
        engine.direction_names = direction_names(&spec.lattices[0], engine.has_hoppers);
        engine.royal_is_exotic = engine
            .all_pieces()
            .any(|piece| piece.kind() == engine.royal && engine.movement(piece).is_exotic());
        engine.royal_slides = engine.all_pieces().any(|piece| {
            let movement = engine.movement(piece);
            piece.kind() == engine.royal && (!movement.axes.is_empty() || movement.has_attacking_slides())
        });
        for seat in 0..seats {
            engine.add_seat_tables(spec, seat);
        }
        for seat in 0..seats {
            engine.add_promotions_and_drops(spec, seat);
            engine.add_threats(seat);
            engine.all_seat_tables[seat].piece_planes = engine.piece_plane_offsets(Seat::from_index(seat));
        }
        engine
    }

    /// Returns the number of places of a plane.
    pub fn area(&self) -> usize {
        let (rows, columns) = self.board.grid();
        rows * columns
    }

    /// Returns all seats, in order.
    #[inline]
    pub fn all_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone + use<> {
        Seat::all(self.seats as u8)
    }

    /// Returns the letter of a seat. Invalid seats give an arbitrary letter.
    pub fn letter(&self, seat: Seat) -> char {
        let letters = self.letters.as_bytes();
        char::from(letters[seat.index() % letters.len()])
    }

    /// Returns the seat of a letter.
    pub fn seat_of_letter(&self, letter: char) -> Option<Seat> {
        Some(Seat::from_index(self.letters.find(letter)?))
    }

    /// Returns the tables of a seat.
    #[inline(always)]
    pub fn seat_tables(&self, seat: Seat) -> &SeatTables {
        &self.all_seat_tables[seat.index()]
    }

    /// Builds the movements of all pieces.
    fn add_movements(&mut self, spec: &VariantSpec) {
        for (seat, seat_spec) in spec.seat_specs.iter().enumerate() {
            let seat = Seat::from_index(seat);
            let lattice = &self.lattice_tables[seat_spec.lattice];
            let kinds = spec.kinds.iter().zip(&seat_spec.movements).zip(0..);
            for ((kind, movement), number) in kinds {
                let piece = Piece::new(seat, Kind::new(number));
                let movement = Movement::new(movement, &self.line_tables, lattice, self.board.len());
                let known = self.movements.iter().position(|other| *other == movement);
                let index = known.unwrap_or(self.movements.len());
                self.movement_keys[piece.index()] = MovementKey::new(&movement, index);
                let pawn_kinds = spec.kinds[..usize::from(number)].iter();
                let pawn_kinds = pawn_kinds.filter(|kind| kind.role == KindRole::Pawn).count();
                self.group_of[piece.index()] = match kind.role {
                    KindRole::Royal => Group::Royal,
                    KindRole::Pawn => [Group::Pawn0, Group::Pawn1, Group::Pawn2][pawn_kinds],
                    KindRole::Officer => movement.slider_group(lattice),
                };
                let comes_first = pawn_kinds == 0 || (kind.en_passant && kind.army_offset == 0);
                if kind.role == KindRole::Pawn && comes_first {
                    self.pawns[seat.index()] = piece;
                }
                if known.is_none() {
                    self.movements.push(movement);
                }
            }
        }
    }

    /// Returns the movements of the pieces of the seats on a lattice.
    pub fn movements_on(&self, lattice: usize) -> impl Iterator<Item = &Movement> {
        let on_lattice = move |piece: &Piece| self.seat_tables(piece.seat()).lattice == lattice;
        self.all_pieces().filter(on_lattice).map(|piece| self.movement(piece))
    }

    /// Returns the pieces of all seats and kinds.
    pub fn all_pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        let kinds = self.kinds.len() as u8;
        self.all_seats().flat_map(move |seat| (0..kinds).map(move |kind| Piece::new(seat, Kind::new(kind))))
    }

    /// Returns what is known of the kind of a piece. Anything else gives an arbitrary kind.
    pub fn kind_of(&self, piece: Piece) -> &KindSpec {
        self.kinds.get(piece.kind().index()).unwrap_or(&self.kinds[0])
    }

    /// Whether a piece is a pawn.
    #[inline(always)]
    pub fn is_pawn(&self, piece: Piece) -> bool {
        self.group_of[piece.index()] as u8 <= Group::Pawn2 as u8
    }

    /// Whether a piece is captured en passant after it passed over cells.
    #[inline(always)]
    pub fn is_captured_en_passant(&self, piece: Piece) -> bool {
        self.en_passant_kinds >> piece.kind().index() & 1 == 1
    }

    /// Returns the lattice of a seat.
    #[inline(always)]
    pub fn lattice(&self, seat: Seat) -> &LatticeTables {
        &self.lattice_tables[self.seat_tables(seat).lattice]
    }

    /// Returns the pieces of a seat and its partners.
    #[inline(always)]
    pub fn allied_pieces(&self, pieces: &Pieces, seat: Seat) -> Bitboard256 {
        let partners = &self.partners[seat.index() % MAX_SEATS];
        partners.iter().fold(Bitboard256::EMPTY, |all, &partner| all | pieces.of_seat(partner))
    }

    /// Returns the pieces of the enemies of a seat.
    #[inline(always)]
    pub fn enemies_of(&self, pieces: &Pieces, seat: Seat) -> Enemies {
        self.with_sliders(pieces, pieces.occupied() & !self.allied_pieces(pieces, seat))
    }

    /// Selects the sliders among some pieces.
    #[inline(always)]
    pub fn with_sliders(&self, pieces: &Pieces, all: Bitboard256) -> Enemies {
        let [side_sliders, corner_sliders] = pieces.sliders(all);
        let royal = (pieces.kings() & all).only_if(self.royal_slides);
        Enemies { all, side_sliders: side_sliders | royal, corner_sliders: corner_sliders | royal }
    }

    /// Whether a piece of a mask that is met on a line attacks so far.
    #[inline(always)]
    pub fn slides_to(&self, pieces: &Pieces, from: Cell, axis: usize, backward: bool, distance: u32) -> bool {
        !self.has_single_slides
            || self.movement(pieces.piece_at(from)).reaches(from, axis, backward, distance)
    }

    /// Whether a seat's pieces can never move again because its team has no king (Chess 7.4, Tri-Chess 7.4).
    /// With two teams the game is over then.
    #[inline(always)]
    pub fn is_out(&self, pieces: &Pieces, seat: Seat) -> bool {
        if self.free_for_all {
            !pieces.has_king(seat) && (self.captures_kings || self.drafts)
        } else {
            self.team_count > 2 && pieces.seats_with_king() & self.team_seats[seat.index()] == 0
        }
    }

    /// Returns the seat whose army a piece belonged to at the start. Invalid pieces give an arbitrary seat.
    #[inline(always)]
    pub fn army_of(&self, piece: Piece) -> Seat {
        self.army_of[piece.index() % self.army_of.len()]
    }

    /// Returns the cells that the pawn of an en passant move passed over.
    pub fn ep_squares(&self, pieces: &Pieces, ep_move: [u8; 2]) -> impl Iterator<Item = Cell> + use<> {
        self.cells_passed(self.army_of(pieces.piece_at(ep_move[1])), ep_move)
    }

    /// Returns the pawns of a seat that capture on a cell.
    pub fn capturing_pawns(&self, pieces: &Pieces, seat: Seat, to: Cell) -> Bitboard256 {
        let captures = |from: &Cell| self.movement(pieces.piece_at(*from)).leaps[usize::from(*from)].has(to);
        let pawns = pieces.of_seat(seat) & pieces.pawns();
        pawns.cells().filter(captures).fold(Bitboard256::EMPTY, |all, from| all | Bitboard256::one(from))
    }

    /// Returns the cells that a pawn of an army passes over between two cells.
    pub fn cells_passed(&self, army: Seat, [from, to]: [u8; 2]) -> impl Iterator<Item = Cell> + use<> {
        let path = self.pawn(army).slides[0].paths[usize::from(from)];
        let mut cells = [NO_CELL; MAX_PASSED];
        let mut at = path.position.index();
        for cell in &mut cells[..usize::from(path.max_distance).min(MAX_PASSED)] {
            at = if path.ray.backward { at - 1 } else { at + 1 };
            let next = self.line_tables.cell_at(path.position, at);
            if next == to || next == NO_CELL {
                break;
            }
            *cell = next;
        }
        cells.into_iter().take_while(|&cell| cell != NO_CELL)
    }
}
