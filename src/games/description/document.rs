//! The document of a description: values with their lines, read by key.

use super::problem::{Problem, did_you_mean};
use crate::board::{Board, Cell, Shape};
use serde::Serialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The longest description in bytes. It bounds the time and memory of reading.
const MAX_LENGTH: usize = 64 * 1024;

/// A value with the line on which it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub line: usize,
    data: Data,
}

/// The content of a value.
#[derive(Clone, Debug, PartialEq)]
enum Data {
    Text(String),
    Integer(i64),
    Number(f64),
    Flag(bool),
    List(Vec<Value>),
    /// The entries in the order of the document.
    Table(Vec<(String, Value)>),
}

/// A key of a table, for messages, the schema and the reference.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Key {
    pub name: &'static str,
    pub holds: Holds,
    /// What it means.
    pub meaning: &'static str,
}

/// What a key can hold.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    Text,
    /// One of these texts.
    Word(&'static [&'static str]),
    Flag,
    Integer(i64, i64),
    /// A list of whole numbers in a range.
    Integers(i64, i64),
    Number(f64, f64),
    /// A table with these keys.
    Table(&'static [Key]),
    /// A list of tables with these keys.
    Tables(&'static [Key]),
    /// Tables with these keys, by the capital letter of a kind of pieces.
    ByLetter(&'static [Key]),
    /// By color, texts by the capital letter of a kind of pieces.
    ByColor,
    /// By color, a text.
    TextByColor,
    /// A list of texts.
    Texts,
    /// By name, tables with the keys of the whole description.
    Variants,
}

impl Key {
    /// Returns a key.
    pub const fn new(name: &'static str, holds: Holds, meaning: &'static str) -> Key {
        Key { name, holds, meaning }
    }
}

/// A table of a document, and the path of keys that leads to it.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    pub path: String,
    pub line: usize,
    entries: &'a [(String, Value)],
    keys: &'static [Key],
}

/// An entry of a table, and the path of keys that leads to it.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    pub path: String,
    value: &'a Value,
    /// What it can hold. Entries of lists, and of tables with any keys, can hold anything.
    holds: Option<Holds>,
}

impl Value {
    /// Parses the text of a description.
    ///
    /// # Errors
    ///
    /// Returns the first problem of syntax.
    pub fn parse(text: &str) -> Result<Value, Problem> {
        if text.len() > MAX_LENGTH {
            return Err(Problem::new(
                1,
                "",
                format!("must have at most {MAX_LENGTH} bytes, got {}", text.len()),
            ));
        }
        let line = |at: usize| {
            1 + text.as_bytes()[..at.min(text.len())].iter().filter(|&&byte| byte == b'\n').count()
        };
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            Problem::new(line(at), "", format!("is not valid TOML: {}", error.message().replace('\n', ", ")))
        })?;
        Ok(Value { line: 1, data: Data::Table(entries(table.get_ref(), &line)) })
    }

    /// Returns the type in words.
    fn kind(&self) -> &'static str {
        match self.data {
            Data::Text(_) => "a text",
            Data::Integer(_) => "a whole number",
            Data::Number(_) => "a number",
            Data::Flag(_) => "true or false",
            Data::List(_) => "a list",
            Data::Table(_) => "a table",
        }
    }

    /// Returns the value as it is shown in messages.
    fn shown(&self) -> String {
        match &self.data {
            Data::Text(text) => format!("'{}'", crate::truncate::truncate(text)),
            Data::Integer(number) => number.to_string(),
            Data::Number(number) => number.to_string(),
            Data::Flag(flag) => flag.to_string(),
            Data::List(_) | Data::Table(_) => self.kind().to_owned(),
        }
    }

    /// Returns the value with the changes of another: tables are merged key by key, everything else is
    /// replaced.
    pub fn changed_by(&self, changes: &Value) -> Value {
        let (Data::Table(entries), Data::Table(changed)) = (&self.data, &changes.data) else {
            return changes.clone();
        };
        let mut entries = entries.clone();
        for (key, value) in changed {
            match entries.iter_mut().find(|(known, _)| known == key) {
                Some((_, known)) => *known = known.changed_by(value),
                None => entries.push((key.clone(), value.clone())),
            }
        }
        Value { line: self.line, data: Data::Table(entries) }
    }

    /// Returns a table without some keys.
    pub fn without(&self, keys: &[&str]) -> Value {
        let Data::Table(entries) = &self.data else { return self.clone() };
        let kept = entries.iter().filter(|(key, _)| !keys.contains(&key.as_str()));
        Value { line: self.line, data: Data::Table(kept.cloned().collect()) }
    }

    /// Returns a document as a table with these keys.
    ///
    /// # Errors
    ///
    /// Returns the first key that is not known.
    pub fn document(&self, keys: &'static [Key]) -> Result<Table<'_>, Problem> {
        Entry { path: String::new(), value: self, holds: None }.table_of(keys)
    }
}

