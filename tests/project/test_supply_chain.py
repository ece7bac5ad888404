"""The policy for dependencies, build files and published files finds what violates it."""

import copy
from pathlib import Path
from typing import Any

import pytest

import cargo_graph
import crate_policy
import notices
import python_policy
import repository_policy
import spdx
import standard_library

CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"

POLICY: dict[str, Any] = {
    "graph": {"targets": ["x86_64-unknown-linux-gnu"]},
    "licenses": {"allow": ["MIT"], "exceptions": []},
    "bans": {
        "multiple-versions": "deny",
        "multiple-versions-include-dev": True,
        "wildcards": "deny",
        "allow-wildcard-paths": True,
        "deny": [{"crate": "cmake", "reason": "builds must not need it"}],
        "skip": [],
    },
    "sources": {
        "unknown-registry": "deny",
        "unknown-git": "deny",
        "allow-registry": ["https://github.com/rust-lang/crates.io-index"],
    },
}


def crate(name: str, version: str = "1.0.0", **fields: Any) -> dict[str, Any]:
    """An entry of ``packages`` in the metadata that Cargo writes."""
    return {
        "id": f"{name}@{version}",
        "name": name,
        "version": version,
        "license": "MIT",
        "source": CRATES_IO,
        "repository": f"https://example.org/{name}",
        "manifest_path": f"/crates/{name}/Cargo.toml",
        "publish": None,
        "targets": [{"kind": ["lib"]}],
        "dependencies": [],
    } | fields


def graph(*crates: dict[str, Any], edges: dict[str, dict[str, str | None]] | None = None) -> cargo_graph.CrateGraph:
    """The graph of some crates; ``edges`` tells by ids which depends on which, and the kind of the dependency."""
    nodes = [
        {
            "id": each["id"],
            "deps": [
                {"pkg": id, "dep_kinds": [{"kind": kind}]} for id, kind in (edges or {}).get(each["id"], {}).items()
            ],
        }
        for each in crates
    ]
    return cargo_graph.parse({"packages": list(crates), "resolve": {"nodes": nodes}})


def with_settings(section: str, **settings: Any) -> dict[str, Any]:
    policy = copy.deepcopy(POLICY)
    policy[section] |= settings
    return policy


def test_crates_that_follow_the_policy_pass() -> None:
    assert crate_policy.check(POLICY, [graph(crate("one"), crate("two", license="Apache-2.0/MIT"))]) == []


@pytest.mark.parametrize(
    ("crates", "problem"),
    [
        ([crate("bad", license="GPL-3.0-only")], "bad 1.0.0: license 'GPL-3.0-only' is not allowed by deny.toml"),
        ([crate("bad", license="MIT AND GPL-3.0-only")], "bad 1.0.0: license 'MIT AND GPL-3.0-only' is not allowed"),
        ([crate("bad", license=None)], "bad 1.0.0: a license expression lacks a name"),
        (
            [crate("bad", source="registry+https://example.org/index")],
            "bad 1.0.0: source 'registry+https://example.org",
        ),
        (
            [crate("bad", source="git+https://example.org/bad#abc")],
            "bad 1.0.0: source 'git+https://example.org/bad#abc'",
        ),
        ([crate("bad", "1.0.0"), crate("bad", "2.1.0")], "bad: found in versions 1.0.0, 2.1.0"),
        ([crate("cmake")], "cmake 1.0.0: banned by deny.toml: builds must not need it"),
        (
            [crate("bad", dependencies=[{"name": "any", "req": "*"}])],
            "bad 1.0.0: the dependency on any accepts any version",
        ),
        (
            [crate("bad", dependencies=[{"name": "near", "req": "*", "path": "/crates/near"}])],
            "bad 1.0.0: the dependency on near accepts any version",
        ),
    ],
)
def test_crates_that_violate_the_policy_are_found(crates: list[dict[str, Any]], problem: str) -> None:
    found = crate_policy.check(POLICY, [graph(crate("good"), *crates)])
    assert len(found) == 1
    assert found[0].startswith(problem)


def test_private_crates_may_refer_to_paths() -> None:
    private = crate(
        "mine", source=None, publish=[], dependencies=[{"name": "near", "req": "*", "path": "/crates/near"}]
    )
    assert crate_policy.check(POLICY, [graph(private)]) == []


def test_exceptions_allow_more_to_one_crate() -> None:
    policy = with_settings("licenses", exceptions=[{"crate": "odd", "allow": ["Zlib"]}])
    assert crate_policy.check(policy, [graph(crate("odd", license="MIT AND Zlib"))]) == []
    assert "odder 1.0.0" in crate_policy.check(policy, [graph(crate("odder", license="Zlib"), crate("good"))])[0]


