//! Agents as text, such as `ab:3`.

use super::Agent;
use super::alpha_beta::AlphaBeta;
use super::gumbel::Gumbel;
use super::mcts::{Mcts, Uct};
use super::puct::{Puct, PuctSearch, Root};
use super::simple::{Greedy, Random};
use crate::game::{truncate, truncated_prefix};
use crate::sim::DynGame;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use strsim::levenshtein;

/// The kind of an agent and its settings.
///
/// ```
/// use plyground::agents::{AgentSpec, Uct};
/// let agent: AgentSpec = "mcts:200".parse()?;
/// assert_eq!(agent, AgentSpec::Mcts(Uct { simulations: 200, c: 1.4, cut: None }));
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
    /// `ab:D`: alpha-beta search over `D` whole turns.
    AlphaBeta {
        /// The search depth in turns.
        depth: u32,
        /// Steps whose values are lower than the best by at most this number of men count as ties.
        margin: f64,
    },
    /// `mcts:N`: Monte Carlo tree search with `N` simulations per step. `mcts:N,cut=K` cuts rollouts after
    /// `K` steps.
    Mcts(Uct),
    /// PUCT search with an evaluator. It cannot be parsed from text. Its text is `neural:N` with the
    /// settings.
    Neural(Puct),
}

/// The maximum depth of alpha-beta.
const MAX_DEPTH: u32 = 32;

/// The default margin: only the best step is played.
const DEFAULT_MARGIN: f64 = 0.0;

/// The maximum number of simulations per step.
pub const MAX_SIMULATIONS: u32 = 1_000_000;

/// The default exploration constants, for returns from -1 to 1. Evaluations of cut rollouts vary less than
/// results of full rollouts.
const DEFAULT_C: f64 = 1.4;
const DEFAULT_C_CUT: f64 = 0.2;

/// The maximum of `cut`.
const MAX_CUT: u32 = 10_000;

/// Returns the default exploration constant.
fn default_c(cut: Option<u32>) -> f64 {
    if cut.is_some() { DEFAULT_C_CUT } else { DEFAULT_C }
}

/// The names of agents, and their forms.
const FORMS: [(&str, &str); 4] =
    [("random", "random"), ("greedy", "greedy"), ("ab", "ab:D"), ("mcts", "mcts:N")];

/// The reason why a text is not the name of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    message: String,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SpecError {}

impl AgentSpec {
    /// Creates a player of a seat of `game`.
    pub fn player(&self, game: &dyn DynGame) -> Box<dyn Agent> {
        match *self {
            AgentSpec::Random => Box::new(Random),
            AgentSpec::Greedy => Box::new(Greedy::new(game)),
            AgentSpec::AlphaBeta { depth, margin } => Box::new(AlphaBeta::new(game, depth, margin)),
            AgentSpec::Mcts(settings) => Box::new(Mcts::new(game, settings)),
            AgentSpec::Neural(settings) => Box::new(PuctSearch::new(game, settings)),
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AgentSpec::Random => f.write_str("random"),
            AgentSpec::Greedy => f.write_str("greedy"),
            AgentSpec::AlphaBeta { depth, margin: DEFAULT_MARGIN } => write!(f, "ab:{depth}"),
            AgentSpec::AlphaBeta { depth, margin } => write!(f, "ab:{depth},margin={margin}"),
            AgentSpec::Mcts(Uct { simulations, c, cut }) => {
                write!(f, "mcts:{simulations}")?;
                cut.map_or(Ok(()), |cut| write!(f, ",cut={cut}"))?;
                if c == default_c(cut) { Ok(()) } else { write!(f, ",c={c}") }
            }
            AgentSpec::Neural(Puct { simulations, c_puct, temperature, fpu_reduction, root }) => {
                write!(f, "neural:{simulations},c_puct={c_puct},temperature={temperature}")?;
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
        let parser = Parser { text, rest };
        match name {
            "random" => parser.without_settings(AgentSpec::Random),
            "greedy" => parser.without_settings(AgentSpec::Greedy),
            "ab" => {
                let depth = parser.number("D, the search depth in turns,", MAX_DEPTH, "ab:3")?;
                let [margin] = parser.options([("margin", 0.1, 100.0)])?;
                Ok(AgentSpec::AlphaBeta { depth, margin: margin.unwrap_or(DEFAULT_MARGIN) })
            }
            "mcts" => {
                let simulations =
                    parser.number("N, the number of simulations per step,", MAX_SIMULATIONS, "mcts:200")?;
                let [cut, c] = parser.options([("cut", 8.0, f64::from(MAX_CUT)), ("c", DEFAULT_C, 100.0)])?;
                if cut.is_some_and(|cut| cut.fract() != 0.0) {
                    return parser.error("is invalid: cut must be a whole number of steps, as in ,cut=8");
                }
                let cut = cut.map(|cut| cut as u32);
                Ok(AgentSpec::Mcts(Uct { simulations, c: c.unwrap_or(default_c(cut)), cut }))
            }
            "neural" => parser.error(
                "needs an evaluator, which a text cannot name; create it in code, as in \
                    pg.neural_agent(evaluate, N)",
            ),
            _ => {
                let asked = truncated_prefix(name);
                let meant = FORMS.iter().min_by_key(|form| levenshtein(asked, form.0));
                parser.error(match meant.filter(|form| 2 * levenshtein(asked, form.0) <= form.0.len()) {
                    Some(form) => format!("does not exist; did you mean {}?", form.1),
                    None => {
                        format!("does not exist; expected one of {}", FORMS.map(|form| form.1).join(", "))
                    }
                })
            }
        }
    }
}

/// The text of an agent, and the part after its name.
struct Parser<'a> {
    text: &'a str,
    rest: Option<&'a str>,
}

impl Parser<'_> {
    fn error<T>(&self, problem: impl fmt::Display) -> Result<T, SpecError> {
        Err(SpecError { message: format!("agent '{}' {problem}", truncate(self.text)) })
    }

