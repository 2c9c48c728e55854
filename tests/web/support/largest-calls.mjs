/**
 * Every row with its largest legal parameters, and calls of each method that take long with them. Calls that yield here
 * yield everywhere.
 */
const given = { dim: 64, heads: 8 };
const required = ({ params }) =>
  Object.fromEntries(params.filter((param) => param.required).map(({ name }) => [name, given[name]]));
const sizes = ({ params }) => params.filter(({ kind, max }) => kind === 'integer' && max < 2 ** 31);

/** Each size at its largest with the other defaults, then all of them. */
export function* largestSpecs(row) {
  const base = { encoding: row.id, ...required(row) };
  for (const { name, max } of sizes(row)) yield { ...base, [name]: max };
  yield { ...base, ...Object.fromEntries(sizes(row).map(({ name, max }) => [name, max])) };
}

/** The number of keys that makes a million numbers. */
const keys = (dim) => Math.min(2000, Math.floor(2 ** 20 / (dim || 4)));
const zeros = (rows, cols) => ({ data: new Float64Array(rows * cols), rows, cols });
/** Calls that take long: rows of the largest width, many pairs of positions. */
export const largestCalls = {
  facts: (pe, spec, shape, options) => pe.facts(spec, options),
  table: (pe, spec, { axes }, options) => pe.table(spec, zeros(200, axes), options),
  gram: (pe, spec, { axes }, options) => pe.gram(spec, zeros(200, axes), options),
  rotate: (pe, spec, { axes, headDim }, options) => pe.rotate(spec, zeros(100, headDim), zeros(100, axes), options),
  attentionBias: (pe, spec, { cells }, options) => pe.attentionBias(spec, cells || 500, cells || 20_000, options),
  biasVector: (pe, spec, { cells }, options) => pe.biasVector(spec, cells || 20_000, cells || 20_000, options),
  relativeMap: (pe, spec, { cells }, options) => pe.relativeMap(spec, cells || 500, cells || 20_000, options),
  attentionScores: (pe, spec, { cells, scoreDim }, options) =>
    pe.attentionScores(spec, zeros(cells || 4, scoreDim || 4), zeros(cells || keys(scoreDim), scoreDim || 4), options),
};
