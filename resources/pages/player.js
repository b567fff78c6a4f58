"use strict";
(async () => {
const packed = Uint8Array.from(atob(document.getElementById("played").textContent), (sign) => sign.charCodeAt(0));
const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
const data = await new Response(unpacked).json();

const players = [];

class Player {
  constructor(root, told) {
    this.root = root;
    this.told = told;
    this.frames = told.frames;
    this.at = told.first;
    this.timer = 0;
    const find = (selector) => root.querySelector(selector);
    if (this.last > 0) // a figure that does not move needs no controls
      root.insertBefore(document.getElementById("controls").content.cloneNode(true), find(".said, .notes"));
    this.ink = find(".ink");
    this.desc = find("desc");
    this.said = find(".said");
    this.notes = find(".notes");
    this.slider = find("input");
    this.count = find(".count");
    this.speed = find("select");
    this.playButton = find("[data-do=play]");
    if (!this.slider) return;
    this.slider.max = this.last;
    this.commands = {
      first: () => this.go(0),
      back: () => this.go(this.at - 1),
      play: () => this.toggle(),
      forward: () => this.go(this.next()),
      last: () => this.go(this.last),
    };
    for (const button of root.querySelectorAll("[data-do]"))
      button.addEventListener("click", () => this.commands[button.dataset.do]());
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.drawTicks();
    this.listenToTouch(find(".figure"));
    this.show(this.at);
  }

  get last() { return this.frames.length - 1; }

  next() {
    if (this.at < this.last) return this.at + 1;
    return this.told.again >= 0 ? this.told.again : this.at;
  }

  // What is put in was written by the program, with all words of users escaped.
  show(at) {
    this.at = Math.max(0, Math.min(at, this.last));
    const moments = this.told.moments, now = moments[this.at];
    if (this.ink) this.ink.innerHTML = this.frames[this.at].map((number) => data.shapes[number]).join("");
    const scroll = this.root.querySelector(".scroll");
    if (scroll) scroll.scrollTop = scroll.scrollHeight;
    if (this.desc) this.desc.textContent = now.described;
    if (this.said) this.said.innerHTML = now.said;
    this.notes.innerHTML = now.notes;
    const end = moments[this.last].visit;
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", "visit " + now.visit + " of " + end);
    this.count.textContent = now.visit + " / " + end;
  }

  go(at) {
    this.pause();
    this.show(at);
  }

  update(direction) {
    let at = this.at + direction;
    while (at > 0 && at < this.last && this.told.moments[at].kind !== "mistake") at += direction;
    this.go(at);
  }

  toggle() { if (this.timer) this.pause(); else this.play(); }

  play() {
    if (this.at === this.last && this.next() === this.at) this.show(0);
    // While it plays, nobody could listen to every sentence.
    if (this.said) this.said.setAttribute("aria-live", "off");
    this.mark(true);
    const step = () => {
      const next = this.next();
      if (next === this.at) { this.pause(); return; }
      this.show(next);
      this.timer = setTimeout(step, this.pace());
    };
    this.timer = setTimeout(step, this.pace() / 2);
  }

  pace() { return 1000 / (this.told.fps * Number(this.speed.value)); }

  pause() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.mark(false);
    if (this.said) this.said.setAttribute("aria-live", "polite");
  }

  mark(playing) {
    this.root.classList.toggle("playing", playing);
    this.playButton.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.playButton.title = (playing ? "Pause" : "Play") + " (Space)";
  }

  drawTicks() {
    const ticks = this.root.querySelector(".ticks");
    ticks.setAttribute("viewBox", "0 0 " + Math.max(this.last, 1) + " 1");
    ticks.setAttribute("preserveAspectRatio", "none");
    const updates = this.told.moments.map(({kind}, i) => (kind === "mistake" ? "M" + i + " 0V1" : "")).join("");
    if (updates) ticks.innerHTML = '<path d="' + updates + '"/>';
  }

  listenToTouch(figure) {
    if (!figure) return;
    let start = null;
    figure.addEventListener("pointerdown", (event) => { start = event; });
    figure.addEventListener("pointercancel", () => { start = null; });
    figure.addEventListener("pointerup", (event) => {
      if (!start) return;
      const right = event.clientX - start.clientX, down = event.clientY - start.clientY;
      start = null;
      if (Math.abs(right) > 30 && Math.abs(right) > 2 * Math.abs(down)) this.go(right < 0 ? this.next() : this.at - 1);
      else if (Math.abs(right) < 10 && Math.abs(down) < 10) this.toggle();
    });
  }
}

document.querySelectorAll(".player").forEach((root, i) => players.push(new Player(root, data.players[i])));

// Keys go to the player that is in use, or to the one in the middle of the window.
function inUse() {
  const moving = players.filter((player) => player.slider);
  const focused = moving.find((player) => player.root.contains(document.activeElement));
  if (focused) return focused;
  const distance = (player) => {
    const box = player.root.getBoundingClientRect();
    return Math.abs((box.top + box.bottom) / 2 - window.innerHeight / 2);
  };
  return moving.sort((a, b) => distance(a) - distance(b))[0];
}

document.addEventListener("keydown", (event) => {
  const target = event.target, tag = target.tagName;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "t" || event.key === "T") { turn(); return; }
  if (tag === "SELECT" || (tag === "INPUT" && target.type !== "range")) return;
  if (event.key === " " && (tag === "BUTTON" || tag === "A")) return;
  const player = inUse();
  if (!player) return;
  const keys = {
    " ": () => player.toggle(),
    ArrowRight: () => (event.shiftKey ? player.update(1) : player.go(player.next())),
    ArrowLeft: () => (event.shiftKey ? player.update(-1) : player.go(player.at - 1)),
    PageDown: () => player.go(player.next()),
    PageUp: () => player.go(player.at - 1),
    Home: () => player.go(0),
    End: () => player.go(player.last),
  };
  if (!keys[event.key] || (event.key.startsWith("Page") && players.length > 1)) return;
  event.preventDefault();
  keys[event.key]();
});

const page = document.documentElement;
function turn() {
  const dark = page.dataset.theme ? page.dataset.theme === "dark" : matchMedia("(prefers-color-scheme:dark)").matches;
  page.dataset.theme = dark ? "light" : "dark";
}
document.getElementById("side").addEventListener("click", turn);

// page.html#visit=12 begins there.
function followLink() {
  const found = /^#visit=(\d{1,15})$/.exec(location.hash);
  const player = players.find((each) => each.slider);
  if (!found || !player) return;
  const visit = Number(found[1]);
  player.go(player.told.moments.filter((each) => each.visit <= visit).length - 1);
}
window.addEventListener("hashchange", followLink);
followLink();
page.dataset.ready = "";
})();
