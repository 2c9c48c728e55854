/**
 * Chooses the picture of a card from the stages of the row: the table, else the bias, and so on. It never refers to an
 * encoding by name.
 */
import { maxSide } from '../../lib/charts/heatmap/painter.js';
import type { EncodingSpec, Matrix, Shape } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { PictureMatrix } from '../widgets/matrix.js';
import { compute, offered } from '../widgets/matrix.js';
import type { Places, Sampling } from '../places.js';
import { walk } from '../places.js';
import type { DraftSpec, Picture } from '../state.js';
import { asSpec } from '../state.js';

export interface CardPicture {
  /** One matrix, or several of equal size. */
  readonly tiles: readonly Matrix[];
  /** Draws cells as squares instead of stretching them to the frame. */
  readonly square: boolean;
  readonly colours: 'rdbu' | 'viridis';
  readonly caption: string;
}

/** In order of preference. */
const preferred: readonly Picture[] = ['table', 'attentionBias', 'relativeMap', 'rotate', 'attentionScores'];

const shownRows = 64;
/** Side of a grid with two axes; a channel is a tile of side x side cells. */
const side = 20;
const mostTiles = 32;
const mostHeads = 8;
const shownPairs = 32;

/** Requires a spec that the library accepts. */
export async function pictureOf(
  pe: Posenc,
  info: EncodingInfo,
  draft: DraftSpec,
  signal: AbortSignal,
): Promise<CardPicture> {
  const spec = asSpec(draft);
  const shape = await pe.shape(spec, { signal });
  const choices = offered(info);
  const picture = preferred.find((one) => choices.includes(one));
  if (picture === undefined) return ofFacts(pe, info, spec, signal);
  const draw = (at: Sampling, more: { head?: number; places?: Places } = {}): Promise<PictureMatrix> =>
    compute(pe, { spec, shape, picture, head: 0, ...at, ...more })(signal, () => {});
  if (picture === 'attentionBias') {
    const heads = Math.min(shape.heads, mostHeads);
    const matrices = await Promise.all(
      Array.from({ length: heads }, (_, head) => draw({ start: 0, count: shownPairs, step: 1 }, { head })),
    );
    return pairs(matrices, `Bias of ${heads === 1 ? 'one head' : `${heads} heads`}`);
  }
  if (picture === 'relativeMap' || picture === 'attentionScores') {
    const matrix = await draw({ start: 0, count: shownRows, step: 1 });
    return pairs([matrix], picture === 'relativeMap' ? 'Relative map' : 'Scores of drawn queries and keys');
  }
  const continuous = await isContinuous(pe, info, shape, spec, signal);
  const what = picture === 'table' ? 'Table' : 'Vectors of ones, transformed';
  const n = shape.axes === 2 ? side : shownRows;
  const span: Sampling = {
    ...(continuous ? { start: -1, step: 2 / (n - 1) } : { start: 0, step: 1 }),
    count: shape.axes === 2 ? side * side : shownRows,
  };
  const reach = continuous ? ', each coordinate from −1 to 1' : '';
  if (shape.axes === 2) return channels(await draw(span), what, reach);
  if (shape.axes > 2) {
    const each = Math.ceil(shownRows / shape.axes);
    const matrix = await draw(span, { places: walk(shape, each, continuous ? 1 / each : 1) });
    const way = `${matrix.rows} positions down, along each of ${shape.axes} axes in turn${continuous ? ' from 0 to 1' : ''}`;
    return stretched(matrix, `${what}: ${way}, ${matrix.cols} channels across.`);
  }
  const matrix = await draw(span);
  return stretched(matrix, `${what}: ${matrix.rows} positions down${reach}, ${matrix.cols} channels across.`);
}

function stretched(matrix: PictureMatrix, caption: string): CardPicture {
  return { tiles: [cells(matrix)], square: false, colours: coloursOf(matrix.data), caption };
}

/**
 * Returns true if coordinates are continuous: some wave turns more than half a turn per unit. Fourier features without
 * known frequencies count as continuous if neighbours at whole numbers are unrelated.
 */
