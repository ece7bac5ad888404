//! Engines as text, such as `uci:stockfish,nodes=2000`.

use crate::truncate::truncate;
use std::fmt;
use std::time::Duration;

/// The default of `timeout`, in seconds.
const DEFAULT_TIMEOUT: f64 = 30.0;

/// The maximum of `timeout`, in seconds: a day.
const MAX_TIMEOUT: f64 = 86_400.0;

/// The maximum values of the limits of a search.
const MAX_NODES: u64 = 1_000_000_000_000;
const MAX_MOVETIME: u64 = 86_400_000;
const MAX_DEPTH: u64 = 1_000;

/// The language of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineProtocol {
    /// Universal Chess Interface, for `chess` and `chess960`.
    Uci,
    /// Hub, version 2, for `international-draughts`.
    Hub,
}

impl EngineProtocol {
    /// Returns the name of the protocol, with which the texts of its agents begin.
    pub fn as_str(self) -> &'static str {
        match self {
            EngineProtocol::Uci => "uci",
            EngineProtocol::Hub => "hub",
        }
    }
}

/// An engine with the limits of its searches, and its options.
///
/// A search has at least one limit. If it has several, the first that is reached ends it.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSettings {
    /// The language of the engine.
    pub protocol: EngineProtocol,
    /// The program: a path, or a name that is looked up in `PATH`.
    pub program: String,
    /// The number of positions to search.
    pub nodes: Option<u64>,
    /// The time of a search in milliseconds.
    pub movetime: Option<u64>,
    /// The search depth in half-moves.
    pub depth: Option<u64>,
    /// The time in seconds within which the engine must answer. For a search it begins after `movetime`.
    pub timeout: f64,
    /// The folder in which the program runs, or `None` for that of this process.
    pub folder: Option<String>,
    /// The arguments of the program.
    pub arguments: Vec<String>,
    /// The values of options that the engine declares, by name.
    pub options: Vec<(String, String)>,
}

impl EngineSettings {
    /// Parses the text after `uci:` or `hub:`. An error is a text that can follow the name of the agent.
    pub(crate) fn parse(protocol: EngineProtocol, rest: &str) -> Result<EngineSettings, String> {
        let name = protocol.as_str();
        if let Some(control) = rest.chars().find(|letter| letter.is_control()) {
            return Err(format!("is invalid: it must have no control characters, got {control:?}"));
        }
        let mut parts = rest.split(',');
        let program = parts.next().unwrap_or_default();
        if program.is_empty() || program.contains('=') {
            return Err(format!("needs a program: write its name or path, as in {name}:PROGRAM,nodes=2000"));
        }
        let mut settings = EngineSettings {
            protocol,
            program: program.into(),
            nodes: None,
            movetime: None,
            depth: None,
            timeout: DEFAULT_TIMEOUT,
            folder: None,
            arguments: Vec::new(),
            options: Vec::new(),
        };
        let mut names: Vec<&str> = Vec::new();
        for part in parts {
            let Some((key, value)) = part.split_once('=').filter(|(key, _)| !key.is_empty()) else {
                return Err(format!("is invalid: settings must be NAME=VALUE, got '{}'", truncate(part)));
            };
            if key != "arg" && names.contains(&key) {
                return Err(format!("is invalid: {} is given twice", truncate(key)));
            }
            names.push(key);
            match key {
                "nodes" => settings.nodes = Some(limit(key, value, MAX_NODES)?),
                "movetime" => settings.movetime = Some(limit(key, value, MAX_MOVETIME)?),
                "depth" => settings.depth = Some(limit(key, value, MAX_DEPTH)?),
                "timeout" => settings.timeout = seconds(value)?,
                "dir" => settings.folder = Some(value.into()),
                "arg" => settings.arguments.push(value.into()),
                "UCI_Variant" | "UCI_Chess960" | "variant" => {
                    return Err(format!("is invalid: {key} cannot be set, it follows from the game"));
                }
                _ => settings.options.push((key.into(), value.into())),
            }
        }
        if settings.nodes.is_none() && settings.movetime.is_none() && settings.depth.is_none() {
            return Err(format!(
                "needs a limit: add nodes=N, movetime=MILLISECONDS or depth=N, as in {name}:{program},nodes=2000"
            ));
        }
        Ok(settings)
    }

