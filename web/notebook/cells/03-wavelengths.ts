/** Wavelengths of the report's pairs against the trained and the extended context. */
import { effect } from '@preact/signals-core';
import { wavelengthBands } from '../../lib/charts/index.js';
import type { RopeReport } from '../../lib/types/posenc.js';
import type { Context } from '../context.js';
import { configOf } from '../presets.js';
import { h } from '../widgets/dom.js';
import { counted, short } from '../widgets/format.js';
import { fileName } from '../widgets/report-pairs.js';
import { heading, note } from '../widgets/section.js';

type Pair = RopeReport['pairs'][number];

export function mount(root: HTMLElement, ctx: Context): void {
  heading(
    root,
    3,
    'Which pairs still turn?',
    'Each pair of channels turns once every so many positions. Pairs below a line go all the way round inside that context; pairs above it never do, and past training they reach angles that the model has not seen.',
  );
  const reading = h('p', { class: 'reading', 'aria-hidden': 'true' });
  const chart = wavelengthBands({ pairs: [] });
  root.append(
    h(
      'figure',
      {},
      h('div', { class: 'chart-place' }, chart),
      reading,
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
        'Linear interpolation shifts every point up alike. NTK-by-parts, YaRN and the Llama 3 rule keep the fast pairs, divide the slow ones and blend between: the kink in the points is that ramp.',
      ),
    ),
  );

  effect(() => {
    const report = ctx.shownLayer.value;
    if (report === undefined) return;
    const { pairs, trainedContext, contextLength } = report;
    chart.update(
      { pairs, trainedContext, contextLength },
      {
        label: `Wavelength of each of ${counted(pairs.length, 'pair')}, ${ctx.configTitle.value}`,
        file: `${fileName(ctx)}-wavelengths`,
        describe: ({ index }) => turns(pairs[index]),
        embed: { spec: plainly(ctx) },
      },
    );
    read();
  });
  chart.addEventListener('read', read);

  function read(): void {
    const report = ctx.shownLayer.peek();
    if (report === undefined) return;
    const pair = report.pairs[chart.place?.[0] ?? -1];
    reading.textContent = pair ? sentence(pair) : overview(report);
  }
}

/** The file, where nothing was chosen beside it; one that is being typed is none. */
function plainly({ report, shownLayer, state }: Context): Readonly<Record<string, unknown>> | undefined {
  const { config, contextLength } = state.peek();
  if (contextLength !== undefined || report.value?.pairs !== shownLayer.value?.pairs) return undefined;
  try {
    return JSON.parse(configOf(config).text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

const turns = (pair: Pair | undefined): string =>
  pair === undefined || pair.wavelength === null
    ? ''
    : `${short(pair.turnsTrained)} turns within L, ${short(pair.turnsContext)} now${pair.unseenAngles ? ', to angles beyond it' : ''}`;

function sentence(pair: Pair): string {
  if (pair.wavelength === null) return `pair ${pair.index}: switched off, does not turn`;
  return `pair ${pair.index}: ${short(pair.wavelength)} positions a turn (${short((2 * Math.PI) / pair.unscaledFrequency)} before scaling), ${turns(pair)}; ${pair.band}`;
}

function overview(report: RopeReport): string {
  return `${report.pairsWithFullTurn} of ${counted(report.pairs.length, 'pair')} with a full turn within ${counted(report.contextLength, 'position')}; ${report.pairsWithUnseenAngles} with angles that L = ${short(report.trainedContext)} positions, unscaled, do not reach.`;
}
