// The perceptron in exact arithmetic, for pages that learn in the browser.
//
// Numbers are texts, "0.1", "-2" or "1/3", and so is every result. All numbers of a run are whole
// multiples of one unit, held by BigInt. Options have the names of the command line. The same run of
// the program has the same updates, draws included: tests compare them one by one.

const DRAWN = ["shuffled", "random"];
const CHOSEN = ["first-mistake", "random-mistake", "worst"];
export const RULES = ["perceptron", "averaged", "pocket", "batch"];
export const DEFAULTS = {
  rule: "perceptron", order: "cyclic", tie: "always", offset: true, eta: "1", margin: "0",
  bias_scale: "1", init: "zeros", seed: 0, epochs: 1000, max_updates: 100000, pocket: "ratchet",
};

// A fraction is [numerator, denominator], reduced, with a positive denominator.
export function fraction(text) {
  const found = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?(?:\/(\d+))?\s*$/i.exec(String(text));
  const digits = found && found[2] + (found[3] ?? "");
  if (!digits) throw new RangeError(`“${text}” is no number`);
  const power = Number(found[4] ?? 0) - (found[3] ?? "").length;
  if (Math.abs(power) > 400) throw new RangeError(`“${text}” is out of reach`);
  const ten = 10n ** BigInt(Math.abs(power));
  const top = BigInt(found[1] + digits) * (power > 0 ? ten : 1n);
  const bottom = BigInt(found[5] ?? 1) * (power < 0 ? ten : 1n);
  if (!bottom) throw new RangeError(`“${text}” divides by 0`);
  return reduced(top, bottom);
}

function gcd(a, b) {
  for (a = a < 0n ? -a : a; b; ) [a, b] = [b, a % b];
  return a;
}

function reduced(top, bottom) {
  const common = gcd(top, bottom) || 1n;
  return [top / common, bottom / common];
}

export function written(top, bottom = 1n) {
  const [n, d] = reduced(top, bottom);
  return d === 1n ? `${n}` : `${n}/${d}`;
}

const lcm = (values) => values.reduce((all, each) => (all / gcd(all, each)) * each, 1n);
const times = ([top, bottom], unit) => (top * unit) / bottom; // whole, if unit is a multiple

function dot(a, b) {
  let total = 0n;
  for (let j = 0; j < a.length; j++) total += a[j] * b[j];
  return total;
}

// Draws are hashes of seed, epoch and position, in 32 bits.
function scramble(word) {
  word ^= word >>> 16;
  word = Math.imul(word, 0x7feb352d);
  word ^= word >>> 15;
  word = Math.imul(word, 0x2c1b3c6d);
  return (word ^ (word >>> 16)) >>> 0;
}

const high = (number) => Math.floor(number / 2 ** 32) | 0;
const share = (word, count) => Number((BigInt(word) * BigInt(count)) >> 32n);

function drawnOrder(n, how, seed, epoch) {
  const ofSeed = scramble(scramble((seed | 0) ^ 0x9e3779b) ^ high(seed));
  const word = scramble(scramble(ofSeed ^ (epoch | 0)) ^ high(epoch) ^ 0x5851f42);
  const draw = (i, count) => share(scramble((word + Math.imul(i, 0x9e3779b1)) | 0), count);
  const order = [];
  for (let i = 0; i < n; i++) {
    const j = draw(i, how === "random" ? n : i + 1);
    if (how === "random") order.push(j);
    else {
      order.push(order[j]); // inside out: what was at the drawn place moves to the new one
      order[j] = i;
    }
  }
  return order;
}

function drawnMistake(seed, visit, count) {
  const word = scramble((seed | 0) ^ (visit | 0));
  return share(scramble(word ^ high(seed) ^ high(visit)), count);
}

