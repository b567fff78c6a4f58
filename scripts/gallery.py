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
        "AND, learned: the line, the widest margin and its support vectors.",
        "figure boundary and --show margin,equation --size 120x90mm",
    ),
    (
        "xor-boundary.png",
        "XOR: every line misclassifies a point. This visit moved the line from the dashed place.",
        "figure boundary xor-pm --at 3 --theme dark --size 120x90mm",
    ),
    (
        "xor-filmstrip.png",
        "The cycle of XOR: four updates return to the first weights.",
        "figure filmstrip xor-pm --updates 0,1,2,3,4 --size 200x60mm",
    ),
    (
        "and-norms.png",
        "The convergence proof on AND: the two bounds on ‖w‖² meet at k = 51.",
        "figure norms and --size 120x90mm",
    ),
    (
        "and-middle.png",
        "CMU's middle bound: the sum of ‖x̄‖² over the mistakes lies between ‖w‖² and kM.",
        "figure norms and --notation cmu --show middle --size 120x90mm",
    ),
    (
        "xor-norms.png",
        "On XOR ‖w‖² has no lower bound and never meets the upper one.",
        "figure norms xor --tie minus --keep-going --epochs 6 --size 120x90mm",
    ),
    (
        "iris-loss.png",
        "Loss and errors on a hundred irises.",
        "figure loss iris --size 120x90mm",
    ),
    (
        "blobs-mistakes.png",
        "Without a separating line: the mistakes of a first pass stay below ((R + D)/γ)².",
        "figure mistakes blobs --size 120x90mm",
    ),
    (
        "line-fit.png",
        "Least squares with real targets: Southampton's homework and its residuals.",
        "figure boundary line-fit --rule least-squares --size 120x90mm",
    ),
    (
        "and-cosine.png",
        "The angle to w* closes at least as fast as the proof requires.",
        "figure cosine and --theme print --size 120x90mm",
    ),
    (
        "and-distance.png",
        "Southampton's distance proof: every update comes closer to αâ.",
        "figure distance and --notation southampton --size 120x90mm",
    ),
    (
        "three-weight-space.png",
        "Weight space: each point allows a half-plane; the path ends in the cone of solutions.",
        "figure weight-space three-points --no-offset --tie minus "
        "--notation handwritten --size 120x90mm",
    ),
    (
        "vector-sum.png",
        "An update adds yx to the weights, and the angle between them closes.",
        "figure boundary vector-sum --as-in-lecture --at 1 --show update --size 120x90mm",
    ),
    (
        "line-distance.png",
        "The distance of a point from the line, and the intercepts.",
        "figure boundary which-side --as-in-lecture --at 1 --show distance,intercept "
        "--size 120x90mm",
    ),
    (
        "line-directions.png",
        "The line as H = x₀ + V: u − v lies in V, at a right angle to w.",
        "figure boundary and --notation georgia-tech --show directions --size 120x90mm",
    ),
    (
        "vectors-projection.png",
        "Two vectors: dot product, angle and projection.",
        "figure projection and --a 3,1 --b 4,-2 --size 120x90mm",
    ),
    (
        "xor-network.png",
        "XOR with two layers: OR and NAND make the points separable for AND.",
        "figure network xor-pm --size 160x130mm",
    ),
    (
        "three-agreement.png",
        "The agreement y·s of each point, visit by visit.",
        "figure agreement three-points --no-offset --tie minus "
        "--notation handwritten --size 120x90mm",
    ),
    (
        "slides-neuron.png",
        "Melbourne's neuron with the numbers of the first visit.",
        "figure neuron slides --init 0.2,0,-0.1 --eta 0.1 --tie plus --at 1 --size 120x70mm",
    ),
    (
        "and-cell.png",
        "A nerve cell below the neuron, each part under its counterpart.",
        "figure neuron and --at 4 --show cell --size 120x80mm",
    ),
    (
        "history.png",
        "Fourteen dates of neural networks, in favour and out of favour.",
        "figure history and --size 120x70mm",
    ),
    (
        "three-listing.png",
        "The handwritten algorithm at its second visit: a mistake, and the update.",
        "figure listing three-points --as-in-lecture --offset --at 2 --size 120x64mm",
    ),
    (
        "and-tally.png",
        "AND as a tally: 1, 3, 2 and 4 mistakes add up to w.",
        "figure tally and --tie minus --show leave-one-out --size 120x90mm",
    ),
    (
        "and-tally-boundary.png",
        "The same tally on the plane.",
        "figure boundary and --tie minus --show tally --size 120x90mm",
    ),
    (
        "and-losses.png",
        "Losses against y·s, with the fan of subgradients at the kink.",
        "figure losses and --tie minus --at 4 --size 120x90mm",
    ),
    (
        "and-logistic.png",
        "Five activations, and the points of a logistic run.",
        "figure activations and --rule sgd --loss logistic --epochs 9 --theme dark --size 120x90mm",
    ),
    (
        "blobs-probability.png",
        "A logistic run is certain far from its line, and uncertain near it.",
        "figure boundary blobs --rule sgd --loss logistic --eta 0.1 --epochs 5 --size 120x90mm",
    ),
    (
        "three-facets.png",
        "The perceptron loss over all weights: facets that descend to the cone of solutions.",
        "figure weight-space three-points --no-offset --tie minus "
        "--notation handwritten --show loss "
        "--size 120x90mm",
    ),
    (
        "three-plateaus.png",
        "The number of errors over the same weights: plateaus without a slope.",
        "figure weight-space three-points --no-offset --tie minus "
        "--notation handwritten --show errors "
        "--size 120x90mm",
    ),
    (
        "line-bowl.png",
        "Gradient descent in the bowl of the squared error, with a step just below its limit.",
        "figure bowl line-fit --rule least-squares --solver gd --eta 0.13 --init=-1,2 "
        "--size 120x90mm",
    ),
    (
        "iris-path.png",
        "The ℓ₁ path: as the penalty grows, one weight after another becomes 0.",
        "figure path iris --rule least-squares --lift quadratic --penalty l1 --size 120x90mm",
    ),
    (
        "spirals-kernel.png",
        "Two spirals, learned in 19 updates with a Gaussian kernel.",
        "figure boundary spirals --rule kernel --kernel gaussian --width 0.3 --size 120x90mm",
    ),
    (
        "circles-lift.png",
        "A ring inside a ring: with quadratic features the boundary is a curve.",
        "figure boundary circles --lift quadratic --theme contrast --size 120x90mm",
    ),
    (
        "blobs-pocket.png",
        "Overlapping clouds: the pocket keeps the best line seen.",
        "figure boundary blobs:noise=0.8 --rule pocket --epochs 20 --order shuffled "
        "--size 120x90mm",
    ),
    (
        "and-proof.png",
        "The whole proof on AND: the premises on the plane, and two ways to the bound.",
        "figure proof and --size page",
    ),
    (
        "xor-certificate.png",
        "Why no line separates XOR: the hulls share a point, with the weights that prove it.",
        "figure certificate xor --size 120x90mm",
    ),
    (
        "xor-cycle.png",
        "XOR forever: the lines repeat, the weights go round, ‖w‖² stays low.",
        "figure cycle xor-pm --at 3 --size page",
    ),
    (
        "xor-arena.png",
        "Rules on XOR side by side: only a lift separates the classes.",
        "figure arena xor --size page",
    ),
    (
        "seven-orders.png",
        "All orders of seven points: the updates stay far below the bound.",
        "figure orders separable:n=7,margin=0.1 --trials 5040 --size 120x90mm",
    ),
    (
        "solutions.png",
        "The final lines of a thousand orders: each one is a solution.",
        "figure solutions separable:n=40 --size 120x90mm",
    ),
    (
        "and-steps.png",
        "Gradient descent on least squares: steps above 1/λ_max do not converge.",
        "figure steps and --size 120x90mm",
    ),
    (
        "and-step-limit.png",
        "The largest step that converges, and the loss that each step reaches.",
        "figure step-limit and --size 120x90mm",
    ),
    (
        "gates-dichotomies.png",
        "What a line can do: 14 of 16 gates, all but XOR and its opposite.",
        "figure dichotomies and --size 180x76mm",
    ),
    (
        "iris-margins.png",
        "Asking for a larger margin comes closer to the widest one.",
        "figure margins iris --values 0,0.1,1,10,100 --size 120x90mm",
    ),
    (
        "moons-learning.png",
        "Averages and votes misclassify fewer new points than the last weights.",
        "figure learning moons:noise=0.3 --size 120x90mm",
    ),
    (
        "and-sheet.png",
        "One page for a lecture: plane, loss and norms.",
        "figure sheet and --size page",
    ),
    (
        "and-learning.gif",
        "Learning AND, visit by visit.",
        "figure boundary and --frames visits --fps 3 --size 100x75mm --dpi 90",
    ),
    (
        "xor-rounds.gif",
        "XOR, round after round: the same four lines, forever.",
        "figure sheet xor --init=-2,1,0 --at 16 --frames visits --fps 3 --size 200x112mm --dpi 90",
    ),
)


def draw(file: str, command: str) -> int:
    """Carry out one command, as a user would."""
    return main([*shlex.split(command), "--no-session", "--out", str(FOLDER / file)])


def section() -> str:
    """Return the manual's page: every picture with its command."""
    return "\n".join(
        f"**{meaning}**\n\n![{file}](../gallery/{file})\n\n"
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
