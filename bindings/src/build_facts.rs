//! The facts of this build, which `plyground --version` prints.

use plyground_python_macros::guarded;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The x86-64 level whose instructions this build uses, or the architecture of another processor.
const PROCESSOR: &str = if cfg!(not(target_arch = "x86_64")) {
    std::env::consts::ARCH
} else if cfg!(all(
    target_feature = "avx512bw",
    target_feature = "avx512cd",
    target_feature = "avx512dq",
    target_feature = "avx512vl"
)) {
    "x86-64-v4"
} else if cfg!(all(
    target_feature = "avx2",
    target_feature = "bmi1",
    target_feature = "bmi2",
    target_feature = "f16c",
    target_feature = "fma",
    target_feature = "lzcnt",
    target_feature = "movbe"
)) {
    "x86-64-v3"
} else if cfg!(all(target_feature = "popcnt", target_feature = "sse4.2", target_feature = "ssse3")) {
    "x86-64-v2"
} else {
    "x86-64"
};

/// The commit that the build was told in the environment variable `PLYGROUND_COMMIT`. Only builds for
/// releases are told, because the crate is compiled again when the commit changes.
const COMMIT: Option<&str> = option_env!("PLYGROUND_COMMIT");

/// Return the facts of this build: commit, profile, target, processor and compiler.
#[guarded]
#[pyfunction]
pub(super) fn _build_facts(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let facts = PyDict::new(py);
    facts.set_item("commit", COMMIT.filter(|commit| !commit.is_empty()).unwrap_or("unknown"))?;
    facts.set_item("profile", if cfg!(debug_assertions) { "development, with checks" } else { "release" })?;
    facts.set_item("target", env!("PLYGROUND_TARGET"))?;
    facts.set_item("processor", PROCESSOR)?;
    facts.set_item("compiler", env!("PLYGROUND_COMPILER"))?;
    Ok(facts)
}