// Everything of a run in whole numbers: z = y·x̃ times `scale`, weights times `unit`.
class Setting {
  constructor(points, labels, options) {
    this.options = { ...DEFAULTS, ...options };
    if (this.options.rule === "pla") this.options.rule = "perceptron";
    if (this.options.rule === "batch") Object.assign(this.options, { order: "cyclic", margin: "0" }); // of no effect
    const { rule, offset, eta, margin, init, order } = this.options;
    const constant = offset ? [fraction(this.options.bias_scale)] : [];
    if (!RULES.includes(rule)) throw new RangeError(`no rule “${rule}” in the browser`);
    if (!points.length) throw new RangeError("there are no points to train on; add at least one");
    const rows = points.map((point) => [...point.map(fraction), ...constant]);
    const step = fraction(eta);
    if (step[0] <= 0n) throw new RangeError("η must be greater than 0");
    const start = init === "zeros" ? rows[0].map(() => [0n, 1n]) : init.map(fraction);
    if (start.length !== rows[0].length) throw new RangeError("the start needs a weight for each coordinate");
    const least = fraction(margin);
    this.labels = labels.map((label) => (Number(label) > 0 ? 1 : -1));
    this.scale = lcm([...rows.flat().map(([, d]) => d), least[1]]);
    this.unit = lcm([step[1] * this.scale, ...start.map(([, d]) => d)]);
    this.z = rows.map((row, i) => row.map((v) => times(v, this.scale) * BigInt(this.labels[i])));
    this.step = times(step, this.unit) / this.scale;
    this.start = start.map((v) => times(v, this.unit));
    this.least = (least[0] * this.unit * this.scale) / least[1];
    this.chooses = CHOSEN.includes(order);
    this.sequence = Array.isArray(order) ? order : this.labels.map((_, i) => i);
    if (this.sequence.some((i) => !(i in this.labels))) throw new RangeError("the order names a point that is not there");
    this.length = rule === "batch" ? 1 : this.sequence.length; // visits of an epoch
  }

  onLineIsWrong(i) {
    const { tie } = this.options;
    return tie === "minus" ? this.labels[i] > 0 : tie === "plus" ? this.labels[i] < 0 : tie === "always";
  }

  agreement(weights, i) {
    return dot(weights, this.z[i]);
  }

  isError(weights, i, agreement = this.agreement(weights, i)) {
    return agreement < 0n || (agreement === 0n && this.onLineIsWrong(i));
  }

  isMistake(weights, i, agreement = this.agreement(weights, i)) {
    return this.least > 0n ? agreement <= this.least : this.isError(weights, i, agreement);
  }

  errors(weights) {
    return this.labels.filter((_, i) => this.isError(weights, i)).length;
  }

  mistakes(weights) {
    return this.labels.map((_, i) => i).filter((i) => this.isMistake(weights, i));
  }

  added(weights, i) {
    return weights.map((w, j) => w + this.step * this.z[i][j]);
  }

  texts(weights, count = 1n) {
    return weights.map((w) => written(w, this.unit * count));
  }

  // The points of the next visit: one, none if no mistake is left to choose, or all of them.
  visited(weights, visit) {
    const { rule, order, seed } = this.options;
    if (rule === "batch") return this.sequence;
    if (!this.chooses) {
      const place = visit % this.length;
      const epoch = Math.floor(visit / this.length);
      if (DRAWN.includes(order) && epoch !== this.epoch) {
        this.epoch = epoch;
        this.drawn = drawnOrder(this.length, order, seed, epoch);
      }
      return [(DRAWN.includes(order) ? this.drawn : this.sequence)[place]];
    }
    const wrong = this.mistakes(weights);
    if (!wrong.length || order === "first-mistake") return wrong.slice(0, 1);
    if (order === "random-mistake") return [wrong[drawnMistake(seed, visit, wrong.length)]];
    const scores = wrong.map((i) => this.agreement(weights, i));
    return [wrong[scores.reduce((best, s, at) => (s < scores[best] ? at : best), 0)]];
  }
}

