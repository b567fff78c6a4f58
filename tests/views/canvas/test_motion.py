"""Less motion: asked for by the environment, or by a desktop through its portal."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from perceptron_gui.views.canvas.motion import LESS_MOTION, wants_less_motion

# A desktop that knows one setting, in a process of its own as desktops are.
_PORTAL = """
import sys
from PySide6.QtCore import ClassInfo, QCoreApplication, QObject, Slot
from PySide6.QtDBus import QDBusConnection, QDBusVariant

known = tuple(sys.argv[1:3])
values = {"no": False, "yes": True, "0": 0, "1": 1, "0.0": "0.0", "1.0": "1.0"}


@ClassInfo({"D-Bus Interface": "org.freedesktop.portal.Settings"})
class Portal(QObject):
    @Slot(str, str, result="QDBusVariant")
    def Read(self, namespace, key):
        found, outer = QDBusVariant(), QDBusVariant()
        found.setVariant(values[sys.argv[3]] if (namespace, key) == known else "unknown")
        outer.setVariant(found)
        return outer


app = QCoreApplication([])
bus = QDBusConnection.sessionBus()
assert bus.registerService("org.freedesktop.portal.Desktop")
option = QDBusConnection.RegisterOption.ExportAllSlots
portal = Portal()
assert bus.registerObject("/org/freedesktop/portal/desktop", portal, option)
print("there", flush=True)
app.exec()
"""
_WINDOW = """
import subprocess, sys, tempfile
from pathlib import Path
from PySide6.QtCore import QEventLoop, QTimer
from perceptron_gui.app.main.program import make_window
from perceptron_gui.app.state.settings import Settings

portal = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)
try:
    assert portal.stdout.readline() == "there\\n"
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "settings.ini")
        window = make_window(["and"], settings=settings, recovery_folder=Path(folder))
        looks, loop = window.program.looks, QEventLoop()
        turning = window.canvas.turning
        assert turning.moves
        looks.desktop.less_motion_found.connect(loop.quit)
        QTimer.singleShot(int(sys.argv[-1] in ("no", "0.0", "1")) * 9000 + 1000, loop.quit)
        looks.desktop.ask()
        loop.exec()
        is_checked = window.actions_by_id.by_id["view.reduce_motion"].isChecked()
        print("moves" if turning.moves else "jumps", is_checked, settings.reduce_motion)
        window.program.close()
finally:
    portal.kill()
    portal.wait()
"""


@pytest.mark.usefixtures("qapp")
def test_the_environment_can_ask_for_less_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LESS_MOTION, "1")
    assert wants_less_motion()
    monkeypatch.setenv(LESS_MOTION, "0")
    assert not wants_less_motion()


@pytest.mark.program
@pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="there is no message bus")
@pytest.mark.parametrize(
    ("namespace", "key", "value", "found"),
    [
        ("org.gnome.desktop.interface", "enable-animations", "no", "jumps True False"),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (
                ("org.gnome.desktop.interface", "enable-animations", "yes", "moves False False"),
                ("org.freedesktop.appearance", "reduced-motion", "1", "jumps True False"),
                ("org.kde.kdeglobals.KDE", "AnimationDurationFactor", "0.0", "jumps True False"),
                ("org.kde.kdeglobals.KDE", "AnimationDurationFactor", "1.0", "moves False False"),
            )
        ),
    ],
)
def test_lines_jump_where_the_desktop_asks_for_less_motion(
    namespace: str, key: str, value: str, found: str
) -> None:
    """What somebody chose in the program is not changed by it."""
    portal = [sys.executable, "-c", _PORTAL, namespace, key, value]
    words = ["dbus-run-session", "--", sys.executable, "-c", _WINDOW, *portal]
    variables = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(words, env=variables, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == found, done.stderr
