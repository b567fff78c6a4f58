"""Exported files hold a session, other programs open them as before, damaged ones are refused."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.document.embed import registry
from perceptron_gui.document.embed.registry import embed, extract, is_picture
from perceptron_gui.document.model.session import Session, SessionError, read_session, write_session
from tests.document.pictures import NAMES, files, pixels

RASTER = [name for name in NAMES if name.split()[0] in ("png", "apng", "gif", "webp")]
TEXT = write_session(Session(make(LIBRARY["xor"]), name="a < b && c ]]> --> \u0085 \uffff ü 𝛾"))


def kind_of(name: str) -> str:
    return name.split()[0]


def carrying(name: str, text: str = TEXT) -> bytes:
    return embed(files()[name], kind_of(name), text)


def test_every_kind_has_a_file() -> None:
    assert {kind_of(name) for name in files()} == {*registry.PICTURES, *registry.TEXTS}
    assert list(files()) == NAMES


def is_whole(found: str | None) -> bool:
    """Tell whether a text holds the session, however its characters are escaped."""
    return read_session(found or "", "found") == read_session(TEXT, "put in")


@pytest.mark.parametrize("name", NAMES)
def test_what_goes_in_comes_out(name: str) -> None:
    assert is_picture(files()[name]) == (kind_of(name) in registry.PICTURES)
    assert extract(files()[name]) is None
    found = extract(carrying(name))
    assert is_whole(found)
    if name != "svg":  # where JSON escapes what XML cannot hold
        assert found == TEXT


@given(st.sampled_from(NAMES), st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"])))
def test_any_text_goes_in_and_out(name: str, text: str) -> None:
    assert extract(carrying(name, text)) == text


@pytest.mark.parametrize("name", NAMES)
def test_a_new_session_takes_the_place_of_the_old_one(name: str) -> None:
    once = carrying(name)
    assert embed(once, kind_of(name), TEXT) == once
    other = embed(once, kind_of(name), TEXT.replace('"end"', "3"))
    assert extract(other) != extract(once)
    assert embed(other, kind_of(name), TEXT) == once


@pytest.mark.parametrize("name", RASTER)
def test_pillow_sees_the_same_pixels(name: str) -> None:
    before, after = pixels(files()[name]), pixels(carrying(name))
    assert before == after
    assert len(after) == (3 if name in ("gif", "apng", "webp") else 1)


@pytest.mark.parametrize("name", ["png", "apng"])
def test_a_session_of_megabytes_does_not_shut_pillow_out(name: str) -> None:
    points = [[i, i * 1e-3] for i in range(80_000)]
    text = write_session(Session(Dataset.of(points, [1] * len(points))))
    assert len(text) > PngImagePlugin.MAX_TEXT_CHUNK
    data = carrying(name, text)
    assert pixels(data) == pixels(files()[name])
    assert extract(data) == text
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()


def test_other_programs_can_read_the_session_in_a_png() -> None:
    with Image.open(io.BytesIO(carrying("png"))) as picture:
        picture.load()
        assert picture.info["perceptron-gui-session"] == TEXT


def test_an_svg_stays_well_formed_and_gains_one_element() -> None:
    before = ElementTree.fromstring(files()["svg"])
    after = ElementTree.fromstring(carrying("svg"))
    ours, *others = list(after)
    assert ours.tag.endswith("}metadata")
    assert is_whole(ours.text)
    after.remove(ours)
    assert [child.tag for child in others] == [child.tag for child in before]
    assert ElementTree.tostring(after) == ElementTree.tostring(before)


def test_an_svg_saved_by_another_program_still_carries_its_session() -> None:
    tree = ElementTree.fromstring(carrying("svg"))
    for encoding in ("us-ascii", "utf-8"):
        assert is_whole(extract(ElementTree.tostring(tree, encoding)))


@pytest.mark.parametrize(
    "before",
    [
        b"<!-- <svg> is not here -->",
        b'<!DOCTYPE svg [ <!ENTITY a "b"> ]>\n',
        b'\xef\xbb\xbf<?xml version="1.0"?>\r\n',
    ],
)
def test_an_svg_begins_after_declaration_document_type_and_comments(before: bytes) -> None:
    svg = before + b"<svg xmlns='http://www.w3.org/2000/svg' aria-label='a>b'><g/></svg>"
    data = embed(svg, "svg", TEXT)
    assert data.startswith(before + b"<svg ")
    tags = [child.tag.partition("}")[2] for child in ElementTree.fromstring(data)]
    assert tags == ["metadata", "g"]


def test_a_pdf_is_updated_by_the_book() -> None:
    data = carrying("pdf")
    original = files()["pdf"]
    assert data.startswith(original)
    table = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    entry = re.fullmatch(
        rb"xref\n(\d+) 1\n(\d{10}) 00000 n \ntrailer\n<< /Size (\d+) (/Root 1 0 R /Info \d+ 0 R)"
        rb" /Prev (\d+) /PerceptronGuiSession (\d+) 0 R >>\nstartxref\n\d+\n%%EOF\n",
        data[table:],
    )
    assert entry is not None
    number, place, size, kept, previous, reference = entry.groups()
    assert data[int(place) :].startswith(number + b" 0 obj\n")
    assert number == reference and int(size) == int(number) + 1
    assert kept in original
    assert original[int(previous) :].startswith(b"xref")


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="poppler is not installed")
def test_poppler_opens_a_pdf_without_complaint_and_draws_the_same(tmp_path: Path) -> None:
    drawn = []
    for data in (files()["pdf"], carrying("pdf"), embed(carrying("pdf"), "pdf", "other")):
        path = tmp_path / "figure.pdf"
        path.write_bytes(data)
        for command in (["pdfinfo", str(path)], ["pdftoppm", "-r", "50", str(path)]):
            done = subprocess.run(command, capture_output=True, check=True, timeout=60)
            assert done.stderr == b""
        drawn.append(done.stdout)
    assert drawn[0] == drawn[1] == drawn[2] != b""


def test_a_pdf_that_was_changed_since_keeps_its_session() -> None:
    changed = carrying("pdf") + b"99 0 obj\n<< /Type /Annot >>\nendobj\nstartxref\n0\n%%EOF\n"
    assert extract(changed) == TEXT


@pytest.mark.parametrize("name", ["tex", "py", "md"])
def test_text_files_keep_their_text_first_and_their_lines_short(name: str) -> None:
    original, data = files()[name], carrying(name)
    assert data.startswith(original + (b"" if name == "tex" else b"\n"))
    lines = data[len(original) :].decode("ascii").strip().split("\n")
    assert max(map(len, lines)) == 76
    assert extract(data.replace(b"\n", b"\r\n")) == TEXT
    if name == "py":
        compile(data, "figure.py", "exec")
    if name == "md":
        assert lines[0] == "<!-- perceptron-gui-session begin"
        assert lines[-1] == "perceptron-gui-session end -->"
    else:
        assert {line[:2] for line in lines} == {"% " if name == "tex" else "# "}


def test_the_name_of_a_session_in_prose_is_no_session() -> None:
    assert extract(b"Write perceptron-gui-session begin\nand perceptron-gui-session end.\n") is None


@pytest.mark.parametrize("name", NAMES)
def test_a_damaged_file_is_refused_or_read_but_nothing_breaks(name: str) -> None:
    data = carrying(name)

    @given(st.integers(0, len(data)), st.lists(st.integers(0, 8 * len(data) - 1), max_size=4))
    def extract_damaged(length: int, flips: list[int]) -> None:
        harmed = bytearray(data)
        for bit in flips:
            harmed[bit // 8] ^= 1 << bit % 8
        for hostile in (bytes(harmed), bytes(harmed[:length])):
            for act in (extract, lambda data: embed(data, kind_of(name), "text")):
                try:
                    act(hostile)
                except SessionError as error:
                    assert str(error).isprintable()

    extract_damaged()


@given(st.sampled_from(NAMES), st.integers(0, 20), st.binary())
def test_bytes_after_any_beginning_break_nothing(name: str, length: int, rest: bytes) -> None:
    try:
        assert extract(files()[name][:length] + rest) is None
    except SessionError as error:
        assert str(error).isprintable()


DAMAGED: list[tuple[str, bytes, bytes, str]] = [
    ("png", b"session\0\1\0\0\0x", b"session\0\1\0\0\0y", "its check sum is wrong"),
    ("svg", b"</metadata>\n <metadata>", b"<metadata>", "its end is missing"),
    ("svg", b"perceptron-gui/session", b"perceptron-gui\xff", "it is not text"),
    ("svg", b"perceptron-gui/session", b"&#1234567;", "it is not text"),
    ("pdf", b">>\nstream\nx", b"\nx", "its beginning is missing"),
    ("pdf", b">>\nstream\nx", b">>\nstream\n", "it does not decompress"),
    ("tex", b"% perceptron-gui-session end\n", b"", "its end is missing"),
    ("py", b"# eJ", b"# e*", "letters are missing or strange"),
    ("md", b"\neJ", b"\n", "letters are missing or strange"),
    ("gif", b"session eJ", b"session AA", "it does not decompress"),
]


@pytest.mark.parametrize(("name", "old", "new", "what"), DAMAGED)
def test_damage_is_said_in_a_sentence(name: str, old: bytes, new: bytes, what: str) -> None:
    data = carrying(name)
    place = data.rfind(old)
    assert place >= 0
    with pytest.raises(SessionError, match=rf"^the session in it is damaged \({what}\); open"):
        extract(data[:place] + new + data[place + len(old) :])


def test_a_small_file_cannot_fill_the_memory() -> None:
    packed = zlib.compress(b" " * 70_000_000)
    chunk = b"pgss" + len(packed).to_bytes(4, "little") + packed + b"\0" * (len(packed) % 2)
    hostile = b"RIFF" + (4 + len(chunk)).to_bytes(4, "little") + b"WEBP" + chunk
    with pytest.raises(SessionError, match=r"^the session in it is larger than 64 MB; take"):
        extract(hostile)


def test_what_is_too_large_is_not_put_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SIZE_LIMIT", 1000)
    assert extract(carrying("png", "x" * 1000)) == "x" * 1000
    with pytest.raises(SessionError, match=r"than 0 MB, too large to be carried; leave it"):
        carrying("png", "ü" * 501)


@pytest.mark.parametrize("kind", list(registry.PICTURES))
def test_nothing_is_put_into_a_file_of_another_kind(kind: str) -> None:
    for data in (b"", b"%!PS", files()[kind][: len(files()[kind]) // 2]):
        if kind == "svg" and data.startswith(b"<?xml"):
            continue  # half of an SVG has its beginning, which is all that is needed
        with pytest.raises(SessionError, match="so it cannot carry a session"):
            embed(data, kind, TEXT)
