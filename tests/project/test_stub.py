"""The stub of the compiled module says what the module says."""

import stub
from plyground import _core


def test_docstrings_of_the_stub_are_those_of_the_module() -> None:
    text = stub.STUB.read_text()
    assert stub.updated(text, _core) == text, "make stub writes the docstrings of the module into the stub"


def test_docstrings_are_replaced_added_and_removed() -> None:
    text = "\n".join(
        [
            "def info(id: str) -> Info:",
            '    """Old."""',
            "",
            "def game(id: str) -> Game: ...",
            "@final",
            "class Plane:",
            "    @property",
            "    def name(self) -> str:",
            '        """Old.',
            "",
            "        Older.",
            '        """',
            "    def __eq__(self, other: object, /) -> bool: ...",
            "",
        ]
    )
    new = stub.updated(text, _core)
    assert "Old" not in new
    for found in (_core.info, _core.game, _core.Plane, _core.Plane.name):
        assert str(found.__doc__).splitlines()[0] in new
    assert "    def __eq__(self, other: object, /) -> bool: ..." in new
    assert stub.updated(new, _core) == new
