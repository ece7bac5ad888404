//! The rule numbers of each rule document, which messages cite.

use super::kinds::{Kind, chess};

/// The rule numbers of a document.
#[derive(Clone, Debug)]
pub struct RuleRefs {
    /// The moves of rooks, bishops and queens.
    pub lines: [&'static str; 3],
    pub king: &'static str,
    pub knight: &'static str,
    pub pawn: &'static str,
    pub promotion: &'static str,
    pub en_passant: &'static str,
    pub castling: &'static str,
    /// Allied pieces cannot be captured.
    pub allies: &'static str,
    /// No step leaves the own king in check.
    pub check: &'static str,
    /// Seats without a legal step pass, if there is such a rule.
    pub pass: Option<&'static str>,
    /// A king that can be captured must be captured.
    pub king_capture: &'static str,
    /// Which enemy pieces cannot be captured.
    pub immunity: &'static str,
    /// Which seat is to act.
    pub seat_to_act: &'static str,
    /// The format of step strings, with examples of a move and of a capture en passant.
    pub step_strings: &'static str,
    pub examples: [&'static str; 2],
}

/// The rules of Chess.
pub static CHESS: RuleRefs = RuleRefs {
    lines: ["4.1", "4.1", "4.1"],
    king: "4.2",
    knight: "4.3",
    pawn: "4.4",
    promotion: "4.5",
    en_passant: "4.6",
    castling: "4.7",
    allies: "4",
    check: "6.3",
    pass: None,
    king_capture: "7.1",
    immunity: "7.5, 7.6",
    seat_to_act: "8.1",
    step_strings: "10.2",
    examples: ["e2-e4", "k3-j4xj5"],
};

/// The rules of Tri-Chess.
pub static TRI_CHESS: RuleRefs = RuleRefs {
    lines: ["4.2", "4.3", "4.4"],
    king: "4.5",
    knight: "4.6",
    pawn: "4.7",
    promotion: "4.8",
    en_passant: "4.9",
    castling: "4.10",
    allies: "5.1",
    check: "5.3",
    pass: None,
    king_capture: "6.2",
    immunity: "7.5, 7.6",
    seat_to_act: "6.1",
    step_strings: "6.3",
    examples: ["b4-c5", "d4-d6xe7"],
};

/// The rules of Three Kings Chess.
pub static THREE_KINGS: RuleRefs = RuleRefs {
    lines: ["5.1"; 3],
    king: "5.2",
    knight: "5.3",
    pawn: "5.4",
    promotion: "5.5",
    en_passant: "5.6",
    castling: "5.7",
    allies: "5.8",
    check: "6.1",
    pass: Some("6.7"),
    king_capture: "5.8",
    immunity: "5.8",
    seat_to_act: "3.2",
    step_strings: "7",
    examples: ["e2-e4", "e4-d3"],
};

/// Described games have no rule numbers.
pub static DESCRIBED: RuleRefs = RuleRefs {
    lines: [""; 3],
    king: "",
    knight: "",
    pawn: "",
    promotion: "",
    en_passant: "",
    castling: "",
    allies: "",
    check: "",
    pass: None,
    king_capture: "",
    immunity: "",
    seat_to_act: "",
    step_strings: "",
    examples: ["e2-e4", "e5-d6xd5"],
};

impl RuleRefs {
    /// Returns the rule of a kind's moves.
    pub fn movement(&self, kind: Kind) -> &'static str {
        match kind {
            chess::KNIGHT => self.knight,
            chess::KING => self.king,
            chess::ROOK => self.lines[0],
            chess::BISHOP => self.lines[1],
            chess::QUEEN => self.lines[2],
            _ => self.pawn,
        }
    }
}
