// The live page: one plane whose points can be moved, the run that follows at once, two plots and
// the arithmetic of a visit. It stands behind engine.js in one module; every number is exact there,
// and floats only place ink. Words of strangers reach the page by textContent alone.

const SVG = "http://www.w3.org/2000/svg";
const MOST_UPDATES = 20000; // of a run here, so that a phone follows a drag
const MOST_EPOCHS = 1000;
const MOST_SAMPLES = 240; // of a curve
const SLOW = 60; // milliseconds of training beyond which a drag trains at its end only
const ROUNDS = 3; // of a cycle, that slider and plots show
const RATES = ["0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "50", "100"];
const SPEEDS = [1, 2, 4, 8, 16];
const TITLES = {
  rule: { perceptron: "Perceptron", averaged: "Averaged perceptron", pocket: "Pocket", batch: "Batch perceptron" },
  order: { cyclic: "cyclic", shuffled: "shuffled", "first-mistake": "first mistake" },
  tie: { always: "a mistake", minus: "−1", plus: "+1" },
};
// What a file may have been written with, though it is not offered otherwise.
const RARE = {
  order: { random: "random", "random-mistake": "random mistake", worst: "worst" },
  tie: { never: "correct" },
};
const ANSWERS = { averaged: "average", pocket: "pocket" };

const $ = (id) => document.getElementById(id);
const given = JSON.parse($("given").textContent);
const { letters } = given;

// ---- numbers as people read them

const signed = (text) => String(text).replace("-", "−");
const signOf = (label) => (label > 0 ? "+1" : "−1");
const counted = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

function grouped(count) {
  return count < 10000 ? `${count}` : String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

// An exact text as a short decimal, where it is one, else as a fraction.
function shown(text) {
  const [top, bottom] = fraction(text);
  let places = 0, ten = 1n;
  while (places < 9 && ten % bottom) { ten *= 10n; places++; }
  if (ten % bottom) return signed(text.length <= 20 ? text : `≈ ${valueOf(text).toPrecision(6)}`);
  const digits = String(top < 0n ? (-top * ten) / bottom : (top * ten) / bottom).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  return `${top < 0n ? "−" : ""}${whole}${places ? `.${digits.slice(-places)}` : ""}`;
}

function valueOf(text) {
  const [top, bottom] = fraction(text);
  return Number(top) / Number(bottom);
}

const vector = (texts) => `(${texts.map(shown).join(", ")})`;
const isZero = (text) => fraction(text)[0] === 0n;
const isEqual = (a, b) => fraction(a).join() === fraction(b).join();

function factor(text) {
  const written = shown(text);
  return /[−/≈]/.test(written) ? `(${written})` : written;
}

// A sum whose signs are drawn to the front: −2·0 + 1·0 − 3.
function sum(terms) {
  return terms.map(([a, b], i) => {
    const isBelow = fraction(a)[0] < 0n, size = factor(a.replace("-", ""));
    const term = b === undefined ? size : `${size}·${factor(b)}`;
    return i ? `${isBelow ? " − " : " + "}${term}` : `${isBelow ? "−" : ""}${term}`;
  }).join("");
}

function difference(after, before) {
  const [a, b] = fraction(after), [c, d] = fraction(before);
  return written(a * d - c * b, b * d);
}

// ---- what is open: points, labels and options, with the way back

let { points, labels } = given, options = { ...given.options };
let run = null, refusal = "", trainingTook = 0;
let visit = 0, follows = true; // the end of the run, until a visit is chosen
let selected = -1, tool = "move", timer = 0;
const past = [], future = [];
let opened = null; // what an edit under way began with

const snapshot = () => JSON.stringify({ points, labels, options });

function begin() {
  opened ??= snapshot();
}

function commit() {
  if (opened !== null && opened !== snapshot()) {
    past.push(opened);
    future.length = 0;
  }
  opened = null;
}

function edit(change) {
  begin();
  change();
  commit();
  retrain();
  render();
}

function travel(from, to) {
  if (!from.length) return;
  to.push(snapshot());
  ({ points, labels, options } = JSON.parse(from.pop()));
  if (selected >= points.length) select(-1);
  retrain();
  keepInView();
  render();
}

function retrain() {
  const began = performance.now();
  const limits = {
    epochs: Math.min(options.epochs, MOST_EPOCHS),
    max_updates: Math.min(options.max_updates, MOST_UPDATES),
  };
  try {
    run = train(points, labels, { ...options, ...limits });
    refusal = "";
  } catch (error) {
    run = null;
    refusal = points.length ? error.message : "Add points: choose ▲ or ●, and click on the plane.";
  }
  trainingTook = performance.now() - began;
  if (!run) return;
  if (follows) visit = restingVisit();
  else visit = Math.min(visit, run.visits);
}

// The end of the run; if there is no line then, the last visit that has one in view.
function restingVisit() {
  if (hasLineInView(run.visits)) return run.visits;
  for (let k = run.updates.length - 1; k >= Math.max(0, run.updates.length - 50); k--) {
    if (hasLineInView(run.updates[k].visit)) return run.updates[k].visit;
  }
  return run.visits;
}

function hasLineInView(at) {
  const line = lineOf(run.at(at).answer);
  return line !== null && sides(line).ends.length === 2;
}

// Orders that list points keep naming the same ones.
function withOrder(change) {
  if (Array.isArray(options.order)) options.order = change(options.order);
  if (!options.order.length) options.order = "cyclic";
}

function addPoint(point, label) {
  edit(() => {
    points.push(point);
    labels.push(label);
    withOrder((order) => [...order, points.length - 1]);
  });
  select(points.length - 1);
}

function deletePoint(i) {
  if (!(i in points)) return;
  edit(() => {
    points.splice(i, 1);
    labels.splice(i, 1);
    withOrder((order) => order.filter((each) => each !== i).map((each) => each - (each > i)));
    selected = -1;
  });
}

function relabelPoint(i) {
  if (i in points) edit(() => { labels[i] = -labels[i]; });
}

function select(i) {
  selected = i;
  render();
}

// ---- the plane: what it shows, and from pixels to coordinates and back

const plane = $("plane");
let box = null; // the coordinates that have to be in view
let width = 600, height = 400;

function boxOfPoints() {
  if (given.range) {
    const [x0, x1, y0, y1] = given.range;
    return { x0, x1, y0, y1, padding: 0 };
  }
  const places = points.map((point) => point.map(valueOf));
  if (!options.offset || !places.length) places.push([0, 0]);
  const [xs, ys] = [0, 1].map((j) => places.map((place) => place[j]));
  const found = { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
  const size = Math.max(found.x1 - found.x0, found.y1 - found.y0) || 2;
  return { ...found, padding: 0.2 * size };
}

function scaleOf() {
  const { x0, x1, y0, y1, padding } = box;
  const across = x1 - x0 + 2 * padding, up = y1 - y0 + 2 * padding;
  return Math.min(width / across, height / up);
}

const pixelX = (x) => width / 2 + (x - (box.x0 + box.x1) / 2) * scaleOf();
const pixelY = (y) => height / 2 - (y - (box.y0 + box.y1) / 2) * scaleOf();
const fromPixelX = (x) => (box.x0 + box.x1) / 2 + (x - width / 2) / scaleOf();
const fromPixelY = (y) => (box.y0 + box.y1) / 2 - (y - height / 2) / scaleOf();

// Points snap to tenths, or to the power of ten that suits much larger and smaller coordinates.
function snapPower() {
  const span = Math.max(width, height) / scaleOf(), power = Math.floor(Math.log10(span / 4)) - 1;
  return span >= 1 ? Math.max(-1, power) : power;
}

function snapped(value) {
  const power = snapPower(), steps = Math.round(value / 10 ** power);
  return String(Number(power < 0 ? (steps / 10 ** -power).toFixed(-power) : steps * 10 ** power) + 0);
}

// A point that has left the view, by keys or by undo, brings the view along.
function keepInView() {
  const isInside = points.every(([x, y]) => {
    const across = pixelX(valueOf(x)), up = pixelY(valueOf(y));
    return across >= 0 && across <= width && up >= 0 && up <= height;
  });
  if (!isInside) box = { ...boxOfPoints(), padding: Math.max(box.padding, boxOfPoints().padding) };
}

// a·x + b·y + c in pixels, for weights that make a line.
function lineOf(weights) {
  const [a, b] = weights.map(valueOf);
  if (!a && !b) return null;
  const constant = options.offset ? valueOf(weights[2]) * valueOf(options.bias_scale) : 0;
  const scale = scaleOf();
  return { a: a / scale, b: -b / scale, c: constant + a * fromPixelX(0) + b * fromPixelY(0) };
}

// The part of the plane where a line is positive, and where the line leaves the view.
function sides({ a, b, c }) {
  const corners = [[0, 0], [width, 0], [width, height], [0, height]];
  const score = ([x, y]) => a * x + b * y + c;
  const positive = [], ends = [];
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % 4], here = score(corner), there = score(next);
    if (here >= 0) positive.push(corner);
    if (here >= 0 === there >= 0) return;
    const share = here / (here - there);
    const cut = corner.map((from, j) => from + share * (next[j] - from));
    positive.push(cut);
    ends.push(cut);
  });
  return { positive, ends };
}

