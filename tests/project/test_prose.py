"""The check for unclear phrases finds them in prose, and only there."""

import pytest

import prose


def phrases(name: str, content: str) -> list[tuple[int, str]]:
    return [(hit.line, hit.phrase) for hit in prose.hits(name, content)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is seldom tried.", ["seldom"]),
        ("Plays the games abreast.", ["abreast"]),
        ("Asked for so\nmany steps.", ["so many"]),
        ("Of random play nothing is known.", ["Of"]),
        ("An array of random games.", []),
        ("Of course it is.", []),
        ("Who plays first wins.", ["Who"]),
        ("Who moves first?", []),
        ("The seat who moves first.", []),
        ("Sorted; else nothing.", ["else"]),
        ("There is nothing else.", []),
        ("Behind these planes stand promotions.", ["Behind these planes stand"]),
        ("The shape of its planes.", []),
        ("The shape of it.", ["of it"]),
        ("Resets them all at once, besides.", ["at once"]),
    ],
)
def test_phrases(text: str, found: list[str]) -> None:
    assert [phrase for _, phrase in phrases("page.md", text)] == found


def test_documents_are_read_without_code() -> None:
    content = """# Title

Names such as `seldom` are code, and so is ``beside = 1``; [beside](beside.md#beside).

```text
nobody
```

```python
beside = 1  # nobody
print("there is nobody")
```
"""
    assert phrases("page.md", content) == [(3, "and so is"), (3, "beside"), (10, "nobody"), (11, "nobody")]


def test_python_is_read_without_names_and_doctests() -> None:
    content = '''"""Plays games abreast."""

beside = "beside"  # One word is a name.
# A comment, and
# so is the next line.
message = f"{beside} is beside it"
raise ValueError("nobody's "
    'fault')


def play():
    """Play a game.

    >>> print("nobody is there")
    nobody is there

    Nobody plays.
    """
'''
    assert phrases("module.py", content) == [
        (1, "abreast"),
        (4, "and so is"),
        (6, "beside"),
        (7, "nobody"),
        (17, "Nobody"),
    ]


def test_rust_is_read_without_names() -> None:
    content = """//! Searches games abreast.

/// Applies `seldom` where
/// nobody does.
fn seldom<'a>(text: &'a str) -> char {
    let quote = '"'; // It is seldom
    // met.
    panic!("nobody \\"plays\\" {text}");
    let raw = r#"nobody "here""#;
    '\\''
}
"""
    assert phrases("module.rs", content) == [
        (1, "abreast"),
        (4, "nobody"),
        (6, "seldom"),
        (8, "nobody"),
        (9, "nobody"),
    ]


def test_files_may_have_the_phrases_that_are_pending() -> None:
    hit = prose.Hit(3, "seldom", "rarely")
    assert list(prose.compare({"a.md": [hit], "b.md": []}, {"a.md": 1})) == []
    assert list(prose.compare({"a.md": [hit]}, {})) == ["a.md:3: 'seldom'; write: rarely"]
    more = list(prose.compare({"a.md": [hit, hit]}, {"a.md": 1}))
    assert len(more) == 3
    assert more[-1].startswith("a.md: has 2 unclear phrases, 1 are allowed")
    [fewer] = prose.compare({"a.md": [hit]}, {"a.md": 2})
    assert "a.md has 1 unclear phrases, not 2" in fewer
    [gone] = prose.compare({}, {"a.md": 2})
    assert "a.md has 0 unclear phrases, not 2" in gone


def test_pending_numbers_only_shrink() -> None:
    hit = prose.Hit(3, "seldom", "rarely")
    assert prose.updated({"b.md": [hit], "c.md": []}, {"a.md": 2}) == {"b.md": 1}
    with pytest.raises(ValueError, match="must not grow, got 3 instead of 2"):
        prose.updated({"b.md": [hit] * 3}, {"a.md": 2})


def test_pending_list() -> None:
    assert prose.read_pending("docs/a.md 3\nsrc/b.rs 1\n") == {"docs/a.md": 3, "src/b.rs": 1}
