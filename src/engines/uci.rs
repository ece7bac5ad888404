//! The Universal Chess Interface.

use super::failure::Problem;
use super::process::Process;
use super::search::{EngineOption, Found, GoOn, Protocol, Score, ask, chosen_options, run_search};
use super::settings::EngineSettings;
use crate::games::chess::Chess;
use crate::games::chess::variants::orthodox::epd;
use crate::sim::{DynState, Pool};
use std::fmt::Write;

/// The option for castling as the capture of a rook, as in `chess960`.
const CHESS960: &str = "UCI_Chess960";

/// The option of engines that play several games.
const VARIANT: &str = "UCI_Variant";

pub(super) struct Uci;

impl Protocol for Uci {
    fn initialize(
        &self,
        engine: &mut Process,
        state: &dyn DynState,
        settings: &EngineSettings,
        go_on: GoOn<'_>,
    ) -> Result<(), Problem> {
        let mut declared = Vec::new();
        engine.send("uci");
        let limit = settings.timeout();
        let answered = engine.wait_for(limit, go_on, |line| {
            declared.extend(read_option(line));
            (line == "uciok").then_some(())
        });
        answered.map_err(|reason| Problem::unanswered("uci", limit, reason))?;
        for (option, value) in chosen_options(&declared, settings)? {
            if option.kind == "button" {
                engine.send(&format!("setoption name {}", option.name));
            } else {
                engine.send(&format!("setoption name {} value {value}", option.name));
            }
        }
        let variant = declared.iter().find(|option| option.name == VARIANT);
        if variant.is_some_and(|variant| variant.words.iter().any(|word| word == "chess")) {
            engine.send(&format!("setoption name {VARIANT} value chess"));
        }
        if state.downcast::<Chess>().is_some_and(|(game, _)| epd::castles_by_capture(game)) {
            if !declared.iter().any(|option| option.name == CHESS960) {
                return Err(Problem::Failed(format!(
                    "the engine cannot play {}, since it has no option {CHESS960}",
                    state.spec().id
                )));
            }
            engine.send(&format!("setoption name {CHESS960} value true"));
        }
        ask(engine, "isready", "readyok", settings, go_on)
    }

    fn start_game(
        &self,
        engine: &mut Process,
        settings: &EngineSettings,
        go_on: GoOn<'_>,
    ) -> Result<(), Problem> {
        engine.send("ucinewgame");
        ask(engine, "isready", "readyok", settings, go_on)
    }

    fn search(
        &self,
        engine: &mut Process,
        pool: &mut Pool,
        settings: &EngineSettings,
        go_on: GoOn<'_>,
    ) -> Result<Found, Problem> {
        let state = &pool[0];
        engine.send(&position_command(state));
        let mut report = Report::default();
        let answer = run_search(engine, &go_command(settings), settings, go_on, |line| {
            report.read(line);
            line.starts_with("bestmove").then(|| line.to_string())
        })?;
        let best = answer.split_ascii_whitespace().nth(1).unwrap_or_default();
        let action = state.action(best).map_err(|_| Problem::illegal(&answer))?;
        let variations = report.variations.iter().flatten();
        let known = variations.filter_map(|(first, score)| Some((state.action(first).ok()?, *score)));
        let variations = known.collect();
        let line = steps_of(state, &report.line);
        Ok(Found { actions: vec![action], variations, line, depth: report.depth, nodes: report.nodes })
    }
}

/// Returns the command that sets the position, with the steps since the last irreversible one.
fn position_command(state: &dyn DynState) -> String {
    let Some((game, position)) = state.downcast::<Chess>() else { return String::new() };
    let (fen, steps) = epd::with_history(game, position);
    let moves = if steps.is_empty() { String::new() } else { format!(" moves {}", steps.join(" ")) };
    format!("position fen {fen}{moves}")
}

/// Returns the steps of a variation, as far as they are legal.
fn steps_of(state: &dyn DynState, moves: &[String]) -> Vec<String> {
    let mut state = state.clone_box();
    let mut steps = Vec::new();
    for text in moves {
        let Ok(text) = state.action(text).and_then(|action| state.text(action.into())) else { break };
        if state.apply_text(&text).is_err() {
            break;
        }
        steps.push(text);
    }
    steps
}

fn go_command(settings: &EngineSettings) -> String {
    let mut command = String::from("go");
    let limits = [("nodes", settings.nodes), ("movetime", settings.movetime), ("depth", settings.depth)];
    for (name, limit) in limits {
        if let Some(limit) = limit {
            let _ = write!(command, " {name} {limit}");
        }
    }
    command
}

