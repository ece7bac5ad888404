"""The boards at the head of the README are those that the tool draws."""

from xml.etree import ElementTree

import contact_sheet


def test_the_picture_of_the_readme_is_current() -> None:
    assert contact_sheet.PATH.read_text(encoding="utf-8") == contact_sheet.draw(), "run make pictures"


def test_the_picture_holds_a_board_and_a_caption_of_each_game() -> None:
    text = contact_sheet.PATH.read_text(encoding="utf-8")
    assert len(text) < 400_000, "GitHub should load it quickly"
    svg = "{http://www.w3.org/2000/svg}"
    root = ElementTree.fromstring(text)
    moments = [moment for row in contact_sheet.ROWS for moment in row]
    assert len(root.findall(f"{svg}svg")) == len(moments) == 6
    captions = [each.text for each in root.findall(f"{svg}text")]
    assert captions[1::3] == [moment.id for moment in moments]
    identifiers = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
    assert len(identifiers) == len(set(identifiers))
