//! The table of families: to add one is to add its module's name here.

use super::Visitor;
use crate::game::{Frame, Options};

macro_rules! families {
    ($($module:ident),* $(,)?) => {
        /// A family of variants, which one module of `games` plays.
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

            /// Families whose ids can be opened, and are listed nowhere.
            pub(super) const UNLISTED: &'static [Family] = &[
                #[cfg(debug_assertions)]
                Family::toys,
            ];

            /// The family's ids with their options.
            pub(super) fn ids(self) -> Vec<(String, Options)> {
                match self {
                    $(Family::$module => crate::games::$module::ids(),)*
                    #[cfg(debug_assertions)]
                    Family::toys => crate::games::toys::ids(),
                }
            }

            /// Makes a game and hands it to the visitor, or says why there is none of these options.
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

families! { checkers, chess, draughts, realm, tri_checkers }
