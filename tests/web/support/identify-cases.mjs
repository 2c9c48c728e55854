/**
 * Random specs with a mistake, for identify.test.mjs: the contents of a model's file, the mistake that a program made
 * with it, and the resulting numbers.
 */
import { listOf, tablesOf } from './rope-makers.mjs';

const pick = (next, list) => list[Math.floor(next() * list.length)];

const bases = [10000, 50000, 150000, 500000, 1e6, 5e6, 1e7, 8e6, 25000, 1234567];
const lengths = [2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144];

/** A spec of a kind; `common`: only with values of published files. */
export function drawnSpec(next, kind, common = false) {
  const dim = pick(next, [64, 96, 128, 192, 256]);
  const base = pick(next, common ? bases.slice(0, 8) : bases);
  const layout = pick(next, ['half', 'interleaved']);
  const factor = pick(next, common ? [2, 4, 8, 16, 32, 40, 64] : [1.5, 2, 4, 7.25, 8, 16, 32, 40, 64]);
  const originalContext = pick(next, lengths);
  const own = { encoding: 'rope', dim, base, layout };
  if (kind === 'default') return own;
  if (kind === 'linear' || kind === 'ntk') return { ...own, scaling: { type: kind, factor } };
  if (kind === 'llama3') return { ...own, scaling: { type: 'llama3', factor, originalContext } };
  const betas = pick(
    next,
    common ? [{}, { betaFast: 4, betaSlow: 1 }] : [{}, { betaFast: 4, betaSlow: 1 }, { betaFast: 20, betaSlow: 2 }],
  );
  const truncate = pick(next, [{}, {}, { truncate: false }]);
  const mscales = common
    ? [{}]
    : [
        {},
        {},
        { attentionFactor: 1 },
        { attentionFactor: 1.21 },
        { mscale: 1, mscaleAllDim: 1 },
        { mscale: 0.707, mscaleAllDim: 1 },
      ];
  return { ...own, scaling: { type: 'yarn', factor, originalContext, ...betas, ...truncate, ...pick(next, mscales) } };
}

/** The kinds of specs in which each mistake can occur, and whether a list of frequencies shows it. */
export const makings = {
  'base-default': { kinds: ['default', 'linear', 'ntk', 'llama3', 'yarn'], list: true },
  'context-max': { kinds: ['llama3', 'yarn'], list: true },
  truncation: { kinds: ['yarn'], list: true },
  'betas-swapped': { kinds: ['yarn'], list: true },
  'betas-default': { kinds: ['yarn'], list: true },
  'linear-instead': { kinds: ['ntk', 'llama3', 'yarn'], list: true },
  'scaling-skipped': { kinds: ['linear', 'ntk', 'llama3', 'yarn'], list: true },
  'clamp-width': { kinds: ['yarn'], list: true },
  'scaling-twice': { kinds: ['linear', 'ntk', 'llama3', 'yarn'], list: true },
  'inverted-interpolation': { kinds: ['yarn'], list: true },
  'factor-in-power': { kinds: ['yarn'], list: true },
  'stretched-base': { kinds: ['yarn'], list: true },
  'harmonic-blend': { kinds: ['yarn'], list: true },
  'exponent-width': { kinds: ['default', 'linear', 'llama3', 'yarn'], list: true },
  'index-shifted': { kinds: ['default', 'linear', 'llama3', 'yarn'], list: true },
  periods: { kinds: ['default', 'linear', 'llama3', 'yarn'], list: true },
  'amplitude-missing': { kinds: ['yarn'] },
  'amplitude-squared': { kinds: ['yarn'] },
  'amplitude-default': { kinds: ['yarn'] },
  'amplitude-all-dim': { kinds: ['yarn'] },
  'amplitude-logged': { kinds: ['yarn'] },
  'positions-shifted': { kinds: ['default', 'linear', 'ntk', 'llama3', 'yarn'] },
  'angles-bf16': { kinds: ['default', 'linear', 'ntk', 'llama3', 'yarn'], list: true },
  'angles-fp16': { kinds: ['default', 'linear', 'ntk', 'llama3', 'yarn'], list: true },
  'angles-float32': { kinds: ['default'], stored: 'f64' },
  'layout-exchanged': { kinds: ['default', 'linear', 'llama3', 'yarn'] },
  'pairs-missing': { kinds: ['default', 'linear', 'ntk', 'llama3', 'yarn'], list: true },
};

