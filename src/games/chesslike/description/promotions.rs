//! Promotions, and pieces in hand.

use super::keys::CAPTURED;
use super::pieces::{DescribedKind, listed_kinds, texts_of};
use super::seat::Part;
use crate::board::Cell;
use crate::games::chesslike::drops::MAX_HAND_KINDS;
use crate::games::chesslike::kinds::{Kind, PromotedMark};
use crate::games::chesslike::pieces::MAX_PAWN_KINDS;
use crate::games::chesslike::variant_spec::{DropSpec, HandSpec, MoveMode, MovementSpec, PromotionSpec};
use crate::games::description::{Problem, Table};

/// Whether a kind is a pawn: it promotes, moves in one direction without capturing, and captures by leaps.
pub fn is_pawn(kind: &DescribedKind, moves: &MovementSpec) -> bool {
    let is_plain = moves.is_plain() && moves.leaps.is_empty() && moves.quiet.is_empty();
    let advances = matches!(&moves.slides[..], [only] if only.mode == MoveMode::Move);
    kind.promotion.is_some() && is_plain && advances && !moves.captures.is_empty()
}

/// Whether promotions are chosen freely. Otherwise all kinds that promote are pawns, which must promote on
/// the same cells to the same kinds and move in the same directions.
///
/// # Errors
///
/// Returns the first problem of pawns.
pub fn promotes_freely(kinds: &[DescribedKind], movements: &[MovementSpec]) -> Result<bool, Problem> {
    let pawn = |pair: &(&DescribedKind, &MovementSpec)| is_pawn(pair.0, pair.1);
    let pawns: Vec<(&DescribedKind, &MovementSpec)> = kinds.iter().zip(movements).filter(pawn).collect();
    if let Some((kind, _)) = pawns.get(MAX_PAWN_KINDS) {
        let message = format!("is one too many: at most {MAX_PAWN_KINDS} kinds can be pawns");
        return Err(kind.problem(message));
    }
    let passes = |kind: &DescribedKind| kind.en_passant || kind.en_passant_from.is_some();
    let is_listed = |kind: &DescribedKind| pawns.iter().any(|pawn| std::ptr::eq(pawn.0, kind));
    if let Some(kind) = kinds.iter().find(|kind| passes(kind) && !is_listed(kind)) {
        return Err(kind.problem(
            "must promote, move in one direction without capturing and capture by leaps to be captured en passant",
        ));
    }
    let promoting = kinds.iter().filter_map(|kind| kind.promotion.as_ref());
    let Some((first, moves)) = pawns.first() else { return Ok(promoting.count() > 0) };
    let rays = |moves: &MovementSpec| moves.slides[0].paths.iter().map(|path| path.ray).collect::<Vec<_>>();
    let alike = |pawn: &(&DescribedKind, &MovementSpec)| {
        rays(pawn.1) == rays(moves)
            && pawn.1.captures == moves.captures
            && pawn.0.promotion == first.promotion
    };
    let is_chosen = first
        .promotion
        .as_ref()
        .is_some_and(|promotion| promotion.optional || promotion.leaving || promotion.captured_only);
    Ok(is_chosen || promoting.count() > pawns.len() || !pawns.iter().all(alike))
}