// What the rule answers: the last weights, their average over all visits, or the best it met.
// It logs every change, so that the answer of any visit can be told later.
class Answer {
  constructor(setting) {
    const { rule, pocket } = setting.options;
    this.setting = setting;
    this.rule = rule;
    this.mode = setting.chooses ? "errors" : pocket;
    this.visits = this.longest = this.run = 0;
    this.fewest = setting.errors(setting.start);
    this.log = [{ visit: 0, weights: setting.start, sum: setting.start.map(() => 0n) }];
  }

  follow(weights, hasChanged) {
    const visit = ++this.visits;
    if (this.rule === "averaged" && hasChanged) {
      const sum = this.sum(visit - 1).map((s, j) => s + weights[j]);
      this.log.push({ visit, weights, sum });
    }
    if (this.rule !== "pocket") return;
    this.run = hasChanged ? 0 : this.run + 1;
    if (this.mode === "errors" ? !hasChanged : this.run <= this.longest) return;
    const errors = this.mode === "gallant" ? -1 : this.setting.errors(weights);
    if (this.mode !== "gallant" && errors >= this.fewest) return;
    [this.longest, this.fewest] = [this.run, errors];
    this.log.push({ visit, weights });
  }

  logged(visit) {
    return this.log[countUntil(this.log, visit) - 1];
  }

  sum(visit) {
    const { visit: since, weights, sum } = this.logged(visit);
    return sum.map((s, j) => s + BigInt(visit - since) * weights[j]);
  }

  // The answer times a count, and the count.
  weights(last, visit) {
    if (this.rule === "pocket") return [this.logged(visit).weights, 1n];
    return this.rule === "averaged" && visit ? [this.sum(visit), BigInt(visit)] : [last, 1n];
  }
}

export function train(points, labels, options = {}) {
  const setting = new Setting(points, labels, options);
  const { order, epochs, max_updates: most } = setting.options;
  const isFixed = !DRAWN.includes(order) && order !== "random-mistake";
  const lap = setting.chooses ? 1 : setting.length; // visits between looks for a cycle
  const updates = [], record = [setting.start], seen = new Map();
  const answer = new Answer(setting);
  let weights = setting.start, visits = 0, ofEpoch = 0, status = "budget", cycle = null;
  const look = () => {
    const key = weights.join();
    if (isFixed && seen.has(key)) cycle = measured(updates, record, seen.get(key), visits);
    else seen.set(key, visits);
    if (cycle) status = "cycle";
  };
  look();
  while (status === "budget") {
    const chosen = setting.visited(weights, visits);
    if (!chosen.length) status = "converged";
    if (!chosen.length || visits >= epochs * setting.length) break;
    const wrong = chosen.filter((i) => setting.isMistake(weights, i));
    if (wrong.length && updates.length === most) break;
    const before = wrong.length === 1 ? setting.agreement(weights, wrong[0]) : 0n;
    const one = chosen.length === 1 ? wrong[0] : null;
    weights = wrong.reduce((w, i) => setting.added(w, i), weights);
    visits++;
    if (wrong.length) {
      const score = one === null ? null : written(before * BigInt(setting.labels[one]), setting.unit * setting.scale);
      updates.push({ visit: visits, point: one, score, raw: weights });
      record.push(weights);
      ofEpoch++;
    }
    answer.follow(weights, wrong.length > 0);
    if (visits % lap) continue;
    // Draws with replacement may have missed the point that is wrong.
    const isClean = !ofEpoch && (order !== "random" || !setting.mistakes(weights).length);
    if (isClean) status = "converged";
    else if (ofEpoch) look();
    ofEpoch = 0;
  }
  if (cycle) return rewound(setting, updates, cycle);
  return report(setting, status, visits, updates, answer, weights, null);
}

// The cycle begins where weights come back a period later for the first time.
function measured(updates, record, first, visits) {
  const period = visits - first;
  const at = (visit) => record[countUntil(updates, visit)].join();
  let low = 0, top = first;
  while (low < top) {
    const middle = (low + top) >> 1;
    if (at(middle) === at(middle + period)) top = middle;
    else low = middle + 1;
  }
  return { start: low, period };
}