/// Returns the entries of a table in the order of the document.
fn entries(table: &DeTable<'_>, line: &impl Fn(usize) -> usize) -> Vec<(String, Value)> {
    let mut entries: Vec<(usize, String, Value)> = table
        .iter()
        .map(|(key, entry)| {
            (key.span().start, key.get_ref().to_string(), value(entry, key.span().start, line))
        })
        .collect();
    entries.sort_by_key(|entry| entry.0);
    entries.into_iter().map(|(_, key, value)| (key, value)).collect()
}

/// Converts a value whose key stands at `at`.
fn value(value: &Spanned<DeValue<'_>>, at: usize, line: &impl Fn(usize) -> usize) -> Value {
    let start = if value.span().start == 0 { at } else { value.span().start };
    let data = match value.get_ref() {
        DeValue::String(text) => Data::Text(text.to_string()),
        DeValue::Integer(number) => {
            let digits = number.as_str().replace('_', "");
            i64::from_str_radix(&digits, number.radix()).map_or(Data::Text(digits), Data::Integer)
        }
        DeValue::Float(number) => {
            let digits = number.as_str().replace('_', "");
            digits.parse().map_or(Data::Text(digits), Data::Number)
        }
        DeValue::Boolean(flag) => Data::Flag(*flag),
        DeValue::Datetime(date) => Data::Text(date.to_string()),
        DeValue::Array(list) => Data::List(list.iter().map(|item| self::value(item, start, line)).collect()),
        DeValue::Table(table) => Data::Table(entries(table, line)),
    };
    Value { line: line(start), data }
}

impl<'a> Table<'a> {
    /// Returns the path of a key.
    fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// Returns the problem of this table.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(self.line, &self.path, message)
    }

    fn entry(&self, key: &str, value: &'a Value) -> Entry<'a> {
        let holds = self.keys.iter().find(|known| known.name == key).map(|known| known.holds);
        Entry { path: self.path_of(key), value, holds }
    }

    /// Returns all entries in the order of the document.
    pub fn entries(&self) -> impl Iterator<Item = (&'a str, Entry<'a>)> {
        self.entries.iter().map(|(key, value)| (key.as_str(), self.entry(key, value)))
    }

    /// Checks that all keys are known.
    fn check_keys(&self) -> Result<(), Problem> {
        for (key, entry) in self.entries() {
            let names = self.keys.iter().map(|known| known.name);
            if !names.clone().any(|name| name == key) {
                let valid = names.clone().collect::<Vec<_>>().join(", ");
                let near = did_you_mean(key, names);
                return Err(entry.problem(format!("is not a key here{near}; expected one of {valid}")));
            }
        }
        Ok(())
    }

    /// Returns the entry of a key, if it is there.
    pub fn get(&self, key: &str) -> Option<Entry<'a>> {
        let (_, value) = self.entries.iter().find(|(known, _)| known == key)?;
        Some(self.entry(key, value))
    }

    /// Returns the entry of a key.
    ///
    /// # Errors
    ///
    /// Returns a problem if it is missing.
    pub fn require(&self, key: &str) -> Result<Entry<'a>, Problem> {
        self.get(key).ok_or_else(|| Problem::new(self.line, &self.path_of(key), "is missing"))
    }
}