    /// Returns an agent that has no settings.
    fn without_settings(&self, agent: AgentSpec) -> Result<AgentSpec, SpecError> {
        if self.rest.is_none() { Ok(agent) } else { self.error(format!("takes no settings: write {agent}")) }
    }

    fn number(&self, what: &str, most: u32, example: &str) -> Result<u32, SpecError> {
        let digits = self.rest.and_then(|rest| rest.split(',').next()).unwrap_or("");
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.error(format!("needs a number: write {what} as in {example}"));
        }
        match digits.parse() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => self.error(format!("is invalid: {what} must be from 1 to {most}")),
        }
    }

    /// Returns the values of the options that are given. Each option has a name, an example and a maximum.
    fn options<const N: usize>(&self, options: [(&str, f64, f64); N]) -> Result<[Option<f64>; N], SpecError> {
        let mut values = [None; N];
        for text in self.rest.into_iter().flat_map(|rest| rest.split(',').skip(1)) {
            let (name, value) = text.split_once('=').unwrap_or((text, ""));
            let Some(at) = options.iter().position(|option| option.0 == name) else {
                let all =
                    options.map(|(name, example, _)| format!("{name}=NUMBER (as in ,{name}={example})"));
                let one = if N == 1 { "has only the option" } else { "has only the options" };
                return self.error(format!("{one} {}", all.join("; ")));
            };
            let (_, _, most) = options[at];
            values[at] = match value.parse::<f64>() {
                Ok(value) if (0.0..=most).contains(&value) => Some(value),
                _ => return self.error(format!("is invalid: {name} must be from 0 to {most}")),
            };
        }
        Ok(values)
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
            "mcts:1",
            "mcts:1000000",
            "mcts:50,c=2",
            "mcts:50,cut=0",
            "mcts:50,cut=8,c=1.4",
        ] {
            let agent: AgentSpec = text.parse().expect("an agent");
            assert_eq!(agent.to_string(), text);
            let json = serde_json::to_string(&agent).expect("a text");
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<AgentSpec>(&json).expect("an agent"), agent);
        }
        for (text, shorter) in
            [("ab:3,margin=0", "ab:3"), ("mcts:9,c=1.4", "mcts:9"), ("mcts:9,c=0.2,cut=8", "mcts:9,cut=8")]
        {
            assert_eq!(text.parse::<AgentSpec>().expect("an agent").to_string(), shorter);
        }
    }

    #[test]
    fn errors_state_what_is_valid() {
        for (text, hint) in [
            ("mtcs:50", "did you mean mcts:N?"),
            ("Greedy", "did you mean greedy?"),
            ("alpha", "does not exist; expected one of random, greedy, ab:D, mcts:N"),
            ("", "expected one of"),
            ("mcts", "needs a number: write N, the number of simulations per step, as in mcts:200"),
            ("mcts:", "needs a number"),
            ("mcts:-5", "needs a number"),
            ("mcts:0", "must be from 1 to 1000000"),
            ("mcts:99999999999999999999", "must be from 1 to 1000000"),
            ("ab:33", "must be from 1 to 32"),
            ("ab:3,margin=-1", "margin must be from 0 to 100"),
            ("ab:3,margin=nan", "margin must be from 0 to 100"),
            ("ab:3,c=1", "has only the option margin=NUMBER (as in ,margin=0.1)"),
            ("mcts:5,", "has only the options cut=NUMBER (as in ,cut=8); c=NUMBER (as in ,c=1.4)"),
            ("mcts:5,cut=1.5", "cut must be a whole number of steps"),
            ("mcts:5,cut=", "cut must be from 0 to 10000"),
            ("mcts:5,cut=20000", "cut must be from 0 to 10000"),
            ("neural:64", "create it in code, as in pg.neural_agent(evaluate, N)"),
            ("random:3", "takes no settings: write random"),
        ] {
            let message = text.parse::<AgentSpec>().expect_err(text).to_string();
            assert!(message.contains(hint) && message.contains(&format!("'{text}'")), "{message}");
        }
        let error = serde_json::from_str::<AgentSpec>("\"mtcs:5\"").expect_err("no agent");
        assert!(error.to_string().contains("did you mean mcts:N?"), "{error}");
        assert!("x".repeat(100_000).parse::<AgentSpec>().expect_err("no agent").to_string().len() < 200);
    }
}
