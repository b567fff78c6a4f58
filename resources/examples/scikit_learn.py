"""Beside scikit-learn and matplotlib, cell by cell: the classifier, the exact run, own panels.

Run as a script it writes panels.pdf into the folder that it is started in.
"""

# %% A data set by name, and an exact run on it
import matplotlib.pyplot as plt
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from perceptron_gui import PerceptronClassifier, check, draw, load, train

X, y = load("moons:n=100")
run = train(X, y, rule="averaged", scale="standard", epochs=10)
run

# %% What it answers, and its first updates
print(run.weights, run.offset, run.score(X, y), check(X, y).separable)
for record in run.updates[:3]:
    print(record.visit, record.point, record.score, record.weights)

# %% The same rule in a pipeline
pipeline = make_pipeline(StandardScaler(), PerceptronClassifier(rule="averaged", epochs=10))
mean: float = cross_val_score(pipeline, X, y, cv=5).mean()
rules = ["perceptron", "averaged", "pocket"]
search = GridSearchCV(pipeline, {"perceptronclassifier__rule": rules}, cv=5).fit(X, y)
best: PerceptronClassifier = search.best_estimator_[-1]
print(mean, best, best.run_.outcome.updates)

# %% Two panels of a figure for a paper
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4))
draw("boundary", run, ax=left)
draw("norms", "and", tie="minus", ax=right)
right.set_title("Why it ends")
figure.savefig("panels.pdf")
