//! What a variant knows of its board by seat: tables made from its [`Plan`].

use super::law::Law;
use super::men::{DRAFTED, Kind, Men, NOWHERE, Piece, Pieces, army_after, given, pieces, seat_of};
use super::plan::{Castling, Ground, Kings, Plan, Strings, twice};
use super::web::{LINES, Line, Place, Ray, Web};
use crate::board::{Bitboard, Bitboard256, Board, Cell};
use crate::game::{MAX_SEATS, Plane, Seat};
use arrayvec::ArrayVec;
use std::collections::BTreeSet;

/// How many kinds of double hops a knight has room for.
pub const HOPS: usize = 12;

/// The rules of a variant, ready for play.
#[derive(Clone, Debug)]
pub struct Engine {
    pub law: &'static Law,
    pub board: Board,
    /// The rows of cells as placements list them.
    pub rows: Vec<Vec<Option<Cell>>>,
    letters: &'static str,
    pub web: Web,
    pub lands: Vec<Land>,
    pub armies: Vec<Army>,
    pub seats: usize,
    pub sequence: Vec<Seat>,
    /// The seat after each in the sequence, and how many seats after seat 0 each comes.
    pub next: [Seat; MAX_SEATS],
    pub order: [u8; MAX_SEATS],
    /// The seats that are not in the team of each, and those that are, itself among them (as bits).
    pub enemies: [u8; MAX_SEATS],
    pub friends: [u8; MAX_SEATS],
    /// The partners of each, itself first.
    pub partners: [ArrayVec<Seat, 3>; MAX_SEATS],
    /// Whether each plays alone, and how many teams there are.
    pub alone: bool,
    pub teams: usize,
    pub even_if_mated: bool,
    /// Whether kings are mated and never taken, and armies drafted (Three Kings 6).
    pub drafts: bool,
    /// By piece, the seat with whose army it began.
    army_of: [Seat; 64],
    /// Whether pieces can be captured through their shadows (Chess 5).
    pub shadows: bool,
    pub bare_kings: bool,
    pub clock_end: u16,
    pub most_pieces: usize,
    pub shows_last: bool,
    pub bare_planes: Vec<Plane>,
    /// What each way (ray, then hop) is called, as a seat sees it.
    pub ways: Vec<String>,
    pub strings: Strings,
    /// The rights that are gone when something leaves a cell or is captured there.
    pub rights_at: Vec<u16>,
    pub rights: u16,
}

/// How pieces other than pawns go where the board looks so (see [`Ground`]).
#[derive(Clone, Debug)]
pub struct Land {
    /// The axes of rooks and those of bishops, of all lines.
    pub straight: std::ops::Range<usize>,
    pub diagonal: std::ops::Range<usize>,
    /// By cell of arrival, the ways of line pieces.
    pub rays: Vec<Vec<Ray>>,
    pub rook_rays: Vec<Ray>,
    pub bishop_rays: Vec<Ray>,
    /// By hop, where it leads from each cell.
    pub hops: Vec<Vec<u8>>,
    pub leaps: Vec<Bitboard256>,
    /// How many kinds of double hops there are.
    pub doubles: usize,
    /// By cell, the first and second cell of each double hop; [`NOWHERE`] where there is none.
    pub double_hops: Vec<[[u8; 2]; HOPS]>,
    pub near: Vec<Bitboard256>,
}

