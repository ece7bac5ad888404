//! Enums whose values are words in options.

/// An enum whose values are words in options.
pub trait Word: Copy + PartialEq + 'static {
    /// All values.
    const ALL: &'static [Self];

    /// The words of all values, in the same order.
    const WORDS: &'static [&'static str];

    /// Returns the word of a value.
    fn word(self) -> &'static str {
        let at = Self::ALL.iter().position(|&other| other == self);
        at.map_or("", |at| Self::WORDS[at])
    }
}

/// Defines an enum whose values have words, or adds words to an existing enum (`impl Dark { … }`).
macro_rules! words {
    (impl $name:ident { $($case:ident = $word:literal,)* }) => {
        impl $crate::game::Word for $name {
            const ALL: &'static [$name] = &[$($name::$case,)*];
            const WORDS: &'static [&'static str] = &[$($word,)*];
        }
    };
    ($(#[$doc:meta])* $visible:vis enum $name:ident { $($(#[$case_doc:meta])* $case:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visible enum $name { $($(#[$case_doc])* $case,)* }

        $crate::game::words! { impl $name { $($case = $word,)* } }
    };
}
pub(crate) use words;
