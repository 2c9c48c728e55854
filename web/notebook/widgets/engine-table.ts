/** What each engine makes of a configuration: one row an engine, and the pairs in which they differ. */
import type { EngineAnswer } from '../../lib/types/posenc.js';
import { basisTexts } from '../../lib/engines/basis.js';
import { differenceText } from '../../lib/engines/difference-text.js';
import { h } from './dom.js';
import { datum, short } from './format.js';
import type { SeriesData } from './series-view.js';
import { sourceLink } from './source.js';

const percent = (part: number): string => `${short(Number((100 * part).toPrecision(2)))} %`;

export function engineTable(answers: readonly EngineAnswer[]): HTMLElement {
  const columns = ['Engine', 'Frequencies', 'Amplitude', 'Context', 'What it says'];
  return h(
    'div',
    { class: 'facts-scroll', tabindex: 0, role: 'region', 'aria-label': 'Engines' },
    h(
      'table',
      { class: 'engines' },
      h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, ...answers.map((answer, index) => row(answer, index === 0))),
    ),
  );
}

function row(answer: EngineAnswer, reference: boolean): HTMLElement {
  const { engine, title, version, basis, source, layers, error, difference, served, contextLength, notes } = answer;
  const amplitude = Object.values(layers).map(({ attentionFactor }) => attentionFactor);
  return h(
    'tr',
    { 'data-engine': engine, class: error ? 'refused' : difference ? 'differs' : 'agrees' },
    h(
      'th',
      { scope: 'row' },
      title,
      h('span', { class: 'engine-version' }, `${version}; ${basisTexts[basis]}; `, sourceLink(source, 'source')),
    ),
    h('td', {}, error ? 'refuses the file' : frequencies(answer, reference)),
    h('td', {}, ...(amplitude.length > 0 ? [datum(Math.max(...amplitude))] : ['–'])),
    h('td', {}, ...(served === undefined ? ['–'] : [datum(contextLength ?? served)])),
    h(
      'td',
      {},
      [...(error ? [`${error.kind}: ${error.message}`, error.todo] : []), ...notes].filter(Boolean).join('; ') || '–',
    ),
  );
}

const frequencies = ({ difference }: EngineAnswer, reference: boolean): string =>
  reference ? 'the reference' : difference ? differenceText(difference) : 'agree';

/** Relative difference of each pair from the reference; none where all agree in this layer type. */
export function differences(answers: readonly EngineAnswer[], layer: string): SeriesData | undefined {
  const own = ({ layers }: EngineAnswer): readonly number[] | undefined =>
    (layers[layer] ?? layers['default'] ?? Object.values(layers)[0])?.frequencies;
  const right = answers[0] && own(answers[0]);
  if (!right) return undefined;
  const series = answers.slice(1).flatMap((answer, index) => {
    const values = own(answer);
    if (!values || !answer.difference) return [];
    const relative = right.map((expected, i) => Math.abs(1 - (values[i] ?? 0) / expected));
    return relative.some((part) => part > 1e-5)
      ? [{ name: answer.title, colour: index + 1, values: relative.map((part) => (part > 1e-7 ? part : NaN)) }]
      : [];
  });
  if (series.length === 0) return undefined;
  const told = (i: number): string => series.map(({ name, values }) => `${name} ${percent(values[i] || 0)}`).join(', ');
  return {
    x: right.map((_, i) => i),
    xTitle: 'pair',
    yTitle: 'relative difference of the frequency',
    series,
    logY: true,
    describe: (i) => `pair ${i}: ${told(i)}`,
    summary: () => 'Frequencies of each engine against those of transformers 5; pairs that agree have no point.',
  };
}