/// Returns the option that a line declares.
fn read_option(line: &str) -> Option<EngineOption> {
    let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
    let mut option = EngineOption { name: name.into(), ..EngineOption::default() };
    let (mut least, mut most) = (None, None);
    let mut words = rest.split_ascii_whitespace();
    option.kind = words.next()?.into();
    while let Some(word) = words.next() {
        match word {
            "min" => least = words.next().and_then(|number| number.parse().ok()),
            "max" => most = words.next().and_then(|number| number.parse().ok()),
            _ => {}
        }
    }
    option.range = least.zip(most);
    option.words = rest.split(" var ").skip(1).map(|word| word.trim().into()).collect();
    Some(option)
}

/// What the lines `info` say about a search.
#[derive(Default)]
struct Report {
    /// The first move and the score of each variation, by its rank.
    variations: Vec<Option<(String, Score)>>,
    /// The moves of the best variation.
    line: Vec<String>,
    depth: Option<u32>,
    nodes: u64,
}

/// The most variations that are kept.
const MAX_VARIATIONS: usize = 256;

impl Report {
    fn read(&mut self, text: &str) {
        let mut words = text.split_ascii_whitespace();
        if words.next() != Some("info") {
            return;
        }
        let (mut rank, mut score, mut line, mut depth) = (1, None, Vec::new(), None);
        while let Some(word) = words.next() {
            match word {
                "multipv" => rank = words.next().and_then(|number| number.parse().ok()).unwrap_or(1),
                "nodes" => {
                    self.nodes = words.next().and_then(|number| number.parse().ok()).unwrap_or(self.nodes);
                }
                "score" => {
                    let (kind, number) = (words.next(), words.next().and_then(|number| number.parse().ok()));
                    score = match (kind, number) {
                        (Some("cp"), Some(lead)) => Some(Score::Lead(lead)),
                        (Some("mate"), Some(moves)) => Some(Score::Decided(moves > 0)),
                        _ => None,
                    };
                }
                "depth" => depth = words.next().and_then(|number| number.parse().ok()),
                "pv" => {
                    line = words.map(str::to_string).collect();
                    break;
                }
                "string" => break,
                _ => {}
            }
        }
        if let (Some(score), Some(first), 1..=MAX_VARIATIONS) = (score, line.first(), rank) {
            if self.variations.len() < rank {
                self.variations.resize(rank, None);
            }
            self.variations[rank - 1] = Some((first.clone(), score));
            if rank == 1 {
                (self.line, self.depth) = (line, depth);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::open;
    use crate::game::Frame;

    #[test]
    fn options_are_read() {
        let spin =
            read_option("option name Skill Level type spin default 20 min 0 max 20").expect("an option");
        assert_eq!((&*spin.name, &*spin.kind, spin.range), ("Skill Level", "spin", Some((0.0, 20.0))));
        let combo = read_option("option name UCI_Variant type combo default chess var 3check var chess");
        assert_eq!(combo.expect("an option").words, ["3check", "chess"]);
        assert_eq!(read_option("id name Stockfish"), None);
    }

    #[test]
    fn reports_keep_the_last_score_of_each_variation() {
        let mut report = Report::default();
        for line in [
            "info depth 1 multipv 1 score cp 20 nodes 30 pv e2e4 e7e5",
            "info depth 1 multipv 2 score cp 10 nodes 31 pv d2d4",
            "info string score cp 99 pv a2a3",
            "info depth 2 multipv 1 score mate -3 nodes 90 pv g1f3 g8f6",
            "info depth 3 currmove e2e4 currmovenumber 1",
            "info multipv 1000000000000 score cp 5 pv e2e4",
        ] {
            report.read(line);
        }
        let expected = [Some(("g1f3".into(), Score::Decided(false))), Some(("d2d4".into(), Score::Lead(10)))];
        assert_eq!((report.nodes, &report.variations[..]), (90, &expected[..]));
        assert_eq!((report.depth, report.line.join(" ")), (Some(2), "g1f3 g8f6".into()));
    }

    #[test]
    fn positions_begin_with_the_history() {
        let chess = open("chess", &[], Frame::Seat).expect("chess");
        let mut state = chess.start(0);
        for step in ["e2e4", "e7e5", "g1f3", "b8c6", "f3g1"] {
            state.apply_text(step).expect("a legal step");
        }
        assert_eq!(
            position_command(&*state),
            "position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 moves g1f3 b8c6 f3g1"
        );
    }
}