async function isContinuous(
  pe: Posenc,
  info: EncodingInfo,
  shape: Shape,
  spec: EncodingSpec,
  signal: AbortSignal,
): Promise<boolean> {
  if (info.stages.includes('frequencies')) {
    const frequencies = await pe.frequencies(spec, { signal });
    return frequencies.some((w) => Math.abs(w) > Math.PI);
  }
  if (info.family !== 'Fourier features' || shape.extent.length > 0 || !info.stages.includes('table')) return false;
  const along = new Float64Array(shownRows * shape.axes);
  for (let k = 0; k < shownRows; k++) along[k * shape.axes] = k;
  const positions = { data: along, rows: shownRows, cols: shape.axes };
  return roughness(await pe.table(spec, positions, { dtype: 'f64', signal })) > 0.5;
}

/** Mean square of a step over twice the variance, over all columns: 0 for a smooth table, 1 for noise. */
function roughness({ data, rows, cols }: Matrix<Float64Array>): number {
  let steps = 0;
  let spread = 0;
  for (let c = 0; c < cols; c++) {
    let mean = 0;
    for (let r = 0; r < rows; r++) mean += data[r * cols + c]! / rows;
    for (let r = 0; r < rows; r++) {
      const x = data[r * cols + c]!;
      spread += (x - mean) ** 2;
      if (r > 0) steps += (x - data[(r - 1) * cols + c]!) ** 2;
    }
  }
  return spread === 0 ? 0 : steps / (2 * spread);
}

/** One tile per channel of a table over a plane; at most `mostTiles`, evenly spaced. */
function channels(matrix: PictureMatrix, what: string, span: string): CardPicture {
  const [rows = 1, cols = 1] = matrix.places.sides;
  const count = Math.min(mostTiles, matrix.cols);
  const tiles = Array.from({ length: count }, (_, k) => {
    const channel = Math.floor((k * matrix.cols) / count);
    const data = new Float32Array(rows * cols);
    for (let i = 0; i < data.length; i++) data[i] = matrix.data[i * matrix.cols + channel]!;
    return { data, rows, cols };
  });
  return {
    tiles,
    square: true,
    colours: coloursOf(matrix.data),
    caption: `${what}: ${count === matrix.cols ? `${count} channels` : `${count} of ${matrix.cols} channels`}, each over ${rows} × ${cols} positions${span}.`,
  };
}

function pairs(matrices: readonly PictureMatrix[], what: string): CardPicture {
  const first = matrices[0];
  if (first === undefined) throw new Error('an encoding with a bias has at least one head');
  const colours = matrices.some((one) => coloursOf(one.data) === 'rdbu') ? 'rdbu' : 'viridis';
  return {
    tiles: matrices.map(cells),
    square: true,
    colours,
    caption: `${what}: ${first.rows} queries down, ${first.cols} keys across.`,
  };
}

async function ofFacts(pe: Posenc, info: EncodingInfo, spec: EncodingSpec, signal: AbortSignal): Promise<CardPicture> {
  const facts = info.stages.includes('facts') ? await pe.facts(spec, { signal }) : [];
  const first = facts.find((fact) => fact.values.length > 1 && fact.cols <= maxSide);
  if (first === undefined) {
    throw new Error(`${info.title} has no stage that gives a picture: ${info.stages.join(', ')}`);
  }
  const data = Float32Array.from(first.values);
  return {
    tiles: [{ data, rows: data.length / first.cols, cols: first.cols }],
    square: false,
    colours: coloursOf(data),
    caption: `${first.name}: ${first.doc}`,
  };
}

function cells({ data, rows, cols }: PictureMatrix): Matrix {
  return { data, rows, cols };
}

/** A diverging scale if the values have both signs, else a sequential one. */
function coloursOf(data: Float32Array): CardPicture['colours'] {
  const both = data.some((x) => x > 0 && x < Infinity) && data.some((x) => x < 0 && x > -Infinity);
  return both ? 'rdbu' : 'viridis';
}
