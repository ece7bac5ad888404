use super::super::samples::{self, placed, scene};
use super::super::{LegalFilter, Status};
use super::figures::figure;
use super::paint::{Disc, GOLD, LIGHT_CELL};
use super::*;
use crate::board::{Dark, Draughts, Edges, Hexagons, Names, Near, Squares, ThreeKings, Triangles};
use crate::game::{CellMark, Mark, Piece, Seat, SeatColor};
use std::collections::HashSet;

const TWO: &[SeatColor] = &[SeatColor::White, SeatColor::Black];
const LIGHT: Disc = Disc::in_color(SeatColor::White);
const DARK: Disc = Disc::in_color(SeatColor::Black);

/// Returns the values of an attribute of the elements with this name.
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

/// Returns the contents of the elements with this name.
fn contents<'a>(svg: &'a str, element: &str) -> Vec<&'a str> {
    let open = format!("<{element}");
    let ends = svg.split(&open).skip(1).map(|rest| &rest[rest.find('>').unwrap() + 1..]);
    ends.map(|rest| &rest[..rest.find('<').unwrap()]).collect()
}

#[test]
fn every_cell_is_drawn_inside_the_picture() {
    for board in [Board::square(12), Triangles::hexagon(6).into_board(), ThreeKings::new().into_board()] {
        let svg = render(&scene(&board, TWO, placed(&board, false, "")));
        let outlines = values(&svg, "polygon", "points");
        assert_eq!(outlines.len(), board.len());
        let size = numbers(&values(&svg, "svg", "viewBox")[0]);
        for corner in outlines
            .iter()
            .flat_map(|outline| numbers(outline).chunks(2).map(|c| [c[0], c[1]]).collect::<Vec<_>>())
        {
            assert!(corner[0] > 0.0 && corner[0] < size[2] && corner[1] > 0.0 && corner[1] < size[3]);
        }
        assert_eq!(contents(&svg, "text"), board.cells().map(|cell| board.name(cell)).collect::<Vec<_>>());
    }
}

/// The initial position of Gliński's chess.
const GLINSKI: &str = "b1=aP c2=aP d3=aP e4=aP f5=aP g4=aP h3=aP i2=aP k1=aP c1=aR i1=aR d1=aN h1=aN f1=aB f2=aB \
                       f3=aB e1=aQ g1=aK b7=bP c7=bP d7=bP e7=bP f7=bP g7=bP h7=bP i7=bP k7=bP c8=bR i8=bR \
                       d9=bN h9=bN f9=bB f10=bB f11=bB e10=bQ g10=bK";

#[test]
fn hexagons_are_labeled_at_the_rim() {
    let board = Hexagons::regular(6).into_board();
    for angle in [0, 60, 180] {
        let svg = render(&Scene { angle, ..scene(&board, TWO, placed(&board, true, GLINSKI)) });
        let size = numbers(&values(&svg, "svg", "viewBox")[0]);
        let fills = values(&svg, "polygon", "fill");
        let count = |color: &str| fills.iter().filter(|&fill| fill == color).count();
        assert_eq!([LIGHT_CELL, paint::MEDIUM_CELL, paint::DARK_CELL].map(count), [30, 31, 30]);
        let labels = contents(&svg, "text");
        assert_eq!(labels[..11], ["a", "b", "c", "d", "e", "f", "g", "h", "i", "k", "l"]);
        assert_eq!(labels[11..].iter().collect::<HashSet<_>>().len(), 11);
        for (attribute, most) in [("x", size[2]), ("y", size[3])] {
            let places = values(&svg, "text", attribute);
            assert!(places.iter().all(|place| (10.0..most - 10.0).contains(&place.parse().unwrap())));
        }
    }
}

#[test]
fn seat_0_is_at_the_bottom() {
    let board = Board::square(8);
    let svg = render(&scene(&board, TWO, placed(&board, false, "a1=a h8=b")));
    // Each man is a disc and a ring. Cells have a side of 100, and the margin is 20.
    assert_eq!(values(&svg, "circle", "cx"), ["70.0", "70.0", "770.0", "770.0"]);
    assert_eq!(values(&svg, "circle", "cy"), ["770.0", "770.0", "70.0", "70.0"]);
    assert_eq!(values(&svg, "circle", "fill"), [LIGHT.fill, "none", DARK.fill, "none"]);
}

