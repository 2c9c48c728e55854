/** Ways to extend a context, applied to a rope spec. To add one, write a row here and its id in types/advice.ts. */
import type { RopeSpec } from '../generated/encodings.js';
import type { ExtensionId } from '../types/advice.js';

export interface Lengths {
  /** The length that the model was trained on according to the file, before its own extension. */
  readonly trained: number;
  /** The length that it serves as it is. */
  readonly served: number;
  readonly wanted: number;
}
export interface ExtensionMethod {
  readonly id: ExtensionId;
  readonly title: string;
  readonly source: string;
  readonly training: string;
  /** The spec with the method, or why there is none. `spec` has no scaling, or one of this type. */
  extend(spec: RopeSpec, lengths: Lengths): RopeSpec | string;
}

/** The least factor whose product with the trained length reaches the wanted one, as float64 rounds it. */
function factorOf({ trained, wanted }: Pick<Lengths, 'trained' | 'wanted'>): number {
  const factor = wanted / trained;
  return Math.floor(factor * trained) >= wanted ? factor : factor * (1 + 2 * Number.EPSILON);
}

export const methods: readonly ExtensionMethod[] = [
  {
    id: 'yarn',
    title: 'YaRN',
    source: 'Peng et al. 2023, arXiv:2309.00071',
    training:
      'The paper trains 400 steps on longer texts. Without training: the model cards of Qwen 2.5 and Qwen 3 give it with factor 4. It acts on short texts, too.',
    extend: (spec, lengths) => ({
      ...spec,
      scaling: {
        ...(spec.scaling?.type === 'yarn' && spec.scaling),
        type: 'yarn',
        factor: factorOf(lengths),
        originalContext: lengths.trained,
      },
    }),
  },
  {
    id: 'ntk',
    title: 'NTK-aware: a larger base',
    source: 'bloc97 2023, r/LocalLLaMA 14lz7j5; base × factor^(d/(d − 2))',
    training: 'Published as a way without training; it acts on short texts, too.',
    extend: (spec, lengths) => {
      if (spec.scaling) return 'the file has another extension, which the base alone would replace';
      const { dim, rotaryDim: turned = dim, base = 10_000 } = spec;
      if (turned < 4) return 'with one rotated pair there is nothing between the fastest and the slowest';
      return {
        ...spec,
        scaling: { type: 'abf', base: Math.ceil(base * factorOf(lengths) ** (turned / (turned - 2))) },
      };
    },
  },
  {
    id: 'dynamic',
    title: 'dynamic NTK',
    source: 'emozilla 2023; transformers, rope_type dynamic',
    training: 'Published as a way without training. Short texts are as before; the frequencies change with the length.',
    extend: (spec, lengths) => ({
      ...spec,
      scaling: { type: 'dynamic', factor: factorOf(lengths), originalContext: lengths.trained },
    }),
  },
  {
    id: 'linear',
    title: 'position interpolation',
    source: 'Chen et al. 2023, arXiv:2306.15595',
    training: 'The paper trains 1,000 steps on longer texts.',
    extend: (spec, lengths) => {
      const before = spec.scaling?.type === 'linear' ? spec.scaling.factor : 1;
      const further = factorOf({ trained: lengths.served, wanted: lengths.wanted });
      return { ...spec, scaling: { type: 'linear', factor: before * further } };
    },
  },
  {
    id: 'longrope',
    title: 'LongRoPE',
    source: 'Ding et al. 2024, arXiv:2402.13753',
    training: 'Its factors are searched for with the model, which is then trained with them.',
    extend: ({ scaling }) =>
      scaling?.type === 'longrope'
        ? 'its factors were searched for the length of the file; another length needs others'
        : 'it needs a factor a pair, which are searched for with the model',
  },
  {
    id: 'llama3',
    title: 'Llama 3.1',
    source: 'Llama 3.1, rope_type llama3; Grattafiori et al. 2024, arXiv:2407.21783',
    training: 'Published as part of a training on long texts.',
    extend: () => 'it belongs to a training on long texts; YaRN keeps and scales pairs by a similar rule',
  },
];