impl<'a> Entry<'a> {
    /// Returns a problem of this entry.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(self.value.line, &self.path, message)
    }

    fn expected(&self, what: &str) -> Problem {
        self.problem(format!("must be {what}, got {}", self.value.shown()))
    }

    /// Returns a text.
    ///
    /// # Errors
    ///
    /// Returns a problem if the value is anything else, as all methods of this kind do.
    pub fn text(&self) -> Result<&'a str, Problem> {
        match &self.value.data {
            Data::Text(text) => Ok(text),
            _ => Err(self.expected("a text")),
        }
    }

    /// Returns the cells whose names a text lists. On squares `a1-c2` stands for a rectangle.
    pub fn cells(&self, board: &Board) -> Result<Vec<Cell>, Problem> {
        let mut cells = Vec::new();
        for name in self.text()?.split_whitespace() {
            self.add_cells(name, board, &mut cells)?;
        }
        Ok(cells)
    }

    /// Adds the cells of one name in a list.
    pub(super) fn add_cells(&self, name: &str, board: &Board, cells: &mut Vec<Cell>) -> Result<(), Problem> {
        let cell = |name: &str| {
            board.cell(name).ok_or_else(|| self.problem(format!("names '{name}', which is not a cell")))
        };
        match name.split_once('-') {
            Some((first, last)) if board.shape() == Shape::Squares => {
                let [first, last] = [board.place(cell(first)?), board.place(cell(last)?)];
                if first.0 > last.0 || first.1 > last.1 {
                    return Err(self.problem(format!(
                            "names '{name}', which must lead from the nearest cell at the left to the farthest at the right"
                        )));
                }
                let is_within = |&at: &Cell| {
                    let (row, column) = board.place(at);
                    (first.0..=last.0).contains(&row) && (first.1..=last.1).contains(&column)
                };
                cells.extend(board.cells().filter(is_within));
            }
            _ => cells.push(cell(name)?),
        }
        Ok(())
    }

    /// Returns the value.
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// Returns a flag.
    pub fn flag(&self) -> Result<bool, Problem> {
        match self.value.data {
            Data::Flag(flag) => Ok(flag),
            _ => Err(self.expected("true or false")),
        }
    }

    /// Returns a whole number in the range of its key.
    pub fn integer(&self) -> Result<i64, Problem> {
        let Some(Holds::Integer(least, most)) = self.holds else { return Err(self.expected("no number")) };
        match self.value.data {
            Data::Integer(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(self.expected(&format!("a whole number from {least} to {most}"))),
        }
    }

    /// Returns a list of whole numbers in the range of its key.
    pub fn integers(&self) -> Result<Vec<i64>, Problem> {
        let Some(Holds::Integers(least, most)) = self.holds else { return Err(self.expected("no list")) };
        let number = |item: Entry<'a>| match item.value.data {
            Data::Integer(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(item.expected(&format!("a whole number from {least} to {most}"))),
        };
        self.list()?.into_iter().map(number).collect()
    }

    /// Returns a number in the range of its key.
    pub fn number(&self) -> Result<f64, Problem> {
        let Some(Holds::Number(least, most)) = self.holds else { return Err(self.expected("no number")) };
        let number = match self.value.data {
            Data::Integer(number) => number as f64,
            Data::Number(number) => number,
            _ => f64::NAN,
        };
        if (least..=most).contains(&number) {
            Ok(number)
        } else {
            Err(self.expected(&format!("a number from {least} to {most}")))
        }
    }

    /// Returns the index of a text among the words of its key.
    pub fn word(&self) -> Result<usize, Problem> {
        let Some(Holds::Word(words)) = self.holds else { return Err(self.expected("no word")) };
        self.one_of(words)
    }

    /// Returns the index of a text among words.
    pub fn one_of(&self, words: &[&str]) -> Result<usize, Problem> {
        let Data::Text(text) = &self.value.data else { return Err(self.expected("a text")) };
        words.iter().position(|word| word == text).ok_or_else(|| {
            let near = did_you_mean(text, words.iter().copied());
            self.problem(format!("must be {}, got {}{near}", words.join(", "), self.value.shown()))
        })
    }

    /// Returns a table with any keys.
    pub fn table(&self) -> Result<Table<'a>, Problem> {
        match &self.value.data {
            Data::Table(entries) => {
                Ok(Table { path: self.path.clone(), line: self.value.line, entries, keys: &[] })
            }
            _ => Err(self.expected("a table")),
        }
    }

    /// Returns a table with these keys.
    pub fn table_of(&self, keys: &'static [Key]) -> Result<Table<'a>, Problem> {
        let table = Table { keys, ..self.table()? };
        table.check_keys()?;
        Ok(table)
    }

    /// Returns the items of a list.
    pub fn list(&self) -> Result<Vec<Entry<'a>>, Problem> {
        match &self.value.data {
            Data::List(items) => Ok((0..)
                .zip(items)
                .map(|(at, value): (usize, _)| Entry {
                    path: format!("{}[{at}]", self.path),
                    value,
                    holds: None,
                })
                .collect()),
            _ => Err(self.expected("a list")),
        }
    }
}
