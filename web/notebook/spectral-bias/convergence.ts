/** Convergence of the tangent kernel of finite networks to its limit: the error over the width. */
import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import { fill, html } from '../kit/html.js';
import { task } from '../kit/section.js';
import { datum, short } from '../widgets/format.js';
import { limitColour, networkColour } from '../widgets/quantity-colours.js';
import type { Context } from './context.js';
import { type Finite, chartAt, digits, figureOf } from './figures.js';
import { durationOf, paced, trainingCost } from './pace.js';

/** Also stated above the button. */
const networkWidths = [16, 32, 64, 128, 256, 512, 1024];
const drawCount = 20;

export function mountConvergence(root: HTMLElement, { pe }: Context, found: ReadonlySignal<Finite | undefined>): void {
  const chart = chartAt('ntk-convergence');
  const figure = figureOf('ntk-convergence');
  const said = root.querySelector(':scope > .reading')!;
  const work = task({ at: figure, doing: 'Drawing networks' });
  /** Both passes and the sums over pairs of points, for each dense layer of each network. */
  const cost = computed(() => {
    if (found.value === undefined) return undefined;
    const { network, layers } = found.value;
    const depth = layers.filter(({ layer }) => layer === 'dense').length;
    const n = network.ntk.rows;
    return networkWidths.reduce((sum, width) => {
      const widths = Array.from({ length: depth }, () => width);
      return sum + drawCount * (trainingCost([...widths, 1], n, 1) + 2 * depth * n * n * width);
    }, 0);
  });
  fill(root.querySelector('.widths')!, networkWidths.join(', '));
  fill(root.querySelector('.draws')!, String(drawCount));
  fill(
    root.querySelector('.toolbar')!,
    html`<button type="button" class="primary" disabled=${() => found.value === undefined} onclick=${start}>
      Draw ${drawCount * networkWidths.length} networks
    </button>`,
    html`<span class="duration aside">${() => cost.value && durationOf(cost.value)}</span>`,
  );
  effect(() => {
    found.value;
    figure.hidden = true;
    fill(said);
    delete root.dataset['ran'];
  });

  function start(): void {
    const now = found.peek();
    if (now === undefined) return;
    const began = performance.now();
    work.run(
      (signal, onProgress) =>
        pe.analyse(
          { analysis: 'ntk-convergence', layers: [...now.layers], widths: networkWidths, draws: drawCount },
          { x: now.data.x },
          { signal, onProgress },
        ),
      ({ widths, meanError, errorSpread, slope }) => {
        if (now !== found.peek()) return;
        paced(cost.peek()!, performance.now() - began);
        root.dataset['ran'] = 'true';
        figure.hidden = false;
        const last = widths.length - 1;
        chart.show({
          x: widths,
          xTitle: 'width',
          yTitle: '‖Θ̂ − Θ‖ / ‖Θ‖',
          logX: true,
          logY: true,
          series: [
            {
              ...{ name: 'measured, with its spread over the draws', colour: networkColour },
              ...{ values: meanError, spread: errorSpread },
            },
            {
              ...{ name: 'slope −1/2 from the last width', colour: limitColour, dashed: true },
              values: widths.map((w) => meanError[last]! * Math.sqrt(widths[last]! / w)),
            },
          ],
          describe: (i) => `width ${short(widths[i]!)}: ${digits(meanError[i]!)} ± ${digits(errorSpread[i]!, 2)}`,
        });
        fill(
          said,
          slope !== undefined && [
            'Measured slope ',
            datum(slope, digits(slope, 3)),
            ', predicted −0.5. At narrow widths terms of higher order bend the curve: only the last part is the law.',
          ],
          meanError[0]! > 1 && ' An error above 1 says that the narrow kernel has nothing in common with the limit.',
        );
      },
    );
  }
}
