/**
 * The table of the picture as a stand-alone numpy program, equal up to float64 rounding. Frequencies with a one-line
 * formula are computed. Scaled rotary frequencies are written out, because their rules are easy to get wrong.
 */
import type { EncodingSpec } from '../../lib/types/posenc.js';
import type { Sampling } from '../places.js';

export interface Numbers {
  /** rad per position; required only for a spec with scaling. */
  readonly frequencies: ArrayLike<number>;
  /** Factor of cos and sin. */
  readonly amplitude: number;
}

type Of<E extends EncodingSpec['encoding']> = Extract<EncodingSpec, { encoding: E }>;

/** Returns undefined for encodings without a Python version; the page then offers the .npy file instead. */
export function pythonCode(spec: EncodingSpec, at: Sampling, numbers: Numbers): string | undefined {
  const body =
    spec.encoding === 'sinusoidal'
      ? sinusoidal(spec)
      : spec.encoding === 'timestep'
        ? timestep(spec)
        : spec.encoding === 'rope'
          ? rope(spec, numbers)
          : spec.encoding === 'alibi'
            ? alibi(spec, at)
            : undefined;
  if (body === undefined) return undefined;
  const positions =
    spec.encoding === 'alibi'
      ? []
      : [`positions = ${number(at.start)} + ${number(at.step)} * np.arange(${at.count}, dtype=np.float64)`];
  return `${['import numpy as np', '', ...positions, ...body].join('\n')}\n`;
}

function sinusoidal(spec: Of<'sinusoidal'>): string[] {
  const d = spec.dim;
  const odd = d % 2 === 1;
  const rule = spec.oddRule ?? 'error';
  const layout = spec.layout ?? 'interleaved';
  const built = odd && rule === 'pad-drop' ? d + 1 : odd && rule === 'zero-column' ? d - 1 : d;
  const pairs = Math.ceil(built / 2);
  const denominator = spec.denominator === 'd/2-1' ? Math.max(1, built / 2 - 1) : built / 2;
  const cosines = layout === 'half-flipped' && odd && rule === 'literal' ? `cos[:, :${Math.floor(d / 2)}]` : 'cos';
  const joined =
    layout === 'interleaved'
      ? 'np.stack([sin, cos], axis=-1).reshape(len(positions), -1)'
      : layout === 'half'
        ? 'np.concatenate([sin, cos], axis=1)'
        : `np.concatenate([${cosines}, sin], axis=1)`;
  return [
    `omega = ${number(spec.base ?? 10000)} ** (-np.arange(${pairs}) / ${number(denominator)})  # rad per position`,
    ...waves(spec.scale),
    `table = ${joined}${odd && rule !== 'zero-column' ? `[:, :${d}]` : ''}`,
    ...(odd && rule === 'zero-column' ? ['table = np.pad(table, ((0, 0), (0, 1)))  # the odd channel is zero'] : []),
    ...(spec.paddingIndex === undefined
      ? []
      : [`table[positions == ${number(spec.paddingIndex)}] = 0.0  # padding token`]),
  ];
}

function timestep(spec: Of<'timestep'>): string[] {
  const half = Math.floor(spec.dim / 2);
  return [
    `omega = ${number(spec.maxPeriod ?? 10000)} ** (-np.arange(${half}) / (${half} - ${number(spec.downscaleFreqShift ?? 1)}))  # rad per step`,
    ...waves(spec.scale),
    `table = np.concatenate(${spec.flipSinToCos === true ? '[cos, sin]' : '[sin, cos]'}, axis=1)`,
    ...(spec.dim % 2 === 1 ? ['table = np.pad(table, ((0, 0), (0, 1)))  # the odd channel is zero'] : []),
  ];
}

function rope(spec: Of<'rope'>, numbers: Numbers): string[] {
  const width = spec.rotaryDim ?? spec.dim;
  const plain = spec.scaling === undefined || spec.scaling.type === 'default';
  const factor = numbers.amplitude === 1 ? '' : `${number(numbers.amplitude)} * `;
  return [
    plain
      ? `omega = ${number(spec.base ?? 10000)} ** (-2 * np.arange(${width / 2}) / ${width})  # rad per position`
      : `# rad per position, after '${spec.scaling?.type}' scaling\nomega = np.array([\n${wrapped(numbers.frequencies)}\n])`,
    ...waves(undefined),
    spec.layout === 'interleaved'
      ? `table = ${factor}np.stack([cos, sin], axis=-1).reshape(len(positions), -1)`
      : `table = ${factor}np.concatenate([cos, sin], axis=1)`,
  ];
}

function waves(scale: number | undefined): string[] {
  const position = scale === undefined || scale === 1 ? 'positions' : `positions * ${number(scale)}`;
  return [`angle = np.outer(${position}, omega)`, 'sin, cos = np.sin(angle), np.cos(angle)'];
}

function alibi(spec: Of<'alibi'>, at: Sampling): string[] {
  const n = spec.heads;
  const below = 2 ** Math.floor(Math.log2(n));
  const slopes =
    spec.rule === 'geometric' || below === n
      ? [`slopes = 2.0 ** (-8 * np.arange(1, ${n + 1}) / ${n})`]
      : [
          `slopes = np.concatenate([`,
          `    2.0 ** (-8 * np.arange(1, ${below + 1}) / ${below}),`,
          `    2.0 ** (-8 * np.arange(1, ${2 * (n - below)}, 2) / ${2 * below}),  # every other slope of twice the heads`,
          `])`,
        ];
  return [
    ...slopes,
    `distance = np.arange(${at.count})[:, None] - np.arange(${at.count})[None, :]  # query - key`,
    spec.direction === 'symmetric'
      ? 'bias = -slopes[:, None, None] * np.abs(distance)'
      : 'bias = np.where(distance >= 0, -slopes[:, None, None] * distance, -np.inf)',
    '# bias[head, query, key] is added to the attention logits',
  ];
}

/** A float literal that parses to the same float64. */
function number(value: number): string {
  const text = String(value);
  return /[.e]/i.test(text) ? text : `${text}.0`;
}

function wrapped(values: ArrayLike<number>): string {
  const rows: string[] = [];
  for (let i = 0; i < values.length; i += 4) {
    rows.push(
      `    ${Array.from({ length: Math.min(4, values.length - i) }, (_, k) => number(values[i + k]!)).join(', ')},`,
    );
  }
  return rows.join('\n');
}
