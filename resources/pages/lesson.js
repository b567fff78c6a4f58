// The steps of a lesson beside the plane: questions whose answers are buttons, tasks that check
// themselves, and what is handed in. Later steps are unfolded when a question is answered.
//
// The HTML of steps was written by the program, with all words of users escaped.

const LETTERS = "ABCDEFGHIJKL";
const steps = page.steps.map((step) => ({ ...step, section: null, isAnswered: step.question === null }));
let current = -1; // the step that is open

function make(parent, tag, given = {}, markup = "") {
  const made = Object.assign(document.createElement(tag), given);
  if (markup) made.innerHTML = markup;
  parent.append(made);
  return made;
}

const button = (parent, className, markup, action) => {
  const made = make(parent, "button", { type: "button", className }, markup);
  made.addEventListener("click", action);
  return made;
};

// ---- steps

function openStep(i, isFocused = false) {
  const step = steps[i];
  if (!step.section) unfold(i);
  current = i;
  steps.forEach(({ section }, at) => {
    if (!section) return;
    section.classList.toggle("current", at === i);
    section.querySelector("h2 button").setAttribute("aria-expanded", String(at === i));
    section.querySelector(".body").hidden = at !== i;
  });
  showScene(step);
  if (!isFocused) return;
  step.section.querySelector("h2 button").focus({ preventScroll: true });
  step.section.scrollIntoView({ block: "start" });
}

function showScene(step) {
  const { isAnswered, asked, kept, before, scene } = step, seen = isAnswered ? kept : asked;
  openScene(page.scenes[isAnswered ? scene : before ?? scene], seen.only && { ...seen.only, asks: !isAnswered }, seen.without);
}

function unfold(i) {
  const step = steps[i], section = make($("lesson"), "section", { className: "step", id: `step-${i + 1}` });
  step.section = section;
  const heading = make(section, "h2");
  button(heading, "title", `<span>${i + 1}. ${step.title}</span><span class="m">${i + 1} of ${steps.length}</span>`, () => openStep(i));
  const body = make(section, "div", { className: "body" });
  make(body, "div", { className: "prose" }, step.prose);
  if (step.figure !== undefined) addFigure(body, page.scenes[step.figure]);
  if (step.question) addQuestion(body, i);
  if (step.task) addTask(body, i);
  step.end = make(body, "div", { className: "end" });
  showEnd(i);
}

// A figure in the text, where the plane beside it is worked on.
function addFigure(body, { size, frames, first, shows, columns }) {
  if (size) {
    const svg = element(body, "svg", { class: "figure", viewBox: `0 0 ${size.join(" ")}`, role: "img", "aria-label": shows });
    svg.innerHTML = drawn(frames[first]);
  } else {
    const heads = columns.map((cell) => `<th scope="col">${cell}</th>`).join("");
    make(body, "div", { className: "scroll" }, `<table><thead><tr>${heads}</tr></thead><tbody>${drawn(frames[first])}</tbody></table>`);
  }
}

// The way on: not before a question is answered.
function showEnd(i) {
  const { end, isAnswered } = steps[i];
  if (!isAnswered) return;
  if (i + 1 < steps.length) button(end, "next", "Next step", () => openStep(i + 1, true));
  else make(end, "p", { className: "m", textContent: "This is the end of the lesson." });
}

// ---- questions

function addQuestion(body, i) {
  const { question } = steps[i];
  const ask = make(body, "div", { className: "ask" });
  ask.setAttribute("role", "group");
  ask.setAttribute("aria-label", "Question");
  make(ask, "p", { className: "words" }, question.words);
  const answers = make(ask, "div", { className: "answers" });
  question.answers.forEach((answer, at) => {
    button(answers, "answer", `<b>${LETTERS[at]}</b><span>${answer}</span>`, () => answerStep(i, at));
  });
  const outcome = make(ask, "div", { className: "outcome" });
  outcome.setAttribute("role", "status");
}

function answerStep(i, at) {
  const step = steps[i], { question } = step;
  if (step.isAnswered) return;
  step.isAnswered = true;
  const buttons = [...step.section.querySelectorAll(".answer")], isRight = at === question.truth;
  buttons.forEach((each, place) => {
    each.disabled = true;
    each.classList.toggle("right", place === question.truth);
    each.classList.toggle("wrong", place === at && !isRight);
  });
  buttons[at].setAttribute("aria-pressed", "true");
  const outcome = step.section.querySelector(".outcome"), [name, word] = isRight ? ["right", "Right."] : ["wrong", "Wrong."];
  make(outcome, "p", { className: name }, `<b>${word}</b> ${question.whys[at]}`);
  make(outcome, "div", {}, question.told);
  showEnd(i);
  showScene(step);
  step.end.querySelector("button")?.focus({ preventScroll: true });
}