impl Part<'_> {
    /// Returns the promotions of a seat, by kind.
    pub fn promotions(&self, seat: usize) -> Result<Vec<Option<PromotionSpec>>, Problem> {
        let promotion = |kind: &DescribedKind| {
            let Some(promotion) = &kind.promotion else { return Ok(None) };
            Ok(Some(PromotionSpec {
                to: promotion.to.clone(),
                cells: self.promotion_cells(kind, seat)?,
                optional: promotion.optional,
                leaving: promotion.leaving,
                captured_only: promotion.captured_only,
            }))
        };
        self.kinds.iter().map(promotion).collect()
    }

    /// Returns the cells on which a kind promotes.
    pub fn promotion_cells(&self, kind: &DescribedKind, seat: usize) -> Result<Vec<Cell>, Problem> {
        if let Some(cells) = kind.promotion.as_ref().and_then(|promotion| promotion.on.as_ref()) {
            return self.turned(kind, seat, cells);
        }
        let is_last = |&cell: &Cell| self.lattice.next(cell, self.forward(seat)).is_none();
        let cells: Vec<Cell> = self.board().cells().filter(is_last).collect();
        if cells.is_empty() {
            Err(kind.problem("never reaches a last cell: name cells with 'on'"))
        } else {
            Ok(cells)
        }
    }

    /// Returns the pieces in hand at the start, and whether captured pieces come to a hand, if the game has
    /// any.
    pub fn hand(&self, table: &Table) -> Result<Option<HandSpec>, Problem> {
        let (captured, hands) = (table.get("captured"), table.get("hands"));
        let word = captured.as_ref().map_or(Ok(0), |captured| captured.word())?;
        let keeps_captures = CAPTURED[word] == "hand";
        let Some(entry) = hands.as_ref().or(captured.as_ref()).filter(|_| keeps_captures || hands.is_some())
        else {
            let needs_hand = |kind: &&DescribedKind| {
                kind.drop.is_some() || kind.promotion.as_ref().is_some_and(|promotion| promotion.reverts)
            };
            return match self.kinds.iter().find(needs_hand) {
                Some(kind) => {
                    Err(kind.problem("has 'drop' or 'reverts', and the game has no pieces in hand"))
                }
                None => Ok(None),
            };
        };
        if self.seats.count() != 2 {
            return Err(entry.problem("needs two seats"));
        }
        let texts = texts_of(self.kinds);
        let mut held: Vec<Vec<Kind>> = Vec::new();
        if let Some(hands) = &hands {
            let table = hands.table()?;
            let colors = self.seats.check_colors(&table)?;
            let first = table.require(colors[0])?;
            for color in colors {
                held.push(listed_kinds(&table.get(color).unwrap_or_else(|| first.clone()), &texts)?);
            }
        }
        let is_own = |kind: &DescribedKind, number: usize| kind.base.index() == number && !kind.royal;
        let can_be_held = |&(number, kind): &(usize, &DescribedKind)| {
            let starts = held.iter().flatten().any(|held| held.index() == number);
            is_own(kind, number) && kind.mark == PromotedMark::None && (keeps_captures || starts)
        };
        let kinds: Vec<Kind> = self
            .kinds
            .iter()
            .enumerate()
            .filter(can_be_held)
            .map(|(number, _)| Kind::new(number as u8))
            .collect();
        if let Some(kind) = held.iter().flatten().find(|kind| !kinds.contains(kind)) {
            return Err(entry.problem(format!("cannot hold {}", texts[kind.index()])));
        }
        if kinds.len() > MAX_HAND_KINDS {
            let message =
                format!("has {} kinds of pieces in hand; at most {MAX_HAND_KINDS} are possible", kinds.len());
            return Err(entry.problem(message));
        }
        let count = |held: &Vec<Kind>| {
            kinds.iter().map(|kind| held.iter().filter(|other| *other == kind).count() as u8).collect()
        };
        let mut start: Vec<Vec<u8>> = held.iter().map(count).collect();
        start.resize(self.seats.count(), vec![0; kinds.len()]);
        Ok(Some(HandSpec { kinds, keeps_captures, start }))
    }

    /// Returns the drops of a seat with a hand, by kind in hand.
    pub fn drops(&self, seat: usize, hand: &HandSpec) -> Result<Vec<DropSpec>, Problem> {
        let drop = |kind: &Kind| {
            let kind = &self.kinds[kind.index()];
            let rule = kind.drop.as_ref();
            let listed = rule.and_then(|rule| rule.on.as_ref());
            let cells = match listed {
                Some(cells) => self.turned(kind, seat, cells)?,
                None => self.board().cells().collect(),
            };
            let ahead = self.forward(seat);
            let line = |cell: Cell| {
                let rays = &self.lattice.rays()[usize::from(cell)];
                let back = rays.iter().position(|ray| *ray == rays[ahead].reversed());
                let directions = [Some(ahead), back].into_iter().flatten();
                directions.flat_map(|direction| self.lattice.ray(cell, direction)).chain([cell]).collect()
            };
            let one_per_line = rule.is_some_and(|rule| rule.one_per_line);
            Ok(DropSpec {
                cells,
                is_listed: listed.is_some(),
                lines: if one_per_line { self.board().cells().map(line).collect() } else { Vec::new() },
                mates: rule.is_none_or(|rule| rule.mates),
            })
        };
        hand.kinds.iter().map(drop).collect()
    }
}
