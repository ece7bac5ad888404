//! Marks of pieces.

use super::super::Seats;
use super::ink;
use super::paint::{Disc, GOLD};
use crate::board::Point;
use crate::game::{Mark, Piece};

/// The maximum number of checkers that are drawn one by one.
const CHECKERS: u8 = 4;

/// Dripping tar on the lower part of a disc, and its highlights.
const TAR: &str = "M -0.95 0.3 C -0.7 0.6 -0.5 0.3 -0.25 0.5 C 0 0.7 0.2 0.36 0.5 0.5 C 0.7 0.6 0.85 0.4 0.95 0.3 \
                   A 1 1 0 0 1 0.66 0.75 C 0.68 0.95 0.66 1.12 0.55 1.12 C 0.44 1.12 0.46 0.98 0.42 0.91 \
                   A 1 1 0 0 1 0.1 0.99 C 0.12 1.15 0.08 1.24 -0.04 1.24 C -0.16 1.24 -0.18 1.12 -0.18 0.98 \
                   A 1 1 0 0 1 -0.5 0.86 C -0.5 1 -0.54 1.08 -0.62 1.08 C -0.72 1.08 -0.74 0.9 -0.74 0.67 \
                   A 1 1 0 0 1 -0.95 0.3 Z";
const SHINE: &str =
    "M -0.72 0.58 C -0.6 0.62 -0.45 0.55 -0.32 0.62 M 0.3 0.62 C 0.42 0.56 0.5 0.62 0.58 0.64";
/// The arms of a snowflake.
const SNOW: &str = "M 0 -0.24 V 0.24 M -0.21 -0.12 L 0.21 0.12 M -0.21 0.12 L 0.21 -0.12 M -0.07 -0.2 L 0 -0.13 L 0.07 -0.2 \
                    M -0.07 0.2 L 0 0.13 L 0.07 0.2";
const TICK: &str = "M -0.15 0.01 L -0.04 0.13 L 0.16 -0.12";
/// The points of a ring.
const POINTS: &str = "M 0 -1.26 L 0.13 -1.06 H -0.13 Z M 0 1.26 L 0.13 1.06 H -0.13 Z M -1.26 0 L -1.06 0.13 V -0.13 Z \
                      M 1.26 0 L 1.06 0.13 V -0.13 Z";

/// Draws the marks below and around a piece. Returns the place of the piece, on top of its checkers.
pub fn beneath(svg: &mut String, seats: &Seats, (x, mut y): Point, radius: f64, piece: &Piece) -> Point {
    for mark in &piece.marks {
        let Mark::Checkers { seat, count } = *mark else { continue };
        let (disc, shown) = (Disc::of(seat, seats), count.min(CHECKERS));
        let thickness = (radius * 0.22).min(radius * 0.5 / f64::from(shown.max(1)));
        y += thickness * f64::from(shown) / 2.0;
        for _ in 0..shown {
            ink::circle(svg, (x, y), radius * 1.02, disc.fill, disc.edge, 2.0);
            // The ridges of a checker.
            let ridges = format!(" stroke-dasharray=\"{0:.1} {0:.1}\" opacity=\"0.7\"", radius * 0.07);
            ink::ring(svg, (x, y), radius * 0.96, disc.edge, radius * 0.09, &ridges);
            y -= thickness;
        }
    }
    if piece.marks.contains(&Mark::Active) {
        ink::ring(svg, (x, y), radius * 1.07, "#00a3b4", radius * 0.14, "");
        ink::path(svg, (x, y), radius, POINTS, "fill=\"#00a3b4\"");
    }
    if piece.marks.iter().any(|mark| matches!(mark, Mark::Immune(_))) {
        ink::ring(svg, (x, y), radius * 1.13, "#ffd84d", radius * 0.24, " opacity=\"0.75\"");
        ink::ring(svg, (x, y), radius * 1.2, GOLD, radius * 0.05, "");
    }
    (x, y)
}

/// Draws the marks on the disc, below the figure.
pub fn within(svg: &mut String, seats: &Seats, at: Point, radius: f64, piece: &Piece) {
    for mark in &piece.marks {
        match *mark {
            Mark::Zombie => {
                ink::veil(svg, at, radius, "#7ac74f", 0.45);
                let ragged = format!(" stroke-dasharray=\"{:.1} {:.1}\"", radius * 0.2, radius * 0.09);
                ink::ring(svg, at, radius * 0.97, "#3f8f1f", radius * 0.15, &ragged);
            }
            Mark::Mirrored => {
                ink::veil(svg, at, radius, "#8fc4f2", 0.5);
                ink::ring(svg, at, radius * 0.95, "#3f86c4", radius * 0.09, "");
                ink::ring(svg, at, radius * 0.84, "#ffffff", radius * 0.05, " opacity=\"0.9\"");
            }
            Mark::Drafted(seat) => {
                let army = Disc::of(Some(seat), seats);
                ink::ring(svg, at, radius * 0.86, army.edge, radius * 0.2, "");
                ink::ring(svg, at, radius * 0.86, army.fill, radius * 0.14, "");
            }
            _ => {}
        }
    }
}

/// Draws the marks above the figure, and at the corners of the piece.
pub fn over(svg: &mut String, seats: &Seats, (x, y): Point, radius: f64, piece: &Piece) {
    let shoulder = |dx: f64, dy: f64| (x + dx * radius, y + dy * radius);
    let mut barred = 0;
    for mark in &piece.marks {
        match *mark {
            Mark::Tarred => {
                let edge = "fill=\"#0d0b0a\" stroke=\"#8a8178\" stroke-width=\"0.03\"";
                ink::path(svg, (x, y), radius, TAR, edge);
                let shine = "fill=\"none\" stroke=\"#cfc7bd\" stroke-width=\"0.06\" stroke-linecap=\"round\"";
                ink::path(svg, (x, y), radius, SHINE, shine);
            }
            Mark::Frozen => {
                ink::veil(svg, (x, y), radius, "#e9f4fb", 0.55);
                ink::ring(svg, (x, y), radius * 0.96, "#9cc3dd", radius * 0.1, "");
                let at = shoulder(-0.7, -0.7);
                ink::circle(svg, at, radius * 0.34, "#f4fbff", "#5c94b8", 1.5);
                let arms = "fill=\"none\" stroke=\"#2f77a3\" stroke-width=\"0.05\"";
                ink::path(svg, at, radius, SNOW, arms);
            }
            Mark::Moved => {
                let at = shoulder(0.72, 0.68);
                ink::circle(svg, at, radius * 0.3, "#ffffff", "#4a4f54", 1.5);
                let tick = "fill=\"none\" stroke=\"#2b2721\" stroke-width=\"0.09\" stroke-linecap=\"round\"";
                ink::path(svg, at, radius, TICK, tick);
            }
            Mark::Immune(seat) => {
                let disc = Disc::of(Some(seat), seats);
                let angle = (-135.0 + 30.0 * f64::from(barred)).to_radians();
                let at = shoulder(1.16 * angle.cos(), 1.16 * angle.sin());
                ink::circle(svg, at, radius * 0.2, disc.fill, disc.edge, 1.5);
                barred += 1;
            }
            Mark::Checkers { seat, count } if count > 1 => {
                let (disc, at) = (Disc::of(seat, seats), shoulder(0.78, -0.7));
                ink::circle(svg, at, radius * 0.36, disc.fill, disc.edge, 1.5);
                ink::text(svg, at, radius * 0.5, disc.ink, &count.to_string());
            }
            _ => {}
        }
    }
}
