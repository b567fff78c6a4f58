// Keys and clicks, and the first scene.

const KEYS = {
  " ": toggle, Escape: () => choose("move"), f: fit, t: turn,
  ArrowRight: (event) => (event.shiftKey ? goToUpdate(1) : go(track().next())),
  ArrowLeft: (event) => (event.shiftKey ? goToUpdate(-1) : go(track().at() - 1)),
  Home: () => go(0), End: () => go(track().last()),
};
const OF_PLANE = ["Escape", "f"];

document.addEventListener("keydown", (event) => {
  const { target, key } = event, tag = target.tagName, letter = key.length === 1 ? key.toLowerCase() : key;
  if (event.ctrlKey || event.metaKey) {
    const isUndo = letter === "z" && !event.shiftKey, isRedo = letter === "y" || letter === "z";
    if (tag === "INPUT" && target.type === "text") return;
    if ((isUndo || isRedo) && !closed && !given.frames) {
      event.preventDefault();
      travel(...(isUndo ? [past, future] : [future, past]));
    }
    return;
  }
  if (event.altKey || ["SELECT", "TEXTAREA"].includes(tag) || (tag === "INPUT" && target.id !== "slider")) return;
  if ((key === " " || key === "Enter") && (tag === "BUTTON" || tag === "SUMMARY")) return;
  const group = target.closest(".point"), isThere = track().isThere() && !closed;
  let action = isThere ? KEYS[letter] : KEYS[letter === "t" ? "t" : ""];
  if (given.frames && OF_PLANE.includes(letter)) action = undefined;
  action = (group && !closed && pointKeys(event, Number(group.dataset.i))) || (page.exercises ? exerciseKey(letter, group) : lessonKey(letter)) || action;
  if (!action) return;
  event.preventDefault();
  action(event);
});

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
  if (!found) return;
  const at = Number(found[1]);
  go(given.frames ? given.moments.filter((each) => each.visit <= at).length - 1 : at);
}

const clicks = {
  first: () => go(0), back: () => go(track().at() - 1), play: toggle, step: () => go(track().next()), last: () => go(track().last()),
  undo: () => travel(past, future), redo: () => travel(future, past), save: () => saveAs(sessionText(), `${sessionName()}.json`),
  side: turn, fit, move: () => choose("move"), relabel: () => relabelPoint(selected), delete: () => deletePoint(selected),
  "add-minus": (event) => add(event, "-1"), "add-plus": (event) => add(event, "1"),
};
for (const [id, action] of Object.entries(clicks)) $(id).addEventListener("click", action);
$("slider").addEventListener("input", () => go(Number($("slider").value)));
$("norms").addEventListener("pointerdown", (event) => goByPlot($("norms"), event, visitOfUpdate));
$("errors").addEventListener("pointerdown", (event) => goByPlot($("errors"), event, (t) => t));
window.addEventListener("hashchange", followLink);
listenToSwipes($("figure"));
setUpControls();
new ResizeObserver(() => {
  if (given.frames || !plane.clientWidth) return;
  measure();
  render();
}).observe(plane);
document.documentElement.dataset.ready = "";
if (page.exercises) setUpExercises();
else if (page.steps.length) openStep(0);
else openScene(page.scenes[0]);
followLink();
