//! The file format of tuned evaluations.
//!
//! All numbers are little-endian. A file has these parts:
//!
//! 1. the eight bytes `plytune3`;
//! 2. the length of the id of the game, one byte, and the id;
//! 3. the number of heads and the perspectives of six seats, one byte each;
//! 4. the number of features of a perspective, as `u32`;
//! 5. for each perspective the number of its rows in the file, as `u32`, and its biases, as `i16`;
//! 6. for each head its weights of the hidden units, as `i16`;
//! 7. for each perspective the rows that are not all 0: the feature as `u16`, then the weights as `i16`;
//! 8. the FNV-1a hash of all bytes before it, as `u64`.

use super::network::{LANES, Row, TunedEvaluation};
use super::perspectives::Perspectives;
use crate::agents::fingerprint::Fnv1a;
use crate::game::MAX_SEATS;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};

/// The start of a file.
const MAGIC: &[u8; 8] = b"plytune3";

/// The maximum size of a file. All weights of six perspectives take less.
const MAX_BYTES: u64 = 16 << 20;

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
        let stored: Vec<Vec<_>> = self
            .rows
            .iter()
            .map(|rows| {
                (0..=u16::MAX).zip(rows).filter(|(_, row)| row.iter().any(|&weight| weight != 0)).collect()
            })
            .collect();
        let mut bytes = MAGIC.to_vec();
        bytes.push(u8::try_from(self.game.len()).expect("a short id"));
        bytes.extend(self.game.bytes());
        bytes.push(u8::try_from(heads).expect("at most one for each seat"));
        bytes.extend(self.perspectives.0);
        bytes.extend((self.num_features() as u32).to_le_bytes());
        for (rows, bias) in stored.iter().zip(&self.bias) {
            bytes.extend((rows.len() as u32).to_le_bytes());
            bytes.extend(to_bytes(bias));
        }
        bytes.extend(self.output.iter().flat_map(|weights| to_bytes(&weights[..LANES - heads])));
        for (feature, row) in stored.into_iter().flatten() {
            bytes.extend(feature.to_le_bytes());
            bytes.extend(to_bytes(row));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Returns the checksum of its file. Evaluations with the same checksum are equal, unless they were
    /// constructed to have it.
    pub(in crate::agents) fn checksum(&self) -> u64 {
        let bytes = self.to_bytes();
        bytes.split_last_chunk().map_or(0, |(_, &checksum)| u64::from_le_bytes(checksum))
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not a regular one, too large, damaged, or not of this format.
    pub(super) fn read(path: &str) -> Result<TunedEvaluation, FileError> {
        let content = read_regular(path).map_err(|error| FileError::new(path, error))?;
        TunedEvaluation::from_bytes(&content).ok_or_else(|| {
            FileError::new(path, "it is not a file of this version of plyground tune, or it is damaged")
        })
    }

    /// Reads the content of a file. `None` if it is not such a file, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<TunedEvaluation> {
        let (bytes, &stored) = bytes.split_last_chunk()?;
        if u64::from_le_bytes(stored) != checksum(bytes) {
            return None;
        }
        let mut reader = Reader(bytes.strip_prefix(MAGIC)?);
        let length = reader.number::<1>()?[0];
        let game = std::str::from_utf8(reader.take(length.into())?).ok()?.to_owned();
        let heads = reader.number::<1>()?[0].into();
        let perspectives = Perspectives(reader.number()?);
        let views = perspectives.count();
        let features = u32::from_le_bytes(reader.number()?) as usize;
        if !(1..=MAX_SEATS).contains(&heads) || views > MAX_SEATS || features > u16::MAX.into() {
            return None;
        }
        let (mut stored, mut bias) = (Vec::new(), Vec::new());
        for _ in 0..views {
            let count = u32::from_le_bytes(reader.number()?) as usize;
            if count > features {
                return None;
            }
            stored.push(count);
            bias.push(reader.weights(LANES)?);
        }
        let output = (0..heads).map(|_| reader.weights(LANES - heads)).collect::<Option<_>>()?;
        let mut rows = vec![vec![[0; LANES]; features]; views];
        for (own, count) in rows.iter_mut().zip(stored) {
            for _ in 0..count {
                let feature = u16::from_le_bytes(reader.number()?);
                *own.get_mut(usize::from(feature))? = reader.weights(LANES)?;
            }
        }
        reader.0.is_empty().then_some(TunedEvaluation { game, perspectives, rows, bias, output })
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut hash = Fnv1a::new();
    hash.bytes(bytes);
    hash.0
}

/// Returns the content of a regular file of a valid size. A device or a pipe may never end.
fn read_regular(path: &str) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut content = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut content)?;
    if content.len() as u64 > MAX_BYTES {
        return Err(io::Error::other(format!("it is larger than {} MiB", MAX_BYTES >> 20)));
    }
    Ok(content)
}

/// Returns weights as bytes.
fn to_bytes(weights: &[i16]) -> impl Iterator<Item = u8> {
    weights.iter().flat_map(|weight| weight.to_le_bytes())
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
