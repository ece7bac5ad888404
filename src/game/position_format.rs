//! The format of a position string as a list of fields, from which its writer and its reader follow.
//!
//! A game declares each field once: its name, how it is written from a state, and how it is read into a
//! state. [`PositionFormat`] then writes position strings and views, counts the fields of a text, reads them
//! and names the expected fields in messages.

use super::fen::printable;
use super::{FenError, FenReader, Seat};
use crate::named::Named;
use std::fmt::{self, Display, Write as _};

/// Appends a field of the state, as a seat may see it or (without a seat) with all hidden parts.
type WriteField<G, S> = fn(&G, &S, Option<Seat>, &mut String);
/// Reads a field into the state, or checks what has been read.
type ReadField<G, S> = fn(&G, &mut S, FieldText<'_>) -> Result<(), FenError>;

/// A field of the position strings of the game `G` with the state `S`.
///
/// The function that writes the field gets the seat that views the string, and hides what this seat may not
/// see.
pub struct Field<G, S> {
    name: &'static str,
    label: &'static str,
    after: Option<&'static str>,
    default: Option<&'static str>,
    write: WriteField<G, S>,
    read: ReadField<G, S>,
    check: ReadField<G, S>,
}

impl<G, S> Field<G, S> {
    /// Returns a field with its name for error messages.
    pub const fn new(name: &'static str, write: WriteField<G, S>, read: ReadField<G, S>) -> Field<G, S> {
        Field { name, label: name, after: None, default: None, write, read, check: |_, _, _| Ok(()) }
    }

    /// Replaces the name of the field in the list of expected fields.
    pub const fn label(self, label: &'static str) -> Field<G, S> {
        Field { label, ..self }
    }

    /// Replaces the function that reads the field.
    pub const fn read_by(self, read: ReadField<G, S>) -> Field<G, S> {
        Field { read, ..self }
    }

    /// Reads the field directly after another one, which can stand later in the text.
    pub const fn after(self, name: &'static str) -> Field<G, S> {
        Field { after: Some(name), ..self }
    }

    /// Adds a check that runs directly after the field has been read, before the next one is read.
    pub const fn then(self, check: ReadField<G, S>) -> Field<G, S> {
        Field { check, ..self }
    }

    /// Makes the field optional. Only the last fields of a format can be.
    pub const fn or(self, default: &'static str) -> Field<G, S> {
        Field { default: Some(default), ..self }
    }
}

/// Declares a field that holds one place of the state: its name, the place, a function that appends the
/// value, and the value that is read from a [`FieldText`]. For example
/// `stored!("clock", position.clock, write_value, |game, _, field| field.counter(game.clock_end)?)`.
/// The type of the state must be in scope as `State`.
macro_rules! stored {
    (
        $name:expr, $($place:ident $([$at:expr])?).+, $write:expr,
        |$game:pat_param, $state:pat_param, $field:ident| $value:expr $(,)?
    ) => {
        $crate::game::Field::<_, State>::new(
            $name,
            |_, state, _, out| $write(state.$($place $([$at])?).+, out),
            |$game, state, $field| {
                let $state = &*state;
                let value = $value;
                state.$($place $([$at])?).+ = value;
                Ok(())
            },
        )
    };
}
pub(crate) use stored;

/// The text of a field.
#[derive(Clone, Copy)]
pub struct FieldText<'a> {
    /// The name of the field.
    pub name: &'static str,
    /// Its text.
    pub text: &'a str,
    all: &'a [(&'static str, &'a str)],
}

impl<'a> FieldText<'a> {
    /// Returns the text of another field.
    ///
    /// # Panics
    ///
    /// Panics if the format has no field with this name.
    pub fn other(self, name: &'static str) -> FieldText<'a> {
        let found = self.all.iter().find(|(known, _)| *known == name);
        let &(name, text) = found.unwrap_or_else(|| panic!("the format has no field '{name}'"));
        FieldText { name, text, ..self }
    }

    /// Returns a part of the field, or the field in another spelling.
    pub fn part<'b>(self, text: &'b str) -> FieldText<'b>
    where
        'a: 'b,
    {
        FieldText { text, ..self }
    }

    /// Returns the error for an invalid field.
    pub fn refused(self, problem: impl Into<String>) -> FenError {
        FenError::field(self.name, self.text, problem)
    }

