"""Record what the command line writes, and compare two recordings: before a change, and after it.

python scripts/record.py record FOLDER          writes FOLDER/records.jsonl
python scripts/record.py compare BEFORE AFTER   shows what differs; --all of it, or --group

PYTHONPATH chooses the code that is recorded. Only `perceptron_gui.cli.main` is imported from it, so
that everything else may move between two recordings.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import io
import json
import os
import re
import shlex
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path

Main = Callable[[list[str]], int]
Parts = dict[str, str]  # what one command wrote, by name: exit, stdout, stderr, files
Pair = tuple[str, str]  # what was replaced, and by what

FILE = "records.jsonl"
MOST_KEPT = 20_000  # characters of a text that are stored; of longer ones the hash too
MOST_RECORDS, MOST_LINES, MOST_COLUMNS, MOST_GROUPS = 20, 14, 160, 40  # shown without --all
HASH = "… sha256 "
# Only slow commands draw it, and which are slow depends on the machine.
PROGRESS = re.compile("^[█░]{30} .*\n", re.MULTILINE)

# Files that the commands find in their folder; sessions are as the program wrote them in 0.1.0.
_SESSION = """{"format": "perceptron-gui/session", "version": 1, "program": "0.1.0", "name": "old",
"data": {"features": ["a", "b"], "classes": ["no", "yes"], "points": [[0, 0.5], [1, 2], [3, 1]],
"labels": [-1, 1, 1]}, "rules": [{"tie": "minus"}, {"rule": "pocket"}], "shown": 1, "cursor": 4,
"notation": "003", "view": "norms", "views": {"norms": {"scale": "log"}}, "page": {}}"""
_CARRIED = """% perceptron-gui-session begin
% eJxVkMuugyAQhvc+BZnt0RbSXV+l6WKqczwkCmSANo3x3ctFa86ChP/75740QsCv5RkDXAU44p
% 5cYGu6MeqzJ++1NdDmqCdxEVehinZsR8Y5p8mTOskaZXCmjNAMFQwYMIEl/XMrwhCZfCK3e1tZ
% P6H3FUGnoBXwo2A3ndUmFK9oIW6yFXJzq1KHUv88lb0i9moTPmgq1bpk7q8ErWVajhMd3Za12X
% LB/9lX3l0W1Uf2lpO81KVtwFBvA1Jul3hqemXwsNEMyO+D+uMeXzMRmJFHnYsEjrR+Z3I45pOm
% YdbmA25Xa6g=
% perceptron-gui-session end
"""
STANDARD_INPUT = "0,0,-1\n1,0,1\n0,2,1\n2,2,1\n"
INPUTS = {
    "points.csv": "height,width,kind\n0.5,1,oak\n2,-1.5,elm\n-1,0.25,oak\n3,1,elm\n2.5,-3,elm\n",
    "digits.csv": "0.12345678901234566,1,1\n0.9876543210987654,2,-1\n",
    "ragged.csv": "1,2,1\n3,4,-1\n5,1\n",
    "words.csv": "1,2,1\n2,two,-1\n",
    "three.csv": "1,2,a\n1,3,b\n1,4,c\n",
    "empty.csv": "",
    "broken.json": '{"format": "perceptron-gui/session"}',
    "old.json": _SESSION,
    "old.tex": _CARRIED,
}

# In all tables below | and the ends of lines part the entries.
RULES = """
--tie minus | --tie plus | --tie never | --no-offset | --no-offset --tie minus --init random
--eta 0.1 --bias-scale 2.5 | --eta 1/3 --init random --seed 7 | --init 1,-2,3
--order shuffled --seed 3 | --order random --seed 5 --epochs 50 | --order first-mistake --tie minus
--order random-mistake --seed 2 | --order worst | --order worst --no-offset | --order 1,0
--margin 0.5 | --margin 2 --order shuffled --eta 0.5 | --lift product | --lift quadratic --tie plus
--init -1,0.5 --no-offset | --keep-going --epochs 6 | --max-updates 5
--arithmetic float64 --eta 0.1 | --arithmetic exact --eta 0.3 --bias-scale 1/7 | --rule averaged
--rule averaged --order shuffled | --rule averaged --tie minus --lift product | --rule voted
--rule voted --margin 0.25 --no-offset | --rule pocket | --rule pocket --pocket gallant
--rule pocket --pocket errors --order shuffled | --rule pocket --order random --epochs 9 --tie plus
--rule batch --eta 0.2 --no-offset | --rule batch --arithmetic float64 --tie minus --init random
--rule batch | --rule sgd --epochs 20 | --rule sgd --loss hinge --eta 0.1 --epochs 15
--rule sgd --loss hinge --schedule inverse --epochs 9 | --rule least-squares
--rule sgd --loss logistic --order shuffled --epochs 9
--rule sgd --loss squared --eta 0.05 --l2 0.1 --epochs 30
--rule sgd --loss logistic --schedule inverse-sqrt --batch-size 2 --epochs 12
--rule sgd --batch-size 3 --order random --seed 4 --epochs 10
--rule least-squares --l2 0.5 --no-offset | --rule least-squares --lift quadratic
--rule least-squares --solver gd --eta 0.01 --epochs 20 | --rule least-squares --solver newton
"""
SUMMARIES = """
--tie minus | --no-offset --order shuffled | --rule averaged --eta 0.1 | --rule voted --epochs 8
--rule pocket --order random --epochs 9 | --rule batch --lift product
--rule sgd --loss logistic --epochs 5 | --rule least-squares | --margin 1 --init random
--rule least-squares --solver gd --eta 2 --epochs 9 | --explain --visits 6
--explain --notation 001 --tie minus | --explain --margin 0.5
--explain --notation 002 --no-offset --visits 9 | --explain --notation 003 --rule batch --visits 3
--explain --notation 004 --init random --eta 0.1 | --explain --rule sgd --loss hinge --visits 4
--explain --rule sgd --loss logistic --batch-size 2 --visits 3 --notation 001
--explain --rule least-squares | --explain --rule pocket --visits 5
"""
CHECKS = "--no-offset | --bias-scale 3 | --lift product | --lift quadratic"
LABS = (
    "orders {} --trials 50", "rules {}", "steps {} --passes 12", "effects {}",
    "dichotomies {}", "margins {}", "learning {} --trials 5",
)  # fmt: skip
EXPERIMENTS = """
orders and --tie minus --adversary | orders and --starts --trials 40 --trial-seed 3
orders xor --adversary | orders clusters --trials 300 --eta 0.1 --margin 0.5
orders three-points --adversary --no-offset | orders blobs:n=12 --trials 20 --epochs 5
orders or --what starts --order shuffled --trials 30 | orders points.csv --out x.csv --out x.tex
rules xor --contestants 'averaged; sgd loss=hinge eta=0.1; lift=product' | rules and --visit 7
rules moons:n=20 --contestants 'pocket; voted; batch; least-squares' --epochs 10 --out x.tex
rules or --contestants '' | orders and --rule pocket | rules iris --rule averaged --epochs 5
rules and --out x.csv --measure errors | steps iris --method squared --passes 5
steps and --over schedule --rule sgd --loss hinge | steps xor --over batch --rule sgd
steps clusters --values 0.001,0.01,0.1 --passes 20 | steps and --method logistic --out x.csv
steps or --method least-squares --values 1/7,0.2 --out x.tex
effects xor --orders 'cyclic; 0,2,1,3' | effects and --never | effects weak --never --out x.csv
effects or --out x.tex --out x.md | effects and-pm --orders 'shuffled; worst' --seed 4
orders old.json | rules old.json --json x.json | steps old.tex --passes 10 | effects -
"""
FIGURES = """
and | and --tie minus --at 3 | and --at k=4 --notation 001 | and --no-offset --eta 0.1 --at 0
xor --tie minus | xor-pm --at 3 --notation 002 | xor --keep-going --epochs 6 --tie minus
xor --lift product --at 5 | or-pm --order shuffled --seed 4 --init random --notation 003
three-points --no-offset --tie minus --notation 001 --at 2 | weak --no-offset --tie minus
slides --init 0.2,0,-0.1 --eta 0.1 --tie plus --at 1 | contradiction --epochs 8 --notation 004
origin --no-offset --tie minus | one-hot --no-offset | clusters --margin 1 --notation 004
shifted --at k=100 --detail 50 | tenths --bias-scale 2 | iris --at 60 | offset-needed --no-offset
separable:n=20 --order worst | blobs:n=16 --rule pocket --epochs 20 --order shuffled | slow-pair
moons:n=16 --rule averaged --epochs 10 --at k=9 | noisy-xor:n=12 --rule voted --epochs 5
circles:n=20 --lift quadratic --rule averaged | spirals:n=12 --rule batch --epochs 20
stripes:n=16 --rule sgd --loss hinge --eta 0.1 --epochs 10 --batch-size 3 | points.csv --tie minus
clusters --rule sgd --loss logistic --schedule inverse-sqrt --epochs 10 --at 20 | tight-circle
and --rule sgd --loss squared --l2 0.1 --eta 0.05 --epochs 15 | and --rule least-squares
or --rule least-squares --solver gd --eta 0.1 --epochs 20 --at 7 | old.json | old.tex --at 9
and-pm --rule least-squares --solver newton --lift product | and --arithmetic float64 --eta 0.3
"""
LOOKS = """
--notation 003 --show caption --title 'On $w_k$ & $\\gamma$' | --range 0.5,4,0.5,9 | --detail 10
--size column --theme dark --notation 002 | --size slide --theme contrast --family serif --font 9
--size 85x60mm --theme print --standalone --notation 004 | --show none --at 0
"""
STAGES = ("and --at 4", "xor-pm --tie minus --at 3", "clusters --rule averaged --order shuffled")
PROOF = (
    "--highlight norm,norm-upper,limit | --highlight distance,distance-upper "
    "| --highlight 'point 2,separator'"
)
OPTIONS = {
    "boundary": "--show margin,circle,equation,numbers | --show certificate,asked | --show result"
    "| --show tally"
    f"| --highlight radius,radius-point,support | --highlight 'hulls,common,state 1' | {PROOF}",
    "loss": "--against updates --show future | --against epochs",
    "norms": f"--until bound | --until run --show future | --scale log | {PROOF}",
    "cosine": "--until bound --show future | --until run",
    "distance": f"--until bound --show future | --until run | {PROOF}",
    "weight-space": f"--highlight 'point 0,visited,separator' | --no-offset | {PROOF}",
    "agreement": "--against updates --show future | --against epochs --no-offset",
    "neuron": "--activation identity | --activation ramp | --activation logistic --no-offset"
    "| --activation tanh --lift product",
    "tally": "--show leave_one_out | --no-offset --notation 001 | --eta 0.1 --notation 002",
    "trace": "--rows 3 | --every updates --rows 5 --notation 001 | --no-offset --notation 002",
    "filmstrip": "--updates 0,1,2,end | --updates 3 --show margin,equation",
    "sheet": "--no-offset --at k=1 | --margin 1",
    "certificate": "--no-offset | --lift product",
    "cycle": "--no-offset | --order 0,2,1,3 | --order 3,0,1,2 --eta 0.1",
    "proof": f"--which distance | --which squeeze --at k=1 | {PROOF}",
    "orders": "--what starts --trials 40 | --trials 30 --trial-seed 5 | --show adversary",
    "solutions": "--what starts --trials 40 | --trials 30 --trial-seed 5 | --show margin",
    "arena": "--layout overlaid | --plots loss --measure errors | --plots norms --visit 9"
    "| --plots none --contestants 'averaged; pocket order=shuffled' | --show future",
    "results": "--sort errors | --sort margin --visit 9 | --sort angle --contestants voted",
    "steps": "--over schedule --rule sgd | --over batch --rule sgd --loss hinge --passes 10"
    "| --values 0.01,0.1 --loss-scale log | --method logistic --loss-scale linear",
    "step-limit": "--method squared --passes 20 | --values 0.01,0.1,1 | --loss-scale linear",
    "effects": "--show never | --orders 'cyclic; 0,2,1,3'",
    "dichotomies": "--which separable | --no-offset | --lift product",
    "margins": "--values 0,2,5 | --values 0 | --eta 0.1",
}
TABLES = ("trace", "results", "effects")
PICTURES = """
boundary and --show margin --out x.png --out x.pdf | norms and --frames 4 --out x.gif --no-session
boundary xor-pm --frames updates --fps 3 --once --out x.gif | sheet and --frames 2 --out x.gif
"""
OTHERS = """
datasets | datasets --json - | datasets --json x.json | datasets moons:n=9,seed=2 --json -
actions | actions --json - | figure --list | --version | --help | run --help | check --help
figure --help | lab --help | lab orders --help | lab rules --help | lab steps --help
lab effects --help | datasets --help | actions --help | run - | run - --json x.json | check -
run points.csv | run points.csv --json - | run digits.csv | run old.json | run old.tex --json -
check points.csv | check old.json --json - | check old.tex | figure old.json --out x.csv
figure old.tex --theme dark --out x.tex | figure old.json --tie plus --rule pla --out x.json
figure loss old.tex --out x.py | datasets points.csv | run iris --json x.json
run shifted --arithmetic exact | run separable:margin=0.01,n=30,seed=3 | check separable:n=500
run blobs:n=3000 --epochs 20 | run blobs:n=3000 --epochs 20 --rule averaged --order shuffled
run blobs:n=3000 --epochs 5 --rule pocket | run moons:n=3000 --epochs 9 --arithmetic float64
run circles:n=2000 --lift quadratic | run spirals:n=2000 --rule voted --order random --epochs 3
run moons:n=2000 --rule sgd --loss logistic --batch-size 32 --epochs 4 | check moons:n=3000
run moons:n=2000 --rule batch --epochs 50 | run moons:n=2000 --order worst --max-updates 500
figure loss blobs:n=2000 --epochs 10 --out x.csv | figure boundary moons:n=2000 --out x.csv
figure agreement blobs:n=500 --epochs 10 --out x.csv | figure norms separable:n=500 --out x.csv
lab orders separable:n=100 --trials 500 | lab rules moons:n=500 --epochs 10 | run slow-pair:n=40
"""
BAD = {
    "": """
    nonsense | runn xor | '' | -- | run | check | check and --eta 1 | run slow-pair --lift product
    run xorr | run qqqqqqqq | run ./missing.csv | run . | run xor:n=3 | run moons:n=1
    run moons:m=5 | run moons:n | run moons:n=5,n=6 | run ragged.csv | run words.csv
    check three.csv | check empty.csv | run broken.json | run digits.csv --arithmetic exact
    datasets xorr | datasets --jsn - | figure boundry xor --out x.csv | figure boundary xor
    figure --out x.csv | figure xor --out x.csv | figure trace xor --out x.png | lab | lab ordrs and
    lab orders and --trials many | lab orders and --rule batch | lab orders and --trails 3
    lab effects and --trials 3 | lab rules and --contestants 'averaged; pockt'
    lab effects and --orders sideways | lab steps and --over tie | lab steps and --values -1
    lab orders and --starts --adversary | nand --tie minus | run empty.csv --tie perhaps
    xor | points.csv
    """,
    "run xor": """
    and | --etaa 1 | --keepgoing | --epoch 2 | --eta | --rule pocet | --rule svm | --order shufled
    --tie alway | --eta 0 | --eta 1,5 | --eta 1e400 | --eta nan | --margin -0.5 | --order 0,4
    --order 0,,1 | --init 1,2 | --init one,2,3 | --epochs 1.5 | --epochs 1e100 | --seed -1
    --batch-size 0 | --rule sgd --order worst | --rule sgd --loss logistic --arithmetic exact
    --json nowhere/x.json | --visits 3 | --explain --notation 0001 | --explain --json -
    --explain --visits -3
    """,
    "figure boundary xor --out x.csv": """
    --out x | --out x.md | --out nowhere/x.csv | --at 99 | --at k=99 | --at soon | --size huge
    --theme drak | --thme dark | --font 0 | --dpi x | --range 1,0,0,1 | --show circel | --scale log
    --frames 0 | --fps 1000 | --highlight nothing | --tie perhaps
    """,
}


def commands(ask: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield the kind and the words of every command; data sets and views are asked for."""
    listed = json.loads(ask("datasets --json -"))["datasets"]
    views = [line.split()[0] for line in ask("figure --list").splitlines()]
    for entry in listed:
        yield from _of_data(entry["name"], "n" in entry["parameters"])
    for words in _entries(EXPERIMENTS):
        yield "lab, text", f"lab {words}"
        if "--json" not in words and "--out" not in words:
            yield "lab, JSON", f"lab {words} --json -"
    for view in views:
        yield from _of_view(view)
    for words in _entries(PICTURES):
        yield "picture", f"figure {words} --size 60x45mm --dpi 50"
    yield from (("other", words) for words in _entries(OTHERS))
    for begin, table in BAD.items():
        yield from (("bad input", f"{begin} {words}".strip()) for words in _entries(table))


