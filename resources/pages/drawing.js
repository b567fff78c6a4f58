// What a live page draws: numbers as people read them, the plane, and two plots. Floats only place
// ink. In the page all scripts are one module; what is open is kept in live.js.

const SVG = "http://www.w3.org/2000/svg";
const MOST_SAMPLES = 240; // of a curve
const ROUNDS = 3; // of a cycle, that slider and plots show
const ANSWERS = { averaged: "average", pocket: "pocket" };

const $ = (id) => document.getElementById(id);
const page = await unpacked($("given").textContent);
let given = null; // the scene that is open
let letters = {};
// What of a run may be seen where a step of a lesson keeps the rest back: `visit`, what is told of it;
// the `line`, also of weights that are `typed`; the `weights`; which point is visited `next`. Null: all.
let closed = null;
const isTold = () => closed === null || closed.visit;

// The words and figures of a page are alike, so that packed they take a tenth of their length. And
// nobody finds the answer of a question by searching the page.
async function unpacked(letters64) {
  const packed = Uint8Array.from(atob(letters64), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

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
  return { ...found, padding: (Math.min(width, height) < 450 ? 0.28 : 0.2) * size };
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
  const answer = now && (closed?.line ?? true) ? lineOf(closed?.typed ?? now.answer) : null;
  drawSides(isTold() ? now : null, answer);
  drawGrid();
  if (!isTold()) drawClosed(now, answer);
  else if (now) drawLines(now, answer);
  renderPoints(isTold() ? now : null, answer !== null);
  const note = isTold() ? noteOf(now, answer) : "";
  $("note").textContent = note || (given.equation && isTold() && answer ? equationOf(now.answer) : "");
  for (const entry of $("legend").querySelectorAll(".of-line")) entry.hidden = note !== "" || !isTold();
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
    if (at > 36 && at < height - 30) element(layers.marks, "text", { class: "ticks", x: 8, y: at - 5 }, text);
  });
  element(layers.below, "path", { class: "grid", d: lines });
  const [across, up] = given.axes;
  element(layers.marks, "text", { class: "ticks", x: width - 8, y: height - 24, "text-anchor": "end" }, across);
  element(layers.marks, "text", { class: "ticks", x: 8, y: 18 }, up);
}

function drawLine(line, name) {
  const { ends } = sides(line);
  if (ends.length === 2) element(layers.marks, "path", { class: name, d: pathOf(ends) });
}

function drawRing(i, name) {
  if (!(i in points)) return;
  const [cx, cy] = [pixelX(valueOf(points[i][0])), pixelY(valueOf(points[i][1]))];
  element(layers.marks, "circle", { class: name, cx, cy, r: markSize() * 1.95 });
}

function drawLines(now, answer) {
  const current = lineOf(now.after), hasAnswer = options.rule in ANSWERS;
  const before = now.isUpdate ? lineOf(now.before) : null;
  if (before) drawLine(before, "ghost");
  if (current && hasAnswer) drawLine(current, "then");
  if (answer) drawLine(answer, "line");
  if (current) drawArrow(current);
  for (const i of now.points.length === 1 ? now.points : now.wrong) drawRing(i, now.isUpdate ? "ring mistake" : "ring");
}

// Without what is told of a visit: the line with its arrow, or the point that is asked about.
function drawClosed(now, answer) {
  if (answer) {
    drawLine(answer, "line");
    drawArrow(answer);
  }
  if (now && closed.next) for (const i of run.at(visit + 1).points) drawRing(i, "ring");
}