#[test]
fn any_side_can_be_at_the_bottom() {
    let board = Board::square(8);
    let at = |angle| {
        let svg = render(&Scene { angle, ..scene(&board, TWO, placed(&board, false, "a1=a")) });
        assert_eq!(numbers(&values(&svg, "svg", "viewBox")[0]), [0.0, 0.0, 840.0, 840.0]);
        let place = |attribute| values(&svg, "circle", attribute).remove(0);
        (place("cx"), place("cy"))
    };
    let place = |x: &str, y: &str| (x.to_owned(), y.to_owned());
    // The seat at the left side has a1 at its right.
    let expected =
        [place("70.0", "770.0"), place("770.0", "770.0"), place("770.0", "70.0"), place("70.0", "70.0")];
    assert_eq!([0, 90, 180, 270].map(at), expected);
    // However a board of triangles is turned, the names of cells are in corners that point up or down.
    let board = Triangles::hexagon(3).into_board();
    for angle in [0, 60, 120, 180, 240, 300] {
        let svg = render(&Scene { angle, ..scene(&board, TWO, placed(&board, false, "")) });
        let outlines: Vec<Vec<f64>> =
            values(&svg, "polygon", "points").iter().map(|all| numbers(all)).collect();
        for (outline, x) in outlines.iter().zip(values(&svg, "text", "x")) {
            let middle = outline.iter().step_by(2).sum::<f64>() / 3.0;
            assert!((middle - x.parse::<f64>().unwrap()).abs() < 0.2, "at {angle} degrees");
        }
    }
}

#[test]
fn the_board_continues_beyond_wrapped_edges() {
    let size = |edges, angle| {
        let board = Squares::joined(8, edges).into_board();
        let svg = render(&Scene { angle, ..scene(&board, TWO, placed(&board, false, "a1=a")) });
        assert_eq!(values(&svg, "polygon", "points").len(), 64, "cells are drawn once");
        let again =
            values(&svg, "use", "x").into_iter().zip(values(&svg, "use", "y")).collect::<HashSet<_>>();
        (numbers(&values(&svg, "svg", "viewBox")[0])[2..].to_vec(), again.len())
    };
    assert_eq!(size(Edges::NONE, 0), (vec![840.0, 840.0], 0));
    assert_eq!(size(Edges::LEFT_RIGHT, 0), (vec![960.0, 840.0], 2));
    assert_eq!(size(Edges::LEFT_RIGHT, 90), (vec![840.0, 960.0], 2));
    assert_eq!(size(Edges::NEAR_FAR, 180), (vec![840.0, 960.0], 2));
    assert_eq!(size(Edges::ALL, 0), (vec![960.0, 960.0], 8));
}

#[test]
fn tall_stacks_are_listed_next_to_the_board() {
    let board = Board::square(8);
    let shown = |pieces| {
        let svg = render(&Scene { stacked: true, ..scene(&board, TWO, placed(&board, false, pieces)) });
        let column = svg[svg.rfind("<g transform=\"translate(840.0 0.0)").expect("a column")..].to_owned();
        (numbers(&values(&svg, "svg", "viewBox")[0]), column)
    };
    let (bare, empty) = shown("c3=ab");
    assert!(bare[2] > 840.0 && bare[3] == 840.0);
    assert_eq!(contents(&empty, "text"), ["stacks, from the top", "none of three or more"]);
    let (full, column) = shown("c3=abA d4=bbbbbbbbbbbbbbbbbbbbbbbb");
    assert_eq!(full, bare, "all pictures of a game are of one size");
    assert_eq!(contents(&column, "text")[..2], ["stacks, from the top", "c3"]);
    assert_eq!(values(&column, "path", "d"), [figure("king").unwrap()]);
    // Men have a ring, kings a figure. The top piece is drawn last, at the left.
    assert_eq!(values(&column, "circle", "fill")[..4], [LIGHT.fill, DARK.fill, "none", LIGHT.fill]);
    let places: Vec<f64> = values(&column, "circle", "cx").iter().map(|x| x.parse().unwrap()).collect();
    assert!(places[0] > places[1] && places[1] > places[3]);
    assert!(places.iter().all(|&x| x < (full[2] - bare[3]) * 1.6), "long stacks stay within the column");
}

#[test]
fn pictures_show_the_status_of_the_game() {
    let board = Board::square(8);
    let told = |last: &[&str]| {
        let mut scene = scene(&board, &SeatColor::ALL[..4], placed(&board, false, ""));
        scene.status = Status {
            to_act: Some((Some(Seat::new(2)), "red to act".into())),
            last: last.iter().map(|&step| step.into()).collect(),
            teams: vec![vec![Seat::ZERO, Seat::new(2)], vec![Seat::ONE, Seat::new(3)]],
        };
        let svg = render(&scene);
        let words = contents(&svg, "text")[64..].iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        (numbers(&values(&svg, "svg", "viewBox")[0]), words, values(&svg, "circle", "fill"))
    };
    let (bare, words, fills) = told(&[]);
    let teams = ["white", "and", "red", "against", "black", "and", "blue"];
    assert_eq!(words, [&["red to act"], &teams[..]].concat());
    assert_eq!(fills, [2, 0, 2, 1, 3].map(|seat| Disc::in_color(SeatColor::ALL[seat]).fill));
    let (full, words, _) = told(&["23x14"; 40]);
    assert_eq!(full, bare, "all pictures of a game are of one size");
    assert!(words[1].starts_with('…') && words[1].ends_with("23x14 23x14") && words[1].len() < 80);
}

