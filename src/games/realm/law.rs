//! Where a rule document says what: the numbers of its rules, by which refusals cite them.

use super::men::Kind;

/// The rules of a document.
#[derive(Clone, Debug)]
pub struct Law {
    /// The lines of rooks, bishops and queens.
    pub lines: [&'static str; 3],
    pub king: &'static str,
    pub knight: &'static str,
    pub pawn: &'static str,
    pub promotion: &'static str,
    pub passing: &'static str,
    pub castling: &'static str,
    /// Who is nobody's to capture.
    pub friends: &'static str,
    /// No step leaves the own king in check.
    pub check: &'static str,
    /// Where seats that cannot move pass, that they do.
    pub pass: Option<&'static str>,
    /// A king that can be taken must be taken.
    pub duty: &'static str,
    /// Which pieces of enemies cannot be taken.
    pub immunity: &'static str,
    /// Whose turn it is.
    pub turns: &'static str,
    /// How steps are written: an example of a move and one of a capture in passing.
    pub steps: &'static str,
    pub examples: [&'static str; 2],
}

/// Chess.
pub static CHESS: Law = Law {
    lines: ["4.1", "4.1", "4.1"],
    king: "4.2",
    knight: "4.3",
    pawn: "4.4",
    promotion: "4.5",
    passing: "4.6",
    castling: "4.7",
    friends: "4",
    check: "6.3",
    pass: None,
    duty: "7.1",
    immunity: "7.5, 7.6",
    turns: "8.1",
    steps: "10.2",
    examples: ["e2-e4", "k3-j4xj5"],
};

/// Tri-Chess.
pub static TRI_CHESS: Law = Law {
    lines: ["4.2", "4.3", "4.4"],
    king: "4.5",
    knight: "4.6",
    pawn: "4.7",
    promotion: "4.8",
    passing: "4.9",
    castling: "4.10",
    friends: "5.1",
    check: "5.3",
    pass: None,
    duty: "6.2",
    immunity: "7.5, 7.6",
    turns: "6.1",
    steps: "6.3",
    examples: ["b4-c5", "d4-d6xe7"],
};

/// Three Kings Chess.
pub static THREE_KINGS: Law = Law {
    lines: ["5.1"; 3],
    king: "5.2",
    knight: "5.3",
    pawn: "5.4",
    promotion: "5.5",
    passing: "5.6",
    castling: "5.7",
    friends: "5.8",
    check: "6.1",
    pass: Some("6.7"),
    duty: "5.8",
    immunity: "5.8",
    turns: "3.2",
    steps: "7",
    examples: ["e2-e4", "e4-d3"],
};

impl Law {
    /// The rule by which a piece moves.
    pub fn moves(&self, kind: Kind) -> &'static str {
        match kind {
            Kind::Pawn => self.pawn,
            Kind::Knight => self.knight,
            Kind::King => self.king,
            Kind::Rook => self.lines[0],
            Kind::Bishop => self.lines[1],
            Kind::Queen => self.lines[2],
        }
    }
}