    /// Refuses the field, unless it is valid.
    ///
    /// # Errors
    ///
    /// [`FenError::Field`] with this problem if it is not.
    pub fn require(self, is_valid: bool, problem: &str) -> Result<(), FenError> {
        if is_valid { Ok(()) } else { Err(self.refused(problem)) }
    }

    /// Reads a counter from 0 to `most`, without sign and leading zeros.
    ///
    /// # Errors
    ///
    /// [`FenError::Field`] for any other text.
    pub fn counter(self, most: u32) -> Result<u32, FenError> {
        FenReader::counter(self.name, self.text, most)
    }

    /// Reads one of the words of a type.
    ///
    /// # Errors
    ///
    /// [`FenError::Field`] with this problem for any other text.
    pub fn word<W: Named>(self, problem: &str) -> Result<W, FenError> {
        let at = W::NAMES.iter().position(|word| *word == self.text);
        at.map(|at| W::ALL[at]).ok_or_else(|| self.refused(problem))
    }
}

/// Appends a number, or any other value as it is displayed.
pub fn write_value(value: impl Display, out: &mut String) {
    let _ = write!(out, "{value}");
}

/// Appends one of the words of a type.
pub fn write_word(value: impl Named, out: &mut String) {
    out.push_str(value.as_str());
}

/// The format of the position strings of the game `G` with the state `S`: its fields in their order,
/// separated by single spaces.
///
/// # Examples
///
/// A counting game: the seat to act, and the number of stones left.
///
/// ```
/// use plyground::game::{Field, PositionFormat, write_value};
///
/// #[derive(Default)]
/// struct State {
///     seat: char,
///     stones: u32,
/// }
///
/// /// The game, with its number of stones.
/// struct Stones(u32);
///
/// static FORMAT: PositionFormat<Stones, State> = PositionFormat::new(&[
///     Field::new(
///         "seat to act",
///         |_, state, _, out| out.push(state.seat),
///         |_, state, field| match field.text {
///             "a" => Ok(state.seat = 'a'),
///             "b" => Ok(state.seat = 'b'),
///             _ => Err(field.refused("expected 'a' or 'b'")),
///         },
///     ),
///     Field::new(
///         "stones",
///         |_, state, _, out| write_value(state.stones, out),
///         |game, state, field| Ok(state.stones = field.counter(game.0)?),
///     ),
/// ]);
///
/// let game = Stones(9);
/// let mut text = String::new();
/// FORMAT.write(&game, &State { seat: 'b', stones: 7 }, None, &mut text);
/// assert_eq!(text, "b 7");
/// assert_eq!(FORMAT.read(&game, "b 7").unwrap().stones, 7);
/// let message = |text| FORMAT.read(&game, text).err().unwrap().to_string();
/// assert_eq!(message("b 10"), "stones '10': expected a number from 0 to 9");
/// assert_eq!(message("b"), "the number of fields is 1; expected: seat to act, stones");
/// ```
pub struct PositionFormat<G: 'static, S: 'static> {
    fields: &'static [Field<G, S>],
}

impl<G, S> fmt::Debug for PositionFormat<G, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.fields.iter().map(|field| field.name)).finish()
    }
}

impl<G: 'static, S: 'static> PositionFormat<G, S> {
    /// Returns the format with these fields.
    ///
    /// # Panics
    ///
    /// If a field is read [after](Field::after) one that does not exist or, by a cycle, after itself, or if a
    /// field without default follows an [optional](Field::or) one. In a constant this is a compilation error.
    pub const fn new(fields: &'static [Field<G, S>]) -> PositionFormat<G, S> {
        let mut at = 0;
        while at < fields.len() {
            let follows_optional = at > 0 && fields[at - 1].default.is_some();
            assert!(
                !follows_optional || fields[at].default.is_some(),
                "only the last fields can be optional"
            );
            let (mut before, mut links) = (at, 0);
            while let Some(name) = fields[before].after {
                before = position_of(name, fields);
                links += 1;
                assert!(links < fields.len(), "a field is read after itself");
            }
            at += 1;
        }
        PositionFormat { fields }
    }

    /// Appends the position string, as a seat may see it or (without a seat) with all hidden parts.
    pub fn write(&self, game: &G, state: &S, viewer: Option<Seat>, out: &mut String) {
        for (at, field) in self.fields.iter().enumerate() {
            if at > 0 {
                out.push(' ');
            }
            (field.write)(game, state, viewer, out);
        }
    }

