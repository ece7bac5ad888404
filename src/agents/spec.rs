//! Agents as text, such as `ab:3`.

use super::Agent;
use super::alpha_beta::{AlphaBeta, AlphaBetaSettings, Techniques};
use super::budget::Budget;
use super::engine::EngineAgent;
use super::gumbel::Gumbel;
use super::match_tasks;
use super::mcts::{Mcts, Uct};
use super::puct::{Puct, PuctSearch, Root};
use super::restriction::{RestrictedAgent, Restriction};
use super::simple::{Greedy, Random};
use super::spec_parser::{Parser, restriction_in};
use super::strong::{self, strongest};
use super::tuning::Evaluation;
use crate::engines::{EngineProtocol, EngineSettings};
use crate::sim::{DynGame, RequestError};
use crate::truncate::{truncate, truncated_prefix};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use strsim::levenshtein;

/// The kind of an agent and its settings.
///
/// ```
/// use plyground::agents::{AgentSpec, Evaluation, Uct};
/// let agent: AgentSpec = "mcts:200".parse()?;
/// let evaluation = Evaluation::Material;
/// assert_eq!(agent, AgentSpec::Mcts(Uct { simulations: Some(200), ms: None, c: 1.4, cut: None, evaluation }));
/// assert_eq!("ab:3,margin=0.5".parse::<AgentSpec>()?.to_string(), "ab:3,margin=0.5");
/// assert!("mtcs:200".parse::<AgentSpec>().is_err_and(|error| error.to_string().contains("mcts:N")));
/// # Ok::<(), plyground::agents::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum AgentSpec {
    /// `random`: each legal step with the same probability.
    Random,
    /// `greedy`: the first step of the turn after which its side has the most material.
    Greedy,
    /// `ab:D`: alpha-beta search over `D` whole turns. `ab:ms=T` and `ab:nodes=N` search for `T` milliseconds
    /// or `N` positions.
    AlphaBeta(AlphaBetaSettings),
    /// `strong`, `strong:ms=T`, `strong:nodes=N`: the strongest known agent for the game, see
    /// [`resolve`](AgentSpec::resolve).
    Strong(Budget),
    /// `mcts:N`: Monte Carlo tree search with `N` simulations per step. `mcts:ms=T` searches for `T`
    /// milliseconds. `mcts:N,cut=K` cuts rollouts after `K` steps.
    Mcts(Uct),
    /// PUCT search with an evaluator. It cannot be parsed from text. Its text is `neural:N` with the
    /// settings.
    Neural(Puct),
    /// `uci:PROGRAM,nodes=N`, `hub:PROGRAM,nodes=N`: an engine that runs as a process of its own.
    Engine(EngineSettings),
    /// `ab:3,avoid=captures`, `ab:3,random=4`: an agent that is not an engine with a restriction.
    Restricted(Box<AgentSpec>, Restriction),
}

/// The default margin: only the best step is played.
pub(super) const DEFAULT_MARGIN: f64 = 0.0;

/// The maximum number of simulations per step.
pub const MAX_SIMULATIONS: u32 = 1_000_000;

/// The default exploration constants, for returns from -1 to 1. Evaluations of cut rollouts vary less than
/// results of full rollouts.
const DEFAULT_C: f64 = 1.4;
const DEFAULT_C_CUT: f64 = 0.2;

/// Returns the default exploration constant.
pub(super) fn default_c(cut: Option<u32>) -> f64 {
    if cut.is_some() { DEFAULT_C_CUT } else { DEFAULT_C }
}

/// The names of agents, and their forms.
const FORMS: [(&str, &str); 8] = [
    ("random", "random"),
    ("greedy", "greedy"),
    ("strong", "strong:ms=T"),
    ("ab", "ab:D"),
    ("mcts", "mcts:N"),
    ("net", "net:FILE,N"),
    ("uci", "uci:PROGRAM,nodes=N"),
    ("hub", "hub:PROGRAM,nodes=N"),
];

/// The reason why a text is not the name of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    pub(super) message: String,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SpecError {}

impl AgentSpec {
    /// Checks that the agent can play a game. All agents can, except engines and agents with an
    /// evaluation that is not for all games.
    ///
    /// # Errors
    ///
    /// Returns an error that names the games of the engine or of the evaluation.
    pub fn check_plays(&self, game: &dyn DynGame) -> Result<(), SpecError> {
        let problem = match self {
            AgentSpec::Engine(settings) => settings.explain_unsupported(game),
            AgentSpec::AlphaBeta(AlphaBetaSettings { evaluation, .. })
            | AgentSpec::Mcts(Uct { evaluation, .. }) => {
                evaluation.explain_unsupported(game).map(|problem| format!("cannot play: {problem}"))
            }
            AgentSpec::Restricted(agent, restriction) => {
                agent.check_plays(game)?;
                restriction.explain_unsupported(game)
            }
            _ => None,
        };
        problem.map_or(Ok(()), |problem| {
            Err(SpecError { message: format!("agent '{}' {problem}", truncate(&self.to_string())) })
        })
    }

