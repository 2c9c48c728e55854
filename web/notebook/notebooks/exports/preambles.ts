import { pseudorandom } from '../cells/pseudorandom.js';

/** First cell of an exported Jupyter notebook: the names that the page provides to every cell. */
export const javascriptPreamble = `// What posenc's pages give to every cell.
import * as posencCharts from "npm:posenc/charts";
const shownAs = (type, data) => ({ [Symbol.for("Jupyter.display")]: () => ({ [type]: data }) });
// Charts as pictures.
const charts = Object.fromEntries(Object.entries(posencCharts).map(([name, chart]) =>
  [name, chart?.svg ? (data, { half, ...options } = {}) => shownAs("image/svg+xml", chart.svg(data, options)) : chart]));
const display = (value) => {
  globalThis.Deno?.jupyter ? void globalThis.Deno.jupyter.display(value) : console.log(value);
  return value;
};
// Inputs are what they are set to at first: change them here, and run what follows.
const firstOf = ([low, high], { value = (low + high) / 2 } = {}) => value;
const Inputs = {
  range: (extent = [0, 1], options) => firstOf(extent, options),
  number: (extent = [0, 1], options) => firstOf(extent, options),
  play: ([low] = [0, 1], { value = low } = {}) => value,
  select: (choices, { value = [...choices][0] } = {}) => value,
  radio: (choices, { value = [...choices][0] } = {}) => value,
  checkbox: (choices, { value = [] } = {}) => value,
  color: ({ value = "#1b55c9" } = {}) => value,
  button: () => 0,
  text: ({ value = "" } = {}) => value,
  toggle: ({ value = false } = {}) => value,
  matrix: (rows) => rows,
  file: () => undefined,
  predict: () => undefined,
  predictOne: () => undefined,
  predictCurve: () => undefined,
};
// Views of the site are drawn there; a run of the lab has not begun here.
const Views = Object.fromEntries(["clocks", "kernel", "compare", "figure"].map((name) => [name, () => \`This is Views.\${name}, a view of the notebook's page.\`]));
Views.labRun = () => ({ step: 0, steps: 0, done: false, records: [] });
const view = (value) => value;
const check = (claim, value, expected, tolerance = 0) => {
  const numbers = typeof value === "number" && typeof expected === "number";
  const passes = Object.is(value, expected) ||
    (numbers ? Math.abs(value - expected) <= tolerance : JSON.stringify(value) === JSON.stringify(expected));
  console.log(\`\${passes ? "✓" : "✗"} \${claim}: \${value}\`);
  return passes;
};
const progress = () => {};
const written = (strings, ...values) => String.raw(strings, ...values);
const md = (strings, ...values) => shownAs("text/markdown", written(strings, ...values));
const tex = (strings, ...values) => shownAs("text/latex", \`$\${written(strings, ...values)}$\`);
const Table = (rows) => console.table(rows);
const picture = (bytes, { type = "image/png" } = {}) => shownAs(type, btoa(String.fromCharCode(...bytes)));`;

/** The `seeded` function of the sandbox, for notebooks with individual numbers. */
export const seededPreamble = (student: number): string => `
// The numbers of the student with this number.
const pseudorandom = ${pseudorandom.toString()};
const seeded = (name, count = 1) => pseudorandom(\`${student}/\${name}\`, count);`;

export const pythonPreamble = `# What posenc's pages give to every cell. numpy is needed; matplotlib draws, where it is installed.
import numpy as np

try:
    import matplotlib.pyplot as plt
except ImportError:
    plt = None


def check(claim, value, expected, tolerance=0):
    """A claim of the text with the number that bears it out."""
    passes = bool(value == expected or abs(value - expected) <= tolerance)
    print(f"{'✓' if passes else '✗'} {claim}: {float(value)!r}")
    return passes`;
