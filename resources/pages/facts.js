// Facts of a run that the conditions of tasks are about, with the names and the exact values that the
// program has for them. What takes the program to find out is left undecided.

const MOST_UPDATES = 20000; // of a run here, so that a phone follows a drag
const MOST_EPOCHS = 1000;

class Undecided extends Error {}

const limited = (options) => ({
  ...options, epochs: Math.min(options.epochs, MOST_EPOCHS), max_updates: Math.min(options.max_updates, MOST_UPDATES),
});

// ---- fractions, as [numerator, denominator]

const plus = ([a, b], [c, d]) => reduced(a * d + c * b, b * d);
const product = ([a, b], [c, d]) => reduced(a * c, b * d);
const over = ([a, b], [c, d]) => (c < 0n ? reduced(-a * d, -b * c) : reduced(a * d, b * c));
const negative = ([a, b]) => [-a, b];
const compare = ([a, b], [c, d]) => (a * d < c * b ? -1 : a * d > c * b ? 1 : 0);
const total = (values) => values.reduce(plus, [0n, 1n]);
const floatOf = ([a, b]) => Number(a) / Number(b);

// The largest whole number whose square is not above a whole number.
function root(square) {
  if (square < 2n) return square;
  let found = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (found + square / found) >> 1n;
    if (next >= found) return found;
    found = next;
  }
}

// ---- a run, and what is asked of it after a visit

class Asked {
  constructor(points, labels, options, at) {
    Object.assign(this, { points, labels, options, at });
    this.setting = new Setting(points, labels, limited(options));
  }

  get run() {
    this.trained ??= train(this.points, this.labels, limited(this.options));
    const isCut = this.options.epochs > MOST_EPOCHS || this.options.max_updates > MOST_UPDATES;
    const isShort = this.at !== "end" && Number(this.at) <= this.trained.visits;
    if (this.trained.status === "budget" && isCut && !isShort) throw new Undecided("the run is too long for this page");
    return this.trained;
  }

  get visit() {
    const { run } = this, visit = this.at === "end" ? run.visits : Number(this.at);
    if (visit > run.visits && !run.cycle) throw new RangeError(`the run ends after visit ${run.visits}`);
    return visit;
  }

  get now() { return this.run.at(this.visit); }
  get weights() { return this.now.after.map(fraction); }
  get radiusSquared() {
    return this.points.map((_, i) => this.square(this.z(i))).reduce((most, each) => (compare(each, most) > 0 ? each : most));
  }

  // y·x̃
  z(i) { return this.setting.z[i].map((each) => [each, this.setting.scale]); }
  square(vector) { return total(vector.map((each) => product(each, each))); }
  agreement(i) { return total(this.z(i).map((each, j) => product(each, this.weights[j]))); }
  score(i) { return this.labels[i] > 0 ? this.agreement(i) : negative(this.agreement(i)); }
  agreements() { return this.points.map((_, i) => this.agreement(i)); }
  least() { return this.agreements().reduce((least, each) => (compare(each, least) < 0 ? each : least)); }

  isRight(i) {
    const agreement = this.agreement(i)[0];
    return agreement > 0n || (agreement === 0n && !this.setting.onLineIsWrong(i));
  }

  // How often a point was a mistake; in a batch several are.
  tally(i) {
    const { run, visit } = this;
    if (visit > run.visits) throw new Undecided("this page counts the mistakes of the first round only");
    const isOf = (update) => (update.point === null ? run.at(update.visit).wrong.includes(i) : update.point === i);
    return run.updates.filter((update) => update.visit <= visit && isOf(update)).length;
  }

  // Where a line separates the points, the hull of y·x̃ does not hold 0.
  get separable() { return this.nearest !== null; }

  get nearest() {
    if (this.found === undefined) this.found = nearestOf(this.points.map((_, i) => this.z(i)));
    return this.found;
  }

