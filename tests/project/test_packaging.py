"""What is packaged, and the files that people and services find in the repository. `make packages` builds and installs."""

import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import plyground as pg
from repository import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))

DISTRIBUTED = re.compile(
    r"(?:benches|bindings|examples|python|src)/.+|docs/(?:\w+\.md|rules/\w+\.md|boards\.svg|pictures\.svg)"
    r"|Cargo\.(?:lock|toml)|CHANGELOG\.md|CITATION\.cff|LICENSE(?:-APACHE|-MIT)?|PKG-INFO|README\.md"
    r"|(?:CODE_OF_CONDUCT|CONTRIBUTING|SECURITY)\.md|THIRD-PARTY-NOTICES(?:-RUST)?|pyproject\.toml"
)


def table(name: str) -> dict[str, Any]:
    """Read a TOML file of the repository."""
    return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))


def tracked(*folders: str) -> set[str]:
    """Return the files of the repository in some folders."""
    command = ["git", "ls-files", "--", *folders]
    return set(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines())


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tarfile.TarFile]:
    if not (ROOT / ".git").exists():
        pytest.skip("source distributions are made from a clone")
    folder = tmp_path_factory.mktemp("sdist")
    command = [str(Path(sys.executable).parent / "maturin"), "sdist", "--out", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.iterdir()
    with tarfile.open(path) as file:
        yield file


def test_source_distributions_contain_what_a_build_needs(sdist: tarfile.TarFile) -> None:
    prefix = f"plyground-{pg.__version__}/"
    names = {name.removeprefix(prefix) for name in sdist.getnames()}
    manifests = {"Cargo.toml", *(f"{member}/Cargo.toml" for member in table("Cargo.toml")["workspace"]["members"])}
    licenses = set(table("pyproject.toml")["project"]["license-files"])
    assert names >= tracked("src", "bindings", "python", "docs/rules", "docs/pictures.*") | manifests | licenses
    unexpected = sorted(name for name in names if not DISTRIBUTED.fullmatch(name))
    assert unexpected == [], "exclude them in [tool.maturin] of pyproject.toml"
    # Unchanged, so that a build with --locked accepts them.
    for name in ("Cargo.lock", *manifests):
        member = sdist.extractfile(prefix + name)
        assert member is not None
        assert member.read() == (ROOT / name).read_bytes()


def test_the_version_is_in_one_place() -> None:
    workspace = table("Cargo.toml")
    assert workspace["workspace"]["package"]["version"] == pg.__version__
    for name in ("Cargo.toml", "bindings/Cargo.toml", "benches/Cargo.toml"):
        assert table(name)["package"]["version"] == {"workspace": True}
    project = table("pyproject.toml")["project"]
    assert "version" not in project
    assert "version" in project["dynamic"]
    versions = {package["version"] for package in table("Cargo.lock")["package"] if package["name"] == "plyground"}
    assert versions == {pg.__version__}


def test_the_changelog_has_sections_for_releases() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", heading) for heading in headings[1:])


def steps(workflow: dict[str, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    for step in steps(workflow):
        if "uses" in step:
            assert re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", step["uses"]), "actions are pinned to commits"
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 90
    text = path.read_text(encoding="utf-8")
    # A comment has the version of each pinned action.
    assert len(re.findall(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+$", text, re.MULTILINE)) == text.count("uses:")
    targets = re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r"\bmake ([a-z0-9-]+)", text)) <= set(targets)
    for name in re.findall(r"\bbash (\S+)", text):
        assert (ROOT / name).is_file()


def test_the_wheels_workflow_publishes_all_packages() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text(encoding="utf-8"))["jobs"]
    assert jobs["publish"]["permissions"]["id-token"] == "write"
    assert set(jobs["publish"]["needs"]) == {"sdist", "wheels"}
    platforms = {platform["name"] for platform in jobs["wheels"]["strategy"]["matrix"]["platform"]}
    assert platforms >= {"linux-x86_64", "linux-aarch64", "macos-x86_64", "macos-arm64", "windows-x86_64"}
    minimum = table("pyproject.toml")["project"]["requires-python"].removeprefix(">=")
    assert minimum in jobs["wheels"]["strategy"]["matrix"]["python"]


def test_releases_are_built_with_the_locked_maturin() -> None:
    [locked] = [package["version"] for package in table("uv.lock")["package"] if package["name"] == "maturin"]
    found = [
        step["with"].get("maturin-version")
        for path in WORKFLOWS
        for step in steps(yaml.safe_load(path.read_text(encoding="utf-8")))
        if step.get("uses", "").startswith("PyO3/maturin-action@")
    ]
    assert found
    assert set(found) == {f"v{locked}"}


def test_the_workflows_are_there() -> None:
    assert {path.stem for path in WORKFLOWS} >= {"ci", "wheels"}
    assert {path.stem for path in FORMS} >= {"bug", "config", "new_game", "wrong_rule"}


@pytest.mark.parametrize("path", [path for path in FORMS if path.stem != "config"], ids=lambda path: path.stem)
def test_issue_forms(path: Path) -> None:
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert {"name", "description", "labels", "body"} <= form.keys()
    ids = [field["id"] for field in form["body"]]
    assert len(ids) == len(set(ids))
    assert all(field["attributes"]["label"] for field in form["body"])
    if path.stem != "new_game":
        assert "version" in ids, "the output of plyground --version tells which build a report is about"


@pytest.mark.parametrize(
    "name", ["CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md", ".github/pull_request_template.md"]
)
def test_links_of_community_files_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / name).read_text(encoding="utf-8")):
        assert (ROOT / name).parent.joinpath(target).exists(), f"{name} links to {target}"
