/** Wavelengths of the report's pairs against the trained and the extended context. */
import { effect } from '@preact/signals-core';
import { wavelengthBands } from '../../lib/charts/index.js';
import type { RopeReport } from '../../lib/types/posenc.js';
import { fill } from '../kit/dom.js';
import { byId } from '../page.js';
import { counted, short } from '../widgets/format.js';
import type { Context } from './context.js';
import { fileName } from './pairs.js';

type Pair = RopeReport['pairs'][number];

export function mount(ctx: Context): void {
  const chart = wavelengthBands({ pairs: [] });
  fill(byId('bands'), chart);
  const reading = byId('wavelengths').querySelector('.reading')!;

  effect(() => {
    const report = ctx.shownLayer.value;
    if (report === undefined) return;
    const { pairs, trainedContext, contextLength } = report;
    chart.update(
      { pairs, trainedContext, contextLength },
      {
        label: `Wavelength of each of ${counted(pairs.length, 'pair')}, ${ctx.file.peek()?.title ?? ''}`,
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

/** The parsed file, if no other option was chosen. */
function plainly({ file, shownLayer }: Context): Readonly<Record<string, unknown>> | undefined {
  const read = file.value;
  if (!read || read.contextLength !== undefined || read.report.pairs !== shownLayer.value?.pairs) return undefined;
  try {
    return JSON.parse(read.text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined; // contains Python constants
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
