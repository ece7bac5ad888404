//! Boards as SVG.

use super::{Paint, written};
use crate::board::{Board, Cell, Colour, Point, Shape};
use crate::game::{Piece, Seat};
use std::fmt::Write;

/// Units of the picture to a cell's side.
const SIDE: f64 = 100.0;
/// Empty space around the board, in cell sides.
const MARGIN: f64 = 0.2;
/// A picture's width or height in pixels, whichever is more: of boards of squares, and of others.
const PIXELS: (f64, f64) = (560.0, 720.0);
/// The radius of the largest disc, in cell sides.
const LARGEST: f64 = 0.4;

/// The fills of dark and light cells, and of what is drawn on them.
const DARK_CELL: &str = "#c8a27a";
const LIGHT_CELL: &str = "#f3e5cb";
const CELL_LINE: &str = "#8a6a48";
const NAME: &str = "#5f4326";
const GOLD: &str = "#e2a100";
const NOBODY: Disc = Disc { fill: "#9aa0a6", edge: "#4a4f54", ink: "#ffffff" };

/// The colours of one seat's pieces.
#[derive(Clone, Copy)]
struct Disc {
    fill: &'static str,
    edge: &'static str,
    ink: &'static str,
}

/// Seat by seat; two seats are light and dark.
const DISCS: [Disc; 6] = [
    Disc { fill: "#fffaf0", edge: "#5b5348", ink: "#2b2721" },
    Disc { fill: "#3a3632", edge: "#857d74", ink: "#fffaf0" },
    Disc { fill: "#c8403a", edge: "#6e1b17", ink: "#ffffff" },
    Disc { fill: "#3f72b5", edge: "#1c3a63", ink: "#ffffff" },
    Disc { fill: "#4d9a55", edge: "#21502a", ink: "#ffffff" },
    Disc { fill: "#9a5bb0", edge: "#4e2a5c", ink: "#ffffff" },
];

/// The board with these stacks, one a cell.
pub(super) fn drawn(board: &Board, stacks: &[Vec<Piece>], paint: Paint) -> String {
    let frame = Frame::around(board);
    let (width, height) = (frame.right - frame.left, frame.top - frame.bottom);
    let pixels = if board.shape() == Shape::Squares { PIXELS.0 } else { PIXELS.1 };
    let scale = pixels / width.max(height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" width=\"{:.0}\" height=\"{:.0}\" \
         font-family=\"'DejaVu Sans','Segoe UI Symbol','Noto Sans Symbols 2','Apple Symbols',sans-serif\" \
         text-anchor=\"middle\">\n",
        width * SIDE,
        height * SIDE,
        width * scale,
        height * scale
    );
    if board.shape() == Shape::Squares && board.cells().all(|cell| board.colour(cell) == Colour::Dark) {
        // Only the dark squares are cells: the light ones are the board beneath.
        let (columns, rows) = (board.grid().1 as f64, board.grid().0 as f64);
        let ground = [(0.0, 0.0), (columns, 0.0), (columns, rows), (0.0, rows)];
        frame.polygon(&mut svg, &ground, LIGHT_CELL);
        svg.push_str("/>\n");
    }
    for cell in board.cells() {
        draw_cell(&mut svg, &frame, board, cell, &stacks[cell as usize]);
    }
    // What lies on the cells leaves it to them to tell their names when pointed at.
    svg.push_str("<g pointer-events=\"none\">\n");
    for cell in board.cells() {
        draw_name(&mut svg, &frame, board, cell);
        draw_stack(&mut svg, &frame, board, cell, &stacks[cell as usize], paint);
    }
    svg.push_str("</g>\n");
    svg.push_str("</svg>\n");
    svg
}

/// What part of the plane is drawn.
struct Frame {
    left: f64,
    right: f64,
    bottom: f64,
    top: f64,
}

impl Frame {
    fn around(board: &Board) -> Frame {
        let mut frame = Frame { left: f64::MAX, right: f64::MIN, bottom: f64::MAX, top: f64::MIN };
        for &(x, y) in board.cells().flat_map(|cell| board.outline(cell)) {
            frame.left = frame.left.min(x - MARGIN);
            frame.right = frame.right.max(x + MARGIN);
            frame.bottom = frame.bottom.min(y - MARGIN);
            frame.top = frame.top.max(y + MARGIN);
        }
        frame
    }

