//! The protocol Hub, version 2, for international draughts.

use super::failure::Problem;
use super::hub_position::{legal_moves, normalized, position};
use super::process::Process;
use super::search::{EngineOption, Found, GoOn, Protocol, Score, ask, chosen_options, run_search};
use super::settings::EngineSettings;
use crate::sim::{DynState, Pool};
use std::fmt::Write;

/// Scores beyond this number of men mean a win or a loss. Engines report a decided game with at least 99 less
/// the number of moves to its end.
const DECIDED: f64 = 80.0;

pub(super) struct Hub;

impl Protocol for Hub {
    fn initialize(
        &self,
        engine: &mut Process,
        _state: &dyn DynState,
        settings: &EngineSettings,
        go_on: GoOn<'_>,
    ) -> Result<(), Problem> {
        let mut declared = Vec::new();
        engine.send("hub");
        let limit = settings.timeout();
        let answered = engine.wait_for(limit, go_on, |line| {
            let line = Line::parse(line);
            declared.extend(read_parameter(&line));
            (line.command == "wait").then_some(())
        });
        answered.map_err(|reason| Problem::unanswered("hub", limit, reason))?;
        for (option, value) in chosen_options(&declared, settings)? {
            engine.send(&format!("set-param name={} value={}", option.name, quoted(value)));
        }
        if declared
            .iter()
            .any(|option| option.name == "variant" && option.words.iter().any(|word| word == "normal"))
        {
            engine.send("set-param name=variant value=normal");
        }
        ask(engine, "init", "ready", settings, go_on)
    }

    fn start_game(
        &self,
        engine: &mut Process,
        settings: &EngineSettings,
        go_on: GoOn<'_>,
    ) -> Result<(), Problem> {
        engine.send("new-game");
        ask(engine, "ping", "pong", settings, go_on)
    }

    fn search(
        &self,
        engine: &mut Process,
        pool: &mut Pool,
        settings: &EngineSettings,
        go_on: GoOn<'_>,
    ) -> Result<Found, Problem> {
        let moves = legal_moves(&pool[0])?;
        engine.send(&format!("pos pos={}", position(&pool[0])?));
        engine.send(&level_command(settings));
        let (mut variation, mut nodes, mut depth) = (None, 0, None);
        let answer = run_search(engine, "go think", settings, go_on, |text| {
            let line = Line::parse(text);
            if line.command == "info" {
                nodes = line.get("nodes").and_then(|number| number.parse().ok()).unwrap_or(nodes);
                depth = line.get("depth").and_then(|number| number.parse().ok()).or(depth);
                let score = line.get("score").and_then(|men| men.parse().ok()).map(score_of);
                let played = line.get("pv").map(str::to_string);
                variation = played.zip(score).or(variation.take());
            }
            (line.command == "done" || line.command == "error").then(|| text.to_string())
        })?;
        let find =
            |text: &str| moves.iter().find(|(legal, _)| legal == text).map(|(_, actions)| actions.clone());
        let best = Line::parse(&answer).get("move").map(normalized).unwrap_or_default();
        let actions = find(&best).ok_or_else(|| Problem::illegal(&answer))?;
        let first = |line: &str| find(&normalized(line.split_ascii_whitespace().next()?))?.first().copied();
        let known = variation.as_ref().and_then(|(line, score)| Some((first(line)?, *score)));
        let line = variation.map_or(Ok(Vec::new()), |(line, _)| steps_of(&pool[0], &line))?;
        Ok(Found { actions, variations: known.into_iter().collect(), line, depth, nodes })
    }
}

/// Returns the steps of a variation, as far as its moves are legal.
fn steps_of(state: &dyn DynState, moves: &str) -> Result<Vec<String>, Problem> {
    let mut state = state.clone_box();
    let mut steps = Vec::new();
    for text in moves.split_ascii_whitespace().map(normalized) {
        let Some((_, turn)) = legal_moves(&*state)?.into_iter().find(|(legal, _)| *legal == text) else {
            break;
        };
        for action in turn {
            steps.extend(state.text(action.into()));
            state.apply(action);
        }
    }
    Ok(steps)
}

/// Returns the command that limits the search.
fn level_command(settings: &EngineSettings) -> String {
    let mut command = String::from("level");
    if let Some(nodes) = settings.nodes {
        let _ = write!(command, " nodes={nodes}");
    }
    if let Some(depth) = settings.depth {
        let _ = write!(command, " depth={depth}");
    }
    if let Some(movetime) = settings.movetime {
        let _ = write!(command, " move-time={}", movetime as f64 / 1000.0);
    }
    command
}

fn score_of(men: f64) -> Score {
    if men.abs() >= DECIDED { Score::Decided(men > 0.0) } else { Score::Lead((100.0 * men) as i32) }
}

/// Returns the option that a line declares.
fn read_parameter(line: &Line<'_>) -> Option<EngineOption> {
    let name = line.get("name").filter(|_| line.command == "param")?;
    let number = |name: &str| line.get(name).and_then(|number| number.parse().ok());
    Some(EngineOption {
        name: name.into(),
        kind: line.get("type").unwrap_or_default().into(),
        range: number("min").zip(number("max")),
        words: line.get("values").unwrap_or_default().split_ascii_whitespace().map(str::to_string).collect(),
    })
}

/// Returns a value as the protocol writes it.
fn quoted(value: &str) -> String {
    if value.is_empty() || value.contains([' ', '=']) { format!("\"{value}\"") } else { value.into() }
}

/// A line of the protocol: a command, and arguments with values that may be quoted.
pub(super) struct Line<'a> {
    pub command: &'a str,
    arguments: Vec<(&'a str, &'a str)>,
}

impl Line<'_> {
    pub fn parse(text: &str) -> Line<'_> {
        let text = text.trim_ascii();
        let (command, mut rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut arguments = Vec::new();
        loop {
            rest = rest.trim_ascii_start();
            let end = rest.find([' ', '=']).unwrap_or(rest.len());
            let (name, behind) = rest.split_at(end);
            if name.is_empty() {
                return Line { command, arguments };
            }
            let value;
            (value, rest) = match behind.strip_prefix('=') {
                None => ("", behind),
                Some(given) => match given.strip_prefix('"') {
                    Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                    None => given.split_at(given.find(' ').unwrap_or(given.len())),
                },
            };
            arguments.push((name, value));
        }
    }

    /// Returns the value of an argument.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|argument| argument.0 == name).map(|argument| argument.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_arguments_with_quotes() {
        let line = Line::parse("info depth=3 score=-0.01 ponder pv=\"32-28 17-22\" nodes=12");
        assert_eq!((line.command, line.get("depth"), line.get("ponder")), ("info", Some("3"), Some("")));
        assert_eq!(
            (line.get("pv"), line.get("nodes"), line.get("x")),
            (Some("32-28 17-22"), Some("12"), None)
        );
        for odd in ["", "done", "done =", "done move=\"1-2", "done  move= x"] {
            Line::parse(odd);
        }
    }

    #[test]
    fn parameters_are_read() {
        let line = Line::parse("param name=variant value=normal type=enum values=\"normal killer bt\"");
        assert_eq!(read_parameter(&line).expect("a parameter").words, ["normal", "killer", "bt"]);
        let line = Line::parse("param name=tt-size value=24 type=int min=16 max=30");
        assert_eq!(read_parameter(&line).expect("a parameter").range, Some((16.0, 30.0)));
        assert_eq!(read_parameter(&Line::parse("id name=Scan")), None);
    }
}
