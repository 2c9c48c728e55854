/** Every pair of a report: a strip of bands, the table, and the files. */
import type { Band, ConfigReport, PairReport, RopeReport } from '../../lib/types/posenc.js';
import type { Context } from '../context.js';
import { freshId, h } from './dom.js';
import { counted, datum, short } from './format.js';
import { saveText } from './save.js';
import { toolbar } from './section.js';

const columns: readonly (readonly [string, string])[] = [
  ['pair', 'i'],
  ['frequency', 'rad per position, after scaling'],
  ['unscaled', 'base^(−2i/r)'],
  ['wavelength', 'positions per turn'],
  ['turns in L', 'inside the length L'],
  ['turns now', 'inside the context length'],
  ['band', 'what scaling did'],
  ['unseen', 'angles beyond L'],
];

export function pairs(report: RopeReport, whole: ConfigReport, ctx: Context): HTMLElement {
  const rows = report.pairs.map((pair) =>
    h(
      'tr',
      { 'data-pair': pair.index, class: pair.band },
      h('th', { scope: 'row' }, pair.index),
      h('td', {}, datum(pair.frequency)),
      h('td', {}, datum(pair.unscaledFrequency)),
      h('td', {}, pair.wavelength === null ? 'does not turn' : datum(pair.wavelength)),
      h('td', {}, datum(pair.turnsTrained)),
      h('td', {}, datum(pair.turnsContext)),
      h('td', {}, bandMark(pair.band)),
      h('td', {}, pair.unseenAngles ? 'yes' : '–'),
    ),
  );
  const scroller = h(
    'div',
    {
      class: 'pairs-scroll',
      tabindex: 0,
      role: 'region',
      'aria-label': `Table of ${counted(report.pairs.length, 'pair')}`,
    },
    h(
      'table',
      { class: 'pairs' },
      h('thead', {}, h('tr', {}, ...columns.map(([name, means]) => h('th', { scope: 'col', title: means }, name)))),
      h('tbody', {}, ...rows),
    ),
  );
  const name = fileName(ctx);
  return h(
    'div',
    { class: 'pairs-block' },
    strip(report),
    h(
      'details',
      { open: true },
      h('summary', {}, report.pairs.length === 1 ? 'The pair' : `All ${report.pairs.length} pairs`),
      scroller,
    ),
    toolbar(
      'Report as a file',
      [
        {
          label: 'JSON',
          hint: 'the whole report',
          run: () => saveText(`${JSON.stringify(whole, null, 2)}\n`, `${name}-report.json`, 'application/json'),
        },
        {
          label: 'CSV',
          hint: 'the pairs',
          run: () => saveText(pairsCsv(report.pairs), `${name}-pairs.csv`, 'text/csv'),
        },
        {
          label: 'Config fragment',
          hint: 'rope_parameters, as transformers 5 writes them',
          run: async () => {
            saveText(
              `${JSON.stringify(await ctx.pe.exportConfig(report.spec, { maxPositionEmbeddings: report.contextLength }), null, 2)}\n`,
              `${name}-rope.json`,
              'application/json',
            );
          },
        },
      ],
      ctx.say,
    ),
  );
}

function bandMark(band: Band): HTMLElement {
  return h('span', { class: `band-mark ${band}` }, band);
}

/** One small square a pair, coloured by band: the whole head at a glance. */
function strip(report: RopeReport): HTMLElement {
  const counts = Object.entries(report.bands).filter(([, n]) => n > 0);
  const labelId = freshId('strip');
  return h(
    'div',
    { class: 'strip' },
    h(
      'p',
      { id: labelId, class: 'strip-label' },
      `${counted(report.pairs.length, 'pair')}, fastest first: `,
      ...counts.map(([band, n]) => h('span', { class: `band-count ${band}` }, `${n} ${band}`)),
    ),
    h(
      'div',
      { class: 'strip-cells', role: 'img', 'aria-labelledby': labelId },
      ...report.pairs.map((pair) =>
        h('span', {
          class: `strip-cell ${pair.band}`,
          title: `pair ${pair.index}: ${pair.wavelength === null ? 'does not turn' : `${short(pair.wavelength)} positions a turn`}, ${pair.band}`,
        }),
      ),
    ),
  );
}

function pairsCsv(all: readonly PairReport[]): string {
  const head = 'index,frequency,unscaled_frequency,wavelength,turns_trained,turns_context,band,unseen_angles';
  return `${[head, ...all.map((p) => [p.index, p.frequency, p.unscaledFrequency, p.wavelength ?? '', p.turnsTrained, p.turnsContext, p.band, p.unseenAngles].join(','))].join('\n')}\n`;
}

/** File names hold letters, digits and dashes only, whatever the config was called. */
export function fileName(ctx: Context): string {
  return (
    ctx.configTitle
      .peek()
      .toLowerCase()
      .replace(/\.(json|gguf)$/, '')
      .replaceAll(/[^a-z0-9.]+/g, '-')
      .replaceAll(/^[-.]+|[-.]+$/g, '')
      .slice(0, 60) || 'config'
  );
}
