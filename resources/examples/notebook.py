"""What a notebook may hold, cell by cell; pictures are the last line of their cell.

Run as a script it writes the same pictures into the folder that it is started in.
"""

# %% Train on a few points and look at the line
from perceptron_gui import check, draw, train

run = train([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1], tie="minus")
line = draw("boundary", run, show="margin,equation", size="120x90mm")
line

# %% The same after the third update, for a dark slide
third = draw("boundary", run, at="k=3", theme="dark", size="slide")
third

# %% Why it had to end: ‖w‖² between two curves, in the symbols of a lecture
norms = draw("norms", run, notation="002")
norms

# %% The numbers themselves
print(run.outcome.status, run.outcome.updates, run.exact_weights_at(run.visits))
trace = draw("trace", run)  # a table, which a notebook shows as one
trace

# %% A set of the library by its name, and an option of its rule
moons = draw("loss", "moons", rule="pocket", order="shuffled", epochs=20)
moons

# %% XOR: no line, and the proof of it
verdict = check([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])
print(verdict.separable, verdict.support)
hulls = draw("certificate", "xor")
hulls

# %% What one line can do: all gates with two inputs
gates = draw("dichotomies", "xor", size="180x76mm")
gates

# %% Files for a paper; the ending chooses the format, and each reopens in the program
saved = [line.save("and.pdf"), norms.save("and-norms.tex"), trace.save("and-trace.csv")]
print(*saved)