    /// A point of the board in the picture, where y grows downwards.
    fn at(&self, (x, y): Point) -> Point {
        ((x - self.left) * SIDE, (self.top - y) * SIDE)
    }

    /// Begins a polygon.
    fn polygon(&self, svg: &mut String, outline: &[Point], fill: &str) {
        svg.push_str("<polygon points=\"");
        for (index, &corner) in outline.iter().enumerate() {
            let (x, y) = self.at(corner);
            let _ = write!(svg, "{}{x:.1},{y:.1}", if index > 0 { " " } else { "" });
        }
        let _ = write!(svg, "\" fill=\"{fill}\" stroke=\"{CELL_LINE}\" stroke-width=\"1.5\"");
    }
}

/// A cell, which tells its name and what stands there when pointed at.
fn draw_cell(svg: &mut String, frame: &Frame, board: &Board, cell: Cell, stack: &[Piece]) {
    let fill = match board.colour(cell) {
        Colour::Dark | Colour::Up => DARK_CELL,
        Colour::Light | Colour::Down => LIGHT_CELL,
    };
    frame.polygon(svg, board.outline(cell), fill);
    svg.push_str("><title>");
    svg.push_str(board.name(cell));
    if !stack.is_empty() {
        svg.push(' ');
        escape(svg, &written(stack));
    }
    svg.push_str("</title></polygon>\n");
}

/// The name of a cell in small type: in the angle of a triangle that points up or down, else in the near left corner.
fn draw_name(svg: &mut String, frame: &Frame, board: &Board, cell: Cell) {
    let (outline, centre) = (board.outline(cell), board.centre(cell));
    let (corner, inward, size) = match (board.colour(cell), board.shape()) {
        (Colour::Up, _) => (outline[2], 0.40, 13.0),
        (Colour::Down, _) => (outline[0], 0.40, 13.0),
        (_, Shape::ThreeKings) => (outline[0], 0.31, 15.0),
        _ => (outline[0], 0.24, 14.0),
    };
    let place = (corner.0 + (centre.0 - corner.0) * inward, corner.1 + (centre.1 - corner.1) * inward);
    write_text(svg, frame.at(place), size, NAME, board.name(cell));
}

/// The pieces on a cell: the edges of the lower discs, the top disc with what it is, the height.
fn draw_stack(svg: &mut String, frame: &Frame, board: &Board, cell: Cell, stack: &[Piece], paint: Paint) {
    let Some(top) = stack.first() else { return };
    let radius = (0.8 * inner_radius(board, cell)).min(LARGEST) * SIDE;
    let (x, mut y) = frame.at(board.centre(cell));
    // Stacks grow upwards, by less the higher they are.
    let below = stack.len() - 1;
    let thickness = (radius * 0.2).min(radius * 0.7 / below.max(1) as f64);
    y += thickness * below as f64 / 2.0;
    for piece in stack[1..].iter().rev() {
        let disc = disc(piece.seat, paint);
        let (edge, line) = if piece.kind == "king" { (GOLD, 3.0) } else { (disc.edge, 1.5) };
        circle(svg, (x, y), radius, disc.fill, edge, line);
        y -= thickness;
    }
    let disc = disc(top.seat, paint);
    circle(svg, (x, y), radius, disc.fill, disc.edge, 2.0);
    draw_face(svg, (x, y), radius, top, disc, paint);
    if below > 0 {
        let (x, y) = (x + radius * 0.8, y - radius * 0.72);
        circle(svg, (x, y), radius * 0.4, GOLD, "#6b4c00", 1.5);
        write_text(svg, (x, y), radius * 0.5, "#2b2000", &stack.len().to_string());
    }
}