    /// Checks that there is enough memory for a player of a game.
    ///
    /// # Errors
    ///
    /// [`RequestError::NoMemory`] or [`RequestError::Memory`] with the number of bytes.
    pub fn check_memory(&self, game: &dyn DynGame) -> Result<(), RequestError> {
        RequestError::memory(self.player_bytes(game))
    }

    /// Returns the estimated maximum memory of a player of a game in bytes.
    pub(super) fn player_bytes(&self, game: &dyn DynGame) -> u64 {
        match *self.resolve(game).unrestricted() {
            AgentSpec::Neural(settings) => match_tasks::search_bytes(game, settings),
            AgentSpec::AlphaBeta(ref settings) => u64::from(settings.table) << 20,
            _ => 0,
        }
    }

    /// Returns the agent that plays a game: the strongest known one for `strong`, with the evaluation that
    /// `eval=auto` stands for, otherwise the agent itself.
    pub fn resolve(&self, game: &dyn DynGame) -> AgentSpec {
        match self {
            AgentSpec::Strong(budget) => strongest(game, *budget),
            AgentSpec::AlphaBeta(settings) => AgentSpec::AlphaBeta(AlphaBetaSettings {
                evaluation: settings.evaluation.resolve(game),
                ..settings.clone()
            }),
            AgentSpec::Mcts(settings) => {
                AgentSpec::Mcts(Uct { evaluation: settings.evaluation.resolve(game), ..settings.clone() })
            }
            AgentSpec::Restricted(agent, restriction) => {
                AgentSpec::Restricted(Box::new(agent.resolve(game)), restriction.clone())
            }
            other => other.clone(),
        }
    }

    /// Returns the agent without its restriction.
    pub fn unrestricted(&self) -> &AgentSpec {
        match self {
            AgentSpec::Restricted(agent, _) => agent,
            other => other,
        }
    }

    /// Returns the number of turns from the start of a game in which the agent chooses at random.
    pub fn random_turns(&self) -> u32 {
        match self {
            AgentSpec::Restricted(_, restriction) => restriction.random_turns,
            _ => 0,
        }
    }

    /// Creates a player of a seat of `game`.
    pub fn player(&self, game: &dyn DynGame) -> Box<dyn Agent> {
        match *self {
            AgentSpec::Strong(budget) => strongest(game, budget).player(game),
            AgentSpec::Engine(ref settings) => Box::new(EngineAgent::new(game, settings.clone())),
            AgentSpec::Random => Box::new(Random),
            AgentSpec::Greedy => Box::new(Greedy::new(game)),
            AgentSpec::AlphaBeta(ref settings) => Box::new(AlphaBeta::new(game, settings)),
            AgentSpec::Mcts(ref settings) => Box::new(Mcts::new(game, settings.clone())),
            AgentSpec::Neural(settings) => Box::new(PuctSearch::new(game, settings)),
            AgentSpec::Restricted(ref agent, ref restriction) => {
                Box::new(RestrictedAgent::new(game, agent.player(game), restriction))
            }
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AgentSpec::Engine(ref settings) => settings.fmt(f),
            AgentSpec::Restricted(ref agent, Restriction { ref avoid, random_turns }) => {
                let text = agent.to_string();
                let mut separator = if text.contains(':') { ',' } else { ':' };
                f.write_str(&text)?;
                if !avoid.is_empty() {
                    let list = Vec::from_iter(avoid.iter().map(ToString::to_string));
                    write!(f, "{separator}avoid={}", list.join("+"))?;
                    separator = ',';
                }
                if random_turns > 0 { write!(f, "{separator}random={random_turns}") } else { Ok(()) }
            }
            AgentSpec::Random => f.write_str("random"),
            AgentSpec::Greedy => f.write_str("greedy"),
            AgentSpec::Strong(budget) => {
                let ms = budget.ms.filter(|_| budget != strong::DEFAULT_BUDGET);
                let [nodes, ms] = [budget.nodes.map(|count| count.to_string()), ms.map(|ms| ms.to_string())];
                write_settings(f, "strong", None, &[("nodes", nodes), ("ms", ms)])
            }
            AgentSpec::AlphaBeta(ref settings) => {
                let AlphaBetaSettings { depth, budget, margin, table, threads, without, with, .. } =
                    *settings;
                let evaluation = &settings.evaluation;
                let is_default = *evaluation == Evaluation::Material;
                write_settings(
                    f,
                    "ab",
                    depth,
                    &[
                        ("nodes", budget.nodes.map(|nodes| nodes.to_string())),
                        ("ms", budget.ms.map(|ms| ms.to_string())),
                        ("margin", (margin != DEFAULT_MARGIN).then(|| margin.to_string())),
                        ("eval", (!is_default).then(|| evaluation.to_string())),
                        ("table", (table != AlphaBetaSettings::DEFAULT_TABLE).then(|| table.to_string())),
                        ("threads", (threads != 1).then(|| threads.to_string())),
                        ("without", (without != Techniques::NONE).then(|| without.to_string())),
                        ("with", (with != Techniques::NONE).then(|| with.to_string())),
                    ],
                )
            }
            AgentSpec::Mcts(Uct { simulations, ms, c, cut, ref evaluation }) => write_settings(
                f,
                "mcts",
                simulations,
                &[
                    ("ms", ms.map(|ms| ms.to_string())),
                    ("cut", cut.map(|cut| cut.to_string())),
                    ("c", (c != default_c(cut)).then(|| c.to_string())),
                    ("eval", (*evaluation != Evaluation::Material).then(|| evaluation.to_string())),
                ],
            ),
            AgentSpec::Neural(Puct { simulations, ms, c_puct, temperature, fpu_reduction, root }) => {
                write!(f, "neural:{simulations}")?;
                ms.map_or(Ok(()), |ms| write!(f, ",ms={ms}"))?;
                write!(f, ",c_puct={c_puct},temperature={temperature}")?;
                fpu_reduction.map_or(Ok(()), |reduction| write!(f, ",fpu_reduction={reduction}"))?;
                let Root::Gumbel(Gumbel { max_considered_actions, maxvisit_init, value_scale, interior }) =
                    root
                else {
                    return Ok(());
                };
                write!(
                    f,
                    ",root=gumbel,max_considered_actions={max_considered_actions},maxvisit_init={maxvisit_init},value_scale={value_scale}"
                )?;
                if interior == Gumbel::DEFAULT.interior { Ok(()) } else { write!(f, ",interior={interior}") }
            }
        }
    }
}

