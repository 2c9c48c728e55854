/** Results of each engine for a configuration, one row per engine, and the pairs that differ. */
import type { EngineAnswer } from '../../lib/types/posenc.js';
import { differenceText } from '../../lib/engines/difference-text.js';
import { standingText } from '../../lib/engines/standing.js';
import { html } from '../kit/html.js';
import { datum, short } from '../widgets/format.js';
import type { SeriesData } from '../widgets/series-view.js';
import { sourceLink } from '../widgets/source.js';
import { type FactRow, factsTable } from '../widgets/facts-table.js';

const percent = (part: number): string => `${short(Number((100 * part).toPrecision(2)))} %`;

export const engineTable = (answers: readonly EngineAnswer[]): HTMLElement =>
  factsTable('Engines', ['Engine', 'Frequencies', 'Amplitude', 'Context', 'What it says'], answers.map(rowOf));

function rowOf(answer: EngineAnswer, _: number, all: readonly EngineAnswer[]): FactRow {
  const { length } = all;
  const { engine, title, version, basis, source, layers, error, difference, served, contextLength, notes } = answer;
  const amplitude = Object.values(layers).map(({ attentionFactor }) => attentionFactor);
  const said = [...(error ? [`${error.kind}: ${error.message}`, error.todo] : []), ...notes].filter(Boolean);
  return {
    engine,
    kind: error ? 'refused' : basis === 'unknown' ? 'unknown' : difference ? 'differs' : 'agrees',
    cells: [
      html`<span
        >${title}<span class="engine-version"
          >${version}; ${standingText(answer, new Date())}; ${sourceLink(source, 'source')}</span
        ></span
      >`,
      error
        ? 'refuses the file'
        : basis === 'unknown'
          ? 'not known'
          : length === 1
            ? 'as the report says'
            : frequencies(answer, all[0]),
      amplitude.length > 0 ? datum(Math.max(...amplitude)) : '–',
      served === undefined ? '–' : datum(contextLength ?? served),
      said.join('; ') || '–',
    ],
  };
}

const frequencies = ({ engine, difference }: EngineAnswer, reference: EngineAnswer | undefined): string =>
  engine === 'transformers-5'
    ? 'the reference'
    : reference?.basis === 'unknown'
      ? 'not compared'
      : difference
        ? differenceText(difference)
        : 'agree';

/** Relative difference of each pair from the reference; undefined if all agree in this layer type. */
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