const pathOf = (places) => places.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

function element(parent, name, attributes = {}, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  parent.append(made);
  return made;
}

const layers = Object.fromEntries(["below", "marks", "points"].map((name) => [name, element(plane, "g")]));
layers.below.setAttribute("aria-hidden", "true");
layers.marks.setAttribute("aria-hidden", "true");
const nodes = []; // of the points, so that a focused one keeps its focus

function renderPlane(now) {
  layers.below.replaceChildren();
  layers.marks.replaceChildren();
  const answer = now && lineOf(now.answer);
  drawSides(now, answer);
  drawGrid();
  if (now) drawLines(now, answer);
  renderPoints(now);
  $("note").textContent = noteOf(now, answer);
}

// What the rule answers where every score is the same: the sign of the offset, or of a tie.
function signEverywhere(now) {
  const constant = options.offset ? Math.sign(valueOf(now.answer[2])) : 0;
  return constant || { plus: 1, minus: -1 }[options.tie] || 0;
}

function drawSides(now, answer) {
  const ground = element(layers.below, "rect", { class: "ground", width, height });
  if (!now) return;
  const everywhere = answer ? -1 : signEverywhere(now);
  if (everywhere) ground.setAttribute("class", everywhere > 0 ? "plus-side" : "minus-side");
  const { positive } = answer ? sides(answer) : { positive: [] };
  if (positive.length) element(layers.below, "path", { class: "plus-side", d: `${pathOf(positive)}Z` });
}

function drawGrid() {
  const least = 70 / scaleOf(), ten = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((each) => each * ten).find((each) => each >= least * 0.999);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  let lines = "";
  const each = (from, to, draw) => {
    for (let i = Math.ceil(from / step); i * step <= to; i++) draw(i * step, signed((i * step).toFixed(digits)));
  };
  each(fromPixelX(0), fromPixelX(width), (x, text) => {
    const at = pixelX(x);
    lines += `M${at.toFixed(1)} 0V${height}`;
    if (at > 40 && at < width - 20) element(layers.marks, "text", { class: "ticks", x: at, y: height - 8, "text-anchor": "middle" }, text);
  });
  each(fromPixelY(height), fromPixelY(0), (y, text) => {
    const at = pixelY(y);
    lines += `M0 ${at.toFixed(1)}H${width}`;
    if (at > 20 && at < height - 30) element(layers.marks, "text", { class: "ticks", x: 8, y: at - 5 }, text);
  });
  element(layers.below, "path", { class: "grid", d: lines });
}

