"""Draw the gallery: every view once, with the command that makes it, into resources/gallery.

.venv/bin/python scripts/gallery.py            draws all pictures and writes the manual's page
.venv/bin/python scripts/gallery.py xor        draws only those whose name begins like this
"""

import shlex
import sys

from manual import ROOT, write_part

from perceptron_gui.cli import main

FOLDER = ROOT / "resources" / "gallery"

# The file of a picture, what it shows, and the command without its --out.
PICTURES: tuple[tuple[str, str, str], ...] = (
    (
        "and-boundary.png",
        "AND learnt: the line, both sides, the widest margin and its support points.",
        "figure boundary and --show margin,equation --size 120x90mm",
    ),
    (
        "xor-boundary.png",
        "XOR: whatever the line, a point is wrong; this visit moved it from the dashed place.",
        "figure boundary xor-pm --at 3 --theme dark --size 120x90mm",
    ),
    (
        "xor-filmstrip.png",
        "The cycle of XOR: after four updates the weights are where they began.",
        "figure filmstrip xor-pm --updates 0,1,2,3,4 --size 200x60mm",
    ),
    (
        "and-norms.png",
        "The convergence proof on AND: ‖w‖² is squeezed until k = 51 at the latest.",
        "figure norms and --size 120x90mm",
    ),
    (
        "xor-norms.png",
        "On XOR nothing pushes ‖w‖² up, so it never meets the line above it.",
        "figure norms xor --tie minus --keep-going --epochs 6 --size 120x90mm",
    ),
    (
        "iris-loss.png",
        "Loss and errors over the visits to a hundred flowers.",
        "figure loss iris --size 120x90mm",
    ),
    (
        "line-fit.png",
        "Least squares with real targets: the line of lecture 003's homework and its residuals.",
        "figure boundary line-fit --rule least-squares --size 120x90mm",
    ),
    (
        "and-cosine.png",
        "The angle to w* closes at least as fast as the proof says.",
        "figure cosine and --theme print --size 120x90mm",
    ),
    (
        "and-distance.png",
        "The distance proof of lecture 003: every update comes nearer to αâ.",
        "figure distance and --notation 003 --size 120x90mm",
    ),
    (
        "three-weight-space.png",
        "Weight space: every point allows half of it; the path ends in the cone of solutions.",
        "figure weight-space three-points --no-offset --tie minus --notation 001 --size 120x90mm",
    ),
    (
        "vector-sum.png",
        "The sum of lecture 001: an update adds yx to the weights, and their angle closes.",
        "figure boundary vector-sum --as-in-lecture --at 1 --show update --size 120x90mm",
    ),
    (
        "line-distance.png",
        "The geometry of the line: how far a point is from it, and where it meets the axes.",
        "figure boundary which-side --as-in-lecture --at 1 --show distance,intercept "
        "--size 120x90mm",
    ),
    (
        "vectors-projection.png",
        "Two vectors: their dot product, the angle between them, and the projection of one.",
        "figure projection and --a 3,1 --b 4,-2 --size 120x90mm",
    ),
    (
        "xor-network.png",
        "XOR by two layers: OR and NAND put the points where AND can tell them apart.",
        "figure network xor-pm --size 160x130mm",
    ),
    (
        "three-agreement.png",
        "The agreement y·s of every point, visit by visit.",
        "figure agreement three-points --no-offset --tie minus --notation 001 --size 120x90mm",
    ),
    (
        "slides-neuron.png",
        "The neuron of the slides with the numbers of its first visit.",
        "figure neuron slides --init 0.2,0,-0.1 --eta 0.1 --tie plus --at 1 --size 120x70mm",
    ),
    (
        "and-tally.png",
        "AND as a tally: 1, 3, 2 and 4 mistakes on the four points add up to w.",
        "figure tally and --tie minus --show leave-one-out --size 120x90mm",
    ),
    (
        "and-tally-boundary.png",
        "The same tally on the plane: how often each point was mistaken, and their sum.",
        "figure boundary and --tie minus --show tally --size 120x90mm",
    ),
    (
        "and-losses.png",
        "Losses against y·s: on the kink of the perceptron loss every slope between two will do.",
        "figure losses and --tie minus --at 4 --size 120x90mm",
    ),
    (
        "and-logistic.png",
        "The five activations, and the points of a logistic run on the fourth.",
        "figure activations and --rule sgd --loss logistic --epochs 9 --theme dark --size 120x90mm",
    ),
    (
        "blobs-probability.png",
        "A logistic run is sure far from its line, and in doubt near it.",
        "figure boundary blobs --rule sgd --loss logistic --eta 0.1 --epochs 5 --size 120x90mm",
    ),
    (
        "three-facets.png",
        "The perceptron loss over all weights: facets that fall towards the cone of solutions.",
        "figure weight-space three-points --no-offset --tie minus --notation 001 --show loss "
        "--size 120x90mm",
    ),
    (
        "three-plateaus.png",
        "The errors over the same weights: plateaus, on which nothing says where to go.",
        "figure weight-space three-points --no-offset --tie minus --notation 001 --show errors "
        "--size 120x90mm",
    ),
    (
        "spirals-kernel.png",
        "Two spirals, learnt in 19 mistakes with a Gaussian kernel.",
        "figure boundary spirals --rule kernel --kernel gaussian --width 0.3 --size 120x90mm",
    ),
    (
        "circles-lift.png",
        "A ring in a ring: lifted to squares, the line becomes a curve.",
        "figure boundary circles --lift quadratic --theme contrast --size 120x90mm",
    ),
    (
        "blobs-pocket.png",
        "Where no line is without errors, the pocket keeps the best one seen.",
        "figure boundary blobs:noise=0.8 --rule pocket --epochs 20 --order shuffled "
        "--size 120x90mm",
    ),
    (
        "and-proof.png",
        "The whole proof on AND: what is given on the plane, and both ways to the bound.",
        "figure proof and --size page",
    ),
    (
        "xor-certificate.png",
        "Why XOR has no line: both classes have a common point, with the weights that prove it.",
        "figure certificate xor --size 120x90mm",
    ),
    (
        "xor-cycle.png",
        "XOR for ever: the lines that return, the weights that go round, and ‖w‖² that stays low.",
        "figure cycle xor-pm --at 3 --size page",
    ),
    (
        "xor-arena.png",
        "Ways out of XOR side by side: only a lift finds a boundary without errors.",
        "figure arena xor --size page",
    ),
    (
        "seven-orders.png",
        "All orders of seven points: how many updates each needs, far below the bound.",
        "figure orders separable:n=7,margin=0.1 --trials 5040 --size 120x90mm",
    ),
    (
        "solutions.png",
        "The lines that a thousand orders end at: any of them is a solution.",
        "figure solutions separable:n=40 --size 120x90mm",
    ),
    (
        "and-steps.png",
        "Gradient descent on least squares: steps beyond 1/λ do not settle.",
        "figure steps and --size 120x90mm",
    ),
    (
        "and-step-limit.png",
        "The limit of lecture 003, with the loss that each step reaches.",
        "figure step-limit and --size 120x90mm",
    ),
    (
        "gates-dichotomies.png",
        "What a line can do: 14 of the 16 gates, all but XOR and its opposite.",
        "figure dichotomies and --size 180x76mm",
    ),
    (
        "iris-margins.png",
        "A perceptron that asks for more comes nearer to the widest margin.",
        "figure margins iris --values 0,0.1,1,10,100 --size 120x90mm",
    ),
    (
        "shifted-bias-scale.png",
        "The constant coordinate B decides how good the bound can be.",
        "figure bias-scale shifted --size 120x90mm",
    ),
    (
        "and-sheet.png",
        "One page for the lecture: boundary, loss and norms.",
        "figure sheet and --size page",
    ),
    (
        "and-learning.gif",
        "AND being learnt, visit by visit.",
        "figure boundary and --frames visits --fps 3 --size 100x75mm --dpi 90",
    ),
    (
        "xor-rounds.gif",
        "XOR, round after round: the same four lines, and it never stops.",
        "figure sheet xor --init=-2,1,0 --at 16 --frames visits --fps 3 --size 200x112mm --dpi 90",
    ),
)


def draw(file: str, command: str) -> int:
    """Carry out one command, as a user would."""
    return main([*shlex.split(command), "--no-session", "--out", str(FOLDER / file)])


def section() -> str:
    """Return the manual's page: every picture with its command."""
    return "\n".join(
        f"**{meaning}**\n\n![{meaning}](../gallery/{file})\n\n"
        f"`perceptron-gui {command} --out {file}`\n"
        for file, meaning, command in PICTURES
    )


def main_script(args: list[str]) -> int:
    """Draw the pictures that are asked for, and write the page."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = [row for row in PICTURES if not args or row[0].startswith(args[0])]
    failed = [file for file, _, command in wanted if draw(file, command)]
    if failed:
        print(f"not drawn: {', '.join(failed)}", file=sys.stderr)
        return 1
    write_part("gallery", "gallery", section())
    return 0


if __name__ == "__main__":
    sys.exit(main_script(sys.argv[1:]))