// How many updates, or other records, were made up to a visit.
export function countUntil(updates, visit) {
  let low = 0, top = updates.length;
  while (low < top) {
    const middle = (low + top) >> 1;
    if (updates[middle].visit <= visit) low = middle + 1;
    else top = middle;
  }
  return low;
}

// A run that cycles ends where its first round does; the answer is that of then. A second round is
// followed, too: after it no pocket changes any more.
function rewound(setting, updates, { start, period }) {
  const visits = start + period, made = countUntil(updates, visits);
  const kept = updates.slice(0, made), answer = new Answer(setting);
  const cycle = { start_visit: start, period_visits: period, period_updates: made - countUntil(updates, start) };
  for (let visit = 1; visit <= visits + period; visit++) {
    const place = visit > visits ? visit - period : visit, k = countUntil(kept, place);
    answer.follow(k ? kept[k - 1].raw : setting.start, k > 0 && kept[k - 1].visit === place);
  }
  return report(setting, "cycle", visits, kept, answer, kept.at(-1).raw, cycle);
}

function report(setting, status, visits, updates, answer, weights, cycle) {
  const moments = new Moments(setting, visits, updates, answer, cycle);
  const [kept, count] = answer.weights(weights, visits);
  return {
    status, visits, epochs: Math.ceil(visits / setting.length),
    updates: updates.map(({ raw, ...rest }) => ({ ...rest, weights: setting.texts(raw) })),
    weights: setting.texts(weights), errors: setting.errors(weights),
    result: setting.texts(kept, count), result_errors: setting.errors(kept), cycle,
    at: (visit) => moments.at(visit), errorsAt: (visit) => moments.errors(visit),
    epochOf: (visit) => Math.ceil(visit / setting.length),
  };
}

// What is known after any visit, those of later rounds of a cycle included.
class Moments {
  constructor(setting, visits, updates, answer, cycle) {
    Object.assign(this, { setting, visits, updates, answer, cycle });
  }

  // The visit up to the end of the first round that is the same, and how many rounds were between.
  place(visit) {
    if (!this.cycle || visit <= this.visits) return [Math.min(visit, this.visits), 0];
    const { start_visit: start, period_visits: period } = this.cycle;
    const rounds = Math.floor((visit - start - 1) / period);
    return [visit - rounds * period, rounds];
  }

  raw(visit) {
    return this.updates[countUntil(this.updates, visit) - 1]?.raw ?? this.setting.start;
  }

  answered(visit) {
    const { answer, cycle } = this, [place, rounds] = this.place(visit);
    const last = this.raw(place);
    if (!rounds || answer.rule !== "averaged") return answer.weights(last, rounds ? visit : place);
    const before = answer.sum(cycle.start_visit), after = answer.sum(this.visits);
    const sum = answer.sum(place).map((s, j) => s + BigInt(rounds) * (after[j] - before[j]));
    return [sum, BigInt(visit)];
  }

  errors(visit) {
    return this.setting.errors(this.answered(visit)[0]);
  }

  at(visit) {
    const { setting } = this, [place, rounds] = this.place(visit);
    const before = this.raw(place - 1), after = this.raw(place), answered = this.answered(visit);
    const points = place ? setting.visited(before, place - 1) : [];
    const wrong = points.filter((i) => setting.isMistake(before, i));
    const one = points.length === 1 ? points[0] : null;
    const score = one === null ? null : setting.agreement(before, one) * BigInt(setting.labels[one]);
    return {
      visit, place, rounds, points, wrong, isUpdate: wrong.length > 0,
      k: countUntil(this.updates, place) + rounds * (this.cycle?.period_updates ?? 0),
      before: setting.texts(before), after: setting.texts(after),
      score: score === null ? null : written(score, setting.unit * setting.scale),
      answer: setting.texts(...answered), errors: setting.errors(answered[0]),
    };
  }
}