function drawLines(now, answer) {
  const current = lineOf(now.after), hasAnswer = options.rule in ANSWERS;
  const before = now.isUpdate ? lineOf(now.before) : null;
  const draw = (line, name) => {
    const { ends } = sides(line);
    if (ends.length === 2) element(layers.marks, "path", { class: name, d: pathOf(ends) });
  };
  if (before) draw(before, "ghost");
  if (current && hasAnswer) draw(current, "then");
  if (answer) draw(answer, "line");
  if (current) drawArrow(current);
  for (const i of now.points.length === 1 ? now.points : now.wrong) {
    if (!(i in points)) continue;
    const [cx, cy] = [pixelX(valueOf(points[i][0])), pixelY(valueOf(points[i][1]))];
    element(layers.marks, "circle", { class: now.isUpdate ? "ring mistake" : "ring", cx, cy, r: markSize() * 1.95 });
  }
}

// w stands on its line, in the middle of what is seen of it.
function drawArrow(line) {
  const { ends } = sides(line);
  if (ends.length < 2) return;
  const length = Math.hypot(line.a, line.b), direction = [line.a / length, line.b / length];
  const size = Math.min(110, Math.max(44, 0.2 * Math.min(width, height)));
  const reach = (share) => {
    const foot = [0, 1].map((j) => ends[0][j] + share * (ends[1][j] - ends[0][j]));
    return [foot, foot.map((at, j) => at + size * direction[j])];
  };
  const isInside = ([, [x, y]]) => x > 24 && x < width - 24 && y > 24 && y < height - 40;
  const isFree = ([[x, y]]) => points.every((p) => Math.hypot(pixelX(valueOf(p[0])) - x, pixelY(valueOf(p[1])) - y) > 30);
  const places = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8].map(reach);
  const [foot, tip] = places.find((place) => isInside(place) && isFree(place)) ?? places.find(isInside) ?? places[0];
  const along = (back, aside) => [
    tip[0] - back * direction[0] - aside * direction[1], tip[1] - back * direction[1] + aside * direction[0],
  ];
  element(layers.marks, "path", { class: "arrow", d: pathOf([foot, along(12, 0)]) });
  element(layers.marks, "path", { class: "tip", d: `${pathOf([tip, along(17, 7), along(17, -7)])}Z` });
  const [x, y] = along(-14, 0);
  element(layers.marks, "text", { class: "letter", x, y: y + 5 }, letters.w);
}

const markSize = () => Math.max(6, Math.min(13, Math.min(width, height) / 34, 80 / Math.sqrt(points.length)));

function markPath(label, size) {
  if (label < 0) return `M0 ${-1.15 * size}L${1.08 * size} ${0.8 * size}H${-1.08 * size}Z`;
  return `M${-size} 0A${size} ${size} 0 1 0 ${size} 0A${size} ${size} 0 1 0 ${-size} 0Z`;
}

function renderPoints(now) {
  while (nodes.length > points.length) nodes.pop().group.remove();
  while (nodes.length < points.length) nodes.push(newNode(nodes.length));
  const size = markSize();
  points.forEach(([x, y], i) => {
    const { group, mark, reach, number } = nodes[i], isPlus = labels[i] > 0;
    group.setAttribute("transform", `translate(${pixelX(valueOf(x)).toFixed(1)} ${pixelY(valueOf(y)).toFixed(1)})`);
    group.setAttribute("class", `point ${isPlus ? "plus" : "minus"}${i === selected ? " selected" : ""}`);
    mark.setAttribute("d", markPath(labels[i], size));
    reach.setAttribute("r", Math.max(20.5, size * 1.6));
    const said = now ? classified(now.answer, i) : 0;
    mark.setAttribute("class", `mark ${now ? ["as-minus", "as-none", "as-plus"][said + 1] : isPlus ? "as-plus" : "as-minus"}`);
    number.textContent = points.length <= 12 ? i + 1 : "";
    number.setAttribute("x", 1.6 * size);
    number.setAttribute("y", -1.5 * size);
    const verdict = !now ? "" : said === 0 ? ", on the line" : said === labels[i] ? ", correct" : `, misclassified as ${signOf(said)}`;
    group.setAttribute("aria-label", `Point ${i + 1} at ${vector([x, y])}, class ${given.classes[+isPlus]}${verdict}`);
  });
}

function newNode(i) {
  const group = element(layers.points, "g", { tabindex: "0", role: "button", "aria-roledescription": "point" });
  group.dataset.i = i;
  group.addEventListener("focus", () => { if (selected !== i) select(i); });
  return {
    group, reach: element(group, "circle", { class: "reach" }), mark: element(group, "path"),
    number: element(group, "text", { class: "number", "aria-hidden": "true" }),
  };
}

// The sign of the score, decided exactly; 0 on the line.
function classified(weights, i) {
  const point = options.offset ? [...points[i], options.bias_scale] : points[i];
  let top = 0n, bottom = 1n;
  point.forEach((text, j) => {
    const [a, b] = fraction(text), [c, d] = fraction(weights[j]);
    top = top * b * d + a * c * bottom;
    bottom *= b * d;
  });
  return top > 0n ? 1 : top < 0n ? -1 : { plus: 1, minus: -1 }[options.tie] ?? 0;
}

function noteOf(now, answer) {
  if (!now) return refusal;
  if (!answer) {
    const constant = options.offset && !isZero(now.answer[2]);
    if (!constant) return `All weights are 0: every score is 0, and there is no line.`;
    return `${letters.w} = 0, so there is no line: every point is classified as ${signOf(valueOf(now.answer[2]))}.`;
  }
  return sides(answer).ends.length === 2 ? "" : "The line lies outside this view.";
}

// ---- words