def test_a_version_may_be_skipped_by_its_beginning() -> None:
    two = graph(crate("syn", "2.0.119"), crate("syn", "3.0.9"))
    assert crate_policy.check(with_settings("bans", skip=[{"crate": "syn@2"}]), [two]) == []
    assert "2.0.119, 3.0.9" in crate_policy.check(with_settings("bans", skip=[{"crate": "syn@2.0.1"}]), [two])[0]


def test_workspaces_may_differ_in_a_version() -> None:
    assert crate_policy.check(POLICY, [graph(crate("one", "1.0.0")), graph(crate("one", "2.0.0"))]) == []


@pytest.mark.parametrize(
    ("policy", "problem"),
    [
        (with_settings("licenses", allow=["MIT", "ISC"]), "deny.toml: no crate has the allowed license ISC"),
        (
            with_settings("licenses", exceptions=[{"crate": "good", "allow": ["ISC"]}]),
            "deny.toml: the license exception for good is not needed",
        ),
        (with_settings("bans", skip=[{"crate": "good"}]), "deny.toml: good is skipped, but is no duplicate"),
        (with_settings("bans", wildcards="allow"), "deny.toml: [bans] wildcards must be 'deny', got 'allow'"),
        (with_settings("sources", private=[]), "deny.toml: [sources] private is not supported by tools/policy.py"),
    ],
)
def test_stale_and_unknown_entries_of_the_policy_are_found(policy: dict[str, Any], problem: str) -> None:
    assert crate_policy.check(policy, [graph(crate("good"))]) == [problem]


@pytest.mark.parametrize("expression", ["", "MIT OR", "(MIT", "MIT Zlib", "AND MIT", "MIT)"])
def test_malformed_license_expressions_are_refused(expression: str) -> None:
    with pytest.raises(ValueError, match="license expression"):
        spdx.alternatives(expression)


def test_linked_crates_exclude_what_only_compiles() -> None:
    found = graph(
        crate("module", source=None),
        crate("linked"),
        crate("deep"),
        crate("built-with"),
        crate("tested-with"),
        crate("derive", targets=[{"kind": ["proc-macro"]}]),
        crate("below-derive"),
        edges={
            "module@1.0.0": {"linked@1.0.0": None, "built-with@1.0.0": "build", "tested-with@1.0.0": "dev"},
            "linked@1.0.0": {"deep@1.0.0": None, "derive@1.0.0": None},
            "derive@1.0.0": {"below-derive@1.0.0": None},
        },
    )
    assert [package.name for package in found.linked_into("module")] == ["deep", "linked"]


def test_notices_hold_each_text_once(tmp_path: Path) -> None:
    for name, text in {
        "one": "Permission is  granted.\r\n",
        "two": "Permission\nis granted.",
        "three": "Other",
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "LICENSE-MIT").write_text(text, encoding="utf-8")
    crates = [crate(name, manifest_path=str(tmp_path / name / "Cargo.toml")) for name in ("one", "two", "three")]
    module = crate("plyground-python", source=None)
    text = notices.of_crates(graph(module, *crates, edges={module["id"]: {each["id"]: None for each in crates}}))
    assert "one 1.0.0\n    MIT\n    https://example.org/one\n    text 1\n" in text
    assert "two 1.0.0\n    MIT\n    https://example.org/two\n    text 1\n" in text
    assert text.count("granted.") == 1
    assert str(tmp_path) not in text


def test_a_linked_crate_without_a_license_file_is_an_error(tmp_path: Path) -> None:
    bare = crate("bare", manifest_path=str(tmp_path / "Cargo.toml"))
    module = crate("plyground-python", source=None)
    with pytest.raises(ValueError, match=r"bare 1\.0\.0 has no license file"):
        notices.of_crates(graph(module, bare, edges={module["id"]: {bare["id"]: None}}))


DOCUMENT = """
<p><b>File/Directory:</b> <code>.</code></p><p><b>License:</b> MIT</p><p><b>Copyright:</b> The Project</p>
<h3>📦 used-crate-1.2.3</h3><p><b>License:</b> Zlib</p><p><b>Notices:</b><details><pre>As &lt;is&gt;</pre></details></p>
<h3>📦 wasi-0.1.0</h3><p><b>License:</b> MIT</p>
"""


def test_the_standard_library_is_read_from_its_document() -> None:
    toolchain = standard_library.Toolchain("1.2.3", DOCUMENT, {"MIT": "Permission"}, ("std", "used_crate", "memchr"))
    project, crate, *unlisted = standard_library.parts(toolchain)
    assert (project.title, project.license, project.texts) == ("The Rust project", "MIT", ("Permission",))
    assert (crate.title, crate.version, crate.texts) == ("used-crate", "1.2.3", ("As <is>",))
    assert "memchr" in [part.title for part in unlisted]
    assert "wasi" not in [part.title for part in unlisted]