/// What a piece is: a chess piece's figure, a number, a letter, or a plain man's ring.
fn draw_face(svg: &mut String, (x, y): Point, radius: f64, piece: &Piece, disc: Disc, paint: Paint) {
    let digits: String = piece.text.chars().filter(char::is_ascii_digit).collect();
    let mark: String = piece.text.trim_start_matches(|c: char| c.is_alphanumeric()).to_owned();
    if let Some(figure) = figure(piece.kind) {
        write_text(svg, (x, y), radius * 1.5, disc.ink, figure);
        if !mark.is_empty() {
            write_text(svg, (x + radius * 0.62, y - radius * 0.62), radius * 0.7, disc.ink, &mark);
        }
        return;
    }
    if piece.kind != "man" {
        // Longer texts are written smaller.
        let size = radius * 1.1 / (piece.text.chars().count().max(2) as f64 / 2.0);
        return write_text(svg, (x, y), size, disc.ink, &piece.text);
    }
    let _ = writeln!(
        svg,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" opacity=\"0.5\"/>",
        radius * 0.78,
        disc.ink
    );
    if !digits.is_empty() {
        write_text(svg, (x, y), radius * 0.85, disc.ink, &digits);
    } else if paint.letters {
        write_text(svg, (x, y), radius * 0.85, disc.ink, &piece.text);
    }
}

/// The figure of a kind of piece, for those that have one; a king of checkers wears the crown too.
fn figure(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "king" => "♚",
        "queen" => "♛",
        "rook" => "♜",
        "bishop" => "♝",
        "knight" => "♞",
        "pawn" => "♟\u{fe0e}",
        _ => return None,
    })
}

/// The colours of a seat.
fn disc(seat: Option<Seat>, paint: Paint) -> Disc {
    match seat {
        None => NOBODY,
        Some(seat @ 0..=1) if paint.dark_first => DISCS[1 - usize::from(seat)],
        Some(seat) => DISCS[usize::from(seat) % DISCS.len()],
    }
}

/// The radius of the largest circle about a cell's middle that stays within the cell.
fn inner_radius(board: &Board, cell: Cell) -> f64 {
    let (outline, centre) = (board.outline(cell), board.centre(cell));
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let distance = |(a, b): (&Point, &Point)| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        (dx * (centre.1 - a.1) - dy * (centre.0 - a.0)).abs() / dx.hypot(dy)
    };
    sides.map(distance).fold(f64::MAX, f64::min)
}

fn circle(svg: &mut String, (x, y): Point, radius: f64, fill: &str, edge: &str, line: f64) {
    let _ = writeln!(
        svg,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{line}\"/>"
    );
}

/// Text about a point.
fn write_text(svg: &mut String, (x, y): Point, size: f64, ink: &str, text: &str) {
    // Letters and figures are about 0.7 of their size high.
    let _ = write!(
        svg,
        "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" fill=\"{ink}\">",
        y + size * 0.36
    );
    escape(svg, text);
    svg.push_str("</text>\n");
}

