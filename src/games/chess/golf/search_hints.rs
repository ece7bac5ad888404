//! The hints for search. Golf has a solver of its own.

use super::Golf;
use crate::game::roles::SearchHints;

impl SearchHints for Golf {}
