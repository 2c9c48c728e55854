/** The facts of a report, each with the place it was read from, and its warnings with their sources. */
import type { IndexerRotary, QueryScale, RopeReport } from '../../lib/types/posenc.js';
import { h } from './dom.js';
import { counted as countOf, datum } from './format.js';
import { sourceLinks } from './source.js';

interface Fact {
  readonly key: keyof RopeReport & string;
  readonly label: string;
  readonly value: Node | string;
  readonly means: string | HTMLElement;
}

/** On which lengths a model was trained no file says. */
const lengthMeans = {
  'before scaling': 'before scaling, as the file names it',
  named: 'the length that the file names',
  unknown: 'the length that the file names; it names none before scaling',
} as const;

/** At the last position of the context. */
const queryFact = ({ formula, layers, at }: QueryScale): Fact => ({
  key: 'queryScale',
  label: 'Queries are multiplied by',
  value: datum(at.at(-1)!.factor),
  means: `at position ${at.at(-1)!.position}: ${formula}, ${layers === 'all' ? 'in every layer' : 'in the layers that do not rotate'}`,
});
const indexerFact = ({ rotaryDim, layout }: IndexerRotary): Fact => ({
  key: 'indexer',
  label: 'Indexer, rotated channels',
  value: datum(rotaryDim),
  means: layout === 'half' ? `pairs (i, i + ${rotaryDim / 2})` : 'pairs of neighbouring channels',
});

export function summary(report: RopeReport): HTMLElement {
  const facts: Fact[] = [
    {
      key: 'type',
      label: 'Context extension',
      value: report.type,
      means: report.regime ? `regime now: ${report.regime}` : 'the rule for long contexts',
    },
    {
      key: 'base',
      label: 'Base',
      value: datum(report.base),
      means: h('span', {}, 'frequencies are base', h('sup', {}, '−2i/r')),
    },
    { key: 'headDim', label: 'Head width', value: datum(report.headDim), means: 'channels of a query or key' },
    {
      key: 'rotaryDim',
      label: 'Rotated channels',
      value: datum(report.rotaryDim),
      means: `r, in ${countOf(report.pairs.length, 'pair')}`,
    },
    {
      key: 'trainedContext',
      label: 'Length L',
      value: datum(report.trainedContext),
      means: lengthMeans[report.trainedContextIs],
    },
    { key: 'contextLength', label: 'Context length', value: datum(report.contextLength), means: 'of this report' },
    {
      key: 'attentionFactor',
      label: 'Attention factor',
      value: datum(report.attentionFactor),
      means: 'multiplies cos and sin',
    },
    {
      key: 'softmaxMultiplier',
      label: 'Softmax multiplier',
      value: datum(report.softmaxMultiplier),
      means: 'multiplies attention logits',
    },
    ...(report.queryScale ? [queryFact(report.queryScale)] : []),
    ...(report.indexer ? [indexerFact(report.indexer)] : []),
    {
      key: 'pairsWithFullTurn',
      label: 'Pairs that complete a turn',
      value: datum(report.pairsWithFullTurn, `${report.pairsWithFullTurn} of ${report.pairs.length}`),
      means: 'within the context length',
    },
    {
      key: 'pairsWithUnseenAngles',
      label: 'Pairs with angles beyond L',
      value: datum(report.pairsWithUnseenAngles, `${report.pairsWithUnseenAngles} of ${report.pairs.length}`),
      means: 'at the context length: angles that L positions, unscaled, do not reach',
    },
  ];
  const shown = new Set<string>(['trainedContextIs', ...facts.map((fact) => fact.key)]);
  const further = Object.entries(report.readFrom).filter(([key]) => !shown.has(key));
  return h(
    'div',
    { class: 'facts-scroll', tabindex: 0, role: 'region', 'aria-label': 'Facts of the report' },
    // The roles stay when a narrow screen lays the rows out as a grid.
    h(
      'table',
      { class: 'facts', role: 'table' },
      h(
        'thead',
        { role: 'rowgroup' },
        h(
          'tr',
          { role: 'row' },
          ...['Fact', 'Value', 'Read from'].map((name) => h('th', { scope: 'col', role: 'columnheader' }, name)),
        ),
      ),
      h(
        'tbody',
        { role: 'rowgroup' },
        ...facts.map((fact) =>
          factRow(
            fact.key,
            '',
            [fact.label, h('span', { class: 'means' }, fact.means)],
            fact.value,
            report.readFrom[fact.key],
          ),
        ),
        ...further.map(([key, from]) => factRow(key, 'further', [h('code', {}, key)], specValue(report, key), from)),
      ),
    ),
  );
}

function factRow(
  key: string,
  kind: string,
  name: readonly (Node | string)[],
  value: Node | string,
  from: string | undefined,
): HTMLElement {
  return h(
    'tr',
    { 'data-fact': key, class: kind, role: 'row' },
    h('th', { scope: 'row', role: 'rowheader' }, ...name),
    h('td', { class: 'value', role: 'cell' }, value),
    h('td', { class: 'from', role: 'cell' }, origin(from)),
  );
}

function origin(from: string | undefined): HTMLElement | string {
  return from === undefined ? h('span', { class: 'computed' }, 'computed') : h('code', {}, from);
}

/** The value of a further field, by its name: factor, betaFast, modelType … */
function specValue(report: RopeReport, key: string): Node | string {
  const name = key.split('.').pop() ?? key;
  const spec = report.spec as unknown as Record<string, unknown>;
  const scaling = (spec['scaling'] ?? {}) as Record<string, unknown>;
  const value = scaling[name] ?? spec[name] ?? (report as unknown as Record<string, unknown>)[name];
  if (typeof value === 'number') return datum(value);
  if (Array.isArray(value)) return countOf(value.length, 'number');
  return value === undefined ? '' : String(value);
}

/** Notes are true of every model of a kind; they stand in the same list and are counted apart. */
function counted(all: RopeReport['warnings']): string {
  const notes = all.filter(({ note }) => note).length;
  const named = (count: number, name: string): string[] =>
    count === 0 ? [] : [count === 1 ? `one ${name}` : `${count} ${name}s`];
  const text = [...named(all.length - notes, 'warning'), ...named(notes, 'note')].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function warnings(report: RopeReport): HTMLElement {
  if (report.warnings.length === 0) {
    return h(
      'p',
      { class: 'calm' },
      'No warning: well-known engines are not known to disagree about this configuration.',
    );
  }
  return h(
    'div',
    { class: 'warnings' },
    h('h3', {}, counted(report.warnings)),
    h(
      'ul',
      {},
      ...report.warnings.map((warning) =>
        h(
          'li',
          { 'data-warning': warning.code },
          h('p', {}, warning.message),
          h('p', { class: 'warning-source' }, h('code', {}, warning.code), ' ', sourceLinks(warning.source)),
        ),
      ),
    ),
  );
}
