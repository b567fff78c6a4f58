// The bar of playback, and the two things that it moves through: the visits of a run on the live
// plane, and the figures of a scene that was recorded by the program.

const SPEEDS = [1, 2, 4, 8, 16];
const MOST_TICKS = 400;
let timer = 0;
let frame = 0; // of a recorded scene

const LIVE = {
  isThere: () => run !== null,
  at: () => visit,
  end: () => (run.cycle ? Infinity : run.visits),
  next: () => visit + 1,
  last: () => (visit < run.visits ? run.visits : shownVisits()[1]),
  span: () => shownVisits(),
  isUpdate: (at) => run.at(at).isUpdate,
  show(to) {
    visit = Math.max(0, run.cycle ? to : Math.min(to, run.visits));
    follows = visit === run.visits;
    render();
  },
  count() {
    const total = run.cycle ? "" : ` of ${grouped(run.visits)}`;
    const now = run.at(visit);
    const round = run.cycle ? ` · round ${grouped(now.rounds + 1)} ∞` : ` · epoch ${grouped(run.epochOf(visit))}`;
    return `visit ${grouped(visit)}${total}${visit ? round : ""}`;
  },
  ticks(from, to) {
    if (run.updates.length > MOST_TICKS) return [];
    const first = run.at(from).k + 1, last = run.at(to).k;
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => visitOfUpdate(first + i));
  },
};

const lastFrame = () => given.frames.length - 1;
const RECORDED = {
  isThere: () => true,
  at: () => frame,
  end: () => (given.again >= 0 ? Infinity : lastFrame()),
  next: () => (frame < lastFrame() || given.again < 0 ? frame + 1 : given.again),
  last: () => lastFrame(),
  span: () => [0, lastFrame()],
  isUpdate: (at) => at >= lastFrame() || given.moments[at].kind === "mistake",
  show(to) {
    frame = Math.max(0, Math.min(to, lastFrame()));
    render();
  },
  count: () => `visit ${grouped(given.moments[frame].visit)} of ${grouped(given.moments[lastFrame()].visit)}`,
  ticks: () => given.moments.flatMap(({ kind }, i) => (kind === "mistake" ? [i] : [])),
};

const track = () => (given.frames ? RECORDED : LIVE);

// ---- time

function go(to) {
  pause();
  if (track().isThere() && !closed) track().show(to);
}

function goToUpdate(direction) {
  const on = track();
  if (!on.isThere()) return;
  let to = on.at() + direction;
  while (to > 0 && to < on.end() && !on.isUpdate(to)) to += direction;
  go(to);
}

const pace = () => 1000 / Number($("speed").value);
// While it plays, nobody could listen to every sentence.
const speak = (how) => { for (const id of ["sentence", "told"]) $(id).setAttribute("aria-live", how); };

function play() {
  const on = track();
  if (!on.isThere() || closed) return;
  if (on.at() >= on.end()) on.show(0);
  speak("off");
  const tick = () => {
    if (!on.isThere() || on.at() >= on.end()) { pause(); return; }
    on.show(on.next());
    timer = setTimeout(tick, pace());
  };
  timer = setTimeout(tick, pace() / 2);
  renderTransport();
}

function pause() {
  if (!timer) return;
  clearTimeout(timer);
  timer = 0;
  speak("polite");
  renderTransport();
}

const toggle = () => (timer ? pause() : play());

function fillSpeeds() {
  fill($("speed"), Object.fromEntries(SPEEDS.map((each) => [each, `${each} per second`])), 4);
  const wanted = given.fps ?? 4;
  $("speed").value = SPEEDS.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best));
}

function renderTransport() {
  const on = track(), slider = $("slider"), name = timer ? "Pause" : "Play", isThere = on.isThere() && !closed;
  $("play").classList.toggle("playing", timer !== 0);
  $("play").setAttribute("aria-label", name);
  $("play").title = `${name} (Space)`;
  for (const id of ["play", "slider"]) $(id).disabled = !isThere;
  $("first").disabled = $("back").disabled = !isThere || !on.at();
  $("step").disabled = $("last").disabled = !isThere || on.at() >= on.end();
  $("count").textContent = isThere ? on.count() : "";
  $("ticks").hidden = !isThere;
  if (!isThere) return;
  const [from, to] = on.span();
  slider.min = from;
  slider.max = Math.max(to, from + 1);
  slider.value = on.at();
  slider.style.setProperty("--share", `${(100 * (on.at() - from)) / (to - from || 1)}%`);
  slider.setAttribute("aria-valuetext", $("count").textContent);
  const ticks = $("ticks"), of = given.frames ?? run, key = `${from} ${to}`;
  ticks.setAttribute("viewBox", `${from} 0 ${to - from || 1} 1`);
  if (ticks.of === of && ticks.key === key) return;
  Object.assign(ticks, { of, key });
  const visits = on.ticks(from, to);
  ticks.firstElementChild.setAttribute("d", visits.length > MOST_TICKS ? "" : visits.map((at) => `M${at} 0V1`).join(""));
}

// ---- a recorded scene

const drawn = (frames) => frames.map((number) => page.shapes[number]).join("");

function openRecording() {
  const { frames, first, size, columns, left: words, shows } = given, figure = $("figure");
  frame = first;
  figure.toggleAttribute("hidden", !size);
  if (size) figure.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
  figure.querySelector("title").textContent = shows;
  $("scroll").hidden = !columns.length;
  const head = $("scroll").querySelector("tr");
  head.innerHTML = columns.map((cell) => `<th scope="col">${cell}</th>`).join("");
  $("scroll").firstElementChild.className = words.map((column) => `words-${column}`).join(" ");
  $("transport").hidden = frames.length < 2;
}

// What is put in was written by the program, with all words of users escaped.
function renderRecording() {
  const moment = given.moments[frame], scroll = $("scroll");
  (given.size ? $("figure").querySelector(".ink") : scroll.querySelector("tbody")).innerHTML = drawn(given.frames[frame]);
  scroll.scrollTop = scroll.scrollHeight; // tables grow
  $("described").textContent = moment.described;
  if ($("told").innerHTML !== moment.said) $("told").innerHTML = moment.said;
  $("notes").innerHTML = moment.notes;
}

// A finger steps by swiping over a figure, and plays by tapping it.
function listenToSwipes(figure) {
  let start = null;
  figure.addEventListener("pointerdown", (event) => { start = event; });
  figure.addEventListener("pointercancel", () => { start = null; });
  figure.addEventListener("pointerup", (event) => {
    if (!start || lastFrame() < 1) return;
    const right = event.clientX - start.clientX, down = event.clientY - start.clientY;
    start = null;
    if (Math.abs(right) > 30 && Math.abs(right) > 2 * Math.abs(down)) go(right < 0 ? RECORDED.next() : frame - 1);
    else if (Math.abs(right) < 10 && Math.abs(down) < 10) toggle();
  });
}
