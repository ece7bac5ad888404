//! The colors of seats.

use crate::named::named;

named! {
    /// The color of a seat's pieces, in the order in which seats usually get them.
    pub enum SeatColor, "the color" {
        /// The light pieces.
        White = "white",
        /// The dark pieces.
        Black = "black",
        /// The third set.
        Red = "red",
        /// The fourth set.
        Blue = "blue",
        /// The fifth set.
        Green = "green",
        /// The sixth set.
        Purple = "purple",
    }
}