function headlineOf(now) {
  if (!run) return { text: points.length ? "Not trained" : "No points yet", kind: "" };
  const { status, updates, cycle } = run;
  if (cycle) {
    if (isStandstill()) {
      return { text: "Nothing is learnt: updating on this point changes no weight.", kind: "cycle", aside: "proved" };
    }
    const [visits, made] = [counted(cycle.period_visits, "visit"), counted(cycle.period_updates, "update")];
    const later = now.rounds ? `Round ${grouped(now.rounds + 1)}. ` : "";
    return { text: `${later}The weights repeat every ${visits} (${made}), forever.`, kind: "cycle", aside: "proved" };
  }
  let text = "Converged without an update";
  if (status !== "converged") text = stopWords();
  else if (updates.length) {
    const epoch = grouped(run.epochOf(updates.at(-1).visit));
    text = `Converged after ${counted(updates.length, "update")}, ${updates.length === 1 ? "" : "the last "}in epoch ${epoch}`;
  }
  if (!run.result_errors) return { text: `${text}.`, kind: "end" };
  const by = ANSWERS[options.rule] ? ` by the ${ANSWERS[options.rule]}` : "";
  return { text: `${text}, ${run.result_errors} of ${points.length} points misclassified${by}.`, kind: "wrong" };
}

function stopWords() {
  const isOfUpdates = run.updates.length >= Math.min(options.max_updates, MOST_UPDATES);
  const made = isOfUpdates ? counted(run.updates.length, "update") : counted(run.epochs, "epoch");
  const isOurs = isOfUpdates ? options.max_updates > MOST_UPDATES : options.epochs > MOST_EPOCHS;
  return `Stopped after ${made} (${isOurs ? "the limit of this page" : "limit"})`;
}

// A point at the origin, and no offset: y·0 is added forever.
function isStandstill() {
  const ofCycle = run.updates.filter((each) => each.visit > run.cycle.start_visit);
  return options.rule !== "batch" && ofCycle.every(({ point }) => point !== null && !options.offset && points[point].every(isZero));
}

function sentenceOf(now) {
  if (!run) return refusal;
  if (!now.visit) return "Before the first visit. Space plays, → is the next step.";
  const found = now.points.length === 1 && options.rule !== "batch" ? pointWords(now, now.points[0]) : blockWords(now);
  const isMistake = options.rule !== "batch" && isZero(options.margin);
  const made = now.isUpdate ? ` ${isMistake ? "Mistake" : "Update"} ${grouped(now.k)}.` : "";
  return `Visit ${grouped(now.visit)}: ${found}.${made}`;
}

function blockWords(now) {
  const all = `all ${counted(points.length, "point")}`;
  return now.isUpdate ? `${counted(now.wrong.length, "mistake")} among ${all}` : `no mistakes among ${all}`;
}

function pointWords(now, i) {
  const place = vector(points[i]), sign = Math.sign(valueOf(now.score));
  if (!sign) {
    const hasLine = now.before.slice(0, 2).some((weight) => !isZero(weight));
    const counts = now.isUpdate ? "" : `, which counts as ${tieTitle()}`;
    return `${place} is ${signOf(labels[i])} and ${hasLine ? "on the line" : "has score 0"}${counts}`;
  }
  if (sign !== labels[i]) return `${place} is misclassified as ${signOf(sign)}`;
  return `${place} is correctly classified as ${signOf(sign)}${now.isUpdate ? ", but too close to the line" : ""}`;
}

const tieTitle = () => ({ ...TITLES.tie, ...RARE.tie })[options.tie];

function renderWords(now) {
  const { text, kind, aside } = headlineOf(now), headline = $("headline");
  const isNew = headline.dataset.text !== text;
  headline.className = kind;
  if (isNew) { // a live region speaks when it is written
    headline.dataset.text = text;
    headline.textContent = text;
    if (aside) {
      const small = document.createElement("span");
      small.className = "m";
      small.textContent = aside;
      headline.append(" ", small);
    }
  }
  $("sentence").textContent = sentenceOf(now);
}

// ---- the arithmetic of a visit

// Writes words into a node; a word in a list is a symbol.
function write(node, parts) {
  for (const part of parts) {
    if (!Array.isArray(part)) node.append(part);
    else node.append(Object.assign(document.createElement("i"), { textContent: part[0] }));
  }
  return node;
}

function renderArithmetic(now) {
  const steps = $("steps");
  steps.replaceChildren();
  $("arithmetic-title").textContent = now?.visit ? `Visit ${grouped(now.visit)}, step by step` : "Start";
  if (!now) return;
  const row = (name, lines, kind = "") => {
    const made = steps.insertRow(), head = document.createElement("th"), cell = made.insertCell();
    head.scope = "row";
    head.textContent = name;
    made.prepend(head);
    cell.className = kind;
    for (const line of lines) cell.append(write(document.createElement("div"), line));
  };
  if (now.visit) {
    if (options.rule === "batch") blockRows(now, row);
    else pointRows(now, now.points[0], row);
    row("update", now.isUpdate ? updateLines(now) : [["no update"]]);
  }
  row("weights", [weightsLine(now.after)]);
  if (options.rule in ANSWERS) row(ANSWERS[options.rule], [weightsLine(now.answer)]);
}

function weightsLine(weights) {
  const line = [[letters.w], ` = ${vector(weights.slice(0, 2))}`];
  return options.offset ? [...line, ", ", [letters.offset], ` = ${shown(weights[2])}`] : line;
}

function pointRows(now, i, row) {
  const sign = Math.sign(valueOf(now.score)), y = labels[i];
  row(`point ${i + 1}`, [[[letters.x], ` = ${vector(points[i])}, `, [letters.y], ` = ${signOf(y)}`]]);
  const hasScale = !isEqual(options.bias_scale, "1");
  const terms = points[i].map((x, j) => [now.before[j], x]);
  if (options.offset) terms.push(hasScale ? [now.before[2], options.bias_scale] : [now.before[2]]);
  row("score", [[["s"], ` = ${sum(terms)} = ${shown(now.score)}`]]);
  const kind = now.isUpdate ? "mistake" : "";
  if (sign === y && !isZero(options.margin)) {
    const agreement = shown(y > 0 ? now.score : difference("0", now.score));
    const compared = ` = ${agreement} ${now.isUpdate ? "≤" : ">"} ${shown(options.margin)}`;
    row("result", [[[letters.y], ["s"], compared, now.isUpdate ? ": not enough" : ": enough"]], kind);
  } else if (sign) {
    row("result", [[`classified as ${signOf(sign)}: ${sign === y ? "correct" : "a mistake"}`]], kind);
  } else {
    const end = { plus: 1, minus: 1 }[options.tie] ? `: ${now.isUpdate ? "a mistake" : "correct"}` : "";
    row("result", [[`on the line: counts as ${tieTitle()}${end}`]], kind);
  }
}

