/** How fast the tangent kernel of finite networks comes to its limit: the error over the width. */
import type { ReadonlySignal } from '@preact/signals-core';
import { effect } from '@preact/signals-core';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { seriesView } from '../widgets/series-view.js';
import type { Context } from './context.js';
import type { Finite } from './figures.js';
import { limitColour, networkColour, digits } from './figures.js';
import { durationOf, paced, trainingCost } from './pace.js';

const networkWidths = [16, 32, 64, 128, 256, 512, 1024];
const drawCount = 20;

export function mountConvergence(root: HTMLElement, { pe }: Context, found: ReadonlySignal<Finite | undefined>): void {
  const work = job('Drawing networks');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const run = h('button', { type: 'button', class: 'primary', on: { click: start } });
  const chart = seriesView({ name: 'Error of finite kernels', file: () => 'ntk-convergence' });
  const figure = h('figure', { 'data-chart': 'ntk-convergence', hidden: true }, chart.element);
  const said = h('p', { class: 'reading' });
  root.append(
    h('h3', {}, 'Closer with the width'),
    h(
      'p',
      { class: 'explained' },
      `${drawCount} networks are drawn at each of the widths ${networkWidths.join(', ')}, and the mean of ‖Θ̂ − Θ‖ / ‖Θ‖ is taken. Theory: it falls as one over the square root of the width, a slope of −1/2.`,
    ),
    h('div', { class: 'toolbar' }, run),
    work.element,
    fault,
    figure,
    said,
  );
  /** Both passes and the sums over pairs of points, for each dense layer of each network. */
  const cost = ({ network, layers }: Finite): number => {
    const depth = layers.filter(({ layer }) => layer === 'dense').length;
    const n = network.ntk.rows;
    return networkWidths.reduce((sum, width) => {
      const widths = Array.from({ length: depth }, () => width);
      return sum + drawCount * (trainingCost([...widths, 1], n, 1) + 2 * depth * n * n * width);
    }, 0);
  };
  effect(() => {
    const now = found.value;
    run.disabled = now === undefined;
    fill(
      run,
      `Draw ${drawCount * networkWidths.length} networks${now === undefined ? '' : ` (${durationOf(cost(now))})`}`,
    );
    figure.hidden = true;
    fill(said);
    work.cancel();
    delete root.dataset['ran'];
  });

  function start(): void {
    const now = found.peek();
    if (now === undefined) return;
    const began = performance.now();
    fault.hidden = true;
    work.run(
      (abort, onProgress) =>
        pe.analyse(
          { analysis: 'ntk-convergence', layers: [...now.layers], widths: networkWidths, draws: drawCount },
          { x: now.data.x },
          { signal: abort, onProgress },
        ),
      ({ widths, meanError, errorSpread, slope }) => {
        paced(cost(now), performance.now() - began);
        root.dataset['ran'] = 'true';
        figure.hidden = false;
        const first = meanError[0]!;
        chart.show({
          x: widths,
          xTitle: 'width',
          yTitle: '‖Θ̂ − Θ‖ / ‖Θ‖',
          logX: true,
          logY: true,
          series: [
            {
              name: 'measured, with its spread over the draws',
              colour: networkColour,
              values: meanError,
              spread: errorSpread,
            },
            {
              ...{ name: 'slope −1/2 from the last width', colour: limitColour, dashed: true },
              values: widths.map((w) => meanError[widths.length - 1]! * Math.sqrt(widths[widths.length - 1]! / w)),
            },
          ],
          describe: (i) => `width ${short(widths[i]!)}: ${digits(meanError[i]!)} ± ${digits(errorSpread[i]!, 2)}`,
        });
        fill(
          said,
          ...(slope === undefined
            ? []
            : [
                'Measured slope ',
                h('data', { value: slope, class: 'value' }, digits(slope, 3)),
                ', predicted −0.5. At narrow widths terms of higher order bend the curve: only the last part is the law.',
              ]),
          first > 1 ? ' An error above 1 says that the narrow kernel has nothing in common with the limit.' : '',
        );
      },
      (error) => {
        fault.hidden = false;
        fill(fault, failureOf(error).message);
      },
    );
  }
}
