//! Boards in text.

use super::written;
use crate::board::{Board, Cell, Colour, Shape};
use crate::game::Piece;
use std::fmt::Write;
use std::ops::Range;

/// The board with these stacks, one a cell.
pub(super) fn drawn(board: &Board, stacks: &[Vec<Piece>]) -> String {
    match board.shape() {
        Shape::Squares => squares(board, stacks, 0..board.grid().0),
        Shape::Triangles => triangles(board, stacks),
        Shape::ThreeKings => {
            let halves = [2, 1, 0].map(|half| squares(board, stacks, 4 * half..4 * half + 4));
            halves.join("\n")
        }
    }
}

/// Some rows of a grid of squares, the far one first, with what names rows and columns at the sides.
fn squares(board: &Board, stacks: &[Vec<Piece>], rows: Range<usize>) -> String {
    let columns = board.grid().1;
    let shown = |cell: Cell| match &stacks[cell as usize][..] {
        [] => ".".to_owned(),
        stack => written(stack),
    };
    let cells_of = |row: usize| (0..columns).filter_map(move |column| board.at(row, column));
    let numbered = board.name(0).starts_with(|first: char| first.is_ascii_digit());
    // Where squares have numbers, a row is known by its first and its last one, else by its rank.
    let label = |cell: Option<Cell>| {
        let name = cell.map_or("", |cell| board.name(cell));
        if numbered { name } else { name.trim_start_matches(|letter: char| letter.is_ascii_alphabetic()) }
    };
    let label_width = board.cells().map(|cell| label(Some(cell)).len()).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.clone().filter_map(|row| board.at(row, column));
        cells.map(|cell| shown(cell).len()).max().unwrap_or(1)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows.clone().rev() {
        let mut line = format!("{:>label_width$} ", label(cells_of(row).next()));
        for (column, &width) in widths.iter().enumerate() {
            let shown = board.at(row, column).map_or(String::new(), &shown);
            let _ = write!(line, " {shown:<width$}");
        }
        if numbered {
            let _ = write!(line, "  {:>label_width$}", label(cells_of(row).next_back()));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if !numbered {
        let mut line = " ".repeat(label_width + 1);
        for (column, &width) in widths.iter().enumerate() {
            let file =
                rows.clone().find_map(|row| board.at(row, column)).map_or("", |cell| &board.name(cell)[..1]);
            let _ = write!(line, " {file:<width$}");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A board of triangles: sides of `2 * half` characters, rows of `half - 1` lines between lines of horizontal
/// sides.
///
/// ```text
///    +---+
///   / \a/ \
///  +---+---+
/// ```
fn triangles(board: &Board, stacks: &[Vec<Piece>]) -> String {
    let mark = |cell: Cell| match &stacks[cell as usize][..] {
        [] => String::new(),
        [piece] => piece.text.clone(),
        [top, ..] => format!("{}+", top.text),
    };
    let longest = board.cells().map(|cell| mark(cell).len()).max().unwrap_or(0);
    // The widest line of a triangle has room for 2 * half - 3 characters.
    let half = longest / 2 + 2;
    let (rows, columns) = board.grid();
    let margin = board.cells().map(|cell| board.name(cell).len()).max().unwrap_or(0) + 1;
    let mut canvas = vec![vec![' '; (columns + 1) * half + 1 + 2 * margin]; rows * half + 1];
    for cell in board.cells() {
        let (row, column) = board.place(cell);
        // The lines of the horizontal sides below and above the row.
        let (below, above) = ((rows - row) * half, (rows - row - 1) * half);
        let (left, right) = (margin + column * half, margin + (column + 2) * half);
        let up = board.colour(cell) == Colour::Up;
        let (base, tip) = if up { (below, above) } else { (above, below) };
        canvas[base][left + 1..right].fill('-');
        for (line, at) in [(base, left), (base, right), (tip, left + half)] {
            canvas[line][at] = '+';
        }
        for step in 1..half {
            let (line, slashes) = if up { (base - step, ['/', '\\']) } else { (base + step, ['\\', '/']) };
            canvas[line][left + step] = slashes[0];
            canvas[line][right - step] = slashes[1];
        }
        let (mark, widest) = (mark(cell), if up { base - 1 } else { base + 1 });
        let start = left + half - mark.len() / 2;
        for (at, letter) in mark.chars().enumerate() {
            canvas[widest][start + at] = letter;
        }
    }
    label_rows(board, &mut canvas, half, margin);
    let mut text = String::new();
    for line in canvas {
        text.push_str(line.into_iter().collect::<String>().trim_end());
        text.push('\n');
    }
    for cell in board.cells().filter(|&cell| stacks[cell as usize].len() > 1) {
        let _ = writeln!(text, "{} {}", board.name(cell), written(&stacks[cell as usize]));
    }
    text
}

/// Writes the names of the first and the last cell of each row of triangles at its ends.
fn label_rows(board: &Board, canvas: &mut [Vec<char>], half: usize, margin: usize) {
    let (rows, columns) = board.grid();
    for row in 0..rows {
        let cells: Vec<Cell> = (0..columns).filter_map(|column| board.at(row, column)).collect();
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else { continue };
        let line = (rows - row) * half - half / 2;
        let (left, right) = (margin + board.place(first).1 * half, margin + (board.place(last).1 + 2) * half);
        let name = board.name(first);
        for (at, letter) in name.chars().enumerate() {
            canvas[line][left - 1 - name.len() + at] = letter;
        }
        for (at, letter) in board.name(last).chars().enumerate() {
            canvas[line][right + 2 + at] = letter;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::placed;
    use super::*;
    use crate::board::{Dark, Draughts, Edges, Names, Near, Squares, ThreeKings, Triangles};

    fn lines(board: Board, chess: bool, pieces: &str) -> Vec<String> {
        drawn(&board, &placed(&board, chess, pieces)).lines().map(str::to_owned).collect()
    }

    #[test]
    fn stacks_stand_in_columns() {
        let expected = [
            "4  . .     .   B", //
            "3  . .     .   .",
            "2  . (abA) a12 .",
            "1  a .     .   b",
            "   a b     c   d",
        ];
        assert_eq!(lines(Board::square(4), false, "a1=a d1=b b2=abA c2=a12 d4=B"), expected);
    }

    #[test]
    fn cut_corners_are_left_out() {
        let lines = lines(Squares::cut_corners(Edges::NONE).into_board(), false, "");
        assert_eq!(lines[0], "12      . . . . . . . .");
        assert_eq!(lines[2], "10  . . . . . . . . . . . .");
        assert_eq!(lines[12], "    a b c d e f g h i j k l");
    }

    #[test]
    fn numbered_rows_show_their_first_and_last_number() {
        let board = Draughts::new(4, Dark::Left, Names::Top, Near::White).into_board();
        let expected = [
            "1    b   b  2", //
            "3  .   .    4",
            "5    .   .  6",
            "7  A   a    8",
        ];
        assert_eq!(lines(board, false, "1=b 2=b 7=A 8=a"), expected);
    }

    #[test]
    fn triangles_are_triangles() {
        let expected = [
            r"       +---+---+",
            r"  d1  / \ / \ / \  d5",
            r"     +---+---+---+",
            r"c1  / \b/ \ / \ / \  c7",
            r"   +---+---+---+---+",
            r"b1  \ / \ / \ / \ /  b7",
            r"     +---+---+---+",
            r"  a1  \ /a\ /a\ /  a5",
            r"       +---+---+",
        ];
        assert_eq!(lines(Triangles::hexagon(2).into_board(), false, "a2=a a4=a c2=b"), expected);
    }

    #[test]
    fn stacks_on_triangles_are_written_out_below() {
        let expected = [
            r"   +-----+-----+-----+-----+",
            r"    \   / \   / \   / \   /",
            r"b1   \ /   \ /   \ /   \ /   b7",
            r"      +-----+-----+-----+",
            r"       \   / \   / \   /",
            r"   a1   \ /b+ \ /a12\ /   a5",
            r"         +-----+-----+",
            r"a2 (bA)",
        ];
        assert_eq!(lines(Triangles::hexagon(2).into_board(), false, "a2=bA a4=a12")[6..], expected);
    }

    #[test]
    fn the_halves_of_three_kings_stand_as_their_seats_see_them() {
        let lines = lines(ThreeKings::new().into_board(), true, "e1=aK d8=bK i12=cK");
        assert_eq!(lines[3], "12  . . . . cK . . .");
        assert_eq!(lines[4], "    h g f e i  j k l");
        assert_eq!(lines[9], " 8  . . . . bK . . .");
        assert_eq!(lines[15], " 1  . . . . aK . . .");
        assert_eq!(lines[16], "    a b c d e  f g h");
    }
}
