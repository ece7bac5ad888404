//! The parser of agents as text.

use super::alpha_beta::{AlphaBetaSettings, Technique, Techniques};
use super::budget::{Budget, MAX_MS};
use super::mcts::Uct;
use super::restriction::Restriction;
use super::spec::{AgentSpec, DEFAULT_MARGIN, MAX_SIMULATIONS, SpecError, default_c};
use super::strong::DEFAULT_BUDGET;
use super::tuning::Evaluation;
use crate::engines::{EngineProtocol, EngineSettings};
use crate::truncate::truncate;
use std::fmt;

/// The maximum depth of alpha-beta.
const MAX_DEPTH: u32 = 32;

/// The maximum number of positions per step, of megabytes of a table, and of threads of a search.
const MAX_NODES: u32 = 1_000_000_000;
const MAX_TABLE: u32 = 4096;
const MAX_THREADS: u32 = 256;

/// The maximum of `cut`.
const MAX_CUT: u32 = 10_000;

/// The maximum number of random turns.
const MAX_RANDOM_TURNS: u32 = 1000;

/// Splits the text of a restricted agent, whose name is `name` and whose settings are `rest`, into that of
/// the free agent and the restriction. Returns `None` if there is no restriction.
pub(super) fn restriction_in(
    text: &str,
    name: &str,
    rest: Option<&str>,
) -> Result<Option<(String, Restriction)>, SpecError> {
    let parser = Parser::new(text, rest);
    let (mut avoid, mut random, mut others) = (None, None, Vec::new());
    for setting in rest.into_iter().flat_map(|rest| rest.split(',')) {
        let place = match setting.split_once('=') {
            Some(("avoid", list)) => avoid.replace(list).map(|_| "avoid"),
            Some(("random", turns)) => random.replace(turns).map(|_| "random"),
            _ => {
                others.push(setting);
                None
            }
        };
        if let Some(twice) = place {
            return parser.error(format!("has {twice} twice; write one list, as in avoid=captures+queen"));
        }
    }
    if avoid.is_none() && random.is_none() {
        return Ok(None);
    }
    if ["uci", "hub"].contains(&name) {
        return parser.error("is an engine, which cannot be restricted");
    }
    let mut restriction = match avoid.map_or(Ok(Restriction::default()), Restriction::avoiding) {
        Ok(restriction) => restriction,
        Err(problem) => return parser.error(format!("is invalid: {problem}")),
    };
    if let Some(turns) = random {
        restriction.random_turns = parser.whole("random", turns, MAX_RANDOM_TURNS)?;
    }
    let free = if others.is_empty() { name.into() } else { format!("{name}:{}", others.join(",")) };
    Ok(Some((free, restriction)))
}