def _of_data(name: str, is_random: bool) -> Iterator[tuple[str, str]]:
    data = f"{name}:n=14" if is_random and name not in ("slow-pair", "tight-circle") else name
    limit = " --epochs 25" if is_random or name == "iris" else ""
    for options in ("", *_entries(RULES)):
        yield "run, JSON", f"run {data} {options}{limit * ('--epochs' not in options)} --json -"
    for options in ("", *_entries(SUMMARIES)):
        words = f"run {data} {options}{limit * ('--epochs' not in options)}"
        yield "run, explained" if "--explain" in words else "run, text", words
    for options in ("", *_entries(CHECKS)):
        yield "check, text", f"check {data} {options}"
        yield "check, JSON", f"check {data} {options} --json -"
    for lab in LABS:
        yield "lab, text", f"lab {lab.format(data)}{limit}"
        yield "lab, JSON", f"lab {lab.format(data)}{limit} --json -"
    yield "other", f"datasets {data}"


def _of_view(view: str) -> Iterator[tuple[str, str]]:
    begin, both = f"figure {view}", "--out x.csv --out x.tex"
    for words in _entries(FIGURES):
        yield "figure", f"{begin} {words} {both} --no-session"
    for options in (*_entries(LOOKS), *_entries(OPTIONS.get(view, ""))):
        for stage in STAGES:
            yield "figure with options", f"{begin} {stage} {options} {both} --no-session"
    for stage in STAGES:
        yield "figure with its session", f"{begin} {stage} --out x.tex --out x.json --out x.py"
    kind = "md" if view in TABLES else "svg"
    yield "picture", f"{begin} and --size column --out x.{kind}"