function blockRows(now, row) {
  row("points", [[`all ${points.length}`]]);
  const named = now.wrong.slice(0, 8).map((i) => i + 1).join(", ") + (now.wrong.length > 8 ? ", …" : "");
  row("result", [[now.isUpdate ? `mistakes: ${named}` : "no mistakes"]], now.isUpdate ? "mistake" : "");
}

function updateLines(now) {
  const { before, after } = now, i = now.points[0];
  const change = after.map((each, j) => difference(each, before[j]));
  const hasRate = !isEqual(options.eta, "1");
  let first = [[letters.w], ` ← ${vector(before.slice(0, 2))} `];
  if (options.rule === "batch") first.push(`+ ${vector(change.slice(0, 2))}`);
  else first.push(`${labels[i] > 0 ? "+" : "−"} ${hasRate ? `${factor(options.eta)}·` : ""}${vector(points[i])}`);
  const lines = [[...first, ` = ${vector(after.slice(0, 2))}`]];
  if (options.offset) lines.push([[letters.offset], ` ← ${sum([[before[2]], [change[2]]])} = ${shown(after[2])}`]);
  return lines;
}

// ---- the two plots

const weightsOf = (k) => (k ? run.updates[k - 1].weights : run.at(0).after);
const normSquared = (weights) => weights.reduce((total, text) => total + valueOf(text) ** 2, 0);

// The k of the first round that has the same weights.
function placeOfUpdate(k) {
  const made = run.updates.length, period = run.cycle?.period_updates;
  return k <= made ? k : made - period + 1 + ((k - made - 1) % period);
}

// How much ‖w‖² can grow with an update: η²R² + 2ηm; a batch step adds up several points.
function growth() {
  if (options.rule === "batch") return null;
  const eta = valueOf(options.eta), constant = options.offset ? valueOf(options.bias_scale) : 0;
  const squares = points.map((point) => point.reduce((total, x) => total + valueOf(x) ** 2, constant ** 2));
  return eta ** 2 * Math.max(...squares) + 2 * eta * valueOf(options.margin);
}

// Visits that slider and plots show: all of a run, and the last rounds of a cycle.
function shownVisits() {
  if (!run.cycle) return [0, run.visits];
  const { start_visit: start, period_visits: period } = run.cycle;
  const rounds = Math.max(ROUNDS, Math.ceil((visit - start) / period));
  return [rounds === ROUNDS ? 0 : start + (rounds - ROUNDS) * period, start + rounds * period];
}

function evenly(from, to) {
  const count = Math.min(MOST_SAMPLES, to - from);
  return Array.from({ length: count + 1 }, (_, i) => from + Math.round(((to - from) * i) / (count || 1)));
}

let plotted = { key: "" };

function plots() {
  const [from, to] = shownVisits(), key = `${from} ${to}`;
  if (plotted.run === run && plotted.key === key) return plotted;
  const visits = evenly(from, to), ks = evenly(run.at(from).k, run.at(to).k);
  const errors = visits.map((at) => run.errorsAt(at)), norms = ks.map((k) => normSquared(weightsOf(placeOfUpdate(k))));
  plotted = { run, key, visits, errors, ks, norms, growth: growth(), start: normSquared(run.at(0).after) };
  return plotted;
}

function renderPlots(now) {
  const titles = { norms: `‖${letters.w}‖²`, errors: `Errors${ANSWERS[options.rule] ? ` of the ${ANSWERS[options.rule]}` : ""}` };
  for (const [name, title] of Object.entries(titles)) {
    $(name).replaceChildren();
    $(`${name}-now`).textContent = "";
    $(`${name}-title`).textContent = title;
  }
  if (!now) return;
  const { visits, errors, ks, norms, growth, start } = plots();
  const norm = normSquared(now.after), upper = growth === null ? null : (k) => start + k * growth;
  const bound = !upper ? "" : start || !isEqual(options.eta, "1") || !isZero(options.margin) ? "bound" : "R²k";
  if (upper) $("norms-title").textContent += " below its bound";
  const short = (value) => signed(Number(value.toPrecision(5)));
  $("norms-now").textContent = `${titles.norms} = ${short(norm)}${bound ? `, ${bound} = ${short(upper(now.k))}` : ""}`;
  $("errors-now").textContent = `${now.errors} of ${points.length}`;
  chart($("norms"), {
    xs: ks, ys: norms, at: [now.k, norm], top: 1.25 * Math.max(...norms, upper ? upper(1) : 0), name: "updates k", upper, bound,
  });
  chart($("errors"), { xs: visits, ys: errors, at: [now.visit, now.errors], top: Math.max(...errors, 1) * 1.25, name: "visits t", isStepped: true });
  $("norms").setAttribute("aria-label", `${titles.norms} over the updates; now ${$("norms-now").textContent}`);
  $("errors").setAttribute("aria-label", `${titles.errors} over the visits; now ${$("errors-now").textContent}`);
}