/// Writes the name of an agent, its number and its settings.
fn write_settings(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    number: Option<u32>,
    settings: &[(&str, Option<String>)],
) -> fmt::Result {
    f.write_str(name)?;
    let number = number.map(|number| number.to_string());
    let given = settings.iter().filter_map(|(name, value)| Some(format!("{name}={}", value.as_ref()?)));
    for (at, text) in number.into_iter().chain(given).enumerate() {
        write!(f, "{}{text}", if at == 0 { ':' } else { ',' })?;
    }
    Ok(())
}

impl Serialize for AgentSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AgentSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AgentSpec, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        if let Some((free, restriction)) = restriction_in(text, name, rest)? {
            return Ok(AgentSpec::Restricted(Box::new(free.parse()?), restriction));
        }
        let parser = Parser::new(text, rest);
        match name {
            "random" => parser.without_settings(AgentSpec::Random),
            "greedy" => parser.without_settings(AgentSpec::Greedy),
            "strong" => parser.strong(),
            "ab" => parser.alpha_beta(),
            "mcts" => parser.mcts(),
            "uci" => parser.engine(EngineProtocol::Uci),
            "hub" => parser.engine(EngineProtocol::Hub),
            "neural" | "net" => parser.error(
                "needs an evaluator, which a text cannot name; create it in code, as in \
                    pg.neural_agent(evaluate, N)",
            ),
            _ => {
                let asked = truncated_prefix(name);
                let meant = FORMS.iter().min_by_key(|form| levenshtein(asked, form.0));
                parser.error(match meant.filter(|form| 2 * levenshtein(asked, form.0) <= form.0.len()) {
                    Some(form) => format!("does not exist; did you mean {}?", form.1),
                    None => {
                        let forms = FORMS.map(|form| form.1).join(", ");
                        format!("does not exist; expected one of {forms}, with options as in mcts:200,cut=8")
                    }
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_round_trip_through_text() {
        for text in [
            "random",
            "greedy",
            "ab:1",
            "ab:32",
            "ab:3,margin=0.5",
            "ab:nodes=10000",
            "ab:ms=50",
            "ab:6,nodes=100,ms=50,margin=0.5,table=64,threads=2,without=quiescence+late-moves,with=futility",
            "ab:ms=50,eval=tuned",
            "ab:ms=50,eval=positional",
            "ab:ms=50,eval=auto",
            "strong",
            "strong:ms=50",
            "strong:nodes=1000",
            "mcts:ms=50",
            "mcts:100,ms=50,cut=8",
            "mcts:1",
            "mcts:1000000",
            "mcts:50,c=2",
            "mcts:50,cut=0",
            "mcts:50,cut=8,c=1.4",
            "mcts:ms=50,cut=2,c=0.1,eval=auto",
            "uci:stockfish,nodes=2000,Hash=1",
            "hub:scan,movetime=50,arg=hub",
            "random:avoid=captures",
            "strong:ms=50,avoid=castling+queen",
            "ab:3,margin=0.5,avoid=captures+man,random=4",
            "greedy:random=1",
        ] {
            let agent: AgentSpec = text.parse().expect("an agent");
            assert_eq!(agent.to_string(), text);
            let json = serde_json::to_string(&agent).expect("a text");
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<AgentSpec>(&json).expect("an agent"), agent);
        }
        for (text, shorter) in [
            ("ab:3,margin=0,eval=material", "ab:3"),
            ("strong:ms=100", "strong"),
            ("mcts:9,c=1.4", "mcts:9"),
            ("mcts:9,c=0.2,cut=8", "mcts:9,cut=8"),
            ("ab:avoid=queen+captures+queen,3", "ab:3,avoid=captures+queen"),
        ] {
            assert_eq!(text.parse::<AgentSpec>().expect("an agent").to_string(), shorter);
        }
    }

    #[test]
    fn errors_state_what_is_valid() {
        for (text, hint) in [
            ("mtcs:50", "did you mean mcts:N?"),
            ("Greedy", "did you mean greedy?"),
            (
                "alpha",
                "does not exist; expected one of random, greedy, strong:ms=T, ab:D, mcts:N, net:FILE,N, uci:",
            ),
            ("", "expected one of"),
            ("mcts", "needs a number: write N, the number of simulations per step, as in mcts:200"),
            ("mcts:", "needs a number"),
            ("mcts:-5", "needs a number"),
            ("mcts:0", "must be from 1 to 1000000"),
            ("mcts:99999999999999999999", "must be from 1 to 1000000"),
            ("ab:33", "must be from 1 to 32"),
            ("ab:3,margin=-1", "margin must be from 0 to 100"),
            ("ab:3,margin=nan", "margin must be from 0 to 100"),
            ("ab:3,c=1", "has only the options nodes (as in ,nodes=10000); ms (as in ,ms=50); margin"),
            ("ab:margin=1", "needs a limit: a depth as in ab:3, or ms=50"),
            ("ab:ms=0", "ms must be a whole number from 1 to 3600000"),
            ("ab:nodes=1.5", "nodes must be a whole number from 1 to 1000000000"),
            ("ab:3,without=magic", "technique must be 'quiescence' or"),
            ("ab:3,eval=none.tuned", "cannot read the evaluation 'none.tuned': No such file"),
            (
                "ab:3,eval=Cargo.toml",
                "it is not a file of this version of plyground tune, or it is damaged; expected material, positional",
            ),
            ("strong:", "needs a limit of time or positions: write strong:ms=50 or strong:nodes=10000"),
            ("strong:5", "needs a limit of time or positions"),
            ("strong:depth=5", "has only the options nodes (as in ,nodes=10000); ms (as in ,ms=50)"),
            ("mcts:c=1", "needs a limit: simulations as in mcts:200, or ms=50"),
            ("mcts:5,", "has only the options ms (as in ,ms=50); cut (as in ,cut=8); c (as in ,c=1.4); eval"),
            ("mcts:5,cut=1.5", "cut must be a whole number of steps"),
            ("mcts:5,cut=", "cut must be from 0 to 10000"),
            ("mcts:5,cut=20000", "cut must be from 0 to 10000"),
            ("mcts:5,eval=tuned", "eval needs rollouts that are cut, as in mcts:200,cut=2,eval=tuned"),
            ("mcts:5,cut=1,eval=none.tuned", "cannot read the evaluation 'none.tuned': No such file"),
            ("net:stax/model.onnx", "create it in code"),
            ("neural:64", "create it in code, as in pg.neural_agent(evaluate, N)"),
            ("random:3", "takes no settings: write random"),
            ("ab:3,avoid=", "avoid must be a list of captures, castling and kinds of pieces"),
            ("ab:3,avoid=Queen", "avoid must be a list of captures, castling and kinds of pieces"),
            ("ab:3,random=0", "random must be a whole number from 1 to 1000"),
            ("ab:3,avoid=queen,avoid=rook", "has avoid twice; write one list, as in avoid=captures+queen"),
            ("uci:stockfish,nodes=5,avoid=queen", "is an engine, which cannot be restricted"),
            ("uci", "needs a program"),
            ("hub:scan", "needs a limit: add nodes=N"),
        ] {
            let message = text.parse::<AgentSpec>().expect_err(text).to_string();
            assert!(message.contains(hint) && message.contains(&format!("'{text}'")), "{message}");
        }
        let error = serde_json::from_str::<AgentSpec>("\"mtcs:5\"").expect_err("no agent");
        assert!(error.to_string().contains("did you mean mcts:N?"), "{error}");
        assert!("x".repeat(100_000).parse::<AgentSpec>().expect_err("no agent").to_string().len() < 250);
    }
}
