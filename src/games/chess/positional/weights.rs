//! The weights of the terms of the positional evaluation, in hundredths of a pawn.
//!
//! They are fitted by logistic regression to 848,000 quiet positions of 13,000 games that alpha-beta played
//! against itself after six or eight random turns. The target is the result of the game with a weight of 0.8,
//! and the value that the search had found with a weight of 0.2. Neighbors in a table are smoothed.

/// A value in the middlegame and in the endgame.
pub type Weight = [i32; 2];

/// By kind, the value of a piece beyond its material, by its rank from the own edge.
pub const RANK: [[Weight; 8]; 6] = [
    [[0, 0], [-18, -2], [-18, -6], [-19, -7], [-18, 2], [-12, 10], [-3, 15], [0, 0]],
    [[-4, -11], [0, -7], [1, 1], [10, 3], [8, 9], [3, 7], [-3, 1], [-8, -3]],
    [[-9, -13], [2, -7], [3, 4], [7, 5], [6, 7], [3, 7], [-2, 5], [-3, 4]],
    [[-6, -7], [-13, -5], [-14, 0], [-8, 5], [-3, 5], [2, 9], [3, 15], [2, 15]],
    [[10, -13], [7, -7], [8, 5], [9, 11], [5, 13], [3, 13], [1, 11], [1, 9]],
    [[12, -10], [-3, -5], [-6, -9], [-5, -8], [-2, 2], [0, 7], [1, 10], [2, 12]],
];

/// By kind, the value of a piece on a flat board, by its file from the center.
pub const FILE: [[Weight; 4]; 6] = [
    [[-36, 3], [-28, 6], [-25, 6], [-14, 8]],
    [[12, 6], [0, 4], [5, -5], [-9, -6]],
    [[4, 8], [5, 7], [0, 4], [-2, -6]],
    [[2, 6], [-5, 10], [-15, 10], [-19, 11]],
    [[17, 6], [11, 14], [6, 11], [10, 9]],
    [[-4, 7], [-7, 4], [17, 1], [-6, -12]],
];

/// For knights, bishops, rooks and queens, the value of the number of cells that a piece can go to, without
/// those that enemy pawns attack.
pub const MOBILITY: [&[Weight]; 4] = [
    &[[-31, -15], [-28, -13], [-20, -9], [-12, -4], [-4, 2], [4, 6], [12, 10], [22, 8], [21, 1]],
    &[
        [-24, -6],
        [-17, -1],
        [-10, 8],
        [-5, 17],
        [5, 24],
        [7, 27],
        [12, 30],
        [19, 28],
        [21, 24],
        [17, 24],
        [16, 24],
        [13, 17],
        [11, 9],
        [8, 2],
        [7, 2],
    ],
    &[
        [-83, 7],
        [-75, 8],
        [-59, 16],
        [-62, 25],
        [-55, 32],
        [-51, 36],
        [-48, 40],
        [-50, 46],
        [-43, 54],
        [-37, 51],
        [-29, 47],
        [-21, 48],
        [-15, 45],
        [-11, 40],
        [-11, 27],
    ],
    &[
        [3, 9],
        [3, 9],
        [6, 10],
        [11, 11],
        [13, 13],
        [18, 17],
        [20, 21],
        [30, 25],
        [36, 31],
        [40, 36],
        [39, 44],
        [37, 51],
        [38, 57],
        [41, 62],
        [40, 64],
        [42, 63],
        [44, 60],
        [44, 55],
        [45, 49],
        [44, 41],
        [41, 31],
        [38, 21],
        [35, 14],
        [32, 8],
        [30, 6],
        [29, 4],
        [28, 3],
        [27, 2],
        [27, 2],
    ],
];

/// For the same kinds, the weight of each cell at the enemy king that a piece attacks.
pub const NEAR_KING: [i32; 4] = [2, 2, 3, 4];

/// By the sum of these weights, the value of an attack by two pieces or more in the middlegame. Greater sums
/// count like the last one.
pub const ATTACK: [i32; 24] =
    [28, 28, 29, 30, 32, 35, 34, 36, 34, 36, 36, 34, 32, 33, 35, 38, 41, 42, 43, 44, 46, 46, 47, 47];

/// For the same kinds, the value of each cell from which a piece could give check without being captured by a
/// pawn or the king.
pub const CHECK: [Weight; 4] = [[11, -2], [17, 11], [39, 1], [30, -6]];

/// By rank from the own edge, the value of a passed pawn, and of one that no enemy piece blocks.
pub const PASSED: [Weight; 8] = [[0, 0], [12, -6], [6, -3], [1, -4], [-1, -5], [-4, 0], [3, 11], [0, 0]];
pub const PASSED_AND_FREE: [Weight; 8] =
    [[0, 0], [-13, 41], [-19, 48], [-24, 53], [-27, 57], [-26, 68], [-22, 76], [0, 0]];

/// From the fourth rank on, the value of each step between a passed pawn and a king, for each rank.
pub const PASSED_TO_KING: Weight = [5, -4];
pub const PASSED_TO_ENEMY_KING: Weight = [0, 13];

/// A pawn without pawns on the next files.
pub const ISOLATED: Weight = [-12, -8];
/// A pawn with another one behind it.
pub const DOUBLED: Weight = [11, 7];
/// A pawn that another pawn defends.
pub const SUPPORTED: Weight = [13, -7];
/// A pawn with another one next to it.
pub const PHALANX: Weight = [5, -2];
/// For knights, bishops, rooks and queens, an enemy piece that a pawn attacks.
pub const ATTACKED_BY_PAWN: [Weight; 4] = [[36, 12], [27, 13], [8, 2], [12, -1]];
/// An enemy rook or queen that a knight or bishop attacks.
pub const MINOR_THREAT: Weight = [44, 17];
/// A knight, or a bishop, on the fourth rank or farther that a pawn defends and that no enemy pawn can ever
/// attack.
pub const OUTPOST: [Weight; 2] = [[38, 18], [13, -1]];
pub const TWO_BISHOPS: Weight = [28, 30];
/// For each bishop, a pawn on the color of its cells.
pub const PAWN_OF_BISHOP_COLOR: Weight = [-1, -5];
/// A rook on a file without pawns, and without own pawns.
pub const ROOK_ON_OPEN_FILE: Weight = [24, 0];
pub const ROOK_ON_HALF_OPEN_FILE: Weight = [14, 10];
/// A pawn next to the king on the rank ahead, and one rank farther.
pub const SHELTER: Weight = [2, -11];
pub const FAR_SHELTER: Weight = [-5, -16];
/// The king's file, or one next to it, without own pawns.
pub const OPEN_FILE_AT_KING: Weight = [-20, -13];
/// An enemy pawn on these files, up to three ranks ahead of the king.
pub const STORM: Weight = [-17, 14];

/// In the endgame, for each rank and file between a bare king and the center, and between the kings.
pub const BARE_KING_FROM_CENTER: i32 = 12;
pub const KINGS_APART: i32 = -5;