#[test]
fn the_last_turn_and_legal_steps_are_marked() {
    let board = Board::square(8);
    let bare = || scene(&board, TWO, placed(&board, false, "d4=a e5=b"));
    let steps = ["c3-d4", "e5-d6", "d4xf6"].map(str::to_owned);
    let svg = render(&bare().with_last_turn(&steps[..1]));
    assert_eq!(values(&svg, "polygon", "fill").iter().filter(|&fill| fill == paint::LAST).count(), 2);
    // Captures hide the marks of the last turn.
    let taken = ["c3", "d5"].map(|name| (board.cell(name).unwrap(), CellMark::Taken));
    let svg = render(&bare().with_last_turn(&steps[..1]).with_marks(taken));
    let fills = values(&svg, "polygon", "fill");
    assert_eq!(
        [paint::LAST, paint::TAKEN].map(|tint| fills.iter().filter(|&fill| fill == tint).count()),
        [1, 2]
    );
    let leads = |which| {
        let svg = render(&bare().with_legal_targets(&steps, which));
        let colors = values(&svg, "circle", "fill").into_iter().chain(values(&svg, "circle", "stroke"));
        colors.filter(|color| color == paint::LEADS).count()
    };
    assert_eq!(leads(LegalFilter::All), 3);
    assert_eq!(leads(LegalFilter::From(board.cell("e5").unwrap())), 1);
    assert_eq!(leads(LegalFilter::From(0)), 0);
}

#[test]
fn a_stack_shows_its_discs_its_height_and_its_text() {
    let board = Board::square(8);
    let svg = render(&scene(&board, TWO, placed(&board, false, "c3=abA")));
    // From the bottom: a king of seat a, a man of seat b, the top man with its ring, the height.
    assert_eq!(values(&svg, "circle", "fill"), [LIGHT.fill, DARK.fill, LIGHT.fill, "none", GOLD]);
    assert_eq!(values(&svg, "circle", "stroke")[0], GOLD);
    let heights: Vec<f64> = values(&svg, "circle", "cy")[..3].iter().map(|y| y.parse().unwrap()).collect();
    assert!(heights[0] > heights[1] && heights[1] > heights[2], "each disc lies above the one before");
    assert!(svg.contains("<title>c3 (abA)</title>"));
    assert_eq!(contents(&svg, "text").iter().filter(|text| **text == "3").count(), 1);
}

#[test]
fn pieces_show_what_they_are() {
    let board = Board::square(8);
    let shown = |chess, pieces, colors: &[SeatColor]| {
        let svg = render(&scene(&board, colors, placed(&board, chess, pieces)));
        let names: Vec<_> = board.cells().map(|cell| board.name(cell)).collect();
        let texts =
            contents(&svg, "text").into_iter().filter(|text| !names.contains(text)).map(str::to_owned);
        texts.chain(values(&svg, "path", "d")).collect::<Vec<_>>()
    };
    let [king, knight] = ["king", "knight"].map(|kind| figure(kind).unwrap());
    assert_eq!(shown(true, "a1=aK b1=bN", TWO), [king, knight]);
    assert_eq!(shown(false, "a1=a12 b1=b c1=A", TWO), ["12", king]);
    assert_eq!(shown(false, "a1=a b1=c", &SeatColor::ALL[..3]), ["a", "c"]);
}

#[test]
fn black_can_be_seat_0() {
    let board = Draughts::new(8, Dark::Left, Names::Top, Near::Black).into_board();
    let svg = render(&scene(&board, &[SeatColor::Black, SeatColor::White], placed(&board, false, "4=a")));
    assert_eq!(values(&svg, "circle", "fill")[0], DARK.fill);
    assert_eq!(values(&svg, "polygon", "fill")[0], LIGHT_CELL, "the light squares lie beneath");
    assert_eq!(values(&svg, "polygon", "fill").len(), 33);
}

#[test]
fn markup_is_escaped() {
    let board = Board::square(4);
    let mut stacks = placed(&board, false, "");
    stacks[0] = vec![Piece::new(None, "card", "<&\">")];
    let svg = render(&scene(&board, TWO, stacks));
    assert!(svg.contains("<title>a1 &lt;&amp;&quot;&gt;</title>"));
    assert!(svg.contains(">&lt;&amp;&quot;&gt;</text>"));
}

