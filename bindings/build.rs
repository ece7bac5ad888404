//! Tells the crate which compiler and which target build it.

use std::env;
use std::process::Command;

fn main() {
    // Only a change of this file or of the compiler runs the script again.
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = env::var_os("RUSTC")
        .and_then(|rustc| Command::new(rustc).arg("--version").output().ok())
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        .filter(|version| !version.is_empty())
        .unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=PLYGROUND_COMPILER={compiler}");
    println!("cargo::rustc-env=PLYGROUND_TARGET={}", env::var("TARGET").expect("Cargo sets TARGET"));
}