/// What there is to know of a seat's army.
#[derive(Clone, Debug)]
pub struct Army {
    /// Its [`Land`].
    pub land: usize,
    pub ahead: Vec<Way>,
    /// Where a pawn takes, and from where it could take there.
    pub takes: Vec<Bitboard256>,
    pub taken_from: Vec<Bitboard256>,
    /// The first in order from its left to its right, each a cell or [`NOWHERE`].
    pub sides: Vec<Vec<u8>>,
    pub last: Bitboard256,
    pub barred: Bitboard256,
    pub castlings: Vec<Castling>,
    /// By cell, from where an enemy could strike there otherwise than along a line.
    pub threats: Vec<Bitboard256>,
    /// By cell, the straight lines of enemies through it, and their diagonals.
    pub lines: Vec<[Bitboard256; 2]>,
    /// The same two of it and of all cells next to it.
    pub threats_near: Vec<Bitboard256>,
    pub lines_near: Vec<[Bitboard256; 2]>,
    /// The lines that hold its enemies, in parts of the same land.
    pub foes: Vec<Foe>,
    /// Where each cell stands in the planes that it sees, and the cell of each place.
    pub eyes: [u16; 256],
    pub at_place: Vec<u8>,
    /// By piece, where its plane begins among those that it sees.
    pub planes: [u16; 64],
    /// The planes of the bare board that it sees: their words, one plane after the other.
    pub bare: Vec<u64>,
    pub own: Vec<u16>,
    pub own_rays: Vec<u8>,
    /// Each way (ray, then hop) as it sees it, [`NOWHERE`] for what is none, and back.
    pub looks: [u8; 256],
    pub means: Vec<u8>,
}

/// How a pawn goes ahead from its cell.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub place: Place,
    pub ray: Ray,
    pub most: u8,
}

/// Enemies of a seat that see the board alike.
#[derive(Clone, Debug)]
pub struct Foe {
    pub land: usize,
    pub seats: u8,
    /// What of theirs goes along straight lines, and along diagonals.
    pub straight: Pieces,
    pub diagonal: Pieces,
}

/// The pieces of the enemies of a seat: all, those that go along straight lines, those that go along
/// diagonals.
#[derive(Clone, Copy, Debug)]
pub struct Hostile {
    pub all: Bitboard256,
    pub straight: Bitboard256,
    pub diagonal: Bitboard256,
}

impl Hostile {
    /// These pieces.
    #[inline(always)]
    pub fn of(men: &Men, all: Bitboard256) -> Hostile {
        let [straight, diagonal] = men.sliders(all);
        Hostile { all, straight, diagonal }
    }
}

impl Engine {
    /// The engine of a plan, and what the plan says besides.
    pub fn new(plan: &Plan) -> Engine {
        let (board, seats) = (plan.board.clone(), plan.chairs.len());
        let axes: Vec<Vec<Line>> = plan
            .grounds
            .iter()
            .flat_map(|ground| ground.straight.iter().chain(&ground.diagonal).cloned())
            .collect();
        assert!(axes.iter().map(Vec::len).sum::<usize>() < LINES, "room for so many lines");
        let web = Web::new(board.len(), &axes);
        let mut first = 0;
        let lands: Vec<Land> = plan.grounds.iter().map(|ground| land(&board, ground, &mut first)).collect();
        let mut engine = Engine {
            law: plan.law,
            lands,
            armies: Vec::new(),
            seats,
            sequence: plan.sequence.clone(),
            next: [0; MAX_SEATS],
            order: [0; MAX_SEATS],
            enemies: [0; MAX_SEATS],
            friends: [0; MAX_SEATS],
            partners: Default::default(),
            alone: (0..seats).all(|seat| !plan.teams[..seat].contains(&plan.teams[seat])),
            teams: plan.teams.iter().collect::<BTreeSet<_>>().len(),
            even_if_mated: plan.even_if_mated,
            drafts: plan.kings == Kings::Mated,
            army_of: std::array::from_fn(|piece| {
                let owner = usize::from(seat_of(piece as Piece)) % seats;
                ((owner + usize::from(army_after(piece as Piece))) % seats) as Seat
            }),
            shadows: plan.shadows,
            bare_kings: plan.bare_kings,
            clock_end: plan.clock_end,
            most_pieces: plan.most_pieces,
            shows_last: plan.shows_last,
            bare_planes: plan.bare_planes.clone(),
            ways: plan.ways.clone(),
            strings: plan.strings,
            rights_at: vec![0; board.len()],
            rights: 0,
            rows: plan.rows.clone(),
            letters: plan.letters,
            web,
            board,
        };
        for (at, &seat) in plan.sequence.iter().enumerate() {
            engine.next[usize::from(seat)] = plan.sequence[(at + 1) % seats];
            engine.order[usize::from(seat)] = at as u8;
        }
        for (seat, team) in plan.teams.iter().enumerate() {
            for (other, others) in plan.teams.iter().enumerate() {
                let group = if team == others { &mut engine.friends } else { &mut engine.enemies };
                group[seat] |= 1 << other;
            }
        }
        for seat in 0..seats {
            engine.partners[seat].push(seat as Seat);
            let friends = engine.friends[seat] & !(1 << seat);
            let partners = (0..seats).filter(|other| friends >> other & 1 == 1);
            engine.partners[seat].extend(partners.map(|other| other as Seat));
            engine.add_army(plan, seat);
        }
        for seat in 0..seats {
            engine.add_threats(seat);
            engine.armies[seat].planes = engine.planes_of_pieces(seat as Seat);
        }
        engine
    }

