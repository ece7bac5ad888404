//! Games in PDN: what is read is written and read the same, and is played by the rules or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyground::catalog;
use plyground::pdn::{Reader, Scribe, id_of, scribe};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

/// The scribes of the games that records name.
static SCRIBES: LazyLock<Mutex<HashMap<&'static str, Box<dyn Scribe>>>> = LazyLock::new(Mutex::default);

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for record in Reader::new(text).flatten() {
        let written = record.to_string();
        let again = Reader::new(&written)
            .next()
            .expect("a game")
            .unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(again.to_string(), written);
        let Ok(id) = id_of(&record) else { continue };
        let Ok(variant) = catalog::find(id) else { continue };
        let mut scribes = SCRIBES.lock().expect("no panic before");
        let scribe =
            scribes.entry(id).or_insert_with(|| scribe(id, &variant.options).expect("a national game"));
        let Ok(played) = scribe.play(&record, &mut || true) else { continue };
        if let Ok(written) = scribe.write(&played, &mut || true) {
            let replayed =
                scribe.play(&written, &mut || true).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!((replayed.start, replayed.steps), (played.start, played.steps));
        }
    }
});