    /// Reads a position string into the default state.
    ///
    /// Fields are read in the order of the text, except for those that are read [after](Field::after) another
    /// one. The first error is reported.
    ///
    /// # Errors
    ///
    /// [`FenError`] if the number of fields is wrong, a field is not valid or a check fails.
    pub fn read(&self, game: &G, text: &str) -> Result<S, FenError>
    where
        S: Default,
    {
        let mut texts = printable(text)?.split(' ');
        let found = texts.clone().count();
        let is_complete = self.fields.iter().skip(found).all(|field| field.default.is_some());
        if found > self.fields.len() || !is_complete {
            let labels: Vec<&str> = self.fields.iter().map(|field| field.label).collect();
            return Err(FenError::Fields { found, expected: labels.join(", ") });
        }
        let mut text_of = |field: &Field<G, S>| texts.next().or(field.default).unwrap_or_default();
        let all: Vec<(&'static str, &str)> =
            self.fields.iter().map(|field| (field.name, text_of(field))).collect();
        let mut state = S::default();
        self.read_after(None, game, &mut state, &all)?;
        Ok(state)
    }

    /// Reads the fields that are read after another one, each followed by those that are read after it.
    fn read_after(
        &self,
        name: Option<&str>,
        game: &G,
        state: &mut S,
        all: &[(&'static str, &str)],
    ) -> Result<(), FenError> {
        for (field, &(own, text)) in self.fields.iter().zip(all).filter(|(field, _)| field.after == name) {
            let field_text = FieldText { name: own, text, all };
            (field.read)(game, state, field_text)?;
            (field.check)(game, state, field_text)?;
            self.read_after(Some(own), game, state, all)?;
        }
        Ok(())
    }
}

/// Returns the place of the field with this name, as a constant expression.
const fn position_of<G, S>(name: &str, fields: &[Field<G, S>]) -> usize {
    let mut at = 0;
    while at < fields.len() {
        if are_equal(name.as_bytes(), fields[at].name.as_bytes()) {
            return at;
        }
        at += 1;
    }
    panic!("a field is read after one that does not exist")
}

/// Compares two texts, as a constant expression.
const fn are_equal(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a field that holds nothing.
    const fn field(name: &'static str) -> Field<(), ()> {
        Field::new(name, |_, _, _, _| {}, |_, _, _| Ok(()))
    }

    #[test]
    fn fields_can_be_read_after_later_ones_and_the_last_ones_can_be_optional() {
        static FORMAT: PositionFormat<(), ()> = PositionFormat::new(&[
            field("seat").after("clock"),
            field("placement").after("seat"),
            field("clock").or("0"),
            field("history").or("-"),
        ]);
        assert!(FORMAT.read(&(), "a b").is_ok());
        assert!(FORMAT.read(&(), "a b c d e").is_err());
    }

    #[test]
    fn a_field_can_use_the_text_of_a_later_one() {
        const FIRST: Field<(), ()> = field("seat")
            .read_by(|_, _, field| field.other("clock").require(field.text == "w", "expected w"));
        static FORMAT: PositionFormat<(), ()> = PositionFormat::new(&[FIRST, field("clock")]);
        assert!(FORMAT.read(&(), "w 5").is_ok());
        let error = FORMAT.read(&(), "b 5").expect_err("an error of the clock");
        assert_eq!(error.to_string(), "clock '5': expected w");
    }

    #[test]
    #[should_panic(expected = "the format has no field 'clok'")]
    fn the_text_of_a_field_that_does_not_exist_is_refused() {
        const FIRST: Field<(), ()> =
            field("seat").read_by(|_, _, field| field.other("clok").require(true, ""));
        static FORMAT: PositionFormat<(), ()> = PositionFormat::new(&[FIRST, field("clock")]);
        let _ = FORMAT.read(&(), "w 5");
    }

    #[test]
    #[should_panic(expected = "after one that does not exist")]
    fn a_misspelled_name_of_a_field_to_be_read_before_is_refused() {
        PositionFormat::new(const { &[field("seat").after("clok"), field("clock")] });
    }

    #[test]
    #[should_panic(expected = "after itself")]
    fn fields_that_are_read_after_each_other_are_refused() {
        PositionFormat::new(const { &[field("seat").after("clock"), field("clock").after("seat")] });
    }

    #[test]
    #[should_panic(expected = "only the last fields")]
    fn an_optional_field_before_another_is_refused() {
        PositionFormat::new(const { &[field("seat").or("w"), field("clock")] });
    }
}
