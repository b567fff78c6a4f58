"""One browser for the tests of a file, which must neither complain nor ask the network."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.export.pages.browser import Browser, NoBrowserError


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    try:
        started = Browser(tmp_path_factory.mktemp("profile"))
    except NoBrowserError as error:
        pytest.skip(str(error))
    with started as browser:
        yield browser


@pytest.fixture
def browser(shared: Browser) -> Iterator[Browser]:
    shared.resize(1280, 900)
    shared.prefer("light")
    yield shared
    assert shared.complaints == []
    asked = {url.partition("#")[0] for url in shared.requests}
    assert {url for url in asked if not url.startswith("data:font/")} <= shared.opened