/// Returns a picture of a knight of each seat with these marks, without titles.
fn knights(marks: &[Mark]) -> String {
    let board = Board::square(4);
    let mut stacks = placed(&board, false, "");
    for seat in Seat::BOTH {
        let piece = Piece::new(Some(seat), "knight", "N");
        stacks[seat.index()] = vec![marks.iter().fold(piece, |piece, &mark| piece.marked(mark))];
    }
    let svg = render(&scene(&board, TWO, stacks));
    svg.lines().filter(|line| !line.contains("<title>")).collect()
}

#[test]
fn every_mark_has_its_own_look_and_description() {
    let mut seen = HashSet::from([knights(&[])]);
    for (_, marks) in samples::MARKS {
        assert!(seen.insert(knights(marks)), "{marks:?} looks like another");
    }
    let board = Board::square(8);
    let svg = render(&samples::everything(&board));
    let titles = contents(&svg, "title");
    for title in [
        "a1 K~: a zombie",
        "b8 q=: a zombie; has moved in this turn",
        "h1 Q+++: on 3 checkers",
        "a2 R-: on a black checker; tarred",
        "d2 P: cannot be captured by white; cannot be captured by black",
        "d3 D4: shows 4",
        "a4: en passant: a pawn passed over this cell",
        "e4: white&apos;s grave, which holds a black knight",
    ] {
        let title = title.replace("&apos;", "'");
        assert!(titles.contains(&title.as_str()), "'{title}' is not among {titles:?}");
    }
}

#[test]
fn a_die_shows_its_number() {
    let board = Board::square(4);
    for number in 0..=6 {
        let mut stacks = placed(&board, false, "");
        stacks[5] = vec![Piece::new(Some(Seat::ZERO), "die", "D").marked(Mark::Pips(number))];
        let svg = render(&scene(&board, TWO, stacks));
        let places: HashSet<_> =
            values(&svg, "circle", "cx").into_iter().zip(values(&svg, "circle", "cy")).collect();
        assert_eq!(places.len(), usize::from(number));
    }
}

#[test]
fn off_board_groups_are_drawn_below_the_board() {
    let board = Board::square(8);
    let (bare, full) = (scene(&board, TWO, placed(&board, false, "")), samples::everything(&board));
    let size = |scene: &Scene<'_>| numbers(&values(&render(scene), "svg", "viewBox")[0]);
    assert_eq!(size(&bare), [0.0, 0.0, 840.0, 840.0]);
    assert_eq!(size(&full)[2], 840.0);
    let svg = render(&full);
    let panel = &svg[svg.rfind("<g transform=\"translate(0.0 840.0)").expect("a panel")..];
    let boxes: Vec<_> = values(panel, "rect", "y").into_iter().zip(values(panel, "rect", "height")).collect();
    for (top, height) in boxes {
        let bottom = top.parse::<f64>().unwrap() + height.parse::<f64>().unwrap();
        assert!(840.0 + bottom < size(&full)[3], "a box ends at {bottom}");
    }
    let titles = contents(panel, "title");
    for title in
        ["card: white pawn, 2 in total", "hidden, 24 in total", "black pawn (b2)", "black die, shows 1"]
    {
        assert!(titles.contains(&title), "'{title}' is not among {titles:?}");
    }
    assert!(contents(panel, "text").contains(&"white's checkers in front"));
}

/// The sheet of all marks in the documents. With `PLYGROUND_BLESS` set, it is written again.
#[test]
fn the_sheet_of_marks_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pictures.svg");
    let board = Board::square(8);
    let sheet = render(&samples::everything(&board));
    if std::env::var_os("PLYGROUND_BLESS").is_some() {
        std::fs::write(path, &sheet).expect("docs/pictures.svg can be written");
    }
    let shown = std::fs::read_to_string(path).expect("docs/pictures.svg");
    assert!(
        shown == sheet,
        "the pictures have changed: check them, and set PLYGROUND_BLESS to write the sheet again"
    );
}

#[test]
fn the_documents_describe_every_mark() {
    let text = include_str!("../../../docs/pictures.md");
    let board = Board::square(8);
    let scene = samples::everything(&board);
    let of_pieces =
        scene.stacks.iter().flatten().flat_map(|piece| piece.marks.iter().map(|mark| mark.name()));
    for name in of_pieces.chain(scene.marks.iter().map(|(_, mark)| mark.name())) {
        assert!(text.contains(&format!("| `{name}` |")), "docs/pictures.md does not describe '{name}'");
    }
}
