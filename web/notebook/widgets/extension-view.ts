/** The ways to a longer context: what each does to the pairs, and what to type. */
import type { ExtensionAdvice, ExtensionCriteria, MethodAdvice } from '../../lib/types/posenc.js';
import { jsonText } from '../../lib/advice/text.js';
import { copyText } from './copy-text.js';
import { type Child, h } from './dom.js';
import { datum } from './format.js';
import { sourceLinks } from './source.js';

export const usable = ({ methods }: ExtensionAdvice): readonly MethodAdvice[] =>
  methods.filter(({ refused }) => refused === undefined);

export function criteriaTable(advice: ExtensionAdvice): HTMLElement {
  const columns = ['Method', 'Angles beyond L', 'Kept, blended, scaled', 'Amplitude', 'Resolution', 'Training'];
  const rows = [
    ...criteriaRows('as it is', advice.unchanged, '–'),
    ...advice.methods.flatMap(({ title, layers, refused, training }) =>
      refused === undefined ? criteriaRows(title, layers, training) : [],
    ),
    ...advice.methods.flatMap(({ title, refused }) =>
      refused === undefined
        ? []
        : [
            h(
              'tr',
              { class: 'refused' },
              h('th', { scope: 'row' }, title),
              h('td', { colspan: 5 }, `not here: ${refused}`),
            ),
          ],
    ),
  ];
  return h(
    'div',
    { class: 'facts-scroll', tabindex: 0, role: 'region', 'aria-label': 'Ways to a longer context' },
    h(
      'table',
      { class: 'extensions' },
      h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, ...rows),
    ),
  );
}

const criteriaRows = (
  title: string,
  layers: Readonly<Record<string, ExtensionCriteria>>,
  training: string,
): HTMLElement[] =>
  Object.entries(layers).map(([layer, { pairs, pairsWithUnseenAngles, bands, attentionFactor, resolution }]) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, layer === 'default' ? title : `${title}, ${layer.replaceAll('_', ' ')}`),
      h('td', {}, datum(pairsWithUnseenAngles, `${pairsWithUnseenAngles} of ${pairs}`)),
      h('td', {}, `${bands.kept}, ${bands.blended}, ${bands.scaled}`),
      h('td', {}, datum(attentionFactor)),
      h('td', {}, datum(resolution)),
      h('td', {}, training),
    ),
  );

export function methodView(method: MethodAdvice, say: (text: string) => void): HTMLElement {
  const { source, engines, config } = method;
  return h(
    'div',
    { class: 'method' },
    h('p', {}, 'Source: ', sourceLinks(source)),
    ...engines.flatMap(({ engine, title, version, supported, commands, notes }): Child[] => [
      h('h4', { 'data-engine': engine }, title, h('span', { class: 'engine-version' }, version)),
      supported ? undefined : h('p', { class: 'engine-refusal' }, 'not this method'),
      ...commands.map((command) => copyText(command, `the command for ${title}`, say)),
      notes.length > 0 && h('ul', { class: 'engine-notes' }, ...notes.map((note) => h('li', {}, note))),
    ]),
    h('h4', {}, config && config.at !== '' ? `In config.json, under ${config.at}` : 'In config.json'),
    ...(['current', 'legacy'] as const).flatMap((form): Child[] => {
      if (!config?.[form]) return [];
      const gone = config.without[form];
      const schema = form === 'current' ? 'transformers 5' : 'earlier versions';
      return [
        gone.length > 0 &&
          h('p', {}, `As ${schema} read it. Take ${gone.join(' and ')} out, because these would be read first:`),
        copyText(jsonText(config[form]), `the fields of ${schema}`, say),
      ];
    }),
  );
}