/** Returns whether the mistake is possible: the file must have the lost value. */
function applies(mistake, { base, scaling = {} }, maxContext) {
  const { betaFast = 32, betaSlow = 1, mscaleAllDim, originalContext } = scaling;
  if (mistake === 'base-default') return base !== 10000;
  if (mistake === 'betas-default') return betaFast !== 32 || betaSlow !== 1;
  if (mistake === 'amplitude-all-dim') return mscaleAllDim !== undefined;
  if (mistake === 'context-max') return maxContext !== originalContext;
  return true;
}

/** The numbers of a case with and without its mistake, in one shape. */
function numbersOf(spec, mistake, how) {
  if (how.form === 'list') return listOf(spec, mistake, how.facts);
  const { cos, sin } = tablesOf(spec, mistake, how);
  return how.form === 'both' ? { cos, sin } : how.form === 'cos' ? cos : sin;
}
const flat = (numbers) =>
  ArrayBuffer.isView(numbers) ? numbers : 'rows' in numbers ? numbers.data : [...numbers.cos.data, ...numbers.sin.data];

/**
 * Returns whether any number shows the mistake, by more than some units of the type and the error of a float32 angle.
 * If none does, "all as expected" is an equally correct result.
 */
function shows(wrong, right, { form, stored, rows }) {
  const [a, b] = [flat(wrong), flat(right)];
  if (a.length !== b.length) return true;
  const unit = { f32: 2 ** -24, bf16: 2 ** -8, f64: 2 ** -45 }[stored];
  if (form === 'list') return a.some((x, i) => Math.abs(x - b[i]) > 4e-6 * Math.abs(b[i]));
  const perRow = (form === 'both' ? a.length / 2 : a.length) / rows;
  return a.some((x, i) => {
    const position = Math.floor(i / perRow) % rows;
    return Math.abs(x - b[i]) > 8 * unit + (stored === 'f64' ? 1e-12 : 4e-6) * (1 + position);
  });
}

/** A mistake, a spec in which it can occur, and the numbers. */
export function drawnCase(next, mistake) {
  const { kinds, list = false, stored: own } = makings[mistake];
  for (;;) {
    const spec = drawnSpec(next, pick(next, kinds));
    const maxContext = 32 * (spec.scaling?.originalContext ?? 4096);
    if (!applies(mistake, spec, maxContext)) continue;
    if (mistake === 'context-max') spec.layout = 'half'; // only a config has the longest length
    const form = pick(next, [...(list ? ['list', 'list'] : []), 'both', 'cos', 'sin']);
    const stored = own ?? (form === 'list' ? 'f32' : pick(next, ['f32', 'f32', 'bf16']));
    const order = mistake === 'layout-exchanged' || form !== 'list' ? spec.layout : 'half';
    const how = {
      form,
      stored,
      order: mistake === 'layout-exchanged' ? order : pick(next, [order, 'once']),
      rows: pick(next, [48, 200, 300]),
      facts: {
        maxContext,
        width: pick(next, [spec.dim / 2, 2 * spec.dim, spec.dim - 2]),
        first: pick(next, [1, -1, 0.5]),
        kept: pick(next, [2, spec.dim / 8, spec.dim / 2 - 1]),
      },
      shift: pick(next, [1, -1]),
      product: pick(next, ['f32', 'half']),
    };
    const numbers = numbersOf(spec, mistake, how);
    return { mistake, spec, maxContext, how, numbers, told: shows(numbers, numbersOf(spec, undefined, how), how) };
  }
}

/** The expected model as options of identify: a config.json of Llama if one can express it, else the spec. */
export const expecting = ({ spec, maxContext }) =>
  spec.layout === 'half' && spec.scaling?.type !== 'ntk' ? { config: configOf(spec, maxContext) } : { spec };

/** The config.json of the spec, as transformers 5 reads it. */
export function configOf({ dim, base, scaling }, maxContext) {
  const { type, factor, originalContext, betaFast, betaSlow, truncate, attentionFactor, mscale, mscaleAllDim } =
    scaling ?? {};
  const fields = {
    rope_type: type,
    factor,
    original_max_position_embeddings: originalContext,
    beta_fast: betaFast,
    beta_slow: betaSlow,
    truncate,
    attention_factor: attentionFactor,
    mscale,
    mscale_all_dim: mscaleAllDim,
    ...(type === 'llama3' && { low_freq_factor: 1, high_freq_factor: 4 }),
  };
  return {
    model_type: 'llama',
    head_dim: dim,
    hidden_size: 32 * dim,
    num_attention_heads: 32,
    max_position_embeddings: maxContext,
    rope_theta: base,
    ...(scaling && { rope_scaling: fields }),
  };
}
