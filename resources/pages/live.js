// The live plane: points that can be moved, the run that follows at once, and what is said of a
// visit. Every number is that of the engine, and exact. Words of strangers reach the page by
// textContent alone.

const SLOW = 60; // milliseconds of training beyond which a drag trains at its end only
const RATES = ["0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "50", "100"];
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

// ---- what is open: points, labels and options, with the way back

let points = [], labels = [], options = {};
let run = null, refusal = "", trainingTook = 0;
let visit = 0, follows = true; // the end of the run, until a visit is chosen
let selected = -1, tool = "move";
let past = [], future = [];
let opened = null; // what an edit under way began with
let leftOut = []; // the cards that a step hides
const left = new Map(); // scenes that were left, with what was made of them

// Opens a scene as it was left, or as it was written, without some of the cards.
function openScene(next, asked = null, without = []) {
  pause();
  if (given?.options) left.set(given, { points, labels, options, past, future, visit, follows });
  [given, letters, closed, selected, tool] = [next, next.letters, asked, -1, "move"];
  const { dataset } = document.documentElement;
  dataset.scene = given.frames ? "recorded" : "live";
  leftOut = without;
  for (const id of ["norms", "errors"]) $(id).closest(".card").hidden = without.includes(id);
  if (given.frames) openRecording();
  else {
    const { points: rows, labels: signs, options: chosen } = structuredClone(given);
    const began = { points: rows, labels: signs, options: chosen, past: [], future: [], visit: 0, follows: given.visit === null };
    ({ points, labels, options, past, future, visit, follows } = left.get(given) ?? { ...began, visit: given.visit ?? 0 });
    fillChoices();
    setUpLegend();
    measure();
    box = boxOfPoints();
    retrain();
  }
  fillSpeeds();
  open(asked);
}

// Shows a run, or only what a question about it leaves to be seen.
function open(asked) {
  closed = asked;
  document.documentElement.toggleAttribute("data-closed", closed !== null);
  if (!given.frames) for (const id of ["bar", "tools"]) $(id).disabled = closed !== null;
  $("transport").disabled = closed !== null;
  render();
}

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
  if (selected >= points.length) selected = -1;
  retrain();
  keepInView();
  render();
}

