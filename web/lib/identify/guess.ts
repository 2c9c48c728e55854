/**
 * Guesses specs from frequencies alone: base and factor follow from the numbers; lengths and turn counts are tried.
 * Each is only a guess until its own numbers are compared.
 */
import type { RopeSpec, ScalingSpec, SinusoidalSpec } from '../generated/encodings.js';
import type { Estimate } from './estimate.js';
import { partOf } from './rough.js';

/** Lengths before scaling of published models. */
const lengths = [
  2048, 4096, 8192, 10_240, 16_384, 32_768, 40_960, 65_536, 131_072, 163_840, 262_144, 524_288, 1_048_576,
] as const;
/** Turn counts of published YaRN models: transformers' defaults, and Mistral's. */
const betas = [
  [32, 1],
  [4, 1],
] as const;
/** Bases from which NTK-aware scaling starts. */
const usualBases = [10_000, 500_000, 1_000_000] as const;

/** Rejects values far beyond those of any model, to which non-rotary numbers lead. */
function isSensible({ base = 10_000, scaling }: RopeSpec): boolean {
  const factor = scaling && 'factor' in scaling ? (scaling.factor ?? 1) : 1;
  const amplitude = scaling && 'attentionFactor' in scaling ? (scaling.attentionFactor ?? 1) : 1;
  return base > 1.01 && base < 1e15 && factor > 1e-3 && factor < 1e5 && amplitude > 1e-3 && amplitude < 1e3;
}

/** The number with the fewest digits within the uncertainty, or else the number itself. */
function roundest(x: number, relative: number): number {
  for (let digits = 1; digits <= 6; digits++) {
    const round = Number(x.toPrecision(digits));
    if (Math.abs(round - x) <= relative * Math.abs(x)) return round;
  }
  const whole = Math.round(x);
  return Math.abs(whole - x) <= relative * Math.abs(x) ? whole : x;
}
/** Bases to try, if the base has more digits than float32 determines. */
const shortened = (x: number): readonly number[] => [...[7, 8, 9, 10, 11, 12].map((k) => Number(x.toPrecision(k))), x];
/** Factors of published models. */
const usualFactors = [2, 2.5, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 128] as const;
/** The roundest number, and usual factors within the uncertainty, which is large for slow pairs of a short table. */
const near = (x: number, relative: number): readonly number[] => [
  roundest(x, relative),
  ...usualFactors.filter((factor) => Math.abs(factor - x) <= relative * x),
];
const isRound = (x: number): boolean => Number(x.toPrecision(4)) === x;

/** The base from a least-squares line through all logarithms, which averages out digits that were cut off. */
function overall(logs: readonly number[], n: number): number {
  const middle = (logs.length - 1) / 2;
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const above = logs.reduce((sum, log, i) => sum + (i - middle) * (log - mean), 0);
  const below = logs.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  return Math.exp((-n * above) / below);
}

/** Pairs [from, to] with a constant ratio between successive frequencies. */
interface Run {
  readonly from: number;
  readonly to: number;
}
function runs(logs: readonly number[], errors: readonly number[]): { head: Run; tail: Run } {
  const slope = (i: number): number => logs[i + 1]! - logs[i]!;
  const alike = (i: number, j: number): boolean =>
    Math.abs(slope(i) - slope(j)) <= 3 * (errors[i]! + errors[i + 1]! + errors[j]! + errors[j + 1]!);
  const last = logs.length - 1;
  let to = 1;
  while (to < last && alike(0, to)) to++;
  let from = last - 1;
  while (from > 0 && alike(last - 1, from - 1)) from--;
  return { head: { from: 0, to }, tail: { from, to: last } };
}

/** Treats rising numbers as periods, divided by 2π or not, and guesses from their inverses. */
export function guesses(estimate: Estimate, layout: 'half' | 'interleaved' | undefined): RopeSpec[] {
  const { frequencies } = estimate;
  if (!(frequencies.at(-1)! > frequencies[0]!) || frequencies.some((f) => !(f > 0))) return falling(estimate, layout);
  return [1, 2 * Math.PI].flatMap((turn) =>
    falling({ ...estimate, frequencies: frequencies.map((period) => turn / period) }, layout),
  );
}

