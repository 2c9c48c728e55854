/**
 * Our specs against evidence of models that rotate by several coordinates. For a file of diffusers the spec is that of our
 * report. timm has no such file: a spec is made of the arguments of its rotary class.
 */
import { ropeNdPresets } from '../dist/lib/node.js';
import { corpusOf } from './corpus.mjs';
import { read } from './stored.mjs';

const presetOf = (id) => ropeNdPresets.find((preset) => preset.id === id);
/** LTX-Video has no report, but a preset. Seconds and pixels of a cell are those of its pipeline at 25 frames a second. */
const presets = {
  LTXVideoTransformer3DModel: { id: 'ltx-video', steps: { time: 8 / 25, row: 32, column: 32 } },
};
const ofAxis = {
  time: ['time', 'image', 'frame', 'second'],
  row: ['row', 'pixel row'],
  column: ['column', 'pixel column'],
  text: ['token'],
};
/** CogView4 spreads the cells of every picture over a grid. */
const stepsOf = ({ _class_name: name, rope_axes_dim: [rows, columns] = [256, 256] }) =>
  name === 'CogView4Transformer2DModel' ? { row: Math.floor(rows / 3), column: Math.floor(columns / 4) } : {};

async function ofDiffusers(pe, config) {
  const preset = presets[config._class_name];
  if (preset) return { ...presetOf(preset.id), steps: preset.steps };
  const { spec, axes } = await pe.report(config);
  const sized = spec.centring === undefined ? spec : { ...spec, sizes: [0, 3, 4] };
  return { spec: sized, axes: axes.map(({ name }) => name), steps: stepsOf(config) };
}

/** A spec with the arguments of a rotary class of timm, for pictures of some rows and columns. */
function ofTimm({ class: name, arguments: given, cells: [, height, width] }) {
  const layout = given.rotate_half ? 'half' : 'interleaved';
  const axes = ['row', 'column'];
  const { dim, temperature } = given;
  if (name === 'RotaryEmbeddingDinoV3')
    return { spec: { encoding: 'rope-dinov3', dim, height, width, base: temperature, layout }, axes };
  if (name === 'Gemma4RotaryEmbedding2D') {
    const { spec, axes: own } = presetOf('gemma-4-vision');
    return { spec: { ...spec, dim: given.head_dim, base: given.rope_theta }, axes: own };
  }
  if (name !== 'RotaryEmbeddingCat' || given.in_pixels) return undefined;
  const reference = given.ref_feat_shape && {
    ...{ height, width, refHeight: given.ref_feat_shape[0], refWidth: given.ref_feat_shape[1] },
  };
  const indices = { gridOffset: given.grid_offset, indexing: given.grid_indexing };
  return {
    spec: { encoding: 'rope-2d-timm', dim, mode: 'language', temperature, layout, ...indices, ...reference },
    axes,
  };
}

/** The numbers of '0-21' or '1-1021/3'. */
const numbersOf = (text) =>
  text.split(' ').flatMap((part) => {
    const [span, step = '1'] = part.split('/');
    const [first, last = first] = span.split('-').map(Number);
    return Array.from({ length: Math.floor((last - first) / Number(step)) + 1 }, (_, i) => first + i * Number(step));
  });

/** The first and the second channel of pair i, and the number that evidence gives it. */
async function pairsOf(pe, { layout = 'interleaved', ...spec }, pairs) {
  if (layout === 'interleaved') return (i) => [2 * i, 2 * i + 1, i];
  if (layout === 'half') return (i) => [i, i + pairs, i];
  const [width] = (await pe.facts({ ...spec, layout })).find(({ name }) => name === 'widths').values;
  return (i) => {
    const first = Math.floor((2 * i) / width) * width + (i % (width / 2));
    return [first, first + width / 2, first];
  };
}

const turn = 2 * Math.PI;
const apart = (a, b) => Math.abs(a - b - turn * Math.round((a - b) / turn));

