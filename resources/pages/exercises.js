// You are the perceptron: questions beside a plane that tells nothing of its run before the last of
// them is answered. What every answer tells was written by the program.

const quiz = page.exercises;
const attempts = [];
let exercise = null; // with its `level` and `seed`
let asked = 0, isAnswered = false; // the question
let controls = []; // what it is answered with

function setUpExercises() {
  const side = $("lesson"), body = make(side, "div", { className: "body exercise" }), row = make(body, "div", { className: "buttons" });
  side.setAttribute("aria-label", "Exercise");
  const field = (name, tag, given) => make(make(row, "label", { className: "field" }, `<span class="name">${name}</span>`), tag, given);
  const level = field("Level", "select", { id: "level" });
  const seed = field("Exercise", "input", { id: "exercise", type: "number", min: quiz.first, max: quiz.first + quiz.count - 1 });
  fill(level, Object.fromEntries(Object.entries(quiz.levels).map(([number, { title }]) => [number, `${number}: ${title}`])), Object.keys(quiz.levels)[0]);
  for (const each of [level, seed]) each.addEventListener("change", () => openExercise(level.value, Math.round(Number(seed.value))));
  make(body, "p", { id: "rule-told" });
  make(body, "table", { id: "given-points" });
  const ask = make(body, "div", { className: "ask", id: "ask", tabIndex: -1 });
  ask.setAttribute("role", "group");
  const scored = make(body, "div", { className: "buttons" });
  button(scored, "plain", "Save score", saveScore).id = "save-score";
  make(scored, "p", { id: "score" }).setAttribute("role", "status");
  plane.addEventListener("click", (event) => pick(event.target.closest(".point")));
  openExercise(level.value, quiz.first);
}

// After the last exercise comes the first.
function openExercise(level, seed) {
  const known = quiz.levels[level].exercises, at = (((seed - quiz.first) % known.length) + known.length) % known.length;
  exercise = { ...known[at], level: Number(level), seed: quiz.first + at };
  const [base] = page.scenes, session = structuredClone(base.session);
  Object.assign(session.rules[session.shown], exercise.rule);
  openScene({ ...base, points: exercise.points, labels: exercise.labels, options: { ...base.options, ...exercise.rule }, session }, {});
  $("level").value = level;
  $("exercise").value = exercise.seed;
  $("rule-told").textContent = exercise.told;
  $("given-points").replaceChildren();
  const row = (name, cells) => {
    const made = $("given-points").insertRow();
    make(made, "th", { scope: "row" }, name);
    for (const cell of cells) made.insertCell().textContent = cell;
  };
  row("point", points.map((_, i) => i + 1));
  for (const j of [0, 1]) row(`<i>x</i>${"₁₂"[j]}`, points.map((point) => signed(point[j])));
  row("<i>y</i>", labels.map(signOf));
  ask(0);
}

function ask(number) {
  [asked, isAnswered, selected] = [number, false, -1];
  const { name } = exercise.steps[number], box = $("ask"), place = `Question ${number + 1} of ${exercise.steps.length}.`;
  box.replaceChildren();
  box.setAttribute("aria-label", `${place} ${quiz.questions[name]}`);
  make(box, "p", { className: "words", textContent: quiz.questions[name] });
  make(box, "p", { className: "m", textContent: `${place} ${quiz.todo[name]}` });
  const row = make(box, "div", { className: "buttons" });
  if (name === "point") offer(row, points.map((_, i) => [String(i), `<span class="sr">Point </span>${i + 1}`]));
  else if (name === "ending") offer(row, [["converges", "It converges"], ["cycles", "It cycles"]]);
  else if (name === "count") offerFields(row, ["Updates"], [""]);
  else offerFields(row, ["w₁", "w₂", "b"].slice(0, exercise.rule.init.length), exercise.rule.init);
  make(box, "div", { className: "outcome" }).setAttribute("role", "status");
  renderScore();
  open({ next: false, visit: false, line: true, weights: true });
}

function offer(row, answers) {
  controls = answers.map(([answer, words]) => button(row, "plain", words, () => judge(answer)));
}

// The line follows what is typed for the weights.
function offerFields(row, names, values) {
  const fields = names.map((name, i) => {
    const label = make(row, "label", { className: "field" }, `<span class="name">${name}</span>`);
    return make(label, "input", { type: "number", step: 1, required: true, value: values[i] });
  });
  const typed = () => fields.map(({ value }) => String(Number(value)));
  const check = () => { if (fields.every((field) => field.reportValidity())) judge(typed().join()); };
  for (const field of fields) {
    field.addEventListener("keydown", ({ key }) => { if (key === "Enter") check(); });
    field.addEventListener("input", () => {
      if (fields.length === 1 || !fields.every((each) => each.checkValidity())) return;
      closed.typed = typed();
      render();
    });
  }
  controls = [...fields, button(row, "plain", "Check", check)];
}

function pick(group) {
  if (group && exercise.steps[asked].name === "point") judge(group.dataset.i);
}

function judge(answer) {
  if (isAnswered) return;
  isAnswered = true;
  const { name, right, told } = exercise.steps[asked], isRight = answer === right, [misconception, words] = told[answer] ?? told["*"];
  attempts.push({
    level: exercise.level, seed: exercise.seed, question: name, answer: answerText(name, answer), right_answer: answerText(name, right),
    right: isRight, misconception,
  });
  for (const each of controls) each.disabled = true;
  const box = $("ask"), outcome = make(box.querySelector(".outcome"), "p", { className: isRight ? "right" : "wrong" }, `<b>${isRight ? "✓" : "✗"}</b> `);
  outcome.append(words);
  const isLast = asked + 1 === exercise.steps.length, row = make(box, "div", { className: "buttons" });
  const next = isLast ? () => openExercise(exercise.level, exercise.seed + 1) : () => ask(asked + 1);
  const toNext = button(row, "next", isLast ? "Next exercise" : "Next question", () => { next(); box.focus({ preventScroll: true }); });
  toNext.id = "next";
  if (isLast) button(row, "plain", "Play the solution", () => { go(0); play(); }).id = "solution";
  if (name === "point") selected = Number(answer);
  if (name === "weights") visit = run.updates[0].visit;
  renderScore();
  open(isLast ? null : { ...closed, typed: null });
  toNext.focus({ preventScroll: true });
  box.scrollIntoView({ block: "nearest" }); // the plane may be all that a phone shows
}

function answerText(name, answer) {
  if (name === "point") return `point ${Number(answer) + 1}`;
  if (name !== "weights") return answer;
  const weights = answer.split(",");
  return `w = ${vector(weights.slice(0, 2))}${weights.length > 2 ? `, b = ${shown(weights[2])}` : ""}`;
}

// A digit is an answer, Enter the next question, and on a point that point.
function exerciseKey(key, group) {
  if (group && (key === "Enter" || key === " ")) return () => pick(group);
  if (key === "Enter") return () => $("next")?.click();
  const choice = /^[1-9]$/.test(key) && !isAnswered && controls[Number(key) - 1];
  return choice && choice.tagName === "BUTTON" ? () => choice.click() : undefined;
}

// ---- the score

const rightOf = () => attempts.filter(({ right }) => right).length;

function renderScore() {
  $("score").textContent = `${rightOf()} of ${attempts.length} right`;
  $("save-score").disabled = !attempts.length;
}

function saveScore() {
  const score = { ...quiz.format, right: rightOf(), answered: attempts.length, answers: attempts };
  saveAs(`${JSON.stringify(score, null, 1)}\n`, "score.json");
}
