//! Colors of pieces on text boards, as ANSI escape codes.

use super::text::render;
use super::{Scene, words};
use crate::game::{Piece, SeatColor};

/// The code that ends a color.
const END: &str = "\x1b[0m";

/// Returns the code that begins a color. Every code is readable on light and on dark backgrounds.
fn code(color: SeatColor) -> &'static str {
    match color {
        SeatColor::White => "\x1b[1m",
        SeatColor::Black => "\x1b[36m",
        SeatColor::Red => "\x1b[31m",
        SeatColor::Blue => "\x1b[94m",
        SeatColor::Green => "\x1b[32m",
        SeatColor::Purple => "\x1b[35m",
    }
}

impl Scene<'_> {
    /// Returns a text board whose pieces have ANSI escape codes for colors. White is bold, black is cyan.
    pub fn text_in_color(&self) -> String {
        let plain = render(self.board, &self.stacks, self.angle, self.cell_names);
        // The same board with a letter of the right color in place of each letter of a piece.
        let mask = render(self.board, &self.masks(), self.angle, self.cell_names);
        let mut text = String::new();
        let mut current = None;
        for (letter, mark) in plain.chars().zip(mask.chars()) {
            let color = SeatColor::ALL.get((mark as usize).wrapping_sub(1)).copied();
            if color != current {
                text.push_str(if current.is_some() { END } else { "" });
                text.push_str(color.map_or("", code));
                current = color;
            }
            text.push(letter);
        }
        words::write_legend(self, &mut text);
        text
    }

    /// Returns the stacks with a control character in place of each character: the number of the color,
    /// from 1.
    fn masks(&self) -> Vec<Vec<Piece>> {
        let mask = |piece: &Piece| {
            let color = piece.color.or_else(|| piece.seat.map(|seat| self.seats.color(seat)));
            let number = color.and_then(|color| SeatColor::ALL.iter().position(|&other| other == color));
            match number {
                Some(number) if piece.text.is_ascii() => {
                    let letter = char::from(number as u8 + 1);
                    Piece { text: letter.to_string().repeat(piece.text.len()), ..piece.clone() }
                }
                _ => piece.clone(),
            }
        };
        self.stacks.iter().map(|stack| stack.iter().map(mask).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{placed, scene};
    use super::*;
    use crate::board::Board;

    #[test]
    fn pieces_have_the_colors_of_their_seats() {
        let board = Board::square(2);
        let stacks = placed(&board, false, "a1=a b1=bA");
        let text = scene(&board, &SeatColor::ALL[..2], stacks).text_in_color();
        let expected = ["2  . .", "1  \x1b[1ma\x1b[0m (\x1b[36mb\x1b[0m\x1b[1mA\x1b[0m)", "   a b"];
        assert_eq!(text.lines().take(3).collect::<Vec<_>>(), expected);
    }
}