def _entries(table: str) -> list[str]:
    return [entry.strip() for entry in re.split(r"[|\n]", table) if entry.strip()]


def record(folder: Path, renamed: list[str]) -> None:
    """Carry out every command in a folder of its own, and store what it wrote.

    `renamed` are options of today with their names in older code, as in --highlight=--lit.
    """
    started = time.monotonic()
    target = folder.resolve() / FILE
    target.parent.mkdir(parents=True, exist_ok=True)
    names = dict(entry.split("=") for entry in renamed)
    main = _prepared()
    kinds: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as work, target.open("w", encoding="utf-8") as file:
        os.chdir(work)
        for name, text in INPUTS.items():
            Path(name).write_text(text, encoding="utf-8")
        for kind, words in commands(lambda words: carry_out(main, words)["stdout"]):
            asked = " ".join(names.get(word, word) for word in words.split(" "))
            written = {name: _kept(text) for name, text in carry_out(main, asked).items()}
            row = {"key": " ".join(words.split()), "written": written}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            kinds[kind] += 1
        os.chdir(target.parent)
    print(*(f"{count:6} {kind}" for kind, count in kinds.items()), sep="\n")
    print(f"{kinds.total():6} records in {time.monotonic() - started:.0f} s: {target}")


def _prepared() -> Main:
    """Return the command line to be recorded, in surroundings that are the same everywhere."""
    os.environ.update(COLUMNS="80", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):  # no window may open
        os.environ.pop(name, None)
    from perceptron_gui import cli

    print(f"recording {cli.__file__}", flush=True)
    return cli.main


