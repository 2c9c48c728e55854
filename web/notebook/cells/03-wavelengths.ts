/** Wavelengths of the report's pairs against the trained and the extended context. */
import { effect, signal } from '@preact/signals-core';
import { wavelengthChart } from '../widgets/charts/index.js';
import type { WavelengthPair } from '../widgets/charts/index.js';
import type { RopeReport } from '../../lib/types/posenc.js';
import type { Context } from '../context.js';
import { pictureActions } from '../widgets/chart-files.js';
import { fill, h } from '../widgets/dom.js';
import { short } from '../widgets/format.js';
import { fileName } from '../widgets/report-pairs.js';
import { saveText } from '../widgets/save.js';
import { heading, note, toolbar } from '../widgets/section.js';
import { widthOf } from '../widgets/width.js';

export function mount(root: HTMLElement, ctx: Context): void {
  heading(
    root,
    3,
    'Which pairs still turn?',
    'Each pair of channels turns once every so many positions. Pairs below a line go all the way round inside that context; pairs above it never do, and past training they reach angles that the model has not seen.',
  );
  const place = h('div', { class: 'chart-place' });
  const reading = h('p', { class: 'reading', 'aria-hidden': 'true' });
  const hovered = signal<WavelengthPair>();
  let chart: SVGSVGElement | undefined;
  const svg = (): SVGSVGElement | undefined => chart;
  root.append(
    h(
      'figure',
      {},
      legend(),
      place,
      h(
        'div',
        { class: 'figure-foot' },
        reading,
        toolbar(
          'Chart as a file',
          [
            ...pictureActions(svg, () => `${fileName(ctx)}-wavelengths`),
            {
              label: 'CSV',
              run: () => {
                const r = ctx.shownLayer.peek();
                if (r) saveText(csv(r), `${fileName(ctx)}-wavelengths.csv`, 'text/csv');
              },
            },
          ],
          ctx.say,
        ),
      ),
      h(
        'figcaption',
        {},
        'Points: after scaling, coloured by what the scaling did. Thin line: before scaling. Hover, or focus the chart and use the arrow keys.',
      ),
    ),
    note(
      'What to notice',
      h(
        'p',
        {},
        'Linear interpolation shifts every point up alike. NTK-by-parts, YaRN and the Llama 3 rule keep the fast pairs, divide the slow ones and blend between: the kink in the points is that ramp.',
      ),
    ),
  );

  const width = widthOf(place);
  effect(() => {
    const report = ctx.shownLayer.value;
    if (report === undefined || width.value === 0) return;
    chart = wavelengthChart(
      { pairs: report.pairs.map(asPair), trainedContext: report.trainedContext, contextLength: report.contextLength },
      {
        width: width.value,
        height: width.value < 560 ? 320 : 420,
        label: `Wavelength of each of ${report.pairs.length} pairs, ${ctx.configTitle.value}`,
        describe: (pair) => sentence(pair, report),
        onCursor: (pair) => {
          hovered.value = pair;
        },
      },
    );
    fill(place, chart);
  });
  effect(() => {
    const report = ctx.shownLayer.value;
    if (report === undefined) return;
    reading.textContent = hovered.value ? sentence(hovered.value, report) : overview(report);
  });
}

function asPair(pair: RopeReport['pairs'][number]): WavelengthPair {
  return {
    index: pair.index,
    wavelength: pair.wavelength ?? undefined,
    unscaledWavelength: (2 * Math.PI) / pair.unscaledFrequency,
    band: pair.band,
  };
}

function sentence(shown: WavelengthPair, report: RopeReport): string {
  const pair = report.pairs[shown.index];
  if (pair === undefined) return '';
  if (pair.wavelength === null) return `pair ${pair.index}: switched off, does not turn`;
  return `pair ${pair.index}: ${short(pair.wavelength)} positions a turn (${short(shown.unscaledWavelength)} before scaling), ${short(pair.turnsTrained)} turns in training, ${short(pair.turnsContext)} now; ${pair.band}${pair.unseenAngles ? ', unseen angles' : ''}`;
}

function overview(report: RopeReport): string {
  return `${report.pairsWithFullTurn} of ${report.pairs.length} pairs complete a turn within ${short(report.contextLength)} positions; ${report.pairsWithUnseenAngles} reach unseen angles.`;
}

function legend(): HTMLElement {
  return h(
    'ul',
    { class: 'key' },
    ...(['kept', 'blended', 'scaled', 'off'] as const).map((band) =>
      h('li', {}, h('span', { class: `swatch ${band}` }), band),
    ),
    h('li', {}, h('span', { class: 'swatch line' }), 'before scaling'),
  );
}

function csv(report: RopeReport): string {
  return `pair,wavelength,unscaled_wavelength,band\n${report.pairs.map((p) => `${p.index},${p.wavelength ?? ''},${(2 * Math.PI) / p.unscaledFrequency},${p.band}`).join('\n')}\n`;
}
