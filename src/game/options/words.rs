//! Values that have a word in options.

/// Something that is one of a few, each of which has a word in options.
pub trait Word: Copy + PartialEq + 'static {
    /// All of them.
    const ALL: &'static [Self];

    /// Their words, in the same order.
    const WORDS: &'static [&'static str];

    /// Its word.
    fn word(self) -> &'static str {
        let at = Self::ALL.iter().position(|&other| other == self);
        at.map_or("", |at| Self::WORDS[at])
    }
}

/// Makes an enum of values that have words, or gives words to one that is there (`impl Dark { … }`).
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
