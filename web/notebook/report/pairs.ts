/** Every pair of a report: a strip of bands, the table, and the files. */
import type { ConfigReport, PairReport, RopeReport } from '../../lib/types/posenc.js';
import { freshId, html } from '../kit/html.js';
import { row, table } from '../kit/tables.js';
import { brief, counted, datum, short } from '../widgets/format.js';
import { saveFile, saveJson } from '../widgets/save.js';
import { toolbar } from '../widgets/section.js';
import type { Context } from './context.js';

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

const cell = (value: number): HTMLElement => datum(value, brief(value));

export function pairs(report: RopeReport, whole: ConfigReport, ctx: Context): HTMLElement {
  const head = columns.map(([name, means]) => html`<th scope="col" title=${means}>${name}</th>`);
  const rowOf = (pair: PairReport): HTMLElement =>
    row(
      [
        ...[pair.index, cell(pair.frequency), cell(pair.unscaledFrequency)],
        pair.wavelength === null ? 'does not turn' : cell(pair.wavelength),
        ...[cell(pair.turnsTrained), cell(pair.turnsContext)],
        html`<span class=${`band-mark ${pair.band}`}>${pair.band}</span>`,
        pair.unseenAngles ? 'yes' : '–',
      ],
      { 'data-pair': pair.index, class: pair.band },
    );
  const scroller = html`<div
    class="pairs-scroll"
    tabindex="0"
    role="region"
    aria-label=${`Table of ${counted(report.pairs.length, 'pair')}`}
  >
    ${table(head, { class: 'pairs', rows: report.pairs.map(rowOf) })}
  </div>`;
  const name = fileName(ctx);
  const save = (value: unknown, file: string): void => saveJson(value, `${name}-${file}`);
  const files = toolbar('Report as a file', [
    { label: 'JSON', hint: 'the whole report', run: () => save(whole, 'report') },
    {
      label: 'CSV',
      hint: 'the pairs',
      run: () => saveFile(pairsCsv(report.pairs), `${name}-pairs.csv`, 'text/csv'),
    },
    {
      label: 'Config fragment',
      hint: 'rope_parameters, as transformers 5 writes them',
      run: async () =>
        save(await ctx.pe.exportConfig(report.spec, { maxPositionEmbeddings: report.contextLength }), 'rope'),
    },
  ]);
  return html`<div class="stack gap-4">
    ${strip(report)}
    <details open>
      <summary>${report.pairs.length === 1 ? 'The pair' : `All ${report.pairs.length} pairs`}</summary>
      ${scroller}
    </details>
    ${files}
  </div>`;
}

/** One small square per pair, coloured by band. */
function strip({ pairs: all, bands }: RopeReport): HTMLElement {
  const id = freshId('strip');
  const counts = Object.entries(bands).filter(([, n]) => n > 0);
  return html`<div class="stack gap-2">
    <p id=${id} class="strip-label aside">
      ${counted(all.length, 'pair')}, fastest first:${' '}
      ${counts.map(([band, n]) => html`<span class=${`band-count ${band}`}>${n} ${band}</span>`)}
    </p>
    <div class="strip-cells" role="img" aria-labelledby=${id}>
      ${all.map(
        ({ index, band, wavelength }) =>
          html`<span
            class=${`strip-cell ${band}`}
            title=${`pair ${index}: ${wavelength === null ? 'does not turn' : `${short(wavelength)} positions a turn`}, ${band}`}
          ></span>`,
      )}
    </div>
  </div>`;
}

function pairsCsv(all: readonly PairReport[]): string {
  const head = 'index,frequency,unscaled_frequency,wavelength,turns_trained,turns_context,band,unseen_angles';
  return `${[head, ...all.map((p) => [p.index, p.frequency, p.unscaledFrequency, p.wavelength ?? '', p.turnsTrained, p.turnsContext, p.band, p.unseenAngles].join(','))].join('\n')}\n`;
}

/** A file name with letters, digits, dots and dashes only. */
export function fileName(ctx: Context): string {
  return (
    (ctx.file.peek()?.title ?? '')
      .toLowerCase()
      .replace(/\.(json|gguf)$/, '')
      .replaceAll(/[^a-z0-9.]+/g, '-')
      .replaceAll(/^[-.]+|[-.]+$/g, '')
      .slice(0, 60) || 'config'
  );
}
