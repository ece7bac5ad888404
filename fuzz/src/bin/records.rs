//! Games in PDN: what is read is written and read the same, and is played by the rules or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyground::pdn::{PdnMove, codec, variant_id};
use plyground_fuzz::{CodecCache, check_records};

static CODECS: CodecCache<PdnMove> = CodecCache::new(Default::default);

fuzz_target!(|data: &[u8]| check_records(data, variant_id, codec, &CODECS));
