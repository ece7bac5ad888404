//! One test that any game must pass.