/** Reason why an axis is not the executed one, or undefined. */
async function axisDiffers(pe, { spec, axes, steps = {} }, executed) {
  const axis = axes.findIndex((name) => ofAxis[executed.axis].includes(name));
  if (axis < 0) return `has no axis ${executed.axis}`;
  const step = steps[executed.axis] ?? 1;
  const cell = (place) => axes.map((_, one) => (one === axis ? place * step : 0));
  // a step may be a whole number of turns, but no fraction of it is, too
  const part = spec.encoding === 'rope-nd' ? 0.37 : 1;
  const cells = [cell(part), ...executed.at.map((_, i) => cell(i))];
  const { data, cols } = await pe.table(spec, cells, { dtype: 'f64' });
  const pairs = cols / 2;
  const channels = await pairsOf(pe, spec, pairs);
  const layout = spec.layout === undefined ? 'interleaved' : spec.layout.replace('-by-axis', '');
  if (executed.layout !== layout) return `layout ${layout}, executed ${executed.layout}`;
  if (executed.width !== spec.dim) return `width ${spec.dim}, executed ${executed.width}`;
  /** The angle of pair i at a cell; -1 is a fraction of a step away. */
  const angle = (row, i) => {
    const [first, second] = channels(i);
    return Math.atan2(data[(row + 1) * cols + second], data[(row + 1) * cols + first]);
  };
  const turns = (i) => apart(angle(0, i), angle(1, i)) > 1e-12 || apart(angle(0, i), angle(-1, i)) > 1e-12;
  const turned = Array.from({ length: pairs }, (_, i) => i).filter(turns);
  const numbers = turned.map((i) => channels(i)[2]);
  if (`${numbers}` !== `${numbersOf(executed.pairs)}`) return `pairs ${numbers}, executed ${executed.pairs}`;
  const loose = spec.offsets ? 2e-3 : executed.at[0] === 0 ? 1e-9 : 3e-6; // float32 at larger angles
  for (const [k, i] of turned.entries()) {
    const [own, theirs] = [angle(1, i) - angle(0, i), executed.frequencies[k]];
    if (apart(own, theirs) > 1e-5 * Math.abs(theirs) + loose) return `pair ${i} turns by ${own}, executed ${theirs}`;
  }
  if (spec.offsets) return undefined; // angles beyond a turn tell no place
  const near = (i) => Math.abs(Math.log(Math.abs(executed.frequencies[i]) / 0.01));
  const chosen = turned.reduce((best, _, k) => (near(k) < near(best) ? k : best), 0);
  for (const [row, place] of executed.at.entries())
    if (
      apart(angle(row, turned[chosen]), place * executed.frequencies[chosen]) >
      0.006 * Math.abs(executed.frequencies[chosen]) + 1e-5
    )
      return `place ${row} is at ${angle(row, turned[chosen]) / executed.frequencies[chosen]}, executed ${place}`;
  return undefined;
}

/** Verdict on one case: right, 'not known', wrong or unsettled, with the reason. */
export async function cellsVerdict(pe, engine, config, executed) {
  if (executed === undefined || executed.unsettled !== undefined) return { verdict: 'unsettled' };
  const known = executed.rotations?.filter(({ unread, axis }) => unread === undefined && axis !== 'text');
  if (executed.rotations?.some(({ unread }) => unread !== undefined)) return { verdict: 'unsettled' };
  let ours;
  try {
    ours = engine === 'timm' ? ofTimm(executed) : await ofDiffusers(pe, config);
  } catch (error) {
    if (error.code === 'unsupported_config') return { verdict: 'not known', why: error.message };
    if (error.code !== 'bad_config') throw error;
    return executed.error ? { verdict: 'right' } : { verdict: 'wrong', why: `raises ${error.message}` };
  }
  if (ours === undefined) return { verdict: 'not known' };
  if (executed.error !== undefined) return { verdict: 'wrong', why: `answers; executed: ${executed.error}` };
  if (known.length === 0) return { verdict: 'wrong', why: 'nothing turns, ours does' };
  const compared = ours.axes.includes('token') ? executed.rotations : known;
  for (const one of compared) {
    const why = await axisDiffers(pe, ours, one);
    if (why) return { verdict: 'wrong', why: `${one.axis}: ${why}` };
  }
  return { verdict: 'right' };
}

export async function comparedCells(pe, engine, release) {
  const { answers } = read(engine, release);
  const rows = [];
  for (const { id, config } of corpusOf(engine)) {
    const executed = answers.get(id);
    const raises = executed?.error !== undefined;
    rows.push({ id, raises, ...(await cellsVerdict(pe, engine, JSON.parse(config), executed)) });
  }
  return rows;
}