function chart(svg, { xs, ys, at, top, name, upper, bound, isStepped }) {
  const { clientWidth: w, clientHeight: h } = svg, left = 40, right = w - 12, bottom = h - 20, high = 8;
  const [x0, x1] = [xs[0], Math.max(xs.at(-1), xs[0] + 1)];
  const px = (x) => left + ((x - x0) / (x1 - x0)) * (right - left), py = (y) => bottom - (y / (top || 1)) * (bottom - high);
  svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
  svg.scale = { x0, x1, left, right };
  if (upper) {
    const end = Math.min(x1, (top - upper(0)) / (upper(1) - upper(0) || 1));
    if (end > x0) {
      const edge = [[px(x0), py(upper(x0))], [px(end), py(upper(end))]];
      element(svg, "path", { class: "beyond", d: `${pathOf([...edge, [px(end), high], [px(x0), high]])}Z` });
      element(svg, "path", { class: "bound", d: pathOf(edge) });
      const isRight = px(end) > (left + right) / 2;
      element(svg, "text", { class: "of-bound", x: px(end) + (isRight ? -14 : 8), y: high + 12, "text-anchor": isRight ? "end" : "start" }, bound);
    }
  }
  element(svg, "path", { class: "axis", d: `M${left} ${high}V${bottom}H${right}` });
  const places = xs.map((x, i) => [px(x), py(ys[i])]);
  let d = pathOf(places);
  if (isStepped) d = places.map(([x, y], i) => (i ? `H${x.toFixed(1)}V${y.toFixed(1)}` : `M${x} ${y.toFixed(1)}`)).join("");
  element(svg, "path", { class: "curve", d });
  element(svg, "path", { class: "cursor", d: `M${px(at[0])} ${high}V${bottom}` });
  element(svg, "circle", { class: "dot", cx: px(at[0]), cy: py(at[1]), r: 4 });
  const most = Math.max(...ys);
  element(svg, "text", { x: left - 6, y: bottom + 2, "text-anchor": "end" }, "0");
  if (most) element(svg, "text", { x: left - 6, y: py(most) + 4, "text-anchor": "end" }, signed(Number(most.toPrecision(3))));
  element(svg, "text", { x: left, y: h - 4 }, x0 ? `${name}, from ${grouped(x0)}` : name);
  element(svg, "text", { x: right, y: h - 4, "text-anchor": "end" }, grouped(xs.at(-1)));
}

// A click on a plot leads to its visit.
function goByPlot(svg, event, visitOf) {
  if (!run || !svg.scale) return;
  const { x0, x1, left, right } = svg.scale;
  const share = (event.clientX - svg.getBoundingClientRect().left - left) / (right - left);
  go(visitOf(Math.round(x0 + Math.min(1, Math.max(0, share)) * (x1 - x0))));
}

function visitOfUpdate(k) {
  if (!k) return 0;
  const place = placeOfUpdate(k), laps = k === place ? 0 : (k - place) / run.cycle.period_updates;
  return run.updates[place - 1].visit + laps * (run.cycle?.period_visits ?? 0);
}

// ---- time

function go(to) {
  pause();
  show(to);
}

function show(to) {
  if (!run) return;
  visit = Math.max(0, run.cycle ? to : Math.min(to, run.visits));
  follows = visit === run.visits;
  render();
}

function goToUpdate(direction) {
  if (!run) return;
  let to = visit + direction;
  const last = run.cycle ? Infinity : run.visits;
  while (to > 0 && to < last && !run.at(to).isUpdate) to += direction;
  go(to);
}

function lastVisit() {
  return visit < run.visits ? run.visits : shownVisits()[1];
}

const pace = () => 1000 / Number($("speed").value);

function play() {
  if (!run) return;
  if (!run.cycle && visit >= run.visits) show(0);
  $("sentence").setAttribute("aria-live", "off"); // while it plays, nobody could listen to every sentence
  const tick = () => {
    if (!run || (!run.cycle && visit >= run.visits)) { pause(); return; }
    show(visit + 1);
    timer = setTimeout(tick, pace());
  };
  timer = setTimeout(tick, pace() / 2);
  renderTransport(run.at(visit));
}

function pause() {
  if (!timer) return;
  clearTimeout(timer);
  timer = 0;
  $("sentence").setAttribute("aria-live", "polite");
  renderTransport(run?.at(visit));
}

const toggle = () => (timer ? pause() : play());

function renderTransport(now) {
  const slider = $("slider"), isPlaying = timer !== 0, name = isPlaying ? "Pause" : "Play";
  $("play").classList.toggle("playing", isPlaying);
  $("play").setAttribute("aria-label", name);
  $("play").title = `${name} (Space)`;
  for (const id of ["first", "back", "play", "step", "last", "slider"]) $(id).disabled = !now;
  $("first").disabled = $("back").disabled = !now?.visit;
  $("step").disabled = $("last").disabled = !now || (!run.cycle && visit >= run.visits);
  $("count").textContent = "";
  if (!now) return;
  const [from, to] = shownVisits();
  slider.min = from;
  slider.max = Math.max(to, from + 1);
  slider.value = now.visit;
  slider.style.setProperty("--share", `${(100 * (now.visit - from)) / (to - from || 1)}%`);
  const total = run.cycle ? "" : ` of ${grouped(run.visits)}`;
  const round = run.cycle ? ` · round ${grouped(now.rounds + 1)} ∞` : ` · epoch ${grouped(run.epochOf(now.visit))}`;
  $("count").textContent = `visit ${grouped(now.visit)}${total}${now.visit ? round : ""}`;
  slider.setAttribute("aria-valuetext", $("count").textContent);
  const ticks = $("ticks");
  ticks.setAttribute("viewBox", `${from} 0 ${to - from || 1} 1`);
  const { key } = plots();
  if (ticks.run === run && ticks.key === key) return;
  Object.assign(ticks, { run, key });
  const visits = run.updates.length > 400 ? [] : updateVisits(from, to);
  ticks.firstElementChild.setAttribute("d", visits.length > 400 ? "" : visits.map((at) => `M${at} 0V1`).join(""));
}

function updateVisits(from, to) {
  const first = run.at(from).k + 1, last = run.at(to).k;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => visitOfUpdate(first + i));
}

