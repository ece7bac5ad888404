//! The environments that computations name by their settings, as text.
//!
//! A text, unlike an address, stays valid when another process loads a computation that was compiled here.

use plyground::catalog::Recipe;
use plyground::sim::{Autoreset, Element, MaskFormat, PackedEnvs, PackedSettings};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

/// A game and the settings of its environments.
#[derive(Serialize, Deserialize)]
pub(super) struct EnvSpec {
    pub game: Recipe,
    pub observations: Option<Element>,
    pub action_masks: Option<MaskFormat>,
    pub autoreset: Autoreset,
    pub max_steps: Option<u32>,
    pub start: Option<String>,
    pub threads: Option<usize>,
}

impl EnvSpec {
    /// Returns the settings without the game.
    pub fn settings(&self) -> PackedSettings<'_> {
        PackedSettings {
            threads: self.threads,
            max_steps: self.max_steps,
            start: self.start.as_deref(),
            observations: self.observations,
            action_masks: self.action_masks,
            autoreset: self.autoreset,
        }
    }
}

/// All environments by their settings. They are small, and are never removed, because compiled computations
/// use them.
static KNOWN: LazyLock<RwLock<HashMap<String, Arc<PackedEnvs>>>> = LazyLock::new(RwLock::default);

/// Registers environments.
pub(super) fn add(text: &str, envs: PackedEnvs) {
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    known.entry(text.to_owned()).or_insert_with(|| Arc::new(envs));
}

/// Returns the environments with these settings.
pub(super) fn find(text: &str) -> Result<Arc<PackedEnvs>, String> {
    if let Some(envs) = KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(text) {
        return Ok(envs.clone());
    }
    let spec: EnvSpec = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let game = spec.game.open().map_err(|error| error.to_string())?;
    // Only the game was moved.
    let spec = EnvSpec { game: Recipe::of(game.spec()), ..spec };
    let envs = PackedEnvs::new(&*game, &spec.settings()).map_err(|error| error.to_string())?;
    add(text, envs);
    find(text)
}
