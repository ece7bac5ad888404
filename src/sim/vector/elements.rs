//! The element types of observations. To add one, add a row to the table at the end and implement [`Scalar`].

use super::Memory;
use super::buffers::{row, split_front};
use crate::game::{Canvas, Scalar};
use half::f16;
use serde::{Deserialize, Serialize};

macro_rules! elements {
    ($($(#[$what:meta])* $name:ident: $type:ty = $word:literal,)*) => {
        /// The element type of observations.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Element {
            $($(#[$what])* #[serde(rename = $word)] $name,)*
        }

        /// Observations of all environments, or none. They are allocated once and do not move.
        #[derive(Debug)]
        pub enum Observations {
            /// Observations are not requested.
            Off,
            $($(#[$what])* $name(Memory<$type>),)*
        }

        /// Observations of some environments. The element type is matched for each observation, so that
        /// batches are compiled once for all types.
        #[derive(Debug)]
        pub enum ObservationRows<'a> {
            /// Observations are not requested.
            Off,
            $($(#[$what])* $name(&'a mut [$type]),)*
        }

        impl Element {
            /// All element types.
            pub const ALL: &'static [Element] = &[$(Element::$name),*];

            /// Returns the name of the type in data.
            pub fn word(self) -> &'static str {
                match self {
                    $(Element::$name => $word,)*
                }
            }

            /// Returns the size of an element in bytes.
            pub fn bytes(self) -> usize {
                match self {
                    $(Element::$name => size_of::<$type>(),)*
                }
            }

            /// Allocates zeros.
            pub fn zeros(self, length: usize) -> Observations {
                match self {
                    $(Element::$name => Observations::$name(Memory::zeros(length)),)*
                }
            }
        }

        impl Observations {
            pub(super) fn element(&self) -> Option<Element> {
                match self {
                    Observations::Off => None,
                    $(Observations::$name(_) => Some(Element::$name),)*
                }
            }

            pub(super) fn len(&self) -> usize {
                match self {
                    Observations::Off => 0,
                    $(Observations::$name(all) => all.len(),)*
                }
            }

            pub(super) fn rows(&mut self) -> ObservationRows<'_> {
                match self {
                    Observations::Off => ObservationRows::Off,
                    $(Observations::$name(all) => ObservationRows::$name(all),)*
                }
            }

            /// Returns copies of some rows of this width.
            pub(super) fn copy_rows(&self, rows: &[usize], width: usize) -> Observations {
                match self {
                    Observations::Off => Observations::Off,
                    $(Observations::$name(all) => {
                        let mut copies = Memory::zeros(rows.len() * width);
                        let each = copies.chunks_exact_mut(width).zip(rows);
                        each.for_each(|(to, &at)| to.copy_from_slice(&all[at * width..][..width]));
                        Observations::$name(copies)
                    })*
                }
            }

            /// Writes copies of rows back to the rows that they were taken from.
            pub(super) fn write_rows(&mut self, rows: &[usize], copies: &Observations, width: usize) {
                match (self, copies) {
                    $((Observations::$name(all), Observations::$name(copies)) => {
                        let each = copies.chunks_exact(width).zip(rows);
                        each.for_each(|(from, &at)| row(all, at, width).copy_from_slice(from));
                    })*
                    _ => {}
                }
            }

            /// Writes an observation to row `at`.
            pub(in crate::sim) fn put(&mut self, at: usize, observation: &[f32]) {
                match self {
                    Observations::Off => {}
                    $(Observations::$name(all) => convert(observation, row(all, at, observation.len())),)*
                }
            }
        }

        impl<'a> ObservationRows<'a> {
            /// Splits off the observations of the first `count` of `envs` environments.
            pub(super) fn take(&mut self, count: usize, envs: usize) -> ObservationRows<'a> {
                match self {
                    ObservationRows::Off => ObservationRows::Off,
                    $(ObservationRows::$name(all) => ObservationRows::$name(split_front(all, count, envs)),)*
                }
            }

            /// Writes the canvas to row `at`.
            #[inline(always)]
            pub(super) fn write(&mut self, at: usize, canvas: &Canvas) {
                match self {
                    ObservationRows::Off => {}
                    $(ObservationRows::$name(all) => canvas.write(row(all, at, canvas.num_elements())),)*
                }
            }
        }
    };
}

impl ObservationRows<'_> {
    /// Whether observations are requested.
    #[inline(always)]
    pub(super) fn is_enabled(&self) -> bool {
        !matches!(self, ObservationRows::Off)
    }
}

fn convert<T: Scalar>(observation: &[f32], out: &mut [T]) {
    out.iter_mut().zip(observation).for_each(|(element, &value)| *element = T::of(value));
}

elements! {
    /// Numbers from 0 to 1.
    F32: f32 = "float32",
    /// Numbers from 0 to 1, in half the size.
    F16: f16 = "float16",
    /// Bytes from 0 to 255.
    U8: u8 = "uint8",
}