def carry_out(main: Main, words: str) -> Parts:
    """Return what a command wrote, and its exit code or what it raised."""
    before, real = set(Path().iterdir()), (sys.stdin, sys.stdout, sys.stderr)
    said, complained = _stream(), _stream()
    sys.stdin, sys.stdout, sys.stderr = _stream(STANDARD_INPUT), said, complained
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            code = str(main(shlex.split(words)))
        except Exception as error:  # noqa: BLE001 (a crash is recorded, and the rest goes on)
            code = f"{type(error).__name__}: {error}"
        finally:
            sys.stdin, sys.stdout, sys.stderr = real
    told = "".join(f"{each.category.__name__}: {each.message}\n" for each in warned)
    stderr = PROGRESS.sub("", _text(complained)) + told
    written = {"exit": code, "stdout": _text(said), "stderr": stderr}
    for path in sorted(set(Path().iterdir()) - before):
        written[path.name] = _decoded(path.read_bytes())
        path.unlink()
    return written


def _stream(text: str = "") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8", newline="")


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return _hash(data)


def _hash(data: bytes) -> str:
    return f"{HASH}{hashlib.sha256(data).hexdigest()} of {len(data)} bytes"


def _kept(text: str) -> str:
    """Return a text, or of a long one its beginning and the hash of all."""
    return text if len(text) <= MOST_KEPT else f"{text[:MOST_KEPT]}\n{_hash(text.encode())}"


