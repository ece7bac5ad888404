//! The file format of tuned evaluations.
//!
//! All numbers are little-endian. A file has these parts:
//!
//! 1. the eight bytes `plytune1`, or `plytune2` if there are several heads;
//! 2. the length of the id of the game, one byte, and the id;
//! 3. with several heads, their number, one byte;
//! 4. the number of features and the number of rows that follow, as `u32`;
//! 5. the biases, and for each head its weights of the hidden units, as `i16`;
//! 6. rows that are not all 0: the number of the feature as `u16`, then the weights as `i16`.

use super::network::{LANES, Row, TunedEvaluation};
use crate::game::MAX_SEATS;
use std::fmt;

const MAGIC: &[u8; 8] = b"plytune1";
const MAGIC_OF_HEADS: &[u8; 8] = b"plytune2";

/// The reason why an evaluation cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    path: String,
    problem: String,
}

impl FileError {
    pub(super) fn new(path: &str, problem: impl fmt::Display) -> FileError {
        FileError { path: path.into(), problem: problem.to_string() }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FileError { path, problem } = self;
        write!(
            f,
            "cannot read the evaluation '{path}': {problem}; expected material, positional, tuned, auto or a file"
        )
    }
}

impl std::error::Error for FileError {}

impl TunedEvaluation {
    /// Returns the content of its file.
    ///
    /// # Panics
    ///
    /// Panics if the id of the game has more than 255 bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let heads = self.output.len();
        let rows = || (0u16..).zip(&self.rows).filter(|(_, row)| row.iter().any(|&weight| weight != 0));
        let mut bytes = if heads == 1 { MAGIC } else { MAGIC_OF_HEADS }.to_vec();
        bytes.push(u8::try_from(self.game.len()).expect("a short id"));
        bytes.extend(self.game.bytes());
        if heads > 1 {
            bytes.push(u8::try_from(heads).expect("at most one for each seat"));
        }
        bytes.extend((self.rows.len() as u32).to_le_bytes());
        bytes.extend((rows().count() as u32).to_le_bytes());
        let output = self.output.iter().flat_map(|weights| &weights[..LANES - heads]);
        bytes.extend(self.bias.iter().chain(output).flat_map(|weight| weight.to_le_bytes()));
        for (feature, row) in rows() {
            bytes.extend(feature.to_le_bytes());
            bytes.extend(row.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes
    }

    /// Reads the content of a file. `None` if it is not such a file.
    pub fn from_bytes(bytes: &[u8]) -> Option<TunedEvaluation> {
        let one = bytes.strip_prefix(MAGIC);
        let mut reader = Reader(one.or_else(|| bytes.strip_prefix(MAGIC_OF_HEADS))?);
        let length = reader.number::<1>()?[0];
        let game = std::str::from_utf8(reader.take(length.into())?).ok()?.to_owned();
        let heads = if one.is_some() { 1 } else { usize::from(reader.number::<1>()?[0]) };
        if !(1..=MAX_SEATS).contains(&heads) {
            return None;
        }
        let features = u32::from_le_bytes(reader.number()?);
        let stored = u32::from_le_bytes(reader.number()?);
        if features > u16::MAX.into() || stored > features {
            return None;
        }
        let bias = reader.weights(LANES)?;
        let output = (0..heads).map(|_| reader.weights(LANES - heads)).collect::<Option<_>>()?;
        let mut rows = vec![[0; LANES]; features as usize];
        for _ in 0..stored {
            let feature = u16::from_le_bytes(reader.number()?);
            *rows.get_mut(usize::from(feature))? = reader.weights(LANES)?;
        }
        reader.0.is_empty().then_some(TunedEvaluation { game, rows, bias, output })
    }
}

/// The rest of the content of a file.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// Reads the first weights of a row. The others are 0.
    fn weights(&mut self, count: usize) -> Option<Row<i16>> {
        let mut weights = [0; LANES];
        for weight in &mut weights[..count] {
            *weight = i16::from_le_bytes(self.number()?);
        }
        Some(weights)
    }
}