/// The text of an agent, and the part after its name.
pub(super) struct Parser<'a> {
    text: &'a str,
    rest: Option<&'a str>,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str, rest: Option<&'a str>) -> Parser<'a> {
        Parser { text, rest }
    }

    /// Returns an error about the text.
    pub fn error<T>(&self, problem: impl fmt::Display) -> Result<T, SpecError> {
        Err(SpecError { message: format!("agent '{}' {problem}", truncate(self.text)) })
    }

    /// Returns an agent that has no settings.
    pub fn without_settings(&self, agent: AgentSpec) -> Result<AgentSpec, SpecError> {
        if self.rest.is_none() { Ok(agent) } else { self.error(format!("takes no settings: write {agent}")) }
    }

    /// Returns an engine.
    pub fn engine(&self, protocol: EngineProtocol) -> Result<AgentSpec, SpecError> {
        let settings = EngineSettings::parse(protocol, self.rest.unwrap_or_default());
        settings.map(AgentSpec::Engine).or_else(|problem| self.error(problem))
    }

    /// Returns the strongest known agent.
    pub fn strong(&self) -> Result<AgentSpec, SpecError> {
        if self.rest.is_none() {
            return Ok(AgentSpec::Strong(DEFAULT_BUDGET));
        }
        let [nodes, ms] = self.options([("nodes", "10000"), ("ms", "50")])?;
        let budget = self.budget(nodes, ms)?;
        if budget.is_limited() {
            Ok(AgentSpec::Strong(budget))
        } else {
            self.error("needs a limit of time or positions: write strong:ms=50 or strong:nodes=10000")
        }
    }

    /// Returns a budget.
    fn budget(&self, nodes: Option<&str>, ms: Option<&str>) -> Result<Budget, SpecError> {
        Ok(Budget {
            nodes: nodes.map(|text| self.whole("nodes", text, MAX_NODES)).transpose()?.map(u64::from),
            ms: ms.map(|text| self.whole("ms", text, MAX_MS)).transpose()?,
        })
    }

    /// Returns an alpha-beta agent.
    pub fn alpha_beta(&self) -> Result<AgentSpec, SpecError> {
        let depth = self.number("D, the search depth in turns,", MAX_DEPTH, "ab:3")?;
        let [nodes, ms, margin, evaluation, table, threads, without, with] = self.options([
            ("nodes", "10000"),
            ("ms", "50"),
            ("margin", "0.1"),
            ("eval", "tuned"),
            ("table", "64"),
            ("threads", "2"),
            ("without", "quiescence"),
            ("with", "quiescence"),
        ])?;
        let budget = self.budget(nodes, ms)?;
        if depth.is_none() && !budget.is_limited() {
            return self.error("needs a limit: a depth as in ab:3, or ms=50 or nodes=10000 as in ab:ms=50");
        }
        let margin = margin.map(|text| self.real("margin", text, 100.0)).transpose()?;
        let table = table.map(|text| self.whole("table", text, MAX_TABLE)).transpose()?;
        let threads = threads.map(|text| self.whole("threads", text, MAX_THREADS)).transpose()?;
        Ok(AgentSpec::AlphaBeta(AlphaBetaSettings {
            depth,
            budget,
            margin: margin.unwrap_or(DEFAULT_MARGIN),
            evaluation: self.evaluation(evaluation)?,
            table: table.unwrap_or(AlphaBetaSettings::DEFAULT_TABLE),
            threads: threads.unwrap_or(1),
            without: self.techniques(without)?,
            with: self.techniques(with)?,
        }))
    }

    /// Returns an agent of Monte Carlo tree search.
    pub fn mcts(&self) -> Result<AgentSpec, SpecError> {
        let simulations =
            self.number("N, the number of simulations per step,", MAX_SIMULATIONS, "mcts:200")?;
        let [ms, cut, c, evaluation] =
            self.options([("ms", "50"), ("cut", "8"), ("c", "1.4"), ("eval", "tuned")])?;
        let ms = ms.map(|text| self.whole("ms", text, MAX_MS)).transpose()?;
        if simulations.is_none() && ms.is_none() {
            return self.error("needs a limit: simulations as in mcts:200, or ms=50 as in mcts:ms=50");
        }
        let cut = cut.map(|text| self.real("cut", text, f64::from(MAX_CUT))).transpose()?;
        if cut.is_some_and(|cut| cut.fract() != 0.0) {
            return self.error("is invalid: cut must be a whole number of steps, as in ,cut=8");
        }
        let cut = cut.map(|cut| cut as u32);
        if evaluation.is_some() && cut.is_none() {
            return self
                .error("is invalid: eval needs rollouts that are cut, as in mcts:200,cut=2,eval=tuned");
        }
        let c = c.map(|text| self.real("c", text, 100.0)).transpose()?;
        Ok(AgentSpec::Mcts(Uct {
            simulations,
            ms,
            c: c.unwrap_or(default_c(cut)),
            cut,
            evaluation: self.evaluation(evaluation)?,
        }))
    }

    /// Returns the evaluation that a text names, by default material.
    fn evaluation(&self, text: Option<&str>) -> Result<Evaluation, SpecError> {
        text.map_or(Ok(Evaluation::Material), |text| {
            Evaluation::named(text).or_else(|error| self.error(error))
        })
    }

    /// Returns the techniques of a list such as `quiescence+null-move`.
    fn techniques(&self, list: Option<&str>) -> Result<Techniques, SpecError> {
        list.map_or(Ok(Techniques::NONE), |list| {
            list.split('+').try_fold(Techniques::NONE, |techniques, name| match name.parse::<Technique>() {
                Ok(technique) => Ok(techniques.with(technique)),
                Err(error) => self.error(format!("is invalid: {error}")),
            })
        })
    }

    /// Returns the number after the colon. `None` if there is a setting in its place.
    fn number(&self, what: &str, most: u32, example: &str) -> Result<Option<u32>, SpecError> {
        let digits = self.rest.and_then(|rest| rest.split(',').next()).unwrap_or("");
        if digits.contains('=') {
            return Ok(None);
        }
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.error(format!("needs a number: write {what} as in {example}"));
        }
        match digits.parse() {
            Ok(number) if (1..=most).contains(&number) => Ok(Some(number)),
            _ => self.error(format!("is invalid: {what} must be from 1 to {most}")),
        }
    }

    /// Returns the texts of the options that are given. Each option has a name and an example.
    fn options<const N: usize>(&self, options: [(&str, &str); N]) -> Result<[Option<&str>; N], SpecError> {
        let mut values = [None; N];
        for (index, text) in self.rest.into_iter().flat_map(|rest| rest.split(',')).enumerate() {
            let Some((name, value)) = text.split_once('=').or((index > 0).then_some((text, ""))) else {
                continue;
            };
            let Some(at) = options.iter().position(|option| option.0 == name) else {
                let all = options.map(|(name, example)| format!("{name} (as in ,{name}={example})"));
                return self.error(format!("has only the options {}", all.join("; ")));
            };
            values[at] = Some(value);
        }
        Ok(values)
    }

    /// Returns the value of an option that is a positive integer.
    fn whole(&self, name: &str, text: &str, most: u32) -> Result<u32, SpecError> {
        match text.parse() {
            Ok(value) if (1..=most).contains(&value) => Ok(value),
            _ => self.error(format!("is invalid: {name} must be a whole number from 1 to {most}")),
        }
    }

    /// Returns the value of an option that is a number from 0.
    fn real(&self, name: &str, text: &str, most: f64) -> Result<f64, SpecError> {
        match text.parse::<f64>() {
            Ok(value) if (0.0..=most).contains(&value) => Ok(value),
            _ => self.error(format!("is invalid: {name} must be from 0 to {most}")),
        }
    }
}
