//! Text boards.

mod hexagons;

use super::stack_text;
use crate::board::{Board, Cell, Color, Shape};
use crate::game::Piece;
use std::fmt::Write;

/// The maximum number of characters of a line, where possible.
pub(super) const COLUMNS: usize = 80;

/// Returns the board with these stacks, turned so that the side at `angle` degrees clockwise is at the
/// bottom. Stacks that do not fit are listed below it. `names` writes the names of empty triangles and
/// hexagons.
pub(super) fn render(board: &Board, stacks: &[Vec<Piece>], angle: u16, names: bool) -> String {
    match board.shape() {
        Shape::Triangles => return triangles(board, stacks, angle, names),
        Shape::Hexagons => return hexagons::render(board, stacks, angle, names),
        Shape::Squares | Shape::ThreeKings => {}
    }
    let grids = grids(board, angle);
    let text = |shown: &dyn Fn(Cell) -> String| {
        grids.iter().map(|grid| grid.render(board, shown)).collect::<Vec<_>>().join("\n")
    };
    let in_full = text(&|cell| match &stacks[cell as usize][..] {
        [] => ".".to_owned(),
        stack => stack_text(stack),
    });
    let higher = |cell: &Cell| stacks[*cell as usize].len() > 1;
    if board.cells().all(|cell| !higher(&cell)) || in_full.lines().all(|line| line.len() <= COLUMNS) {
        return in_full;
    }
    let mut folded = text(&|cell| match &stacks[cell as usize][..] {
        [] => ".".to_owned(),
        [top] => top.text.clone(),
        [top, ..] => format!("{}+", top.text),
    });
    list_stacks(board, stacks, &mut folded);
    folded
}

/// Lists the stacks of several pieces, one on each line.
fn list_stacks(board: &Board, stacks: &[Vec<Piece>], out: &mut String) {
    for cell in board.cells().filter(|&cell| stacks[cell as usize].len() > 1) {
        let _ = writeln!(out, "{} {}", board.name(cell), stack_text(&stacks[cell as usize]));
    }
}

/// Rows of squares from a viewpoint, bottom row first.
struct Grid {
    rows: Vec<Vec<Option<Cell>>>,
    /// Whether rows are ranks. Otherwise they are files.
    ranks: bool,
}

/// Returns the parts of a board of squares from a viewpoint, top part first.
fn grids(board: &Board, angle: u16) -> Vec<Grid> {
    let (rows, columns) = board.grid();
    if board.shape() == Shape::ThreeKings {
        let half = |half: usize| {
            let row = |row: usize| (0..columns).map(|column| board.at(4 * half + row, column)).collect();
            Grid { rows: (0..4).map(row).collect(), ranks: true }
        };
        // Each half is drawn as its own seat sees it.
        let below = usize::from(angle / 120);
        return [2, 1, 0].map(|on| half((below + on) % 3)).into();
    }
    let quarters = angle / 90 % 4;
    let at = |row: usize, column: usize| match quarters {
        0 => board.at(row, column),
        1 => board.at(rows - 1 - column, row),
        2 => board.at(rows - 1 - row, columns - 1 - column),
        _ => board.at(column, columns - 1 - row),
    };
    let ranks = quarters.is_multiple_of(2);
    let (high, wide) = if ranks { (rows, columns) } else { (columns, rows) };
    let row = |row: usize| (0..wide).map(|column| at(row, column)).collect();
    vec![Grid { rows: (0..high).map(row).collect(), ranks }]
}