    /// Returns the problem that the program cannot be started.
    pub(crate) fn explain_start(&self, error: &std::io::Error) -> String {
        format!("the program '{}' cannot be started ({error}); install it, or give its path", self.program)
    }

    /// Returns the time within which the engine must answer.
    pub(super) fn timeout(&self) -> Duration {
        Duration::from_secs_f64(self.timeout)
    }

    /// Returns the time within which the engine must end a search.
    pub(super) fn search_timeout(&self) -> Duration {
        self.timeout() + Duration::from_millis(self.movetime.unwrap_or(0))
    }
}

impl fmt::Display for EngineSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.protocol.as_str(), self.program)?;
        for (name, limit) in [("nodes", self.nodes), ("movetime", self.movetime), ("depth", self.depth)] {
            limit.map_or(Ok(()), |limit| write!(f, ",{name}={limit}"))?;
        }
        if self.timeout != DEFAULT_TIMEOUT {
            write!(f, ",timeout={}", self.timeout)?;
        }
        self.folder.iter().try_for_each(|folder| write!(f, ",dir={folder}"))?;
        self.arguments.iter().try_for_each(|argument| write!(f, ",arg={argument}"))?;
        self.options.iter().try_for_each(|(name, value)| write!(f, ",{name}={value}"))
    }
}

/// Returns the value of a limit of searches.
fn limit(key: &str, value: &str, most: u64) -> Result<u64, String> {
    value.parse().ok().filter(|number| (1..=most).contains(number)).ok_or_else(|| {
        format!("is invalid: {key} must be an integer from 1 to {most}, got '{}'", truncate(value))
    })
}

/// Returns the value of `timeout`.
fn seconds(value: &str) -> Result<f64, String> {
    value.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= MAX_TIMEOUT).ok_or_else(|| {
        format!(
            "is invalid: timeout must be a number of seconds above 0 and at most {MAX_TIMEOUT}, got '{}'",
            truncate(value)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip_through_text() {
        for text in [
            "uci:stockfish,nodes=2000",
            "uci:/opt/my engine,nodes=1,movetime=50,depth=9,timeout=0.5,dir=/opt,arg=-x,arg=--y=z,Skill Level=3",
            "uci:stockfish,depth=1,UCI_LimitStrength=true,UCI_Elo=1350,SyzygyPath=",
        ] {
            let (_, rest) = text.split_once(':').expect("a program");
            let settings = EngineSettings::parse(EngineProtocol::Uci, rest).expect("settings");
            assert_eq!(settings.to_string(), text);
        }
        let default = EngineSettings::parse(EngineProtocol::Hub, "scan,timeout=30,arg=hub,depth=3");
        assert_eq!(default.expect("settings").to_string(), "hub:scan,depth=3,arg=hub");
    }

    #[test]
    fn errors_state_what_is_valid() {
        for (rest, hint) in [
            ("", "needs a program: write its name or path"),
            ("nodes=5", "needs a program"),
            ("stockfish", "needs a limit: add nodes=N, movetime=MILLISECONDS or depth=N"),
            ("stockfish,nodes=0", "nodes must be an integer from 1 to 1000000000000, got '0'"),
            ("stockfish,nodes=5,", "settings must be NAME=VALUE, got ''"),
            ("stockfish,nodes=5,nodes=6", "nodes is given twice"),
            ("stockfish,movetime=1.5", "movetime must be an integer from 1 to 86400000, got '1.5'"),
            ("stockfish,nodes=5,timeout=0", "timeout must be a number of seconds above 0"),
            ("stockfish,nodes=5,timeout=nan", "got 'nan'"),
            ("stockfish,nodes=5,UCI_Variant=atomic", "UCI_Variant cannot be set, it follows from the game"),
            ("stockfish,nodes=5,Hash=1\nquit", "no control characters, got '\\n'"),
        ] {
            let problem = EngineSettings::parse(EngineProtocol::Uci, rest).expect_err(rest);
            assert!(problem.contains(hint), "{problem}");
        }
    }
}