    fn add_army(&mut self, plan: &Plan, seat: usize) {
        let chair = &plan.chairs[seat];
        for (side, castling) in chair.castlings.iter().enumerate() {
            let right = right(seat as Seat, side);
            self.rights |= right;
            self.rights_at[usize::from(castling.king)] |= right;
            self.rights_at[usize::from(castling.rook)] |= right;
        }
        let mut at_place = vec![NOWHERE; self.area()];
        for cell in self.board.cells() {
            at_place[usize::from(chair.eyes[usize::from(cell)])] = cell;
        }
        let mut means = vec![0; chair.looks.len()];
        for (way, &seen) in chair.looks.iter().enumerate() {
            means[usize::from(seen)] = way as u8;
        }
        let takes: Vec<Bitboard256> = chair.takes.iter().map(|cells| set(cells)).collect();
        let from = |to: Cell| {
            let takes = |from: &Cell| chair.takes[usize::from(*from)].contains(&to);
            set(&self.board.cells().filter(takes).collect::<Vec<Cell>>())
        };
        let foe = |land: usize| {
            let there =
                |other: &usize| plan.chairs[*other].ground == land && self.enemies[seat] >> other & 1 == 1;
            let seats = (0..self.seats).filter(there).fold(0, |all, other| all | 1 << other);
            Foe {
                land,
                seats,
                straight: pieces(seats, &[Kind::Rook, Kind::Queen]),
                diagonal: pieces(seats, &[Kind::Bishop, Kind::Queen]),
            }
        };
        let way = |(cell, ahead): (Cell, &super::plan::Ahead)| Way {
            place: self.web.place(cell, ahead.ray.axis.into()),
            ray: ahead.ray,
            most: ahead.most,
        };
        let army = Army {
            land: chair.ground,
            ahead: self.board.cells().zip(&chair.ahead).map(way).collect(),
            takes,
            taken_from: self.board.cells().map(from).collect(),
            sides: chair.takes.clone(),
            last: set(&chair.last),
            barred: set(&chair.barred),
            castlings: chair.castlings.clone(),
            threats: Vec::new(),
            lines: Vec::new(),
            threats_near: Vec::new(),
            lines_near: Vec::new(),
            foes: (0..self.lands.len()).map(foe).filter(|foe| foe.seats != 0).collect(),
            eyes: padded(&chair.eyes, 0),
            at_place,
            planes: [0; 64],
            bare: chair.bare.iter().flat_map(|places| words(self.area(), places)).collect(),
            own: chair.own.clone(),
            own_rays: chair.own_rays.clone(),
            looks: padded(&chair.looks, NOWHERE),
            means,
        };
        self.armies.push(army);
    }

