//! The name that an engine gives itself.

use super::failure::{EngineFailure, Problem};
use super::hub::Line;
use super::process::Process;
use super::settings::{EngineProtocol, EngineSettings};

impl EngineSettings {
    /// Starts the engine and returns its name, which usually contains its version: `Stockfish 15.1`. It is
    /// empty if the engine does not tell it.
    ///
    /// # Errors
    ///
    /// Returns an error if the program cannot be started or does not speak the protocol.
    pub fn program_name(&self, go_on: &mut dyn FnMut() -> bool) -> Result<String, EngineFailure> {
        let failed = |problem: &str| EngineFailure::before_game(&self.to_string(), problem);
        let mut engine = Process::start(self).map_err(|error| failed(&self.explain_start(&error)))?;
        let (command, end) = match self.protocol {
            EngineProtocol::Uci => ("uci", "uciok"),
            EngineProtocol::Hub => ("hub", "wait"),
        };
        let mut name = String::new();
        engine.send(command);
        let limit = self.timeout();
        let answered = engine.wait_for(limit, go_on, |line| {
            if let Some(found) = read_name(line) {
                name = found;
            }
            (line.trim_end() == end).then_some(())
        });
        answered.map(|()| name).map_err(|reason| match Problem::unanswered(command, limit, reason) {
            Problem::Failed(problem) => failed(&problem),
            Problem::Stopped => failed("it was stopped"),
        })
    }
}

/// Returns the name in a line such as `id name Stockfish 15.1` of UCI or `id name=Scan version=3.1` of Hub.
fn read_name(line: &str) -> Option<String> {
    if let Some(name) = line.strip_prefix("id name ") {
        return Some(without_control_characters(name.trim()));
    }
    let line = Line::parse(line);
    let parts: Vec<&str> = ["name", "version"].into_iter().filter_map(|key| line.get(key)).collect();
    (line.command == "id" && !parts.is_empty()).then(|| without_control_characters(&parts.join(" ")))
}

/// Returns a name as it can be printed: a terminal obeys control characters.
fn without_control_characters(name: &str) -> String {
    name.chars().filter(|char| !char.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_version() {
        for (line, expected) in [
            ("id name Stockfish 15.1", Some("Stockfish 15.1")),
            ("id author the Stockfish developers", None),
            ("id name=dame version=0.2.0 author=\"Markus Bilz\"", Some("dame 0.2.0")),
            ("id name=\"My Scan\" version=3.1 author=x country=y", Some("My Scan 3.1")),
            ("uciok", None),
            ("id name Bad \u{1b}[2JFish", Some("Bad [2JFish")),
        ] {
            assert_eq!(read_name(line).as_deref(), expected, "{line}");
        }
    }
}
