/** The facts of a report, each with the place it was read from, and its warnings with their sources. */
import type { RopeReport } from '../../lib/types/posenc.js';
import { h } from './dom.js';
import { datum } from './format.js';
import { sourceLinks } from './source.js';

interface Fact {
  readonly key: keyof RopeReport & string;
  readonly label: string;
  readonly value: Node | string;
  readonly means: string;
}

export function summary(report: RopeReport): HTMLElement {
  const facts: Fact[] = [
    {
      key: 'type',
      label: 'Context extension',
      value: report.type,
      means: report.regime ? `regime now: ${report.regime}` : 'the rule for long contexts',
    },
    { key: 'base', label: 'Base', value: datum(report.base), means: 'frequencies are base^(−2i/r)' },
    { key: 'headDim', label: 'Head width', value: datum(report.headDim), means: 'channels of a query or key' },
    {
      key: 'rotaryDim',
      label: 'Rotated channels',
      value: datum(report.rotaryDim),
      means: `r, in ${report.pairs.length} pairs`,
    },
    {
      key: 'trainedContext',
      label: 'Trained context',
      value: datum(report.trainedContext),
      means: 'L, seen before scaling',
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
    {
      key: 'pairsWithFullTurn',
      label: 'Pairs that complete a turn',
      value: datum(report.pairsWithFullTurn, `${report.pairsWithFullTurn} of ${report.pairs.length}`),
      means: 'within the context length',
    },
    {
      key: 'pairsWithUnseenAngles',
      label: 'Pairs with unseen angles',
      value: datum(report.pairsWithUnseenAngles, `${report.pairsWithUnseenAngles} of ${report.pairs.length}`),
      means: 'beyond what training showed',
    },
  ];
  const shown = new Set<string>(facts.map((fact) => fact.key));
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
  if (Array.isArray(value)) return `${value.length} numbers`;
  return value === undefined ? '' : String(value);
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
    h('h3', {}, report.warnings.length === 1 ? 'One warning' : `${report.warnings.length} warnings`),
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
