"""Draw the gallery: every view once, with the command that makes it, into resources/gallery.

.venv/bin/python scripts/gallery.py            draws all pictures and writes the README's section
.venv/bin/python scripts/gallery.py xor        draws only those whose name begins like this
"""

import shlex
import sys
from pathlib import Path

from perceptron_gui.cli import main

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "resources/gallery"
OPENING, CLOSING = "<!-- gallery -->", "<!-- /gallery -->"

# The name of a picture, what it shows, and the command without its --out.
PICTURES: tuple[tuple[str, str, str], ...] = (
    (
        "and-boundary",
        "AND learnt: the line, both sides, the widest margin and its support points.",
        "figure boundary and --show margin,equation --size 120x90mm",
    ),
    (
        "xor-boundary",
        "XOR: whatever the line, a point is wrong; this visit moved it from the dashed place.",
        "figure boundary xor-pm --at 3 --theme dark --size 120x90mm",
    ),
    (
        "xor-filmstrip",
        "The cycle of XOR: after four updates the weights are where they began.",
        "figure filmstrip xor-pm --updates 0,1,2,3,4 --size 200x60mm",
    ),
    (
        "and-norms",
        "The convergence proof on AND: ‖w‖² is squeezed until k = 51 at the latest.",
        "figure norms and --size 120x90mm",
    ),
    (
        "xor-norms",
        "On XOR nothing pushes ‖w‖² up, so it never meets the line above it.",
        "figure norms xor --tie minus --keep-going --epochs 6 --size 120x90mm",
    ),
    (
        "iris-loss",
        "Loss and errors over the visits to a hundred flowers.",
        "figure loss iris --size 120x90mm",
    ),
    (
        "and-cosine",
        "The angle to w* closes at least as fast as the proof says.",
        "figure cosine and --theme print --size 120x90mm",
    ),
    (
        "and-distance",
        "The distance proof of lecture 003: every update comes nearer to αâ.",
        "figure distance and --notation 003 --size 120x90mm",
    ),
    (
        "three-weight-space",
        "Weight space: every point allows half of it; the path ends in the cone of solutions.",
        "figure weight-space three-points --no-offset --tie minus --notation 001 --size 120x90mm",
    ),
    (
        "three-agreement",
        "The agreement y·s of every point, visit by visit.",
        "figure agreement three-points --no-offset --tie minus --notation 001 --size 120x90mm",
    ),
    (
        "slides-neuron",
        "The neuron of the slides with the numbers of its first visit.",
        "figure neuron slides --init 0.2,0,-0.1 --eta 0.1 --tie plus --at 1 --size 120x70mm",
    ),
    (
        "circles-lift",
        "A ring in a ring: lifted to squares, the line becomes a curve.",
        "figure boundary circles --lift quadratic --theme contrast --size 120x90mm",
    ),
    (
        "blobs-pocket",
        "Where no line is without errors, the pocket keeps the best one seen.",
        "figure boundary blobs:noise=0.8 --rule pocket --epochs 20 --order shuffled --show result "
        "--size 120x90mm",
    ),
    (
        "and-proof",
        "The whole proof on AND: what is given on the plane, and both ways to the bound.",
        "figure proof and --size page",
    ),
    (
        "xor-certificate",
        "Why XOR has no line: both classes have a common point, with the weights that prove it.",
        "figure certificate xor --size 120x90mm",
    ),
    (
        "xor-cycle",
        "XOR for ever: the lines that return, the weights that go round, and ‖w‖² that stays low.",
        "figure cycle xor-pm --at 3 --size page",
    ),
    (
        "xor-arena",
        "Ways out of XOR side by side: only a lift finds a boundary without errors.",
        "figure arena xor --size page",
    ),
    (
        "seven-orders",
        "All orders of seven points: how many updates each needs, far below the bound.",
        "figure orders separable:n=7,margin=0.1 --trials 5040 --size 120x90mm",
    ),
    (
        "solutions",
        "The lines that a thousand orders end at: any of them is a solution.",
        "figure solutions separable:n=40 --size 120x90mm",
    ),
    (
        "and-steps",
        "Gradient descent on least squares: steps beyond 1/λ do not settle.",
        "figure steps and --size 120x90mm",
    ),
    (
        "and-step-limit",
        "The limit of lecture 003, with the loss that each step reaches.",
        "figure step-limit and --size 120x90mm",
    ),
    (
        "shifted-bias-scale",
        "The constant coordinate B decides how good the bound can be.",
        "figure bias-scale shifted --size 120x90mm",
    ),
    (
        "and-sheet",
        "One page for the lecture: boundary, loss and norms.",
        "figure sheet and --size page",
    ),
)
MOVING = (
    "and-learning",
    "AND being learnt, visit by visit.",
    "figure boundary and --frames visits --fps 3 --size 100x75mm --dpi 90",
)


def draw(name: str, command: str, ending: str) -> int:
    """Carry out one command, as a user would."""
    target = ROOT / FOLDER / f"{name}.{ending}"
    return main([*shlex.split(command), "--no-session", "--out", str(target)])


def section() -> str:
    """The README's section: every picture with its command."""
    rows = [(*row, "png") for row in PICTURES] + [(*MOVING, "gif")]
    told = [
        f"**{meaning}**\n\n![{meaning}]({FOLDER}/{name}.{ending})\n\n"
        f"`perceptron-gui {command} --out {name}.{ending}`\n"
        for name, meaning, command, ending in rows
    ]
    return "\n".join([OPENING, *told, CLOSING])


def main_script(args: list[str]) -> int:
    (ROOT / FOLDER).mkdir(parents=True, exist_ok=True)
    rows = [(name, command, "png") for name, _, command in PICTURES]
    rows.append((MOVING[0], MOVING[2], "gif"))
    wanted = [row for row in rows if not args or row[0].startswith(args[0])]
    failed = [name for name, command, ending in wanted if draw(name, command, ending)]
    if failed:
        print(f"not drawn: {', '.join(failed)}", file=sys.stderr)
        return 1
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    before, _, rest = text.partition(OPENING)
    readme.write_text(before + section() + rest.partition(CLOSING)[2], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main_script(sys.argv[1:]))