  // The largest k with (a + kηγ)² ≤ ‖w₀‖² + k(η²R² + 2ηm), a = ⟨w₀, p⟩/γ for the nearest point p.
  bound() {
    if (this.options.rule === "batch") throw new Undecided("the theorem is about single mistakes");
    const { nearest } = this;
    if (!nearest) return null;
    const eta = fraction(this.options.eta), start = this.setting.start.map((each) => [each, this.setting.unit]);
    const gamma = this.square(nearest), along = total(nearest.map((each, j) => product(each, start[j])));
    const growth = plus(product(product(eta, eta), this.radiusSquared), product(product([2n, 1n], eta), fraction(this.options.margin)));
    const parts = [
      product(product(eta, eta), gamma), plus(product(product([2n, 1n], eta), along), negative(growth)),
      plus(over(product(along, along), gamma), negative(this.square(start))),
    ];
    const common = lcm(parts.map(([, bottom]) => bottom));
    const [a, b, c] = parts.map((each) => times(each, common));
    const top = root(b * b - 4n * a * c) - b, bottom = 2n * a;
    return [top / bottom - (top < 0n && top % bottom ? 1n : 0n), 1n];
  }

  crossing(j) {
    const line = this.now.answer.map(fraction);
    if (!line[j] || !line[j][0]) return null;
    const constant = this.options.offset ? product(line[2], fraction(this.options.bias_scale)) : [0n, 1n];
    return negative(over(constant, line[j]));
  }
}

const inner = (one, other) => total(one.map((each, j) => product(each, other[j])));
const mixed = (rows, shares) => rows[0].map((_, j) => total(rows.map((row, i) => product(shares[i], row[j]))));

// The point of the hull of rows that is nearest to 0, or null where that is 0 (Wolfe 1976): the point of
// a few corners is improved by the row that is farthest below it, until there is none.
function nearestOf(rows) {
  let corners = [rows[0]], shares = [[1n, 1n]];
  for (;;) {
    const point = mixed(corners, shares), square = inner(point, point);
    if (!square[0]) return null;
    const heights = rows.map((row) => inner(row, point));
    const lowest = heights.reduce((best, each, i) => (compare(each, heights[best]) < 0 ? i : best), 0);
    if (compare(heights[lowest], square) >= 0) return point;
    [corners, shares] = improved([...corners, rows[lowest]], [...shares, [0n, 1n]]);
  }
}

// Goes to the nearest point of the flat through the corners, or as far as the hull of them reaches;
// corners that have no share in it then are left.
function improved(corners, shares) {
  for (;;) {
    const wanted = sharesOnFlat(corners), isOut = wanted.map(([top]) => top <= 0n);
    if (!isOut.includes(true)) return [corners, wanted];
    const reaches = shares.map((share, i) => over(share, plus(share, negative(wanted[i])))).filter((_, i) => isOut[i]);
    const reach = reaches.reduce((least, each) => (compare(each, least) < 0 ? each : least));
    const moved = shares.map((share, i) => plus(share, product(reach, plus(wanted[i], negative(share)))));
    corners = corners.filter((_, i) => moved[i][0] > 0n);
    shares = moved.filter(([top]) => top > 0n);
  }
}

// Of the shares that sum to 1, those whose mix of the corners is nearest to 0: its height above all of
// them is the same. Gauss and Jordan's elimination.
function sharesOnFlat(corners) {
  const one = [1n, 1n], zero = [0n, 1n];
  const rows = corners.map((corner) => [...corners.map((other) => inner(corner, other)), one, zero]);
  rows.push([...corners.map(() => one), zero, one]);
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows.findIndex((row, at) => at >= i && row[i][0] !== 0n);
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    rows[i] = rows[i].map((each) => over(each, rows[i][i]));
    for (const row of rows) {
      if (row === rows[i]) continue;
      const factor = row[i];
      row.forEach((each, j) => { row[j] = plus(each, negative(product(factor, rows[i][j]))); });
    }
  }
  return rows.slice(0, -1).map((row) => row.at(-1));
}

const ofCycle = (name) => ({ run }) => (run.cycle ? run.cycle[name] : null);
const SIGN_ON_LINE = { plus: 1, minus: -1 };

