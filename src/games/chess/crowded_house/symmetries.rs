//! The symmetries of Crowded House: what the mirror does to a state.

use super::{CrowdedHouse, Extra, State};
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for CrowdedHouse {
    const MIRROR: bool = false;

    /// King side and queen side are not alike.
    fn mirrored(&self, _state: &State) -> Option<Extra> {
        None
    }
}
