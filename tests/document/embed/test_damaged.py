"""A damaged, hostile or foreign file is refused with a sentence; nothing else can happen."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.document.embed import registry
from perceptron_gui.document.embed.registry import embed, extract
from perceptron_gui.document.model.session import SessionError
from tests.document.embed.test_registry import TEXT, carrying, kind_of
from tests.document.pictures import NAMES, files


@pytest.mark.parametrize("name", NAMES)
def test_a_damaged_file_is_refused_or_read_but_nothing_breaks(name: str) -> None:
    data = carrying(name)

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
            try:
                embed(hostile, kind_of(name), "text")
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
    (
        "png",
        b"perceptron-gui-session\0\1\0\0\0x",
        b"perceptron-gui-session\0\1\0\0\0y",
        "its check sum is wrong",
    ),
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
    with pytest.raises(SessionError, match=r"^the session in it is too large$"):
        extract(hostile)


def test_what_is_too_large_is_not_put_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SIZE_LIMIT", 1000)
    assert extract(carrying("png", "x" * 1000)) == "x" * 1000
    with pytest.raises(SessionError, match=r"^the session is too large to be carried; leave it"):
        carrying("png", "ü" * 501)


@pytest.mark.parametrize("kind", list(registry.PICTURES))
def test_nothing_is_put_into_a_file_of_another_kind(kind: str) -> None:
    for data in (b"", b"%!PS", files()[kind][: len(files()[kind]) // 2]):
        if kind == "svg" and data.startswith(b"<?xml"):
            continue  # half of an SVG has its beginning, which is all that is needed
        with pytest.raises(SessionError, match="so it cannot carry a session"):
            embed(data, kind, TEXT)