// Numbers of points and updates are whole; others fractions, one a float, words, or null for none.
export const FACTS = {
  points: ({ points }) => points.length,
  positive: ({ labels }) => labels.filter((label) => label > 0).length,
  negative: ({ labels }) => labels.filter((label) => label < 0).length,
  dimension: ({ points }) => points[0].length,
  updates: ({ run }) => run.updates.length,
  visits: ({ run }) => run.visits,
  epochs: ({ run }) => run.epochs,
  status: ({ run }) => run.status,
  converged: ({ run }) => run.status === "converged",
  separable: (asked) => asked.separable,
  radius_squared: (asked) => asked.radiusSquared,
  margin_squared: (asked) => asked.nearest && asked.square(asked.nearest),
  bound: (asked) => asked.bound(),
  "cycle.period": ofCycle("period_visits"),
  "cycle.updates": ofCycle("period_updates"),
  "cycle.start": ofCycle("start_visit"),
  "end.errors": ({ run }) => run.result_errors,
  visit: ({ visit }) => visit,
  epoch: ({ run, visit }) => run.epochOf(visit),
  k: ({ now }) => now.k,
  weights: ({ weights }) => weights,
  answer: ({ now }) => now.answer.map(fraction),
  answer_errors: ({ now }) => now.errors,
  errors: (asked) => asked.points.filter((_, i) => !asked.isRight(i)).length,
  loss: (asked) => total(asked.agreements().filter(([top]) => top < 0n).map(negative)),
  norm_squared: (asked) => asked.square(asked.weights),
  score: (asked, i) => asked.score(i),
  agreement: (asked, i) => asked.agreement(i),
  prediction: (asked, i) => Math.sign(Number(asked.score(i)[0])) || SIGN_ON_LINE[asked.options.tie] || 0,
  right: (asked, i) => asked.isRight(i),
  loss_of: (asked, i) => { const found = asked.agreement(i); return found[0] < 0n ? negative(found) : [0n, 1n]; },
  tally: (asked, i) => asked.tally(i),
  mistaken: (asked) => asked.points.filter((_, i) => asked.tally(i)).length,
  least: (asked) => asked.least(),
  crossing: (asked, j) => asked.crossing(j),
  reached: (asked) => (asked.weights.some(([top]) => top) ? { float: floatOf(asked.least()) / Math.sqrt(floatOf(asked.square(asked.weights))) } : null),
};

// A fact as text: "3", "1/17", "true", ["1", "0"], or null where there is none.
export function findFact({ fact, index, at = "end" }, points, labels, options) {
  const asked = new Asked(points, labels, { ...DEFAULTS, ...options }, at);
  const places = fact === "crossing" ? points[0].length : points.length;
  if (index && index > places) throw new RangeError(`there is no ${fact}[${index}]`);
  const found = FACTS[fact](asked, index - 1), text = (value) => written(...value);
  if (typeof found === "number") return String(found);
  if (Array.isArray(found)) return Array.isArray(found[0]) ? found.map(text) : text(found);
  return typeof found === "boolean" ? String(found) : found;
}

const HOLDS = {
  "=": (side) => side === 0, "!=": (side) => side !== 0, "<": (side) => side < 0, "<=": (side) => side <= 0, ">": (side) => side > 0, ">=": (side) => side >= 0,
};

// Whether a condition holds, and what is true; an Undecided where this page cannot tell.
export function decide(check, points, labels, options) {
  const { sign, value } = check, same = (yes) => HOLDS[sign](yes ? 0 : 1);
  let found;
  try {
    found = findFact(check, points, labels, { ...options, ...check.options });
  } catch (error) {
    if (error instanceof Undecided) return { holds: null, truth: error.message };
    return { holds: false, truth: error.message };
  }
  if (found === null || value === "none") return { holds: sign === "=" && (found === null) === (value === "none"), truth: found };
  if (found.float !== undefined) {
    const difference = found.float - floatOf(fraction(value));
    return { holds: !["=", "!="].includes(sign) && HOLDS[sign](difference), truth: `≈ ${found.float.toPrecision(6)}` };
  }
  if (Array.isArray(found)) return { holds: same(found.join() === value.map((each) => written(...fraction(each))).join()), truth: found };
  if (/^[a-z]/.test(found)) return { holds: same(found === String(value)), truth: found };
  return { holds: HOLDS[sign](compare(fraction(found), fraction(value))), truth: found };
}
