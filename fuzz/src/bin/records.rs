//! Games in PDN: what is read is written and read the same, and is played by the rules or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyground::pdn::{Spelled, id_of, scribe};
use plyground_fuzz::{Scribes, check_records};

static SCRIBES: Scribes<Spelled> = Scribes::new(Default::default);

fuzz_target!(|data: &[u8]| check_records(data, id_of, scribe, &SCRIBES));