impl Grid {
    /// Returns the rows, top first, with labels of rows and columns.
    fn render(&self, board: &Board, shown: &dyn Fn(Cell) -> String) -> String {
        let numbered = board.numbered();
        // If squares have numbers, a row is labeled with its first and last number, otherwise with its rank
        // or file.
        let file = |cell: Cell| &board.name(cell)[..1];
        let rank = |cell: Cell| &board.name(cell)[1..];
        let label = |cell: Option<Cell>| match cell {
            None => "",
            Some(cell) if numbered => board.name(cell),
            Some(cell) if self.ranks => rank(cell),
            Some(cell) => file(cell),
        };
        let below = |cell: Cell| if self.ranks { file(cell) } else { rank(cell) };
        let first = |row: &[Option<Cell>]| label(row.iter().find_map(|&cell| cell));
        let last = |row: &[Option<Cell>]| label(row.iter().rev().find_map(|&cell| cell));
        let label_width = board.cells().map(|cell| label(Some(cell)).len()).max().unwrap_or(0);
        let wide = self.rows[0].len();
        let foot = |column: usize| {
            let name = self.rows.iter().find_map(|row| row[column]).map_or("", below);
            if numbered { "" } else { name }
        };
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row[column]);
            cells.map(|cell| shown(cell).len()).chain([foot(column).len()]).max().unwrap_or(1).max(1)
        };
        let widths: Vec<usize> = (0..wide).map(width).collect();
        let mut text = String::new();
        for row in self.rows.iter().rev() {
            let mut line = format!("{:>label_width$} ", first(row));
            for (cell, &width) in row.iter().zip(&widths) {
                let shown = cell.map_or(String::new(), shown);
                let _ = write!(line, " {shown:<width$}");
            }
            if numbered {
                let _ = write!(line, "  {:>label_width$}", last(row));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        if !numbered {
            let mut line = " ".repeat(label_width + 1);
            for (column, &width) in widths.iter().enumerate() {
                let _ = write!(line, " {:<width$}", foot(column));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// Returns what is written into each cell that has an outline: its top piece, with a `+` if there are others
/// below it. `names` writes the names of empty cells, as capitals if numbered pieces look like names.
fn marks(board: &Board, stacks: &[Vec<Piece>], names: bool) -> Vec<String> {
    let numbered =
        stacks.iter().flatten().any(|piece| piece.text.ends_with(|end: char| end.is_ascii_digit()));
    let mark = |cell: Cell| match &stacks[cell as usize][..] {
        [] if names && numbered => board.name(cell).to_uppercase(),
        [] if names => board.name(cell).to_owned(),
        [] => String::new(),
        [piece] => piece.text.clone(),
        // Longer texts do not fit.
        [top, ..] if top.text.len() > 2 => top.text.clone(),
        [top, ..] => format!("{}+", top.text),
    };
    board.cells().map(mark).collect()
}

/// Returns a board of triangles with sides of `2 * half` characters. Rows have `half - 1` lines between the
/// lines of horizontal sides.
///
/// ```text
///    +---+
///   / \a/ \
///  +---+---+
/// ```
///
/// A board that does not look the same from all sides is drawn as seat 0 sees it.
fn triangles(board: &Board, stacks: &[Vec<Piece>], angle: u16, names: bool) -> String {
    let motion = board.motion(&format!("turn-{angle}"));
    // The cell that is shown at the place of a cell.
    let seen = |at: Cell| motion.map_or(at, |motion| motion.cells[at as usize]);
    let shown = marks(board, stacks, names);
    let longest = shown.iter().map(String::len).max().unwrap_or(0);
    // The widest line of a triangle has space for 2 * half - 3 characters.
    let half = longest / 2 + 2;
    let (rows, columns) = board.grid();
    let margin = board.cells().map(|cell| board.name(cell).len()).max().unwrap_or(0) + 1;
    let mut canvas = vec![vec![' '; (columns + 1) * half + 1 + 2 * margin]; rows * half + 1];
    for cell in board.cells() {
        let (row, column) = board.place(cell);
        // The lines of the horizontal sides below and above the row.
        let (below, above) = ((rows - row) * half, (rows - row - 1) * half);
        let (left, right) = (margin + column * half, margin + (column + 2) * half);
        let up = board.color(cell) == Color::Up;
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
        let (mark, widest) = (&shown[seen(cell) as usize], if up { base - 1 } else { base + 1 });
        let start = left + half - mark.len() / 2;
        for (at, letter) in mark.chars().enumerate() {
            canvas[widest][start + at] = letter;
        }
    }
    label_rows(board, seen, &mut canvas, half, margin);
    let mut text = String::new();
    for line in canvas {
        text.push_str(line.into_iter().collect::<String>().trim_end());
        text.push('\n');
    }
    list_stacks(board, stacks, &mut text);
    text
}

/// Writes the names of the first and the last cell of each row of triangles at its ends.
fn label_rows(
    board: &Board,
    seen: impl Fn(Cell) -> Cell,
    canvas: &mut [Vec<char>],
    half: usize,
    margin: usize,
) {
    let (rows, columns) = board.grid();
    for row in 0..rows {
        let cells: Vec<Cell> = (0..columns).filter_map(|column| board.at(row, column)).collect();
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else { continue };
        let line = (rows - row) * half - half / 2;
        let (left, right) = (margin + board.place(first).1 * half, margin + (board.place(last).1 + 2) * half);
        let name = board.name(seen(first));
        for (at, letter) in name.chars().enumerate() {
            canvas[line][left - 1 - name.len() + at] = letter;
        }
        for (at, letter) in board.name(seen(last)).chars().enumerate() {
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
        lines_from(&board, 0, chess, pieces)
    }

    fn lines_from(board: &Board, angle: u16, chess: bool, pieces: &str) -> Vec<String> {
        render(board, &placed(board, chess, pieces), angle, false).lines().map(str::to_owned).collect()
    }

    #[test]
    fn stacks_are_aligned_in_columns() {
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
    fn cut_corners_are_omitted() {
        let lines = lines(Squares::cut_corners(Edges::NONE).into_board(), false, "");
        assert_eq!(lines[0], "12      . . . . . . . .");
        assert_eq!(lines[2], "10  . . . . . . . . . . . .");
        assert_eq!(lines[12], "    a b c d e f g h i j k l");
    }

    #[test]
    fn numbered_rows_are_labeled_with_their_first_and_last_number() {
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
    fn triangles_are_drawn_as_triangles() {
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
    fn empty_triangles_can_have_their_names() {
        let board = Triangles::hexagon(2).into_board();
        let below = |angle, pieces| {
            let text = render(&board, &placed(&board, false, pieces), angle, true);
            text.lines().skip(7).map(str::to_owned).collect::<Vec<_>>()
        };
        let expected = [
            r"    \b1 / \b3 / \b5 / \b7 /",
            r"b1   \ /b2 \ / a \ /b6 \ /   b7",
            r"      +-----+-----+-----+",
            r"       \a1 / \a3 / \a5 /",
            r"   a1   \ /a2 \ /a4 \ /   a5",
            r"         +-----+-----+",
        ];
        assert_eq!(below(0, "b4=a"), expected);
        let turned = render(&board, &placed(&board, false, "b4=a"), 60, true);
        assert!(board.cells().map(|cell| board.name(cell)).all(|name| name == "b4" || turned.contains(name)));
        // A man with the number 3 looks like a cell.
        assert!(below(0, "b4=a3")[0].starts_with(r"    \B1 / \B3 /"));
    }

    #[test]
    fn stacks_on_triangles_are_listed_below() {
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
    fn halves_of_three_kings_are_drawn_as_their_seats_see_them() {
        let lines = lines(ThreeKings::new().into_board(), true, "e1=aK d8=bK i12=cK");
        assert_eq!(lines[3], "12  . . . . cK . . .");
        assert_eq!(lines[4], "    h g f e i  j k l");
        assert_eq!(lines[9], " 8  . . . . bK . . .");
        assert_eq!(lines[15], " 1  . . . . aK . . .");
        assert_eq!(lines[16], "    a b c d e  f g h");
    }
    #[test]
    fn boards_turn_to_any_side() {
        let board = Board::square(4);
        let from = |angle| lines_from(&board, angle, false, "a1=a c2=b d4=A");
        assert_eq!(from(90), ["d  A . . .", "c  . . b .", "b  . . . .", "a  . . . a", "   4 3 2 1"]);
        assert_eq!(from(180), ["1  . . . a", "2  . b . .", "3  . . . .", "4  A . . .", "   d c b a"]);
        assert_eq!(from(270), ["a  a . . .", "b  . . . .", "c  . b . .", "d  . . . A", "   1 2 3 4"]);
        let numbers = Draughts::new(4, Dark::Left, Names::Top, Near::White).into_board();
        let expected = ["8    a   A  7", "6  .   .    5", "4    .   .  3", "2  b   b    1"];
        assert_eq!(lines_from(&numbers, 180, false, "1=b 2=b 7=A 8=a"), expected);
        let wide = Squares::cut_corners(Edges::NONE).into_board();
        let lines = lines_from(&wide, 270, false, "");
        assert_eq!(lines[0], "a      . . . . . . . .");
        assert_eq!(lines[12], "   1 2 3 4 5 6 7 8 9 10 11 12");
    }

    #[test]
    fn triangles_turn_to_any_side() {
        let board = Triangles::hexagon(2).into_board();
        let expected = [
            r"       +---+---+",
            r"  a5  / \ / \a/ \  a1",
            r"     +---+---+---+",
            r"b7  / \ / \ / \ / \  b1",
            r"   +---+---+---+---+",
        ];
        assert_eq!(lines_from(&board, 180, false, "a2=a")[..5], expected);
        let names = |angle| {
            let lines = lines_from(&board, angle, false, "");
            [7, 5, 3, 1].map(|at| lines[at].split_whitespace().next().unwrap_or("").to_owned())
        };
        // Row by row from the bottom: the name at the left of the seat at that side.
        assert_eq!(names(60), ["c1", "d1", "d2", "d4"]);
        assert_eq!(names(240), ["b7", "a5", "a4", "a2"]);
        let offset = Triangles::offset().into_board();
        assert_eq!(lines_from(&offset, 60, false, ""), lines_from(&offset, 0, false, ""));
    }

    #[test]
    fn halves_turn_to_any_seat() {
        let board = ThreeKings::new().into_board();
        let lines = lines_from(&board, 120, true, "e1=aK d8=bK i12=cK");
        assert_eq!((&lines[3][..], &lines[15][..]), (" 1  . . . . aK . . .", " 8  . . . . bK . . ."));
    }

    #[test]
    fn stacks_that_are_too_wide_are_listed_below() {
        let row = "a1=aaaaaaaaaaaa b1=aaaaaaaaaaaa c1=aaaaaaaaaaaa d1=aaaaaaaaaaaa e1=bA f1=aaaaaaaaaaaaaaaa";
        let lines = lines(Board::square(6), false, row);
        assert_eq!(lines[5], "1  a+ a+ a+ a+ b+ a+");
        assert_eq!(lines[6], "   a  b  c  d  e  f");
        assert_eq!((lines.len(), &lines[11][..]), (13, "e1 (bA)"));
    }
}