function retrain() {
  const began = performance.now();
  try {
    run = train(points, labels, limited(options));
    refusal = "";
  } catch (error) {
    run = null;
    refusal = points.length ? error.message : "Add points: choose a class, and click on the plane.";
  }
  trainingTook = performance.now() - began;
  if (!run) return;
  if (follows) visit = restingVisit();
  else if (!run.cycle) visit = Math.min(visit, run.visits);
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

// ---- words

function headlineOf(now) {
  if (closed) return { text: closed.asks ? "Answer the question to see more." : "The rest of the run comes later.", kind: "" };
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
  if (!isTold()) return "";
  if (!run) return refusal;
  if (!now.visit) return `Before the first visit.${closed ? "" : " Space plays, → is the next step."}`;
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
  $("arithmetic-title").textContent = !isTold() ? "Now" : now?.visit ? `Visit ${grouped(now.visit)}, step by step` : "Start";
  $("arithmetic").hidden = isTold() ? leftOut.includes("arithmetic") : !closed.weights;
  if (!now || $("arithmetic").hidden) return;
  const row = (name, lines, kind = "") => {
    const made = steps.insertRow(), head = document.createElement("th"), cell = made.insertCell();
    head.scope = "row";
    head.textContent = name;
    made.prepend(head);
    cell.className = kind;
    for (const line of lines) cell.append(write(document.createElement("div"), line));
  };
  if (now.visit && isTold()) {
    if (options.rule === "batch") blockRows(now, row);
    else pointRows(now, now.points[0], row);
    row("update", now.isUpdate ? updateLines(now) : [["no update"]]);
  }
  row("weights", [weightsLine(now.after)]);
  if (isTold() && options.rule in ANSWERS) row(ANSWERS[options.rule], [weightsLine(now.answer)]);
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

// ---- controls

function fill(select, titles, value) {
  select.replaceChildren(...Object.entries(titles).map(([name, title]) => new Option(title, name)));
  select.value = value;
}

const rates = () => (RATES.some((each) => isEqual(each, given.options.eta)) ? RATES
  : [...RATES, given.options.eta].sort((a, b) => valueOf(a) - valueOf(b)));

function orderTitles() {
  const own = given.options.order, rare = own in RARE.order ? { [own]: RARE.order[own] } : {};
  return { ...TITLES.order, ...rare, own: "own list" };
}

function fillChoices() {
  fill($("rule"), TITLES.rule, options.rule);
  fill($("order"), orderTitles(), "");
  fill($("tie"), given.options.tie in RARE.tie ? { ...TITLES.tie, ...RARE.tie } : TITLES.tie, "");
  $("eta").max = rates().length - 1;
  $("step-symbol").textContent = letters.step;
}

function setUpControls() {
  const changes = {
    rule: (value) => { options.rule = value; },
    order: (value) => { options.order = value === "own" ? points.map((_, i) => i) : value; },
    listed: (value) => { options.order = value.split(/[,;\s]+/).filter(Boolean).map((each) => Number(each) - 1); },
    tie: (value) => { options.tie = value; },
    margin: (value) => { options.margin = value.trim(); },
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
  $("listed-field").hidden = options.rule === "batch" || !Array.isArray(options.order);
  if (Array.isArray(options.order)) $("listed").value = options.order.map((i) => i + 1).join(", ");
  $("seed-field").hidden = options.rule === "batch" || !["shuffled", "random", "random-mistake"].includes(options.order);
  $("seed").value = options.seed;
  $("margin-field").hidden = options.rule === "batch" || (given.options.margin === "0" && !given.session.task); // a task may need it
  $("margin").value = options.margin;
  const eta = rates().findIndex((each) => isEqual(each, options.eta));
  $("eta").value = eta;
  $("eta-shown").textContent = shown(options.eta);
  $("eta").setAttribute("aria-valuetext", shown(options.eta));
  $("offset").checked = options.offset;
  const zeros = options.offset ? ["0", "0", "0"] : ["0", "0"], start = options.init === "zeros" ? zeros : options.init;
  if (document.activeElement !== $("init") || run) $("init").value = start.join(", ").replaceAll("-", "−");
  $("init").title = `The initial weights${options.offset ? ", the offset last" : ""}`;
  $("init").setAttribute("aria-invalid", String(!run && points.length > 0));
  $("undo").disabled = closed !== null || !past.length;
  $("redo").disabled = closed !== null || !future.length;
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
    entry("of-line", line("line"), "decision line"),
    entry("of-line", line("ghost"), "before this visit"),
    entry("of-answer", line("then"), `${letters.w} now`),
    entry("of-mistake", ["circle", { class: "ring", r: 5.5 }], "mistake"),
  );
  for (const [id, name, label] of [["add-minus", minus, -1], ["add-plus", plus, 1]]) {
    $(id).setAttribute("aria-label", `Add points of class ${name}`);
    $(id).title = `Add points of class ${name}`;
    $(id).querySelector("path").setAttribute("d", markPath(label, 7));
  }
}

function render() {
  if (given.frames) renderRecording();
  else {
    const now = run ? run.at(visit) : null;
    renderPlane(now);
    renderWords(now);
    renderArithmetic(now);
    renderPlots(closed ? null : now);
    renderControls();
    $("legend").querySelector(".of-answer").hidden = !isTold() || !(options.rule in ANSWERS);
    $("legend").querySelector(".of-mistake").hidden = !isTold();
  }
  renderTransport();
  if (opened === null) checkTask();
}

// ---- pointers and keys

let drag = null, painting = 0;

// Where an event is on the plane; a point that is dragged stays as far from the pointer as it was.
function place(event, beside = [0, 0]) {
  const rect = plane.getBoundingClientRect();
  const x = event.clientX - rect.left - beside[0], y = event.clientY - rect.top - beside[1];
  return [
    snapped(fromPixelX(Math.max(0, Math.min(width, x)))), snapped(fromPixelY(Math.max(0, Math.min(height, y)))),
  ];
}

// A headline that grows by a line must not push the plane from under the pointer; and nobody could
// listen to every sentence on the way.
function holdStill(isHeld) {
  const says = document.querySelector(".says");
  says.style.height = isHeld ? `${says.getBoundingClientRect().height}px` : "";
  $("sentence").setAttribute("aria-live", isHeld || timer ? "off" : "polite");
}

plane.addEventListener("pointerdown", (event) => {
  if (event.button || closed) return;
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
  if (selected !== i) select(i);
});
plane.addEventListener("pointermove", (event) => {
  if (!drag || (!drag.hasMoved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 4)) return;
  drag.hasMoved = true;
  begin();
  points[drag.i] = place(event, drag.beside);
  painting ||= requestAnimationFrame(() => {
    painting = 0;
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
  if (!closed && (tool !== "move" || event.target.closest(".point"))) event.preventDefault();
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