def compare(before: Path, after: Path, show_all: bool, group: bool) -> int:
    """Print how many records are identical, and how the others differ; return the exit code."""
    old, new = _loaded(before), _loaded(after)
    both = [key for key in old if key in new]
    changed = [key for key in both if old[key] != new[key]]
    print(f"{len(both) - len(changed)} identical, {len(changed)} different")
    for where, keys in ((before, old.keys() - new.keys()), (after, new.keys() - old.keys())):
        if keys:
            print(f"{len(keys)} only in {where}, such as: {min(keys)}")
    if group:
        _print_groups(changed, old, new, None if show_all else MOST_GROUPS)
        return int(old != new)
    for key in changed if show_all else changed[:MOST_RECORDS]:
        print(f"\n{key}")
        for part, lines, others in _differing(old[key], new[key]):
            diff = list(difflib.unified_diff(lines, others, lineterm="", n=0))[2:]
            for line in diff if show_all else diff[:MOST_LINES]:
                print(f"  {part}: {line[:MOST_COLUMNS]}")
    if len(changed) > MOST_RECORDS and not show_all:
        print(
            f"\n… and {len(changed) - MOST_RECORDS} more (--all shows them, --group counts words)"
        )
    return int(old != new)


def _loaded(folder: Path) -> dict[str, Parts]:
    with (folder / FILE).open(encoding="utf-8") as file:
        return {row["key"]: row["written"] for row in map(json.loads, file)}


