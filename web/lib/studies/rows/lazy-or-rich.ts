import { column, difference, end, latinSquares, learned, more, primary, squaresToy } from '../build.js';
import type { Study } from '../study.js';

const sizes = [0.1, 0.4, 1, 2];
const arms = sizes.map((sigma) => `σ = ${sigma}`);
const tangent = (of: string) => end(`tangent.${of}`);
const shifted = end('shifted.accuracy');

export const lazyOrRich: Study = {
  id: 'lazy-or-rich',
  title: 'Lazy or rich: the tangent kernel while it trains',
  question: 'Does the empirical NTK move more, and towards the answers, where a table begins small?',
  sources: [
    {
      source: 'ntk-paper',
      place: 'section 6, item 2',
      words:
        'The NTK perspective suggests initialization strategies that can improve training dynamics for models with position embeddings',
    },
    {
      source: 'ito',
      place: 'abstract',
      words: 'choosing an ill-suited PE can be detrimental to both model interpretability and generalization',
    },
  ],
  about:
    'The tangent kernel of 60 test puzzles by all weights, at every evaluation. A lazy network keeps its kernel and learns as a kernel method; a rich one changes it. The two sources meet here: one speaks of the NTK, the other of how a table begins, and none of them measures both. Half of the steps of the other studies of Latin squares, since the order shows early.',
  base: { ...latinSquares, steps: 2000, evaluateEvery: 400, tangentSamples: 60 },
  arms: sizes.map((sigma) => ({ name: `σ = ${sigma}`, set: learned(sigma), known: { sigma } })),
  planned: { deviation: 0.02, effect: 0.04 },
  seeds: 8,
  columns: [
    column('shifted', shifted, 3),
    column('movement', tangent('movement'), 3),
    column('alignment with the answers', tangent('alignment'), 3),
    column('effective rank', tangent('effectiveRank'), 1),
    column('alignment at the start', { of: 'tangent.alignment', at: 'start' }, 3),
  ],
  curves: ['tangent.alignment'],
  claims: [
    primary(
      more(
        'The kernel ends more aligned with the answers at σ = 0.4 than at σ = 2.',
        tangent('alignment'),
        'σ = 0.4',
        'σ = 2',
      ),
    ),
    {
      text: 'Its effective rank is smaller at σ = 0.4 than at σ = 2.',
      value: difference(tangent('effectiveRank'), 'σ = 0.4', 'σ = 2'),
      below: 0,
    },
    more('It moves more from its start at σ = 0.4 than at σ = 2.', tangent('movement'), 'σ = 0.4', 'σ = 2'),
    {
      text: 'Alignment orders the four sizes as the shifted puzzles do: their rank correlation is above 0.5.',
      value: { rank: [tangent('alignment'), shifted], arms },
      above: 0.5,
    },
    {
      text: 'Movement orders them as the shifted puzzles do.',
      value: { rank: [tangent('movement'), shifted], arms },
      above: 0.5,
    },
  ],
  inPage: { arms: ['σ = 0.4', 'σ = 2'], set: { steps: 1000 } },
  toy: { ...squaresToy, tangentSamples: 4 },
};
