/** How numbers are made: a spec whose frequencies the core computes, and the later effects of a mistake. */
import type { Llama3Scaling, RopeSpec } from '../generated/encodings.js';
import type { IdentifiedSpec, KnownMistake } from '../types/identify.js';

/** Frequencies in rad per position with and without the context extension, and the factor of cos and sin. */
export interface Rates {
  readonly spec: RopeSpec;
  readonly scaled: readonly number[];
  readonly plain: readonly number[];
  readonly amplitude: number;
  /** Distance between the two numbers that a pair blends, if not that from its plain frequency. */
  readonly apart?: readonly number[];
}
export type Step = (rates: Rates) => Rates;

/** Formats of position and frequency, and of their product. */
export interface Held {
  readonly operands: 'bf16' | 'fp16' | 'float32';
  readonly product: 'bf16' | 'fp16' | 'float32';
}

export interface Making {
  /** The intended spec. */
  readonly meant: IdentifiedSpec;
  /** The spec whose frequencies the core computes: the intended one, or a mistake's variant. */
  readonly spec: RopeSpec;
  readonly mistakes: readonly KnownMistake[];
  readonly steps: readonly Step[];
  /** Added to every position. */
  readonly shift: number;
  readonly held?: Held;
  /** The channels are in the order of the other layout. */
  readonly otherLayout?: true;
  /** Number of pairs kept, if not all of the spec's. */
  readonly pairs?: number;
  readonly layer?: string;
}

/** Facts in addition to the spec. */
export interface Facts {
  /** max_position_embeddings of the config. */
  readonly maxContext?: number;
  /** Possible numbers of pairs in the numbers. */
  readonly pairs?: readonly number[];
}

/** One kind of mistake. `make` returns its variants for a making; none if it does not apply. */
export interface Mistake extends KnownMistake {
  make(making: Making, facts: Facts): readonly Partial<Omit<Making, 'mistakes' | 'meant'>>[];
}

/** A RoPE with the frequencies of `spec`: i/(d/2 - 1), which ends at 1/b, is the base b^(n/(n - 1)). */
function rotating(spec: IdentifiedSpec): RopeSpec {
  if (spec.encoding === 'rope') return spec;
  const { dim, base = 10_000, denominator = 'd/2' } = spec;
  return { encoding: 'rope', dim, base: denominator === 'd/2' ? base : base ** (dim / (dim - 2)) };
}

export const plainMaking = (spec: IdentifiedSpec, layer?: string): Making => ({
  meant: spec,
  spec: rotating(spec),
  mistakes: [],
  steps: [],
  shift: 0,
  ...(layer !== undefined && { layer }),
});

/** The makings with one more mistake. */
export const withMistake = (mistake: Mistake, making: Making, facts: Facts): Making[] =>
  mistake.make(making, facts).map((change) => {
    const { id, stage, title, sources } = mistake;
    return { ...making, ...change, mistakes: [...making.mistakes, { id, stage, title, sources }] };
  });

export const ratesOf = (making: Making, rates: Rates): Rates => making.steps.reduce((made, step) => step(made), rates);

/** A step that changes each frequency. */
export const eachRate =
  (change: (scaled: number, plain: number, pair: number, rates: Rates) => number): Step =>
  (rates) => ({
    ...rates,
    scaled: rates.scaled.map((scaled, pair) => change(scaled, rates.plain[pair]!, pair, rates)),
  });

/** A step that changes the factor of cos and sin. */
export const amplitudeTo =
  (change: (amplitude: number, rates: Rates) => number): Step =>
  (rates) => ({ ...rates, amplitude: change(rates.amplitude, rates) });

/** The part ρ of a frequency that is divided by the factor: scaled = (1 - ρ) plain + ρ plain / factor. */
export const partDivided = (scaled: number, plain: number, factor: number): number =>
  (plain - scaled) / (plain - plain / factor);

/** Llama 3's rule as a function of the frequency. */
export function llama3Rule(scaling: Llama3Scaling): (frequency: number) => number {
  const { factor, originalContext, lowFreqFactor: low = 1, highFreqFactor: high = 4 } = scaling;
  return (frequency) => {
    const turns = (originalContext * frequency) / (2 * Math.PI);
    const part = 1 - Math.min(1, Math.max(0, (turns - low) / (high - low)));
    return (1 - part) * frequency + (part * frequency) / factor;
  };
}

/** A step that replaces plain frequencies and extends them as before; none if the extension is in the base. */
export function extendedFrom({ scaling }: RopeSpec, change: (plain: number) => number): Step[] {
  const rule = scaling?.type === 'llama3' ? llama3Rule(scaling) : undefined;
  if (!rule && !['default', 'linear', 'yarn', 'longrope', 'proportional'].includes(scaling?.type ?? 'default'))
    return [];
  return [
    (rates) => ({
      ...rates,
      plain: rates.plain.map(change),
      scaled: rates.scaled.map((scaled, pair) => {
        const plain = rates.plain[pair]!;
        return rule ? rule(change(plain)) : plain === 0 ? 0 : change(plain) * (scaled / plain);
      }),
    }),
  ];
}