// ---- controls

function fill(select, titles, value) {
  select.replaceChildren(...Object.entries(titles).map(([name, title]) => new Option(title, name)));
  select.value = value;
}

const rates = () => (RATES.some((each) => isEqual(each, given.options.eta)) ? RATES
  : [...RATES, given.options.eta].sort((a, b) => valueOf(a) - valueOf(b)));

function orderTitles() {
  const own = given.options.order;
  if (Array.isArray(own)) return { ...TITLES.order, own: "own list" };
  return own in RARE.order ? { ...TITLES.order, [own]: RARE.order[own] } : TITLES.order;
}

function setUpControls() {
  fill($("rule"), TITLES.rule, options.rule);
  fill($("order"), orderTitles(), "");
  fill($("tie"), given.options.tie in RARE.tie ? { ...TITLES.tie, ...RARE.tie } : TITLES.tie, "");
  fill($("speed"), Object.fromEntries(SPEEDS.map((each) => [each, `${each} per second`])), 4);
  $("eta").max = rates().length - 1;
  const changes = {
    rule: (value) => { options.rule = value; },
    order: (value) => { options.order = value === "own" ? given.options.order.filter((i) => i in points) : value; },
    tie: (value) => { options.tie = value; },
    seed: (value) => { options.seed = Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, Math.round(Number(value)) || 0)); },
  };
  for (const [id, change] of Object.entries(changes)) $(id).addEventListener("change", () => edit(() => change($(id).value)));
  $("eta").addEventListener("input", () => { begin(); options.eta = rates()[$("eta").value]; retrain(); render(); });
  $("eta").addEventListener("change", () => { commit(); render(); });
  $("offset").addEventListener("change", () => edit(() => {
    options.offset = $("offset").checked;
    if (options.init !== "zeros") options.init = options.offset ? [...options.init, "0"] : options.init.slice(0, 2);
  }));
  $("init").addEventListener("change", () => {
    const texts = $("init").value.replaceAll("−", "-").split(/[,;\s]+/).filter(Boolean);
    edit(() => { options.init = texts.every((text) => text === "0") ? "zeros" : texts; });
  });
  const summary = matchMedia("(min-width:60rem)");
  const unfold = () => { $("options").open = summary.matches; };
  summary.addEventListener("change", unfold);
  unfold();
}

function renderControls() {
  for (const id of ["rule", "tie"]) $(id).value = options[id];
  $("order").value = Array.isArray(options.order) ? "own" : options.order;
  $("order-field").hidden = options.rule === "batch";
  $("seed-field").hidden = options.rule === "batch" || !["shuffled", "random", "random-mistake"].includes(options.order);
  $("seed").value = options.seed;
  const eta = rates().findIndex((each) => isEqual(each, options.eta));
  $("eta").value = eta;
  $("eta-shown").textContent = shown(options.eta);
  $("eta").setAttribute("aria-valuetext", shown(options.eta));
  $("offset").checked = options.offset;
  const zeros = options.offset ? ["0", "0", "0"] : ["0", "0"], start = options.init === "zeros" ? zeros : options.init;
  if (document.activeElement !== $("init") || run) $("init").value = start.join(", ").replaceAll("-", "−");
  $("init").title = `The initial weights${options.offset ? ", the offset last" : ""}`;
  $("init").setAttribute("aria-invalid", String(!run && points.length > 0));
  $("undo").disabled = !past.length;
  $("redo").disabled = !future.length;
  $("relabel").disabled = $("delete").disabled = selected < 0;
  for (const [id, name] of [["move", "move"], ["add-minus", "-1"], ["add-plus", "1"]]) $(id).setAttribute("aria-pressed", String(tool === name));
  plane.classList.toggle("adding", tool !== "move");
  const shortOrder = options.rule === "batch" ? "" : ` · ${$("order").selectedOptions[0]?.textContent}`;
  $("summary").textContent = `${TITLES.rule[options.rule]} · ${letters.step} = ${shown(options.eta)}${shortOrder}`;
}

function setUpLegend() {
  const entry = (kind, shape, text) => {
    const span = document.createElement("span"), svg = element(span, "svg", { viewBox: "-11 -7 22 14", "aria-hidden": "true" });
    span.className = kind;
    element(svg, ...shape);
    span.append(text);
    return span;
  };
  const [minus, plus] = given.classes, line = (name) => ["path", { class: name, d: "M-11 0H11" }];
  $("legend").replaceChildren(
    entry("minus", ["path", { class: "mark", d: markPath(-1, 5) }], minus),
    entry("plus", ["path", { class: "mark", d: markPath(1, 5) }], plus),
    entry("", line("line"), "decision line"),
    entry("", line("ghost"), "before this visit"),
    entry("of-answer", line("then"), `${letters.w} now`),
    entry("", ["circle", { class: "ring", r: 5.5 }], "mistake"),
  );
  for (const [id, name] of [["add-minus", minus], ["add-plus", plus]]) {
    $(id).setAttribute("aria-label", `Add points of class ${name}`);
    $(id).title = `Add points of class ${name}`;
  }
}

function render() {
  const now = run ? run.at(visit) : null;
  renderPlane(now);
  renderWords(now);
  renderArithmetic(now);
  renderPlots(now);
  renderTransport(now);
  renderControls();
  $("legend").querySelector(".of-answer").hidden = !(options.rule in ANSWERS);
}

// ---- pointers and keys

let drag = null, frame = 0;

// Where an event is on the plane; a point that is dragged stays as far from the pointer as it was.
function place(event, beside = [0, 0]) {
  const rect = plane.getBoundingClientRect();
  const x = event.clientX - rect.left - beside[0], y = event.clientY - rect.top - beside[1];
  return [
    snapped(fromPixelX(Math.max(0, Math.min(width, x)))), snapped(fromPixelY(Math.max(0, Math.min(height, y)))),
  ];
}