/// Writes a text so that none of it is taken for markup.
fn escape(svg: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '<' => svg.push_str("&lt;"),
            '>' => svg.push_str("&gt;"),
            '&' => svg.push_str("&amp;"),
            '"' => svg.push_str("&quot;"),
            _ => svg.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::placed;
    use super::*;
    use crate::board::{Dark, Draughts, Names, Near, ThreeKings, Triangles};

    const PLAIN: Paint = Paint { dark_first: false, letters: false };

    /// The values of an attribute of the elements of that name.
    fn values(svg: &str, element: &str, attribute: &str) -> Vec<String> {
        let (open, begin) = (format!("<{element} "), format!(" {attribute}=\""));
        let elements = svg.split(&open).skip(1).map(|rest| &rest[..rest.find('>').unwrap()]);
        let value = |tag: &str| {
            let tag = format!(" {tag}");
            let rest = &tag[tag.find(&begin).unwrap() + begin.len()..];
            rest[..rest.find('"').unwrap()].to_owned()
        };
        elements.map(value).collect()
    }

    fn numbers(text: &str) -> Vec<f64> {
        text.split([' ', ',']).map(|number| number.parse().unwrap()).collect()
    }

    /// The contents of all texts.
    fn texts(svg: &str) -> Vec<&str> {
        let ends = svg.split("<text ").skip(1).map(|rest| &rest[rest.find('>').unwrap() + 1..]);
        ends.map(|rest| &rest[..rest.find('<').unwrap()]).collect()
    }

    #[test]
    fn every_cell_is_drawn_within_the_picture() {
        for board in [Board::square(12), Triangles::hexagon(6).into_board(), ThreeKings::new().into_board()] {
            let svg = drawn(&board, &placed(&board, false, ""), PLAIN);
            let outlines = values(&svg, "polygon", "points");
            assert_eq!(outlines.len(), board.len());
            let size = numbers(&values(&svg, "svg", "viewBox")[0]);
            for corner in outlines
                .iter()
                .flat_map(|outline| numbers(outline).chunks(2).map(|c| [c[0], c[1]]).collect::<Vec<_>>())
            {
                assert!(corner[0] > 0.0 && corner[0] < size[2] && corner[1] > 0.0 && corner[1] < size[3]);
            }
            assert_eq!(texts(&svg), board.cells().map(|cell| board.name(cell)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn seat_0_sits_below() {
        let board = Board::square(8);
        let svg = drawn(&board, &placed(&board, false, "a1=a h8=b"), PLAIN);
        // Each man is a disc and a ring; cells have a side of 100, the margin is 20.
        assert_eq!(values(&svg, "circle", "cx"), ["70.0", "70.0", "770.0", "770.0"]);
        assert_eq!(values(&svg, "circle", "cy"), ["770.0", "770.0", "70.0", "70.0"]);
        assert_eq!(values(&svg, "circle", "fill"), [DISCS[0].fill, "none", DISCS[1].fill, "none"]);
    }

    #[test]
    fn a_stack_shows_its_discs_its_height_and_its_text() {
        let board = Board::square(8);
        let svg = drawn(&board, &placed(&board, false, "c3=abA"), PLAIN);
        // From below: a king of seat a, a man of seat b, the top man with its ring, the height.
        assert_eq!(
            values(&svg, "circle", "fill"),
            [DISCS[0].fill, DISCS[1].fill, DISCS[0].fill, "none", GOLD]
        );
        assert_eq!(values(&svg, "circle", "stroke")[0], GOLD);
        let heights: Vec<f64> =
            values(&svg, "circle", "cy")[..3].iter().map(|y| y.parse().unwrap()).collect();
        assert!(heights[0] > heights[1] && heights[1] > heights[2], "each disc lies above the one before");
        assert!(svg.contains("<title>c3 (abA)</title>"));
        assert_eq!(texts(&svg).iter().filter(|text| **text == "3").count(), 1);
    }

    #[test]
    fn pieces_show_what_they_are() {
        let board = Board::square(8);
        let shown = |chess, pieces, paint| {
            let svg = drawn(&board, &placed(&board, chess, pieces), paint);
            let names: Vec<_> = board.cells().map(|cell| board.name(cell)).collect();
            texts(&svg)
                .into_iter()
                .filter(|text| !names.contains(text))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(shown(true, "a1=aK b1=bN", PLAIN), ["♚", "♞"]);
        assert_eq!(shown(false, "a1=a12 b1=b c1=A", PLAIN), ["12", "♚"]);
        assert_eq!(shown(false, "a1=a b1=c", Paint { letters: true, ..PLAIN }), ["a", "c"]);
    }

    #[test]
    fn black_can_be_seat_0() {
        let board = Draughts::new(8, Dark::Left, Names::Top, Near::Black).into_board();
        let svg = drawn(&board, &placed(&board, false, "4=a"), Paint { dark_first: true, letters: false });
        assert_eq!(values(&svg, "circle", "fill")[0], DISCS[1].fill);
        assert_eq!(values(&svg, "polygon", "fill")[0], LIGHT_CELL, "the light squares lie beneath");
        assert_eq!(values(&svg, "polygon", "fill").len(), 33);
    }

    #[test]
    fn no_text_is_taken_for_markup() {
        let board = Board::square(4);
        let mut stacks = placed(&board, false, "");
        stacks[0] = vec![Piece::new(None, "card", "<&\">")];
        let svg = drawn(&board, &stacks, PLAIN);
        assert!(svg.contains("<title>a1 &lt;&amp;&quot;&gt;</title>"));
        assert!(svg.contains(">&lt;&amp;&quot;&gt;</text>"));
    }
}