    fn add_threats(&mut self, seat: usize) {
        let threats: Vec<Bitboard256> = self.board.cells().map(|cell| self.threats(seat, cell)).collect();
        let whole = |cell: Cell, axes: &std::ops::Range<usize>| {
            let places = &self.web.places(cell)[axes.clone()];
            places.iter().fold(Bitboard256::EMPTY, |all, &place| all | self.web.whole(place))
        };
        let lines = |cell: Cell| {
            let foes = self.armies[seat].foes.iter().map(|foe| &self.lands[foe.land]);
            let lines = foes.map(|land| [whole(cell, &land.straight), whole(cell, &land.diagonal)]);
            lines.fold([Bitboard256::EMPTY; 2], |all, lines| [all[0] | lines[0], all[1] | lines[1]])
        };
        let lines: Vec<[Bitboard256; 2]> = self.board.cells().map(lines).collect();
        let land = self.land(seat as Seat);
        let round =
            |cell: Cell| (land.near[usize::from(cell)] | Bitboard256::one(cell)).cells().map(usize::from);
        let threats_near = |cell| round(cell).fold(Bitboard256::EMPTY, |all, cell| all | threats[cell]);
        let lines_near = |cell| {
            round(cell)
                .fold([Bitboard256::EMPTY; 2], |all, cell| [all[0] | lines[cell][0], all[1] | lines[cell][1]])
        };
        let (threats_near, lines_near) =
            (self.board.cells().map(threats_near).collect(), self.board.cells().map(lines_near).collect());
        let army = &mut self.armies[seat];
        (army.threats, army.lines) = (threats, lines);
        (army.threats_near, army.lines_near) = (threats_near, lines_near);
    }

    /// From where an enemy of a seat could strike at a cell otherwise than along a line.
    fn threats(&self, seat: usize, cell: Cell) -> Bitboard256 {
        let enemy = |other: &usize| self.enemies[seat] >> other & 1 == 1;
        // (Enemies can have drafted pawns of the own army.)
        let threats = (0..self.seats).filter(|other| enemy(other) || self.drafts).map(|other| {
            let (army, cell) = (&self.armies[other], usize::from(cell));
            let land = &self.lands[army.land];
            army.taken_from[cell] | land.leaps[cell] | land.near[cell]
        });
        threats.fold(Bitboard256::EMPTY, |all, threats| all | threats)
    }

    /// How many cells a plane has.
    pub fn area(&self) -> usize {
        let (rows, columns) = self.board.grid();
        rows * columns
    }

    /// The letter of a seat; some letter or other for what is none.
    pub fn letter(&self, seat: Seat) -> char {
        let letters = self.letters.as_bytes();
        char::from(letters[usize::from(seat) % letters.len()])
    }

    /// The seat with that letter.
    pub fn seat_named(&self, letter: char) -> Option<Seat> {
        Some(self.letters.find(letter)? as Seat)
    }

    /// The army of a seat.
    #[inline(always)]
    pub fn army(&self, seat: Seat) -> &Army {
        &self.armies[usize::from(seat)]
    }

    /// The land of a seat.
    #[inline(always)]
    pub fn land(&self, seat: Seat) -> &Land {
        &self.lands[self.army(seat).land]
    }

    /// The pieces of a seat and of its partners.
    #[inline(always)]
    pub fn friendly(&self, men: &Men, seat: Seat) -> Bitboard256 {
        let partners = &self.partners[usize::from(seat) % MAX_SEATS];
        partners.iter().fold(Bitboard256::EMPTY, |all, &partner| all | men.owned(partner))
    }

    /// The pieces of the enemies of a seat.
    #[inline(always)]
    pub fn hostile(&self, men: &Men, seat: Seat) -> Hostile {
        Hostile::of(men, men.all() & !self.friendly(men, seat))
    }

    /// Whether a seat's pieces never move again: its team has no king. (Where there are two teams, the game
    /// is over; Chess 7.4, Tri-Chess 7.4.)
    #[inline(always)]
    pub fn is_out(&self, men: &Men, seat: Seat) -> bool {
        if self.alone {
            !men.has_king(seat)
        } else {
            self.teams > 2 && men.crowned() & self.friends[usize::from(seat)] == 0
        }
    }

    /// The seat with whose army a piece began; some seat or other for what is none.
    #[inline(always)]
    pub fn army_of(&self, piece: Piece) -> Seat {
        self.army_of[usize::from(piece) % self.army_of.len()]
    }

    /// The cells over which the pawn has passed that has made a move.
    pub fn passed(&self, men: &Men, pawn_move: [u8; 2]) -> impl Iterator<Item = Cell> + use<> {
        self.passed_over(self.army_of(men.on(pawn_move[1])), pawn_move)
    }

