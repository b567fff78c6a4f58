"""Exported files hold a session, other programs open them as before, damaged ones are refused."""

from __future__ import annotations

import zlib
from base64 import b64encode
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import PngImagePlugin

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.document.embed import carrier
from perceptron_gui.document.embed.carrier import CARRIERS, embed, extract
from perceptron_gui.document.model.session import Session, SessionError, read_session, write_session
from tests.document.pictures import NAMES, files, pixels

TEXT = write_session(Session(make(LIBRARY["xor"]), name="a < b && c ]]> --> \u0085 \uffff ü 𝛾"))
OLD = {path.name: path.read_bytes() for path in Path(__file__).parent.joinpath("old").iterdir()}
PNG_PIECE = b"perceptron-gui-session\0\1\0\0\0"  # of 0.1.0


def kind_of(name: str) -> str:
    return name.split()[0]


def carrying(name: str, text: str = TEXT) -> bytes:
    return embed(files()[name], kind_of(name), text)


def test_every_carrier_has_a_file() -> None:
    assert {kind_of(name) for name in files()} == set(CARRIERS)
    assert list(files()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_what_goes_in_comes_out(name: str) -> None:
    assert extract(files()[name]) is None
    assert extract(carrying(name)) == TEXT


@given(st.sampled_from(NAMES), st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_goes_in_and_out(name: str, text: str) -> None:
    assert extract(carrying(name, text)) == text


@pytest.mark.parametrize("name", ["png", "gif", "gif still"])
def test_pillow_sees_the_same_pixels(name: str) -> None:
    before, after = pixels(files()[name]), pixels(carrying(name))
    assert before == after
    assert len(after) == (3 if name == "gif" else 1)


@pytest.mark.parametrize("name", ["png", "gif"])
def test_a_session_of_megabytes_does_not_shut_pillow_out(name: str) -> None:
    points = [[i, i * 1e-3] for i in range(80_000)]
    text = write_session(Session(Dataset.of(points, [1] * len(points))))
    assert len(text) > PngImagePlugin.MAX_TEXT_CHUNK
    data = carrying(name, text)
    assert pixels(data) == pixels(files()[name])
    assert extract(data) == text


def test_an_svg_stays_well_formed_and_gains_one_element() -> None:
    before = ElementTree.fromstring(files()["svg"])
    after = ElementTree.fromstring(carrying("svg"))
    *others, ours = list(after)
    assert ours.tag.endswith("}metadata")
    after.remove(ours)
    assert [child.tag for child in others] == [child.tag for child in before]
    assert "".join(after.itertext()).split() == "".join(before.itertext()).split()


def test_an_svg_saved_by_another_program_still_carries_its_session() -> None:
    tree = ElementTree.fromstring(carrying("svg"))
    ElementTree.indent(tree)
    for encoding in ("us-ascii", "utf-8"):
        assert extract(ElementTree.tostring(tree, encoding)) == TEXT


def test_a_pdf_gains_comments_and_no_object_moves() -> None:
    before, after = files()["pdf"], carrying("pdf")
    place = before.rindex(b"startxref")
    assert after.startswith(before[:place]) and after.endswith(before[place:])
    added = after[place : len(after) - len(before) + place]
    assert {line[:2] for line in added.splitlines()} == {b"% "}


def test_a_pdf_that_was_changed_since_keeps_its_session() -> None:
    changed = carrying("pdf") + b"99 0 obj\n<< /Type /Annot >>\nendobj\nstartxref\n0\n%%EOF\n"
    assert extract(changed) == TEXT


@pytest.mark.parametrize("name", ["html", "tex", "py", "md"])
def test_text_files_keep_their_text_first_and_their_lines_short(name: str) -> None:
    original, data = files()[name], carrying(name)
    assert data.startswith(original)
    lines = data[len(original) :].decode("ascii").strip().split("\n")
    assert max(map(len, lines)) <= 80
    assert extract(data.replace(b"\n", b"\r\n")) == TEXT
    if name == "py":
        compile(data, "figure.py", "exec")
    if name in ("html", "md"):
        assert lines[0] == "<!-- perceptron-gui-session begin"
        assert lines[-1] == "perceptron-gui-session end -->"
    else:
        assert {line[:2] for line in lines} == {"% " if name == "tex" else "# "}


def test_the_name_of_a_session_in_prose_is_no_session() -> None:
    assert extract(b"Write perceptron-gui-session begin\nand perceptron-gui-session end.\n") is None


@pytest.mark.parametrize("name", OLD)
def test_files_of_the_first_version_reopen(name: str) -> None:
    session = read_session(extract(OLD[name]) or "", name)
    assert session.dataset == make(LIBRARY["and"])
    assert session.name == ("a < b && c" if name == "figure.svg" else "and")
    assert session.view == ("trace" if name == "table.md" else "boundary")


def test_a_long_session_of_the_first_version_was_in_several_chunks_of_a_png() -> None:
    pieces = [TEXT[:100], TEXT[100:300], TEXT[300:]]
    chunks = [PNG_PIECE + zlib.compress(piece.encode()) + b"sum\0" for piece in pieces]
    assert extract(b"\x89PNG\r\n" + b"iTXt".join(chunks) + b"IEND") == TEXT


HARMED = {name: carrying(name) for name in NAMES} | {f"old {name}": OLD[name] for name in OLD}


@pytest.mark.parametrize("name", HARMED)
def test_a_damaged_file_is_refused_or_read_but_nothing_breaks(name: str) -> None:
    data = HARMED[name]

    @given(st.integers(0, len(data)), st.lists(st.integers(0, 8 * len(data) - 1), max_size=4))
    def extract_damaged(length: int, flips: list[int]) -> None:
        harmed = bytearray(data)
        for bit in flips:
            harmed[bit // 8] ^= 1 << bit % 8
        for hostile in (bytes(harmed), bytes(harmed[:length])):
            try:
                extract(hostile)
            except SessionError as error:
                assert str(error).isprintable()

    extract_damaged()


DAMAGED: list[tuple[bytes, bytes, bytes, str]] = [
    (carrying("tex"), b"% perceptron-gui-session end\n", b"", "its end is missing"),
    (carrying("gif"), b"session end", b"session", "its end is missing"),
    (carrying("py"), b"# eJ", b"# e*", "letters are missing or strange"),
    (carrying("md"), b"\neJ", b"\n", "letters are missing or strange"),
    (carrying("png"), b"\neJ", b"\nAA", "it does not decompress"),
    (OLD["figure.gif"], b"session eJ", b"session AA", "it does not decompress"),
    (OLD["figure.svg"].partition(b"</metadata>")[0], b"}", b"", "its end is missing"),
    (OLD["figure.svg"], b"perceptron-gui/session", b"perceptron-gui\xff", "it is not text"),
    (OLD["figure.svg"], b"perceptron-gui/session", b"&#" + b"9" * 9999, "it is not text"),
    (OLD["figure.pdf"], b">>\nstream\nx", b">>\nstream\n", "it does not decompress"),
    (OLD["figure.html"], b"eJ", b"e*", "letters are missing or strange"),
]


@pytest.mark.parametrize(("data", "old", "new", "what"), DAMAGED)
def test_damage_is_said_in_a_sentence(data: bytes, old: bytes, new: bytes, what: str) -> None:
    place = data.rfind(old)
    assert place >= 0
    with pytest.raises(SessionError, match=rf"^the session in it is damaged \({what}\); open"):
        extract(data[:place] + new + data[place + len(old) :])


@pytest.mark.parametrize("old", [False, True])
def test_a_small_file_cannot_fill_the_memory(old: bool) -> None:
    packed = zlib.compress(b" " * 70_000_000)
    block = b"%% perceptron-gui-session begin %b perceptron-gui-session end" % b64encode(packed)
    with pytest.raises(SessionError, match=r"^the session in it is larger than 64 MB; take"):
        extract(PNG_PIECE + packed if old else block)


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "again",
    [
        b"!\xfe\xffperceptron-gui-session begin" + b"\1",
        b"# perceptron-gui-session begin ",
        b'<a id="perceptron-gui-session" ',
        b"/Type /PerceptronGuiSession ",
        PNG_PIECE + zlib.compress(b" "),
    ],
)
def test_many_beginnings_of_a_session_take_no_longer_than_one(again: bytes) -> None:
    hostile = b"GIF89a" * again.startswith(b"!") + again * (5_000_000 // len(again))
    try:
        found = extract(hostile)
    except SessionError:
        return
    assert found is None or not found.strip()


def test_what_is_too_large_is_not_put_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrier, "SIZE_LIMIT", 1000)
    assert extract(carrying("png", "x" * 1000)) == "x" * 1000
    with pytest.raises(SessionError, match=r"than 0 MB, too large to be carried; leave it"):
        carrying("png", "ü" * 501)