/** The denominator d/2 - 1 shows in the last frequency, which is 1/b exactly: fairseq, Whisper, diffusion models. */
export function sinusoids({ frequencies, errors }: Estimate): SinusoidalSpec[] {
  const n = frequencies.length;
  const [first, last] = [frequencies[0]!, frequencies.at(-1)!];
  if (n < 3 || !(last > 0) || !(last < first) || Math.abs(first - 1) > 4 * errors[0]!) return [];
  const base = roundest(1 / last, 2 * (errors[0]! + errors[n - 1]!));
  return Number(base.toPrecision(2)) === base
    ? [{ encoding: 'sinusoidal', dim: 2 * n, base, denominator: 'd/2-1' }]
    : [];
}

/** @param layout of the table, if its order of channels determines it */
function falling(estimate: Estimate, layout: 'half' | 'interleaved' | undefined): RopeSpec[] {
  const { frequencies: all, errors } = estimate;
  const n = all.length;
  const turning = all.findIndex((f) => f === 0);
  const count = turning < 0 ? n : turning;
  if (count < 2 || !all.slice(0, count).every((f) => f > 0 && Number.isFinite(f))) return [];
  if (all.slice(count).some((f) => f !== 0)) return [];
  const logs = all.slice(0, count).map(Math.log);
  const spec = (base: number, scaling?: ScalingSpec): RopeSpec => ({
    encoding: 'rope',
    dim: 2 * n,
    base,
    ...(layout !== undefined && { layout }),
    ...(scaling && { scaling }),
  });
  const { head, tail } = runs(logs, errors);
  const baseOf = ({ from, to }: Run): number => {
    const base = Math.exp((n * (logs[from]! - logs[to]!)) / (to - from));
    return roundest(base, (n * (errors[from]! + errors[to]!)) / (to - from));
  };
  const found: RopeSpec[] = [];
  if (head.to === count - 1) {
    const base = baseOf(head);
    const fitted = Math.exp((n * (logs[0]! - logs[count - 1]!)) / (count - 1));
    if (!isRound(base) && sinusoids(estimate).length === 0)
      found.push(...[...shortened(fitted), overall(logs, n)].map((own) => spec(own)));
    const factor = roundest(1 / all[0]!, 2 * errors[0]!);
    found.push(...geometric(spec, { base, factor, n, count, first: all[0]!, error: errors[0]! }));
  } else {
    const pairs = n;
    const bases = new Set([baseOf(head), ...(tail.to - tail.from > 0 ? [baseOf(tail)] : [])]);
    for (const base of bases) {
      const plain = base ** (-(count - 1) / pairs);
      const divided = [plain / all[count - 1]!, 1 / all[0]!];
      const factors = new Set(divided.flatMap((s, i) => near(s, 2 * errors[i === 0 ? count - 1 : 0]! + 1e-5)));
      for (const factor of factors)
        if (factor > 1 + 1e-3 || factor < 1 - 1e-3) found.push(...byParts(spec, base, factor, estimate.amplitude));
      const last = { pair: count - 1, left: all[count - 1]! / plain, error: 2 * errors[count - 1]! + 1e-5 };
      found.push(...beyondLast(spec, base, last, estimate.amplitude));
    }
    found.push(...mixed(spec, logs, n));
  }
  return found.filter(isSensible);
}

interface Geometric {
  readonly base: number;
  readonly factor: number;
  readonly n: number;
  /** Pairs that turn. */
  readonly count: number;
  readonly first: number;
  readonly error: number;
}
type Make = (base: number, scaling?: ScalingSpec) => RopeSpec;