def _differing(old: Parts, new: Parts) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield the name of every part that differs, and its lines in both records."""
    for part in old | new:
        texts = old.get(part, "(not written)"), new.get(part, "(not written)")
        if texts[0] != texts[1]:
            yield part, _lines(texts[0]), _lines(texts[1])


def _lines(text: str) -> list[str]:
    """Return the lines; those of JSON end after a comma too, those of TeX between coordinates."""
    ends = r"\n|(?<=,) " if text.startswith("{") else r"\n|(?<=\))(?=\()"
    return re.split(ends, text)


def _print_groups(
    keys: list[str], old: dict[str, Parts], new: dict[str, Parts], most: int | None
) -> None:
    """Print which words were replaced by which, the most frequent first, with an example."""
    lines: Counter[Pair] = Counter()
    where: dict[Pair, str] = {}
    for key in keys:
        for part, *both in _differing(old[key], new[key]):
            for gone, come in _replaced(*both):
                for pair in zip_longest(gone, come, fillvalue=""):
                    lines[pair] += 1
                    where.setdefault(pair, f"{part} of {key}")
    groups: Counter[Pair] = Counter()
    for pair, count in lines.items():
        for words in _words(*pair):
            groups[words] += count
            where.setdefault(words, where[pair])
    for words, count in groups.most_common(most):
        shown = " → ".join(repr(text)[:MOST_COLUMNS] for text in words)
        print(f"{count:6}  {shown}  ({where[words]})")
    if most is not None and most < len(groups):
        print(f"… and {len(groups) - most} more (--all shows them)")


def _replaced(old: list[str], new: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield what differs of two lists."""
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if tag != "equal":
            yield old[a:b], new[c:d]


def _words(line: str, other: str) -> list[Pair]:
    """Return the words that differ in two lines, or the lines themselves where one is empty."""
    if line.startswith(HASH) and other.startswith(HASH):
        return [("the hash of a long text or a picture", "another")]
    if not (line and other):
        return [(line, other)]
    split = (re.findall(r"\w+(?:\.\w+)*|\W", text) for text in (line, other))
    return [("".join(gone), "".join(come)) for gone, come in _replaced(*split)]


def main() -> int:
    """Record or compare, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    doing = parser.add_subparsers(dest="doing", required=True)
    recording = doing.add_parser("record")
    recording.add_argument("folder", type=Path)
    recording.add_argument("--renamed", action="append", default=[], metavar="NEW=OLD")
    comparing = doing.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.add_argument("--all", action="store_true", help="show every difference whole")
    comparing.add_argument("--group", action="store_true", help="count the words that differ")
    given = parser.parse_args()
    if given.doing == "compare":
        return compare(given.before, given.after, given.all, given.group)
    record(given.folder, given.renamed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