// A headline that grows by a line must not push the plane from under the pointer.
function holdStill(isHeld) {
  const says = document.querySelector(".says");
  says.style.height = isHeld ? `${says.getBoundingClientRect().height}px` : "";
}

plane.addEventListener("pointerdown", (event) => {
  if (event.button) return;
  const group = event.target.closest(".point");
  if (!group) {
    if (tool !== "move") addPoint(place(event), Number(tool));
    else if (selected >= 0) select(-1);
    return;
  }
  event.preventDefault();
  group.focus({ preventScroll: true });
  const i = Number(group.dataset.i), rect = plane.getBoundingClientRect();
  const beside = [
    event.clientX - rect.left - pixelX(valueOf(points[i][0])), event.clientY - rect.top - pixelY(valueOf(points[i][1])),
  ];
  holdStill(true);
  drag = { i, beside, x: event.clientX, y: event.clientY, hasMoved: false };
  plane.setPointerCapture(event.pointerId);
  select(drag.i);
});
plane.addEventListener("pointermove", (event) => {
  if (!drag || (!drag.hasMoved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 4)) return;
  drag.hasMoved = true;
  begin();
  points[drag.i] = place(event, drag.beside);
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    if (drag && trainingTook < SLOW) retrain();
    if (drag) render();
  });
});
const drop = (isKept) => () => {
  if (!drag) return;
  drag = null;
  holdStill(false);
  if (opened === null) return;
  if (!isKept) ({ points, labels, options } = JSON.parse(opened));
  commit();
  retrain();
  render();
};
plane.addEventListener("pointerup", drop(true));
plane.addEventListener("pointercancel", drop(false));
// A finger on a point moves it; elsewhere it scrolls the page.
plane.addEventListener("touchstart", (event) => {
  if (tool !== "move" || event.target.closest(".point")) event.preventDefault();
}, { passive: false });

function moveByKeys(i, across, up) {
  const step = 10 ** snapPower();
  edit(() => { points[i] = points[i].map((text, j) => snapped(valueOf(text) + step * [across, up][j])); });
  keepInView();
  render();
}

function choose(name) {
  tool = name;
  render();
}

function pointKeys(event, i) {
  const far = event.shiftKey ? 5 : 1;
  return {
    ArrowLeft: () => moveByKeys(i, -far, 0), ArrowRight: () => moveByKeys(i, far, 0),
    ArrowUp: () => moveByKeys(i, 0, far), ArrowDown: () => moveByKeys(i, 0, -far),
    Enter: () => relabelPoint(i), Delete: () => deletePoint(i), Backspace: () => deletePoint(i),
  }[event.key];
}

const KEYS = {
  " ": toggle, Escape: () => choose("move"), f: fit, t: turn,
  ArrowRight: (event) => (event.shiftKey ? goToUpdate(1) : go(visit + 1)),
  ArrowLeft: (event) => (event.shiftKey ? goToUpdate(-1) : go(visit - 1)),
  Home: () => go(0), End: () => run && go(lastVisit()),
};

document.addEventListener("keydown", (event) => {
  const { target, key } = event, tag = target.tagName;
  if (event.ctrlKey || event.metaKey) {
    const isUndo = key.toLowerCase() === "z" && !event.shiftKey, isRedo = key.toLowerCase() === "y" || key.toLowerCase() === "z";
    if (tag === "INPUT" && target.type === "text") return;
    if (isUndo || isRedo) { event.preventDefault(); travel(...(isUndo ? [past, future] : [future, past])); }
    return;
  }
  if (event.altKey || tag === "SELECT" || (tag === "INPUT" && target.id !== "slider")) return;
  if ((key === " " || key === "Enter") && (tag === "BUTTON" || tag === "SUMMARY")) return;
  const group = target.closest(".point");
  const action = (group && pointKeys(event, Number(group.dataset.i))) ?? KEYS[key.length === 1 ? key.toLowerCase() : key];
  if (!action) return;
  event.preventDefault();
  action(event);
});

// A button reached by keys adds a point in the middle, which arrows move from there.
function add(event, label) {
  if (event.detail) { choose(tool === label ? "move" : label); return; }
  addPoint([snapped(fromPixelX(width / 2)), snapped(fromPixelY(height / 2))], Number(label));
  nodes[points.length - 1].group.focus();
}

function fit() {
  box = boxOfPoints();
  render();
}

function turn() {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme:dark)").matches;
  dataset.theme = isDark ? "light" : "dark";
}

function measure() {
  const rect = plane.getBoundingClientRect();
  [width, height] = [Math.max(rect.width, 50), Math.max(rect.height, 50)];
  plane.setAttribute("viewBox", `0 0 ${width} ${height}`);
}

// page.html#visit=12 begins there.
function followLink() {
  const found = /^#visit=(\d{1,15})$/.exec(location.hash);
  if (found) go(Number(found[1]));
}

const clicks = {
  first: () => go(0), back: () => go(visit - 1), play: toggle, step: () => go(visit + 1), last: () => go(lastVisit()),
  undo: () => travel(past, future), redo: () => travel(future, past), side: turn, fit, move: () => choose("move"),
  relabel: () => relabelPoint(selected), delete: () => deletePoint(selected),
  "add-minus": (event) => add(event, "-1"), "add-plus": (event) => add(event, "1"),
};
for (const [id, action] of Object.entries(clicks)) $(id).addEventListener("click", action);
$("slider").addEventListener("input", () => go(Number($("slider").value)));
$("norms").addEventListener("pointerdown", (event) => goByPlot($("norms"), event, visitOfUpdate));
$("errors").addEventListener("pointerdown", (event) => goByPlot($("errors"), event, (t) => t));
window.addEventListener("hashchange", followLink);

document.documentElement.dataset.ready = "";
setUpLegend();
setUpControls();
box = boxOfPoints();
measure();
new ResizeObserver(() => { measure(); render(); }).observe(plane);
retrain();
if (given.visit !== null) show(given.visit);
render();
followLink();