def test_a_library_without_a_known_license_is_an_error() -> None:
    toolchain = standard_library.Toolchain("1.2.3", DOCUMENT, {}, ("std", "surprise"))
    with pytest.raises(ValueError, match="the licenses of surprise are unknown"):
        standard_library.parts(toolchain)


def locked(**fields: Any) -> dict[str, Any]:
    """A uv.lock with plyground, which needs one package."""
    file = {"url": "https://files.pythonhosted.org/one.whl", "hash": "sha256:00"}
    one = {"name": "one", "source": {"registry": "https://pypi.org/simple"}, "wheels": [file]} | fields
    mine = {"name": "plyground", "source": {"editable": "."}, "dependencies": [{"name": "one"}]}
    return {"package": [mine, one]}


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"source": {"git": "https://example.org/one"}}, "is not the registry"),
        ({"source": {"registry": "https://example.org/simple"}}, "is not the registry"),
        ({"wheels": [{"url": "https://files.pythonhosted.org/one.whl"}]}, "has no SHA-256 hash"),
        ({"wheels": [{"url": "https://example.org/one.whl", "hash": "sha256:00"}]}, "is not on files.pythonhosted.org"),
        ({"wheels": []}, "lists no file"),
    ],
)
def test_python_packages_from_elsewhere_are_found(fields: dict[str, Any], problem: str) -> None:
    assert python_policy.check(locked(), ["MIT"], lambda _: "MIT") == []
    found = python_policy.check(locked(**fields), ["MIT"], lambda _: "MIT")
    assert len(found) == 1
    assert problem in found[0]


def test_licenses_of_python_packages_are_checked() -> None:
    assert python_policy.check(locked(), ["MIT"], lambda _: None) == []
    assert "one: license 'GPL-3.0-only'" in python_policy.check(locked(), ["MIT"], lambda _: "GPL-3.0-only")[0]
    assert python_policy.installed_license("rich") == "MIT"
    assert python_policy.installed_license("no-such-package") is None


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("\tcargo test --locked --quiet && cargo test --doc", 1),
        ("\tcargo build \\\n\t\t--locked", 0),
        ("\t$(BIN)/maturin develop --uv", 1),
        ("\tcargo fmt --all --check; cargo --version", 0),
        ("# cargo build makes the library", 0),
        ("\tcargo clippy --quiet -- -D warnings", 1),
    ],
)
def test_commands_that_may_change_lock_files_are_found(line: str, count: int) -> None:
    assert len(repository_policy.unlocked_commands("Makefile", line)) == count


def test_versions_of_rust_agree() -> None:
    def problems(
        channel: str = "1.95.0", fuzz: str = "1.89", text: str = "Rust 1.89 or newer; we use Rust 1.95.0"
    ) -> str:
        manifests = {"Cargo.toml": "1.89", "fuzz/Cargo.toml": fuzz}
        stated = {name: {"package": {"rust-version": version}} for name, version in manifests.items()}
        pinned = {"toolchain": {"channel": channel}}
        return "\n".join(repository_policy.check_rust_versions(pinned, stated, {"README.md": text}))

    assert problems() == ""
    assert problems(channel="stable") == "rust-toolchain.toml: channel must be a full version, got 'stable'" + (
        "\nREADME.md: names Rust 1.95.0, but not 1.89 (minimum) or stable (pinned)"
    )
    assert "older than rust-version" in problems(channel="1.88.0", text="Rust 1.89")
    assert problems(fuzz="1.90") == "fuzz/Cargo.toml: rust-version must be 1.89, got 1.90"
    assert "must name Rust 1.89" in problems(text="Rust 1.95.0")


def test_published_files_are_sources_and_what_they_include(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "lib.rs").write_text(
        'const TEXT: &str = include_str!("../docs/rules/one.md");', encoding="utf-8"
    )
    (tmp_path / "src" / "weights").mkdir()
    (tmp_path / "src" / "weights" / "stax.txt").touch()
    right = ["Cargo.toml", "src/lib.rs", "src/weights/stax.txt", "docs/rules/one.md", "LICENSE-MIT"]
    assert list(repository_policy.check_published_files(tmp_path, right)) == []
    wrong = ["src/lib.rs", "tests/golden/chess.txt", "python/plyground/agents.py"]
    assert [problem.rpartition(" ")[2] for problem in repository_policy.check_published_files(tmp_path, wrong)] == [
        "python/plyground/agents.py",
        "tests/golden/chess.txt",
        "src/weights/stax.txt",
        "docs/rules/one.md",
    ]
