//! Text boards of hexagons.

use super::{list_stacks, marks};
use crate::board::{Board, Cell};
use crate::game::Piece;

/// Returns a board of hexagons, turned by multiples of 60 degrees. A hexagon has two lines below its upper
/// side, and is as wide as the longest text in a cell.
///
/// ```text
///      b2
///  a1  ___ c1
///  ___/ a \___
/// /   \___/   \
/// \___/   \___/
///  a1 \___/c1
///      b1
/// ```
///
/// The names of the lowest and the highest cell are below and above each column. `names` writes the names of
/// empty hexagons.
pub(super) fn render(board: &Board, stacks: &[Vec<Piece>], angle: u16, names: bool) -> String {
    let shown = marks(board, stacks, names);
    let wide = shown.iter().map(String::len).max().unwrap_or(0).max(3);
    // The column of a cell, and twice its height in the column.
    let spots: Vec<(i16, i16)> = board.cells().map(|cell| spot(board, cell, angle)).collect();
    let columns = spots.iter().map(|spot| spot.0);
    let heights = spots.iter().map(|spot| spot.1);
    let (first, last) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
    let (bottom, top) = (heights.clone().min().unwrap_or(0), heights.max().unwrap_or(0));
    let size = ((last - first + 1) as usize * (wide + 1) + 1, (top - bottom) as usize + 5);
    let mut canvas = vec![vec![' '; size.0]; size.1];
    // The left end of a cell, and the line of its upper side.
    let place = |cell: Cell| {
        let (column, height) = spots[cell as usize];
        ((column - first) as usize * (wide + 1), (top - height) as usize + 1)
    };
    for cell in board.cells() {
        let (left, upper) = place(cell);
        let right = left + wide + 1;
        for line in [upper, upper + 2] {
            canvas[line][left + 1..right].fill('_');
        }
        for (line, slashes) in [(upper + 1, ['/', '\\']), (upper + 2, ['\\', '/'])] {
            (canvas[line][left], canvas[line][right]) = (slashes[0], slashes[1]);
        }
    }
    let mut write = |text: &str, (left, line): (usize, usize)| {
        let start = left + 1 + (wide - text.len()) / 2;
        for (at, letter) in text.chars().enumerate() {
            canvas[line][start + at] = letter;
        }
    };
    for cell in board.cells() {
        let (left, upper) = place(cell);
        write(&shown[cell as usize], (left, upper + 1));
        let (column, height) = spots[cell as usize];
        let others = || spots.iter().filter(|spot| spot.0 == column).map(|spot| spot.1);
        if others().all(|other| other <= height) {
            write(board.name(cell), (left, upper - 1));
        }
        if others().all(|other| other >= height) {
            write(board.name(cell), (left, upper + 3));
        }
    }
    let mut text = String::new();
    for line in canvas {
        text.push_str(line.into_iter().collect::<String>().trim_end());
        text.push('\n');
    }
    list_stacks(board, stacks, &mut text);
    text
}

/// Returns the column of a cell from a viewpoint, and twice its height in the column.
fn spot(board: &Board, cell: Cell, angle: u16) -> (i16, i16) {
    let (row, column) = board.place(cell);
    let (file, row) = (0..angle / 60).fold((column as i16, row as i16), |(f, a), _| (-a, f + a));
    (file, 2 * row + file)
}

#[cfg(test)]
mod tests {
    use super::super::super::samples::placed;
    use super::*;
    use crate::board::{HexNames, Hexagons};

    fn lines(board: &Board, angle: u16, pieces: &str, names: bool) -> Vec<String> {
        render(board, &placed(board, false, pieces), angle, names).lines().map(str::to_owned).collect()
    }

    #[test]
    fn hexagons_are_drawn_as_hexagons() {
        let expected = [
            r"     b3",
            r" a2  ___ c2",
            r" ___/   \___",
            r"/   \___/b+ \",
            r"\___/ b \___/",
            r"/ a \___/   \",
            r"\___/   \___/",
            r" a1 \___/c1",
            r"     b1",
            r"c2 (bA)",
        ];
        assert_eq!(lines(&Hexagons::regular(2).into_board(), 0, "a1=a b2=b c2=bA", false), expected);
    }

    #[test]
    fn empty_hexagons_can_have_their_names() {
        let board = Hexagons::regular(6).into_board();
        for angle in [0, 60, 180] {
            let text = render(&board, &placed(&board, false, "f6=a"), angle, true);
            assert!(
                board.cells().map(|cell| board.name(cell)).all(|name| name == "f6" || text.contains(name))
            );
            assert!(text.lines().all(|line| line.len() <= 45));
        }
        // A man with the number 3 looks like a cell.
        assert!(lines(&board, 0, "f6=a3", true)[2].contains(r"/F11\"));
    }

    #[test]
    fn any_outline_turns_to_any_side() {
        let board =
            Hexagons::new(&[(0, 0), (1, 0), (0, 1), (2, 0)], HexNames::FileRank).unwrap().into_board();
        let turned = |angle| lines(&board, angle, "a2=a12 b1=a", false);
        let near = [
            r" a2      c1", //
            r" ___ b1  ___",
            r"/a12\___/   \",
            r"\___/ a \___/",
            r"/   \___/c1",
            r"\___/b1",
            r" a1",
        ];
        let left = [
            r"     c1",
            r"     ___",
            r"    /   \",
            r" a2 \___/",
            r" ___/ a \",
            r"/a12\___/",
            r"\___/   \",
            r" a2 \___/",
            r"     a1",
        ];
        let far = [
            r"         a1", //
            r"     b1  ___",
            r" c1  ___/   \",
            r" ___/ a \___/",
            r"/   \___/a12\",
            r"\___/b1 \___/",
            r" c1      a2",
        ];
        assert_eq!(turned(0), near);
        assert_eq!(turned(60), left);
        assert_eq!(turned(180), far);
    }
}