    /// The drafted pawns of a seat: each army but its own, with those of it.
    pub fn drafted(&self, men: &Men, seat: Seat) -> [(Seat, Bitboard256); 2] {
        DRAFTED.map(|code| (self.army_of(given(code, seat)), men.owned(seat) & men.coded(code)))
    }

    /// The pawns of a seat that take on a cell.
    pub fn pawns_beside(&self, men: &Men, seat: Seat, to: Cell) -> Bitboard256 {
        let beside = |army: Seat, pawns: Bitboard256| pawns & self.army(army).taken_from[usize::from(to)];
        let own = beside(seat, men.owned(seat) & men.kind(Kind::Pawn));
        if !self.drafts {
            return own;
        }
        self.drafted(men, seat).into_iter().fold(own, |all, (army, pawns)| all | beside(army, pawns))
    }

    /// The cells that a pawn of an army passes over from one cell to another.
    pub fn passed_over(&self, army: Seat, [from, to]: [u8; 2]) -> impl Iterator<Item = Cell> + use<> {
        let way = self.army(army).ahead[usize::from(from)];
        let mut cells = [NOWHERE; 4];
        let mut at = way.place.at();
        for cell in &mut cells[..usize::from(way.most).min(3)] {
            at = if way.ray.back { at - 1 } else { at + 1 };
            let next = self.web.cell(way.place, at);
            if next == to || next == NOWHERE {
                break;
            }
            *cell = next;
        }
        cells.into_iter().take_while(|&cell| cell != NOWHERE)
    }
}

/// The right of a seat to castle to a side, 0 being the short one.
pub fn right(seat: Seat, side: usize) -> u16 {
    1 << (2 * usize::from(seat) + side)
}

/// A set of these cells, [`NOWHERE`] not being one.
pub fn set(cells: &[u8]) -> Bitboard256 {
    cells
        .iter()
        .filter(|&&cell| cell != NOWHERE)
        .fold(Bitboard256::EMPTY, |all, &cell| all | Bitboard256::one(cell))
}

/// By byte, what a shorter table says, and this for all others: no byte lies beyond it.
fn padded<T: Copy>(table: &[T], other: T) -> [T; 256] {
    std::array::from_fn(|at| table.get(at).copied().unwrap_or(other))
}

/// The words of a plane with so many places of which some are marked.
fn words(area: usize, places: &[u16]) -> Vec<u64> {
    let mut words = vec![0; area.div_ceil(64)];
    places.iter().for_each(|&place| words[usize::from(place / 64)] |= 1 << (place % 64));
    words
}

/// The tables of a ground whose axes begin with the one numbered `first`.
fn land(board: &Board, ground: &Ground, first: &mut usize) -> Land {
    let straight = *first..*first + ground.straight.len();
    let diagonal = straight.end..straight.end + ground.diagonal.len();
    *first = diagonal.end;
    let leaps = |cell: Cell| {
        let to = ground.hops.iter().map(|hop| hop[usize::from(cell)]);
        set(&to.collect::<Vec<u8>>())
    };
    let double = |cell: Cell| {
        let mut hops = [[NOWHERE; 2]; HOPS];
        for (double, hop) in hops.iter_mut().zip(&ground.hops).filter(|_| ground.twice) {
            *double = twice(hop, cell).unwrap_or([NOWHERE; 2]);
        }
        hops
    };
    let along = |axes: &std::ops::Range<usize>| {
        let both = |axis: usize| [false, true].map(|back| Ray { axis: axis as u8, back });
        axes.clone().flat_map(both).collect()
    };
    Land {
        rook_rays: along(&straight),
        bishop_rays: along(&diagonal),
        straight,
        diagonal,
        rays: ground.rays.clone(),
        hops: ground.hops.clone(),
        leaps: board.cells().map(leaps).collect(),
        doubles: if ground.twice { ground.hops.len() } else { 0 },
        double_hops: board.cells().map(double).collect(),
        near: ground.near.iter().map(|cells| set(cells)).collect(),
    }
}
