//! What the protocols have in common: declared options, and the result of a search.

use super::failure::Problem;
use super::process::Process;
use super::settings::EngineSettings;
use crate::sim::{DynState, Pool};
use crate::truncate::{truncate, truncate_list};
use std::time::Duration;
use strsim::levenshtein;

/// The time that an engine has to answer after `stop`.
const STOP_TIME: Duration = Duration::from_secs(1);

/// A function that says several times per second whether to go on.
pub(crate) type GoOn<'a> = &'a mut dyn FnMut() -> bool;

/// The language of an engine that plays a game.
pub(crate) trait Protocol: Send {
    /// Prepares an engine that has just started for the game of `state`: checks and sets its options.
    fn initialize(
        &self,
        engine: &mut Process,
        state: &dyn DynState,
        settings: &EngineSettings,
        go_on: GoOn<'_>,
    ) -> Result<(), Problem>;

    /// Tells the engine that the next search is for another game.
    fn start_game(
        &self,
        engine: &mut Process,
        settings: &EngineSettings,
        go_on: GoOn<'_>,
    ) -> Result<(), Problem>;

    /// Searches the state in slot 0. Other slots can be used.
    fn search(
        &self,
        engine: &mut Process,
        pool: &mut Pool,
        settings: &EngineSettings,
        go_on: GoOn<'_>,
    ) -> Result<Found, Problem>;
}

/// The result of a search.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The actions of the turn that the engine plays.
    pub actions: Vec<u32>,
    /// The first actions of the variations that it reported, with their scores. The best is first.
    pub variations: Vec<(u32, Score)>,
    /// The steps of the best variation, as text. Empty if the engine reported none.
    pub line: Vec<String>,
    /// The depth that it reported.
    pub depth: Option<u32>,
    /// The number of positions that it searched.
    pub nodes: u64,
}

/// The value of a position for the seat to act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Score {
    /// In hundredths of a man.
    Lead(i32),
    /// The seat wins (true) or loses (false) by force.
    Decided(bool),
}

/// An option that an engine declares.
#[derive(Debug, Default, PartialEq)]
pub(super) struct EngineOption {
    pub name: String,
    pub kind: String,
    /// The range of a number.
    pub range: Option<(f64, f64)>,
    /// The valid words. Empty if others are valid too.
    pub words: Vec<String>,
}

impl EngineOption {
    /// Checks a value.
    fn check(&self, value: &str) -> Result<(), Problem> {
        let expected = match (&self.range, &*self.kind) {
            (Some((least, most)), _) => {
                if value.parse().is_ok_and(|number: f64| (*least..=*most).contains(&number)) {
                    return Ok(());
                }
                format!("from {least} to {most}")
            }
            (None, "check" | "bool") if value != "true" && value != "false" => "true or false".into(),
            _ if self.words.is_empty() || self.words.iter().any(|word| word == value) => return Ok(()),
            _ => format!("one of {}", truncate_list(&self.words, ", ")),
        };
        Err(Problem::Failed(format!(
            "the option {} of the engine must be {expected}, got '{}'",
            self.name,
            truncate(value)
        )))
    }
}

/// Returns the declared options that the settings give values, with these values.
pub(super) fn chosen_options<'a>(
    declared: &'a [EngineOption],
    settings: &'a EngineSettings,
) -> Result<Vec<(&'a EngineOption, &'a str)>, Problem> {
    // Names in UCI do not distinguish cases. `_` may stand for a space, which is special in a shell.
    let plain = |name: &str| name.to_lowercase().replace(' ', "_");
    let find = |(name, value): &'a (String, String)| {
        let Some(option) = declared.iter().find(|option| plain(&option.name) == plain(name)) else {
            let mut nearest: Vec<&str> = declared.iter().map(|option| &*option.name).collect();
            nearest.sort_by_key(|known| levenshtein(&plain(known), &plain(truncate(name).as_str())));
            nearest.truncate(3);
            return Err(Problem::Failed(format!(
                "the engine has no option '{}'; the nearest of its {} options are {}",
                truncate(name),
                declared.len(),
                nearest.join(", ")
            )));
        };
        option.check(value).map(|()| (option, value.as_str()))
    };
    settings.options.iter().map(find).collect()
}

/// Sends a command and waits for the line that answers it.
pub(super) fn ask(
    engine: &mut Process,
    command: &str,
    answer: &str,
    settings: &EngineSettings,
    go_on: GoOn<'_>,
) -> Result<(), Problem> {
    engine.send(command);
    let limit = settings.timeout();
    let waited = engine.wait_for(limit, go_on, |line| (line == answer).then_some(()));
    waited.map_err(|reason| Problem::unanswered(command, limit, reason))
}

/// Sends the command that starts a search and waits for its result. The engine is told to stop when `go_on`
/// returns false.
pub(super) fn run_search<T>(
    engine: &mut Process,
    command: &str,
    settings: &EngineSettings,
    go_on: GoOn<'_>,
    mut answer: impl FnMut(&str) -> Option<T>,
) -> Result<T, Problem> {
    engine.send(command);
    let limit = settings.search_timeout();
    match engine
        .wait_for(limit, go_on, &mut answer)
        .map_err(|reason| Problem::unanswered(command, limit, reason))
    {
        Err(Problem::Stopped) => {
            engine.send("stop");
            engine.wait_for(STOP_TIME, &mut || true, answer).map_err(|_| Problem::Stopped)
        }
        result => result,
    }
}
