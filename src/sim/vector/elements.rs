//! The types that observations are written in. To add one is to add its row to the table at the end, and to
//! say how it is written ([`Scalar`]).

use super::Memory;
use super::buffers::{row, split_front};
use crate::game::{Canvas, Scalar};
use half::f16;
use serde::{Deserialize, Serialize};

macro_rules! elements {
    ($($(#[$what:meta])* $name:ident: $type:ty = $word:literal,)*) => {
        /// The type of observations' elements.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Element {
            $($(#[$what])* #[serde(rename = $word)] $name,)*
        }

        /// Observations of all environments, or none. They are made once and stay where they are.
        #[derive(Debug)]
        pub enum Planes {
            /// None are written.
            Off,
            $($(#[$what])* $name(Memory<$type>),)*
        }

        /// Observations of some environments. Which type their elements have is asked at each: batches need
        /// not be compiled for every one.
        pub(super) enum ObservationRows<'a> {
            Off,
            $($name(&'a mut [$type]),)*
        }

        impl Element {
            /// All types.
            pub const ALL: &'static [Element] = &[$(Element::$name),*];

            /// The name of the type in data.
            pub fn word(self) -> &'static str {
                match self {
                    $(Element::$name => $word,)*
                }
            }

            /// How many bytes an element takes.
            pub fn bytes(self) -> usize {
                match self {
                    $(Element::$name => size_of::<$type>(),)*
                }
            }

            /// So many zeros.
            pub fn zeros(self, length: usize) -> Planes {
                match self {
                    $(Element::$name => Planes::$name(Memory::zeros(length)),)*
                }
            }
        }

        impl Planes {
            pub(super) fn element(&self) -> Option<Element> {
                match self {
                    Planes::Off => None,
                    $(Planes::$name(_) => Some(Element::$name),)*
                }
            }

            pub(super) fn len(&self) -> usize {
                match self {
                    Planes::Off => 0,
                    $(Planes::$name(all) => all.len(),)*
                }
            }

            pub(super) fn rows(&mut self) -> ObservationRows<'_> {
                match self {
                    Planes::Off => ObservationRows::Off,
                    $(Planes::$name(all) => ObservationRows::$name(all),)*
                }
            }

            /// Copies of some rows of so many elements.
            pub(super) fn picked(&self, rows: &[usize], width: usize) -> Planes {
                match self {
                    Planes::Off => Planes::Off,
                    $(Planes::$name(all) => {
                        let mut picked = Memory::zeros(rows.len() * width);
                        let each = picked.chunks_exact_mut(width).zip(rows);
                        each.for_each(|(to, &at)| to.copy_from_slice(&all[at * width..][..width]));
                        Planes::$name(picked)
                    })*
                }
            }

            /// Writes rows of so many elements where copies of them were picked.
            pub(super) fn place(&mut self, rows: &[usize], picked: &Planes, width: usize) {
                match (self, picked) {
                    $((Planes::$name(all), Planes::$name(picked)) => {
                        let each = picked.chunks_exact(width).zip(rows);
                        each.for_each(|(from, &at)| row(all, at, width).copy_from_slice(from));
                    })*
                    _ => {}
                }
            }

            /// Writes an observation to the row `at` of such.
            pub(in crate::sim) fn put(&mut self, at: usize, seen: &[f32]) {
                match self {
                    Planes::Off => {}
                    $(Planes::$name(all) => convert(seen, row(all, at, seen.len())),)*
                }
            }
        }

        impl<'a> ObservationRows<'a> {
            /// Takes away those of the first `count` of `envs` environments.
            pub fn take(&mut self, count: usize, envs: usize) -> ObservationRows<'a> {
                match self {
                    ObservationRows::Off => ObservationRows::Off,
                    $(ObservationRows::$name(all) => ObservationRows::$name(split_front(all, count, envs)),)*
                }
            }

            /// Writes what is on the canvas to the row `at`.
            #[inline(always)]
            pub fn write(&mut self, at: usize, canvas: &Canvas) {
                match self {
                    ObservationRows::Off => {}
                    $(ObservationRows::$name(all) => canvas.write(row(all, at, canvas.len())),)*
                }
            }
        }
    };
}

impl ObservationRows<'_> {
    /// Whether there are any.
    #[inline(always)]
    pub fn is_enabled(&self) -> bool {
        !matches!(self, ObservationRows::Off)
    }
}

fn convert<T: Scalar>(seen: &[f32], out: &mut [T]) {
    out.iter_mut().zip(seen).for_each(|(element, &value)| *element = T::of(value));
}

elements! {
    /// Numbers from 0 to 1.
    F32: f32 = "float32",
    /// The same, of half the size.
    F16: f16 = "float16",
    /// Bytes from 0 to 255.
    U8: u8 = "uint8",
}