function geometric(spec: Make, { base, factor, n, count, first, error }: Geometric): RopeSpec[] {
  const found: RopeSpec[] = [];
  const isOne = Math.abs(first - 1) <= 4 * error;
  if (count < n) {
    const fraction = count / n;
    return [spec(base, { type: 'proportional', fraction, ...(!isOne && { factor }) })];
  }
  if (!isOne) {
    found.push(spec(base, { type: 'linear', factor }));
    const stretch = roundest(first ** -n, 4 * n * error); // kexue.fm: θ_0 = k^(-2/r)
    if (isRound(stretch) && stretch > 1)
      found.push(spec(roundest(base / stretch, 4 * n * error), { type: 'kexue-fixed', factor: stretch }));
    return found;
  }
  found.push(spec(base));
  if (isRound(base) && base % 1000 === 0) return found;
  for (const usual of usualBases) {
    const stretch = (base / usual) ** ((n - 1) / n);
    const round = roundest(stretch, 1e-4);
    if (stretch > 1.01 && Number(round.toPrecision(3)) === round)
      found.push(spec(usual, { type: 'ntk', factor: round }));
  }
  return found;
}

type YarnScaling = ScalingSpec & { readonly type: 'yarn' };
const yarns = (factor: number, originalContext: number): YarnScaling[] =>
  betas.flatMap(([betaFast, betaSlow]) =>
    [true, false].map((truncate) => ({
      ...({ type: 'yarn', factor, originalContext } as const),
      ...(betaFast !== 32 && { betaFast, betaSlow }),
      ...(!truncate && { truncate }),
    })),
  );
/** With the attention factor of the numbers, if unusual, and without. */
function amplified(yarn: YarnScaling, amplitude: Estimate['amplitude']): ScalingSpec[] {
  const usual = yarn.factor > 1 ? 0.1 * Math.log(yarn.factor) + 1 : 1;
  if (amplitude === undefined || Math.abs(amplitude - usual) <= 1e-3 * usual) return [yarn];
  return [{ ...yarn, attentionFactor: roundest(amplitude, 1e-4) }, yarn];
}

/** Extensions that keep fast pairs and divide slow ones. */
function byParts(spec: Make, base: number, factor: number, amplitude: Estimate['amplitude']): RopeSpec[] {
  return lengths.flatMap((originalContext) =>
    [
      { type: 'llama3', factor, originalContext } as const,
      ...yarns(factor, originalContext).flatMap((yarn) => amplified(yarn, amplitude)),
      { type: 'yarn-paper', factor, originalContext } as const,
      { type: 'ntk-by-parts', factor, originalContext } as const,
    ].map((scaling) => spec(base, scaling)),
  );
}

/**
 * YaRN whose ramp ends beyond the last pair, as from a long context with a small base. That pair is divided in part,
 * and the factor follows from its remaining frequency.
 */
function beyondLast(
  spec: Make,
  base: number,
  last: { readonly pair: number; readonly left: number; readonly error: number },
  amplitude: Estimate['amplitude'],
): RopeSpec[] {
  const of = ({ factor: _, ...yarn }: YarnScaling): RopeSpec[] => {
    const divided = partOf({ ...yarn, factor: 2 }, base, spec(base).dim)!(0, last.pair);
    const inverse = 1 - (1 - last.left) / divided;
    if (divided === 1 || !(inverse > 0)) return [];
    return near(1 / inverse, last.error / (divided * inverse)).flatMap((factor) =>
      amplified({ ...yarn, factor }, amplitude).map((scaling) => spec(base, scaling)),
    );
  };
  return lengths.flatMap((originalContext) => yarns(2, originalContext).flatMap(of));
}

/** kexue.fm: ln θ_i = -(2i/r) ln b - a (i + 1)^β with β = 0.625 and a = ln k / (r/2)^β. */
function mixed(spec: Make, logs: readonly number[], n: number): RopeSpec[] {
  const power = n ** 0.625;
  const k = Math.exp(-logs[0]! * power);
  const base = Math.exp((-(logs[n - 1]! + Math.log(k)) * n) / (n - 1));
  if (!(k > 1.001) || !Number.isFinite(base) || logs.length < n) return [];
  return [spec(roundest(base, 1e-3), { type: 'kexue-mixed', factor: roundest(k, 1e-3) })];
}
