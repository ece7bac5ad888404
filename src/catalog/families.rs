//! The table of families. To add a family, add the name of its module here.

use super::Visitor;
use crate::game::{Frame, Options};

macro_rules! families {
    ($($module:ident),* $(,)?) => {
        /// A family of variants, which a module of `games` implements.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Family {
            $($module,)*
            #[cfg(debug_assertions)]
            toys,
        }

        impl Family {
            /// All families, in the order in which their ids are listed.
            pub(super) const ALL: &'static [Family] = &[$(Family::$module),*];

            /// Families whose ids can be opened but are not listed.
            pub(super) const UNLISTED: &'static [Family] = &[
                #[cfg(debug_assertions)]
                Family::toys,
            ];

            /// Returns the ids of the family with their options.
            pub(super) fn ids(self) -> Vec<(String, Options)> {
                match self {
                    $(Family::$module => crate::games::$module::ids(),)*
                    #[cfg(debug_assertions)]
                    Family::toys => crate::games::toys::ids(),
                }
            }

            /// Makes a game and passes it to the visitor.
            ///
            /// # Errors
            ///
            /// Returns the reason why the options do not fit together.
            pub(super) fn open<V: Visitor>(
                self,
                id: &str,
                options: &Options,
                frame: Frame,
                visitor: V,
            ) -> Result<V::Output, String> {
                match self {
                    $(Family::$module => crate::games::$module::open(id, options, frame, visitor),)*
                    #[cfg(debug_assertions)]
                    Family::toys => crate::games::toys::open(id, options, frame, visitor),
                }
            }
        }
    };
}

families! { checkers, chess, draughts, large_chess, tri_checkers }