// w stands on its line, in the middle of what is seen of it.
function drawArrow(line) {
  const { ends } = sides(line);
  if (ends.length < 2) return;
  const length = Math.hypot(line.a, line.b), direction = [line.a / length, line.b / length];
  const longest = Math.min(110, Math.max(44, 0.2 * Math.min(width, height)));
  const reach = (share, size) => {
    const foot = [0, 1].map((j) => ends[0][j] + share * (ends[1][j] - ends[0][j]));
    return [foot, foot.map((at, j) => at + size * direction[j])];
  };
  const isInside = ([, [x, y]]) => x > 12 && x < width - 12 && y > 12 && y < height - 30;
  const isFree = ([[x, y]]) => points.every((p) => Math.hypot(pixelX(valueOf(p[0])) - x, pixelY(valueOf(p[1])) - y) > 30);
  const shares = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
  const places = [longest, 0.65 * longest, 0.4 * longest].flatMap((size) => shares.map((share) => reach(share, size)));
  const [foot, tip] = places.find((place) => isInside(place) && isFree(place)) ?? places.find(isInside) ?? places[0];
  const along = (back, aside) => [
    tip[0] - back * direction[0] - aside * direction[1], tip[1] - back * direction[1] + aside * direction[0],
  ];
  element(layers.marks, "path", { class: "arrow", d: pathOf([foot, along(12, 0)]) });
  element(layers.marks, "path", { class: "tip", d: `${pathOf([tip, along(17, 7), along(17, -7)])}Z` });
  const [x, y] = along(-14, 0);
  const inside = { x: Math.max(12, Math.min(width - 12, x)), y: Math.max(18, Math.min(height - 20, y + 5)) };
  element(layers.marks, "text", { class: "letter", ...inside }, letters.w);
}

const markSize = () => Math.max(6, Math.min(13, Math.min(width, height) / 34, 80 / Math.sqrt(points.length)));

function markPath(label, size) {
  const shape = given.markers[+(label > 0)], half = 0.9 * size;
  if (shape === "triangle") return `M0 ${-1.15 * size}L${1.08 * size} ${0.8 * size}H${-1.08 * size}Z`;
  if (shape === "square") return `M${-half} ${-half}H${half}V${half}H${-half}Z`;
  return `M${-size} 0A${size} ${size} 0 1 0 ${size} 0A${size} ${size} 0 1 0 ${-size} 0Z`;
}

function renderPoints(now, hasLine) {
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
    const filled = now && hasLine ? said : labels[i]; // without a line, each is filled as its class
    mark.setAttribute("class", `mark ${["as-minus", "as-none", "as-plus"][filled + 1]}`);
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

// 2x₁ − x₂ + 3 = 0; terms that are 0 are left out.
function equationOf(weights) {
  const scale = isEqual(options.bias_scale, "1") ? "" : `·${factor(options.bias_scale)}`, symbols = [...given.axes, scale];
  const terms = weights.slice(0, options.offset ? 3 : 2).map((weight, j) => ({ weight, symbol: symbols[j] })).filter(({ weight }) => !isZero(weight));
  const written = terms.map(({ weight, symbol }, i) => {
    const isBelow = fraction(weight)[0] < 0n, size = weight.replace("-", ""), sign = isBelow ? "−" : i ? "+" : "";
    return `${i ? ` ${sign} ` : sign}${symbol && isEqual(size, "1") ? "" : factor(size)}${symbol}`;
  });
  return `Boundary: ${written.join("")} = 0.`;
}

function noteOf(now, answer) {
  if (!now) return refusal;
  if (!answer) {
    const constant = options.offset && !isZero(now.answer[2]);
    if (!constant) return "All weights are 0: every score is 0, and there is no line.";
    return `${letters.w} = 0, so there is no line: every point is classified as ${signOf(valueOf(now.answer[2]))}.`;
  }
  return sides(answer).ends.length === 2 ? "" : "The line lies outside this view.";
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
  const short = (value) => signed(Number(value.toPrecision(5)));
  let bound = upper ? `${start ? `${short(start)} + ` : ""}${isEqual(options.eta, "1") ? "" : "η²"}R²k` : "";
  if (upper && !isZero(options.margin)) bound = "bound";
  if (upper) $("norms-title").textContent += " below its bound";
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
  const most = Math.max(...ys), mostShown = signed(Number(most.toPrecision(3)));
  const { clientWidth: w, clientHeight: h } = svg, right = w - 12, bottom = h - 20, high = 8;
  const left = Math.max(40, 8 + 7.5 * mostShown.length);
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
  element(svg, "text", { x: left - 6, y: bottom + 2, "text-anchor": "end" }, "0");
  if (most) element(svg, "text", { x: left - 6, y: py(most) + 4, "text-anchor": "end" }, mostShown);
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
