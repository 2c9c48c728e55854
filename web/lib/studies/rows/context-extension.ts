import type { PositionSpec } from '../../types/training.js';
import { column, end, language, languageToy, primary, term } from '../build.js';
import type { Arm, Claim, Measure, Patch, Study } from '../study.js';

const [trained, factor] = [32, 4];
const context = factor * trained;
const base = 1000;
const rope = (scaling?: object): Patch => ({
  positions: [{ encoding: 'rope', base, ...(scaling && { scaling }) } as PositionSpec],
});
const by = (type: string, more: object = {}): Patch => rope({ type, factor, ...more });
const within = { originalContext: trained };
/** Positions of the later stage. */
const methods: Readonly<Record<string, Patch>> = {
  'as it is': rope(),
  'position interpolation': by('linear'),
  'NTK-aware': by('ntk'),
  dynamic: by('dynamic', { ...within, contextLength: context }),
  'NTK by parts': by('ntk-by-parts', { ...within, alpha: 1, beta: 8 }),
  'YaRN, code': by('yarn', { ...within, betaFast: 8, betaSlow: 1 }),
  'YaRN, paper': by('yarn-paper', { ...within, alpha: 1, beta: 8 }),
  'encoding removed': { positions: [] },
};
const looked = (how: Patch): Patch => ({ ...how, task: { length: context }, steps: 0 });
const tuned = (how: Patch): Patch => ({
  ...how,
  ...{ task: { length: context }, steps: 100, evaluateEvery: 100, learningRate: 0.001 },
});
const name = (method: string, after = ''): string => `${method}${after}`;
const after = ', 100 steps';
const both = (method: string, first: Patch, how: Patch): Arm[] => [
  { name: name(method), set: first, then: [looked(how)] },
  { name: name(method, after), set: first, then: [tuned(how)] },
];
/**
 * Trained with it from the start. The slowest quarter of the pairs is fixed (Barbero et al. 2024, arXiv:2410.06205).
 */
const partial = rope({ type: 'proportional', fraction: 0.75 });
/** LongRoPE at small scale: all lists of factors that never decrease from the fastest pair to the slowest. */
const [pairs, ladder] = [8, [1, 2, 3, 4]];
const rising = (count: number, from: number): number[][] =>
  count === 0 ? [[]] : ladder.filter((x) => x >= from).flatMap((x) => rising(count - 1, x).map((rest) => [x, ...rest]));
const longrope = (longFactor: readonly number[]): Patch =>
  rope({
    ...{ type: 'longrope', ...within, contextLength: context, attentionFactor: 1 },
    ...{ shortFactor: longFactor.map(() => 1), longFactor },
  });
const searched = (among: readonly Patch[]): Patch => ({ choose: { among, least: 'test.loss' } });
const arms = [
  ...Object.entries(methods).flatMap(([method, how]) => both(method, rope(), how)),
  ...both('searched factors', rope(), searched(rising(pairs, 1).map(longrope))),
  ...both('p-RoPE', partial, partial),
];
const loss = end('test.loss');
const least = (text: string, arm: string, other: string, measure: Measure = loss): Claim => ({
  text,
  value: { of: term(measure, arm), minus: term(measure, other) },
  below: 0,
});

export const contextExtension: Study = {
  id: 'context-extension',
  title: 'Context extension of a trained model',
  question: 'What do the methods of context extension do to a small trained model?',
  sources: [
    {
      source: 'article',
      place: 'Position Interpolation (PI)',
      words:
        "This approach leverages the model's strong interpolation capabilities while avoiding the distribution shift that occurs during extrapolation.",
    },
    {
      source: 'article',
      place: 'YaRN: Yet another RoPE extensioN method',
      words: 'represents a state-of-the-art approach for extending context windows in RoPE-based models',
    },
    {
      source: 'article',
      place: 'YaRN, item 2',
      words: 'to the attention logits to compensate for entropy loss during interpolation',
    },
  ],
  about: `A causal decoder with rotary encoding (base ${base}) learns the small language from documents of ${trained} words. Its weights then read documents of ${context} words by each method, at once and after 100 more steps at that length. p-RoPE is another trained model: the slowest quarter of its pairs stands still. With RoPE these turn by at most 0.18 radians in ${trained} words, so the two models hardly differ. "Searched factors" are those of LongRoPE in small: of the ${rising(pairs, 1).length} lists of ${ladder.join(', ')} that never fall from the fastest pair to the slowest the one that loses least, at once, on documents that no verdict is about. Eight pairs a head are few: with 8 in place of the papers' 32 the methods that part bands still have little to part. The fastest pair turns 5.09 times in training, so NTK by parts and YaRN with the ramp of its paper keep no pair as it was, and the code's ramp keeps one. What they do here says little of the methods themselves. Ranges of logits are those that position interpolation argues with.`,
  base: language(trained),
  arms,
  planned: { deviation: 0.15, effect: 0.3 },
  seeds: 6,
  columns: [
    column(`loss at ${trained}, before`, end('test.loss', 0), 3),
    column(`loss at ${context}`, loss, 3),
    column('words right', end('test.accuracy'), 3),
    column('entropy of attention, block 1', end('block1.attentionEntropy'), 2),
    column('spread of logits, block 1', end('block1.logitSpread'), 2),
    column('largest logit, block 1', end('block1.largestLogit'), 1),
  ],
  curves: ['test.loss'],
  claims: [
    primary(
      least(
        'Without more training, position interpolation loses less than the encoding as it is.',
        'position interpolation',
        'as it is',
      ),
    ),
    least(
      'Without more training, NTK-aware loses less than position interpolation.',
      'NTK-aware',
      'position interpolation',
    ),
    least(
      'Without more training, YaRN with the ramp of its code loses less than position interpolation.',
      'YaRN, code',
      'position interpolation',
    ),
    least(
      'Without more training, factors that are searched for lose less than NTK-aware.',
      'searched factors',
      'NTK-aware',
    ),
    least(
      'After 100 steps they lose less than NTK-aware, too.',
      name('searched factors', after),
      name('NTK-aware', after),
    ),
    least(
      'After 100 steps, position interpolation loses less than the encoding as it is.',
      name('position interpolation', after),
      name('as it is', after),
    ),
    least(
      'After 100 steps, YaRN with that ramp loses less than position interpolation.',
      name('YaRN, code', after),
      name('position interpolation', after),
    ),
    least(
      'Removing the encoding from a trained model loses less than keeping it as it is, after 100 steps.',
      name('encoding removed', after),
      name('as it is', after),
    ),
    least(
      'A model trained with p-RoPE, three quarters of whose pairs turn, loses less as it is than one trained with RoPE.',
      'p-RoPE',
      'as it is',
    ),
    least(
      'Extrapolation makes larger logits than interpolation does.',
      'position interpolation',
      'as it is',
      end('block1.largestLogit'),
    ),
    least(
      'YaRN with the ramp of its paper, which adds a temperature to NTK by parts, attends with less entropy than that.',
      'YaRN, paper',
      'NTK by parts',
      end('block1.attentionEntropy'),
    ),
  ],
  inPage: { arms: ['as it is', 'position interpolation'], set: { steps: 500 } },
  toy: { ...languageToy, ...searched([longrope(Array(pairs).fill(4)), longrope(Array(pairs).fill(1))]) },
};
