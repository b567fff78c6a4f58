"""A real browser without a window, driven through its debugging pipe: keys, touch, pictures."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_DEADLINE = 30.0  # seconds, for one answer
_KEYS = {" ": ("Space", 32), "ArrowLeft": ("ArrowLeft", 37), "ArrowRight": ("ArrowRight", 39)}
_KEYS |= {"ArrowUp": ("ArrowUp", 38), "ArrowDown": ("ArrowDown", 40), "Enter": ("Enter", 13)}
_KEYS |= {"Delete": ("Delete", 46)}
_KEYS |= {
    "Home": ("Home", 36),
    "End": ("End", 35),
    "t": ("KeyT", 84),
    "b": ("KeyB", 66),
    "Tab": ("Tab", 9),
    "1": ("Digit1", 49),
    "2": ("Digit2", 50),
}
_SHIFT = 8
_HIGH = 20
# The browser reads commands from file 3 and writes answers to file 4.
_LAUNCH = """import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])"""


class NoBrowserError(Exception):
    """The browser is there but cannot be started."""


class Browser:
    """One page of chromium; what it complains of and asks the network for is recorded."""

    def __init__(self, profile: Path) -> None:
        import fcntl  # not on Windows

        assert CHROMIUM is not None
        commands, self._out = os.pipe()
        self._answers, answers = os.pipe()
        # Above the numbers that they get, so that neither takes the place of the other.
        high = [fcntl.fcntl(each, fcntl.F_DUPFD, _HIGH) for each in (commands, answers)]
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-ISc", _LAUNCH, *map(str, high), CHROMIUM),
                *("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
                *("--no-first-run", "--disable-background-networking", "--disable-sync"),
                *("--hide-scrollbars", "--remote-debugging-pipe", f"--user-data-dir={profile}"),
            ],
            pass_fds=high,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for each in (commands, answers, *high):
            os.close(each)
        self._buffer = b""
        self._number = 0
        self._session = ""
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.opened: set[str] = {"about:blank"}
        self._loaded = False
        try:
            self._attach()
        except (AssertionError, BrokenPipeError) as error:
            self.__exit__()
            raise NoBrowserError(f"{CHROMIUM} does not start here") from error

    def _attach(self) -> None:
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        found = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = found["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._out)
        os.close(self._answers)

    def call(self, method: str, **given: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        self._number += 1
        sent = {"id": self._number, "method": method, "params": given}
        if self._session:
            sent["sessionId"] = self._session
        os.write(self._out, json.dumps(sent).encode() + b"\0")
        while True:
            told = self._next()
            if told.get("id") == self._number:
                assert "error" not in told, told
                result: dict[str, Any] = told["result"]
                return result
            self._note(told)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._answers], [], [], _DEADLINE)
            assert ready, "the browser does not answer"
            piece = os.read(self._answers, 1 << 20)
            assert piece, "the browser has ended"
            self._buffer += piece
        text, _, self._buffer = self._buffer.partition(b"\0")
        told: dict[str, Any] = json.loads(text)
        return told

    def _note(self, told: dict[str, Any]) -> None:
        given = told.get("params", {})
        if told["method"] == "Page.loadEventFired":
            self._loaded = True
        elif told["method"] == "Log.entryAdded":
            self.complaints.append(given["entry"]["text"])
        elif told["method"] == "Runtime.exceptionThrown":
            self.complaints.append(str(given["exceptionDetails"]))
        elif told["method"] == "Network.requestWillBeSent":
            self.requests.append(given["request"]["url"])

    def open(self, path: Path, place: str = "") -> None:
        """Open a file anew, and wait until it is loaded."""
        self.opened.add(path.as_uri())
        for url in ("about:blank", f"{path.as_uri()}{place}"):
            self._loaded = False
            self.call("Page.navigate", url=url)
            while not self._loaded:
                self._note(self._next())
        ready = "'ready' in document.documentElement.dataset"
        self.wait_until(f"!document.querySelector('#given') || {ready}")

    def value(self, expression: str) -> Any:
        """Return what a piece of JavaScript yields."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def text(self, selector: str) -> str:
        """Return the words that an element shows."""
        return str(self.value(f"document.querySelector({json.dumps(selector)}).innerText"))

    def wait_until(self, expression: str) -> None:
        """Wait until a piece of JavaScript is true."""
        until = time.monotonic() + _DEADLINE
        while not self.value(expression):
            assert time.monotonic() < until, f"never true: {expression}"

    def press(self, key: str, shift: bool = False) -> None:
        """Press and release a key."""
        code, number = _KEYS[key]
        held = {"key": key, "code": code, "windowsVirtualKeyCode": number}
        held["modifiers"] = _SHIFT if shift else 0
        letter = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **held, **letter)
        self.call("Input.dispatchKeyEvent", type="keyUp", **held)

    def click(self, selector: str) -> None:
        """Click into the middle of an element."""
        x, y = self._middle(selector)
        for kind in ("mousePressed", "mouseReleased"):
            button = {"button": "left", "clickCount": 1}
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **button)

    def drag(self, selector: str, right: float, down: float, touch: bool = False) -> None:
        """Pull an element somewhere else, with the mouse or a finger."""
        x, y = self._middle(selector)
        places = [(x + right * share, y + down * share) for share in (0.0, 0.3, 0.6, 1.0)]
        if touch:
            for kind, (x, y) in zip(("touchStart", *["touchMove"] * 3), places, strict=True):
                self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
            self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            return
        kinds = ("mousePressed", *["mouseMoved"] * 3)
        button = {"button": "left", "buttons": 1, "clickCount": 1}
        for kind, (x, y) in zip(kinds, places, strict=True):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **button)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, **button)

    def swipe(self, selector: str, right: float) -> None:
        """Move a finger over an element, or tap it."""
        x, y = self._middle(selector)
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        if right:
            for share in (0.3, 0.6, 1.0):
                moved = [{"x": x + right * share, "y": y}]
                self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=moved)
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def _middle(self, selector: str) -> tuple[float, float]:
        found = self.value(
            f"(() => {{const at = document.querySelector({json.dumps(selector)});"
            "at.scrollIntoView({block: 'center', behavior: 'instant'});"
            "const box = at.getBoundingClientRect();"
            "return [box.left + box.width / 2, box.top + box.height / 2]})()"
        )
        return found[0], found[1]

    def resize(self, width: int, height: int, phone: bool = False) -> None:
        """Give the page another size."""
        size = {"width": width, "height": height, "deviceScaleFactor": 2 if phone else 1}
        self.call("Emulation.setDeviceMetricsOverride", **size, mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)

    def prefer(self, side: str) -> None:
        """Let the system be light or dark."""
        wish = [{"name": "prefers-color-scheme", "value": side}]
        self.call("Emulation.setEmulatedMedia", features=wish)

    def picture(self, selector: str = "") -> bytes:
        """Return a PNG of the window, or of an element."""
        part: dict[str, Any] = {}
        if selector:
            left, top, width, height = self.value(
                f"(() => {{const box = document.querySelector({json.dumps(selector)})"
                ".getBoundingClientRect();"
                "return [box.left + scrollX, box.top + scrollY, box.width, box.height]})()"
            )
            clip = {"x": left, "y": top, "width": width, "height": height, "scale": 1}
            part = {"clip": clip, "captureBeyondViewport": True}
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", **part)["data"])