// A letter or a digit answers the open question, and Enter is the next step.
function lessonKey(key) {
  const step = steps[current];
  if (!step) return undefined;
  if (key === "Enter") return () => step.end.querySelector("button")?.click();
  if (step.isAnswered) return undefined;
  const at = /^[1-9]$/.test(key) ? Number(key) - 1 : LETTERS.toLowerCase().indexOf(key);
  return key.length === 1 && at >= 0 && at < step.question.answers.length ? () => answerStep(current, at) : undefined;
}

// ---- tasks

function addTask(body, i) {
  const { task } = steps[i], isLive = !page.scenes[steps[i].scene].frames;
  const box = make(body, "div", { className: "task" });
  make(box, "p", { className: "words" }, `<b>${isLive ? "Your task" : "Try it in the program"}</b>`);
  make(box, "div", {}, task.text);
  const list = make(box, "ul", { className: "conditions" });
  list.setAttribute("aria-live", "polite");
  for (const { said } of task.conditions) make(list, "li", {}, `<span>${said}</span><span class="m"></span>`);
  if (task.hint) make(box, "details", {}, `<summary>Hint</summary>${task.hint}`);
  if (task.solution) addLater(box, "A solution", (inside) => { inside.innerHTML = task.solution; });
  const buttons = make(box, "div", { className: "buttons" });
  const text = () => (isLive ? sessionText() : JSON.stringify(task.session));
  button(buttons, "plain", isLive ? "Save to hand in" : "Save the task for the program", () => saveAs(text(), `${sessionName()}.json`));
  if (!isLive) return;
  addLater(box, "Hand in as a code", async (inside) => {
    const area = inside.querySelector("textarea") ?? make(inside, "textarea", { readOnly: true, rows: 6 });
    area.setAttribute("aria-label", "Code");
    area.value = await code(text());
    area.select();
  }, "Copy all of it into a file or a message; the program grades it.");
}

// Details that are filled whenever they are opened.
function addLater(parent, title, fillIn, words = "") {
  const details = make(parent, "details", {}, `<summary>${title}</summary>`);
  if (words) make(details, "p", { textContent: words });
  const inside = make(details, "div");
  details.addEventListener("toggle", () => { if (details.open) fillIn(inside); else inside.replaceChildren(); });
}

const MARKS = new Map([[true, ["met", "✓"]], [false, ["unmet", "○"]], [null, ["", "–"]]]);
const task = { run: null, step: -1 }; // what was checked last

function checkTask() {
  const step = steps[current];
  if (!step?.task || given.frames || closed || (task.run === run && task.step === current)) return;
  [task.run, task.step] = [run, current];
  [...step.section.querySelectorAll(".conditions li")].forEach((item, at) => {
    const { check } = step.task.conditions[at];
    const { holds, truth } = check ? decide(check, points, labels, options) : { holds: null, truth: null };
    const [name, mark] = MARKS.get(holds);
    item.className = name;
    item.dataset.mark = mark;
    item.lastChild.textContent = holds === null ? "the program checks this" : holds ? "" : nowWords(truth);
  });
}

// What is true instead; of yes and no, that the condition is not met says it.
function nowWords(truth) {
  if (truth === "true" || truth === "false") return "";
  if (Array.isArray(truth)) return `now ${vector(truth)}`;
  return `now ${/^-?\d+(\/\d+)?$/.test(truth) ? shown(truth) : truth ?? "none"}`;
}

// ---- what is saved and handed in

function sessionName() {
  const { task: set, name } = given.session ?? steps[current].task.session;
  return (set ? `${set.lesson}-${set.step}` : name || "points").replace(/[^\p{L}\p{N}_.-]+/gu, "-");
}

// The session that the page began with, with the points and the options of now.
function sessionText() {
  const session = structuredClone(given.session), rule = session.rules[session.shown];
  Object.assign(session.data, { points: points.map((point) => point.map(Number)), labels });
  if (!points.length) session.data.columns = 2;
  for (const [name, value] of Object.entries(options)) {
    if (JSON.stringify(value) !== JSON.stringify(given.options[name])) rule[name] = value;
  }
  return JSON.stringify({ ...session, cursor: "end" });
}

function saveAs(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// A session as letters, in the way in which exported files carry it.
async function code(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const lines = letters64.match(/.{1,76}/g);
  return ["# perceptron-gui-session begin", ...lines, "perceptron-gui-session end", ""].join("\n");
}
