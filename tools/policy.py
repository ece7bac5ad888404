"""Check dependencies and build files against the policy: ``python tools/policy.py`` lists what violates it."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import cargo_graph
import crate_policy
import notices
import python_policy
import repository_policy

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parent.parent
MANIFESTS = ("Cargo.toml", "fuzz/Cargo.toml")


def main() -> int:
    """Print all problems; return 1 if there is one."""
    policy = _table("deny.toml")
    workspace, fuzz = (cargo_graph.load(ROOT / manifest, policy["graph"]["targets"]) for manifest in MANIFESTS)
    allowed = _table("pyproject.toml")["tool"]["plyground"]["runtime-licenses"]
    scripts = [*sorted((ROOT / ".ci").iterdir()), *sorted((ROOT / ".github" / "workflows").iterdir())]
    build_files = ["Makefile", *(path.relative_to(ROOT).as_posix() for path in scripts)]
    problems = [
        *crate_policy.check(policy, [workspace, fuzz]),
        *python_policy.check(_table("uv.lock"), allowed),
        *(problem for name in build_files for problem in repository_policy.unlocked_commands(name, _text(name))),
        *repository_policy.check_rust_versions(
            _table("rust-toolchain.toml"),
            {manifest: _table(manifest) for manifest in MANIFESTS},
            {name: _text(name) for name in ("README.md", "CONTRIBUTING.md", "docs/contributing.md")},
        ),
        *repository_policy.check_published_files(ROOT, repository_policy.published_files(ROOT)),
        *notices.check(ROOT, workspace),
    ]
    for problem in problems:
        print(problem, file=sys.stderr)
    return int(bool(problems))


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(_text(name))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"tools/policy.py: {' '.join(error.cmd)} failed")
