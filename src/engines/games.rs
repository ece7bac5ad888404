//! The games that each protocol plays.

use super::hub::Hub;
use super::search::Protocol;
use super::settings::{EngineProtocol, EngineSettings};
use super::uci::Uci;
use crate::games::chess::Chess;
use crate::games::draughts::variants::find_variant;
use crate::sim::DynGame;

/// The only game of Hub.
const DRAUGHTS: &str = "international-draughts";

impl EngineProtocol {
    /// Returns the implementation of the protocol.
    pub(crate) fn implementation(self) -> Box<dyn Protocol> {
        match self {
            EngineProtocol::Uci => Box::new(Uci),
            EngineProtocol::Hub => Box::new(Hub),
        }
    }
}

impl EngineSettings {
    /// Returns the reason why engines of this protocol cannot play a game, as a text that can follow the name
    /// of the agent.
    pub(crate) fn explain_unsupported(&self, game: &dyn DynGame) -> Option<String> {
        let spec = game.spec();
        let (is_supported, games) = match self.protocol {
            EngineProtocol::Uci => (game.downcast::<Chess>().is_some(), "chess and chess960"),
            EngineProtocol::Hub => {
                let options = find_variant(DRAUGHTS).map(|variant| variant.rules.options());
                (options.is_ok_and(|options| spec.options == options), DRAUGHTS)
            }
        };
        let changed = if games.contains(&spec.id) { " with changed options" } else { "" };
        (!is_supported).then(|| format!("plays only {games}, got {}{changed}", spec.id))
    }
}
