//! What the games of chess on the 8x8 board share.
//!
//! The move generator has no move list. It computes bitboards of arrivals for all pieces together
//! (`MoveSet`), which can be counted and picked from.
//!
//! | module | contents |
//! |---|---|
//! | `bitboard` | bitboards, one bit for each cell |
//! | `lines` | attack tables, sliding attacks, fills |
//! | `topology` | attacks on the flat board and on a cylinder |
//! | `board_transform` | reflections, and rotations of a cylinder |
//! | `pieces`, `position` | the pieces on the board; positions, and making a step |
//! | `start_position` | the 960 start positions |
//! | `step`, `castling` | steps and UCI strings; castling rights and moves |
//! | `move_set` | moves as bitboards of arrivals |
//! | `check_info`, `legal` | checkers and pins; legality in orthodox chess, with castling and en passant |
//! | `legal_moves`, `choices` | containers of legal steps; actions that move no piece |
//! | `numbering`, `action_text` | action numbers, and what they mean in words |
//! | `history` | repetition, exactly |
//! | `placement` | the placement of position strings |
//! | `planes`, `explain` | shared parts of observations and explanations |
//! | `piles` | cards for pieces and checkers, hands and piles of cards |
//! | `exchange`, `positional` | the values of captures and of the placement of pieces |

pub mod action_text;
pub mod bitboard;
pub mod board_transform;
pub mod castling;
pub mod check_info;
pub mod choices;
pub mod exchange;
pub mod explain;
pub mod history;
pub mod legal;
pub mod legal_moves;
pub mod lines;
pub mod move_set;
pub mod numbering;
pub mod pieces;
pub mod piles;
pub mod placement;
pub mod planes;
pub mod position;
pub mod positional;
pub mod start_position;
pub mod step;
pub mod topology;
