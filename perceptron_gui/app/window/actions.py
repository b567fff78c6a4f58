"""The table of all actions; menus, tool bar, keys and help are made from it.

Imports no Qt: the command line lists the actions on machines where no window opens.
"""

from __future__ import annotations

from dataclasses import dataclass

from perceptron_gui.labs.registry import lab_pages

# The menu of an action, by the first part of its id.
_MENU_OF = {
    "file": "File",
    "edit": "Edit",
    **dict.fromkeys(("tool", "points"), "Points"),
    "play": "Train",
    **dict.fromkeys(("panel", "page"), "Explore"),
    "show": "Show",
    "lesson": "Lesson",
    **dict.fromkeys(("theme", "view"), "View"),
    "help": "Help",
}
MENUS = tuple(dict.fromkeys(_MENU_OF.values()))
# What stands in the strip of tools, in the bar of pages, among the panels, beside the timeline.
_SEEN_KINDS = ("tool", "page", "panel")
_SEEN = tuple(
    f"play.{name}" for name in ("toggle", "forward", "back", "start", "end", "faster", "slower")
)
_EXCLUSIVE = ("tool", "page", "theme")  # exactly one of each kind is checked


@dataclass(frozen=True)
class ActionSpec:
    """A row of the table; the first part of the id is its kind."""

    id: str
    text: str
    tip: str
    shortcuts: str = ""  # separated by spaces
    checkable: bool = False  # exclusive ones always are
    separated: bool = False  # by a line above it in its menu

    @property
    def name(self) -> str:
        """The text without the & of its letter."""
        return self.text.replace("&", "")

    @property
    def keys(self) -> tuple[str, ...]:
        """The shortcuts."""
        return tuple(self.shortcuts.split())

    @property
    def kind(self) -> str:
        """The first part of the id."""
        return self.id.partition(".")[0]

    @property
    def menu(self) -> str:
        """The title of its menu."""
        return _MENU_OF[self.kind]

    @property
    def is_in_menu(self) -> bool:
        """Whether it has an entry in its menu, or a place of its own that is always seen."""
        return self.kind not in _SEEN_KINDS and self.id not in _SEEN

    @property
    def is_exclusive(self) -> bool:
        """Whether exactly one action of its kind is checked."""
        return self.kind in _EXCLUSIVE


ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("file.new", "&New", "Begin with an empty plane", "Ctrl+N"),
    ActionSpec("file.open", "&Open…", "Open a session, a CSV file or a figure", "Ctrl+O"),
    ActionSpec("file.save", "&Save", "Save this session", "Ctrl+S", separated=True),
    ActionSpec("file.save_as", "Save &as…", "Save under another name", "Ctrl+Shift+S"),
    ActionSpec("file.import", "&Import data…",
               "Take points from a table, with a preview", "Ctrl+I", separated=True),
    ActionSpec("file.export", "&Export figure…", "Write a figure for a slide or a paper", "Ctrl+E"),
    ActionSpec("file.quick_export", "Quick e&xport",
               "Write the view under the pointer as it was exported last", "Ctrl+Shift+E"),
    ActionSpec("file.copy_figure", "&Copy figure",
               "Copy the view under the pointer as a picture", "Ctrl+Shift+C"),
    ActionSpec("file.copy_description", "Copy &description",
               "Copy what the view under the pointer shows, in sentences"),
    ActionSpec("file.start_last", "S&tart with the last session",
               "Start the program with the last session instead of Home",
               checkable=True, separated=True),
    ActionSpec("file.quit", "&Quit", "Close the window", "Ctrl+Q", separated=True),
    ActionSpec("edit.undo", "&Undo", "Undo the last change", "Ctrl+Z"),
    ActionSpec("edit.redo", "&Redo", "Redo the last undone change", "Ctrl+Shift+Z Ctrl+Y"),
    ActionSpec("edit.copy", "&Copy points",
               "Copy the selected points as a table", "Ctrl+C", separated=True),
    ActionSpec("edit.paste", "&Paste points", "Add points from a table on the clipboard", "Ctrl+V"),
    ActionSpec("edit.select_all", "Select &all", "Select every point", "Ctrl+A", separated=True),
    ActionSpec("edit.find", "&Find…",
               "Find a command, a data set, a lesson or a page of the manual by typing", "Ctrl+K"),
    ActionSpec("edit.relabel", "Change c&lass", "Give the selected points the other label", "C"),
    ActionSpec("edit.delete", "&Delete", "Delete the selected points", "Delete"),
    ActionSpec("tool.move", "&Move",
               "Drag points, the line or the arrow", "M"),
    ActionSpec("tool.minus", "Add &−1", "Click to add points of class −1; right click adds +1",
               "1"),
    ActionSpec("tool.plus", "&Add +1", "Click to add points of class +1; right click adds −1",
               "A 2"),
    ActionSpec("tool.select", "&Select", "Draw a box around points", "S"),
    ActionSpec("tool.erase", "&Erase", "Click or sweep to erase points", "E"),
    ActionSpec("tool.brush", "&Brush", "Spray points while the button is held",
               "Shift+B"),
    ActionSpec("points.snap", "Snap to &grid",
               "New and moved points take round coordinates", "G", checkable=True, separated=True),
    ActionSpec("points.cursor", "Place by &keyboard",
               "A cursor for the arrows: Enter adds a point, C changes its class, Esc ends", "K",
               checkable=True),
    ActionSpec("points.fit", "&Fit view", "Show all points", "F"),
    ActionSpec("points.choose", "&Choose data…",
               "Choose a data set of the library by its picture", "D",
               separated=True),
    ActionSpec("points.die", "&New random points",
               "The same data set with another seed", "R"),
    ActionSpec("points.settings", "&Data settings",
               "Sliders for the data set: number of points, noise", "Shift+D"),
    ActionSpec("play.toggle", "&Play", "Play or pause", "Space"),
    ActionSpec("play.forward", "Step &forward", "One visit on", "Right PgDown", separated=True),
    ActionSpec("play.back", "Step &back", "One visit back", "Left PgUp"),
    ActionSpec("play.line", "Nex&t line",
               "On to the next line of the algorithm: the test, the update, the next point", "J"),
    ActionSpec("play.next_mistake", "Next &mistake", "On to the next update", "Shift+Right N"),
    ActionSpec("play.previous_mistake", "Previous m&istake",
               "Back to the update before", "Shift+Left P"),
    ActionSpec("play.next_epoch", "Next &epoch", "On to the end of the pass", "Ctrl+Right"),
    ActionSpec("play.previous_epoch", "Previous epo&ch", "Back to the pass before", "Ctrl+Left"),
    ActionSpec("play.start", "To the &start", "Before the first visit", "Home"),
    ActionSpec("play.end", "To the e&nd", "After the last visit", "End"),
    ActionSpec("play.faster", "F&aster", "More visits a second", "]", separated=True),
    ActionSpec("play.slower", "S&lower", "Fewer visits a second", "["),
    ActionSpec("play.loop", "L&oop", "Play again from the start when the run ends", checkable=True),
    ActionSpec("play.two_phase", "Pre&dict first",
               "Ask before every visit: digits answer, with Shift they count hands", "T",
               checkable=True, separated=True),
    ActionSpec("play.future", "Show the f&uture",
               "Draw the rest of the run faintly", checkable=True),
    ActionSpec("panel.why", "&Why?",
               "Walk through the convergence proof, or why no line separates the points", "W"),
    ActionSpec("panel.what_if", "What &if?",
               "Move the classes apart, change η, the start or the constant, and watch the bound",
               "I"),
    ActionSpec("page.home", "&Home",
               "Lessons, data sets and sessions", "F2",
               separated=True),
    ActionSpec("page.plane", "&Plane",
               "The points and the decision line", "Ctrl+1"),
    ActionSpec("page.why", "Wh&y",
               "Why learning ends, or what proves that no line separates the points", "Ctrl+2"),
    ActionSpec("page.cycle", "&Cycle", "The lines and weights that return forever", "Ctrl+3"),
    ActionSpec("page.network", "&Network",
               "A gate such as XOR, learned by two layers",
               "Ctrl+4"),
    ActionSpec("page.exercises", "You are &the perceptron",
               "Exercises without end: find the mistake, give the new weights, say how it ends"),
    ActionSpec("show.margin", "&Margin and support",
               "Draw w*, its margin and the support vectors", checkable=True),
    ActionSpec("show.widest", "&Widest line",
               "Draw the line whose nearest point is farthest away", checkable=True),
    ActionSpec("show.certificate", "&Hulls",
               "Draw the hulls of both classes, and where they meet", checkable=True),
    ActionSpec("show.circle", "Circle of ra&dius R",
               "Draw the circle around all points", checkable=True),
    ActionSpec("show.update", "Update &by arrows",
               "Draw an update as a sum: the old weights, the step, the new ones", checkable=True),
    ActionSpec("show.distance", "Distance &from the line",
               "Measure the visited point, or the one under the pointer", checkable=True),
    ActionSpec("show.intercept", "Where the line meets the a&xes",
               "Mark both intercepts, with their numbers", checkable=True),
    ActionSpec("show.probability", "How li&kely +1 is",
               "Shade P(y = 1 | x), where the rule is logistic", checkable=True),
    ActionSpec("show.equation", "&Equation", "Write the equation of the line", checkable=True),
    ActionSpec("show.numbers", "N&umbers", "Write the numbers of the points", checkable=True),
    ActionSpec("show.tally", "&Tally of mistakes",
               "Write how often each point was a mistake, and w as their sum", checkable=True),
    ActionSpec("lesson.choose", "&Choose a lesson…", "Find a lesson by typing", "F4"),
    ActionSpec("lesson.next", "&Next step",
               "Reveal the answer, or go to the next step; in a lesson also PgDn",
               "Ctrl+PgDown", separated=True),
    ActionSpec("lesson.previous", "&Previous step",
               "Go to the previous step; in a lesson also PgUp", "Ctrl+PgUp"),
    ActionSpec("lesson.back", "&Back to the step",
               "Return to the step after exploring", "F3"),
    ActionSpec("lesson.presenter", "Presenter's &view",
               "Notes, the answer, the next step and the time, in a window of its own",
               "Shift+F5", checkable=True),
    ActionSpec("lesson.handout", "Write &handout…",
               "Write a worksheet, a script or solutions, for paper or as Markdown",
               separated=True),
    ActionSpec("lesson.page", "Write p&age…", "Write the lesson as a page for the browser"),
    ActionSpec("lesson.homework", "Write home&work…", "Write a task for students to work on"),
    ActionSpec("lesson.grade", "&Grade a folder…", "Check the homework that students handed in"),
    ActionSpec("lesson.restart", "&Restart", "Begin the lesson again, with all answers forgotten",
               separated=True),
    ActionSpec("lesson.close", "C&lose the lesson", "Leave the lesson and keep what is shown"),
    ActionSpec("theme.light", "&Light", "Dark on white"),
    ActionSpec("theme.dark", "&Dark", "Bright on dark"),
    ActionSpec("theme.projector", "&Projector", "Dark on white, larger type and strokes"),
    ActionSpec("theme.contrast", "&High contrast", "Bright on black, thick strokes"),
    ActionSpec("view.larger", "L&arger", "Larger letters", "Ctrl++ Ctrl+=", separated=True),
    ActionSpec("view.smaller", "&Smaller", "Smaller letters", "Ctrl+-"),
    ActionSpec("view.normal", "&Normal size", "Letters of the usual size", "Ctrl+0"),
    ActionSpec("view.until_now", "Plots &until now",
               "End the axes of plots at this visit instead of at the end of the run", "U",
               checkable=True, separated=True),
    ActionSpec("view.reduce_motion", "R&educe motion",
               "The line jumps from visit to visit instead of turning", checkable=True),
    ActionSpec("view.presentation", "Presen&tation",
               "Headline, plane and one plot on a full screen; the bars wait behind its edges, "
               "Esc leaves", "F11 F5", checkable=True, separated=True),
    ActionSpec("view.plot", "An&other plot", "Show the next plot of a presentation", "V"),
    ActionSpec("view.laser", "Laser po&inter", "Point with a red dot; clicks change nothing", "L",
               checkable=True),
    ActionSpec("view.spotlight", "Spotli&ght", "Darken everything but what you point at",
               "Shift+L", checkable=True),
    ActionSpec("view.black", "&Black screen", "Show nothing",
               "B .", checkable=True),
    ActionSpec("view.reset", "&Reset layout", "Put every panel back in its place"),
    ActionSpec("help.manual", "&Manual", "Read how everything works", "Ctrl+F1"),
    ActionSpec("help.shortcuts", "&Keys", "Every key, on a page of the manual", "F1"),
    ActionSpec("help.details", "&Copy details", "Copy what is on screen, for a report"),
    ActionSpec("help.about", "&About", "Version, licences and lectures", separated=True),
)  # fmt: skip


_LAST_PAGE = "page.network"  # the pages of experiments follow it


def actions() -> tuple[ActionSpec, ...]:
    """Return all actions: those of the table, and a page for each experiment."""
    labs = (
        ActionSpec(
            f"page.{name}", row.menu_text, row.tip, row.key, separated=not number
        )
        for number, (name, row) in enumerate(lab_pages().items())
    )  # fmt: skip
    after = 1 + next(at for at, spec in enumerate(ACTIONS) if spec.id == _LAST_PAGE)
    return (*ACTIONS[:after], *labs, *ACTIONS[after:])


def table() -> list[dict[str, object]]:
    """Return the rows as plain values, for `perceptron-gui actions` and the manual."""
    return [
        {"id": spec.id, "name": spec.name, "menu": spec.menu, "keys": list(spec.keys),
         "tip": spec.tip}
        for spec in actions()
    ]  # fmt: skip
