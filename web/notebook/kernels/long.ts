/** Spectra of any number of positions: inner products of channels have a closed form. */
import { computed, effect, signal } from '@preact/signals-core';
import type { AnalysisResults } from 'posenc';
import { stepped } from '../calls.js';
import { numberControl, presetButtons } from '../widgets/controls.js';
import { fill, html } from '../kit/html.js';
import { row, table } from '../kit/tables.js';
import { section } from '../kit/section.js';
import type { Failure } from '../kit/errors.js';
import { brief, datum, short } from '../widgets/format.js';
import { keyOf } from '../key.js';
import { scroller } from '../widgets/reachable.js';
import { seriesView } from '../widgets/series-view.js';
import { namesOf } from '../widgets/spec-name.js';
import { tex } from '../widgets/tex.js';
import type { Context } from './context.js';
import { fits } from './state.js';

interface Long {
  readonly count: number;
  readonly spectrum: AnalysisResults['spectrum'];
}
/** Shown in addition to the requested count. */
const beside = [1e3, 1e6];
const named: readonly (readonly [string, number])[] = [
  ['10⁴', 1e4],
  ['131,072', 131_072],
  ['10⁶', 1e6],
  ['10⁹', 1e9],
  ['10¹²', 1e12],
];
const colours = [4, 3, 2];

export function mount(ctx: Context, root: HTMLElement): void {
  const { pe, state, update, accepted } = ctx;
  const body = root.querySelector<HTMLElement>('.long-body')!;
  const found = signal<readonly Long[]>([]);
  const refused = signal<Failure>();
  const { named: ofSpec, file } = namesOf(() => accepted.peek()?.spec);
  const chart = seriesView({
    ...{ name: ofSpec('Spectra of long contexts'), file: file('long-spectra'), onChoose: (mode) => update({ mode }) },
  });
  fill(
    root.querySelector('.position-row')!,
    numberControl(ctx, {
      ...{ name: 'long', label: 'positions', min: 16, max: 1e12, log: true, integer: true, fits: fits.long },
    }),
    presetButtons(
      ctx,
      'Numbers of positions',
      named.map(([text, long]) => [text, () => ({ long })]),
    ),
  );
  const formula = tex(
    '\\sum_{t<n} \\cos 2\\pi(\\varphi + t\\rho) = \\cos 2\\pi\\bigl(\\varphi + \\tfrac{n-1}{2}\\rho\\bigr)\\,\\frac{\\sin \\pi n \\rho}{\\sin \\pi \\rho}',
    { display: true },
  );
  const drawn = html`<div class="long-body stack" hidden=${() => refused.value !== undefined}>
    ${chart.element}
    <div class="long-table">${() => found.value.length > 0 && comparison(found.value)}</div>
    ${formula}
  </div>`;
  // An encoding without a closed form is not an error of the reader.
  const absent = html`<p class="calm" hidden=${() => !refused.value}>${() => refused.value?.message}</p>`;
  fill(body, absent, drawn);
  section({
    at: drawn,
    doing: 'Computing the spectra',
    inputs() {
      const { start, step, long } = state.value;
      return accepted.value && { spec: accepted.value.spec, start, step, long };
    },
    async compute({ spec, start, step, long }, abort, onProgress): Promise<readonly Long[]> {
      const out: Long[] = [];
      const counts = [...beside.filter((n) => n < long), long];
      for (const count of counts) {
        const kernel = { spec, positions: { start, step, count }, form: 'channelGram' } as const;
        out.push({ count, spectrum: await pe.analyse({ analysis: 'spectrum' }, { kernel }, { signal: abort }) });
        onProgress(out.length / counts.length);
      }
      return out;
    },
    draw(now, inputs) {
      root.dataset['computed'] = keyOf(inputs);
      found.value = now;
    },
    fail(failure) {
      refused.value = failure;
      if (failure) delete root.dataset['computed'];
      return false;
    },
  });

  effect(() => void (found.value.length > 0 && draw(found.value)));
  const mode = computed(() => state.value.mode);
  effect(() => {
    found.value;
    chart.choose(mode.value);
  });

  function draw(all: readonly Long[]): void {
    const values = all.map(({ count, spectrum }) => stepped('times', spectrum.eigenvalues, 1 / count));
    chart.show({
      x: Float64Array.from({ length: all.at(-1)!.spectrum.eigenvalues.length }, (_, m) => m + 1),
      xTitle: 'm',
      yTitle: 'λₘ / n',
      logY: true,
      series: all.map(({ count }, i) => ({
        name: `${short(count)} positions`,
        colour: colours[colours.length - all.length + i]!,
        dashed: i < all.length - 1,
        values: values[i]!,
      })),
      describe: (m) =>
        `m = ${m + 1}: ${all
          .map(({ count, spectrum }) => {
            const value = spectrum.eigenvalues[m]!;
            return `${short(count)}: ${value > 0 ? short(Number((value / count).toPrecision(5))) : '≤ precision'}`;
          })
          .join('; ')}`,
    });
  }
}

function comparison(found: readonly Long[]): HTMLElement {
  const caption = 'Spectra by number of positions';
  const head = ['positions', 'effective rank', 'participation ratio', 'stable rank', 'resolved'];
  const rows = found.map(({ count, spectrum: of }) => {
    const ranks = [of.effectiveRank, of.participationRatio, of.stableRank, of.resolvedRank];
    return row([short(count), ...ranks.map((x) => datum(x, brief(x)))], { 'data-positions': count });
  });
  return scroller('methods-scroll', caption, table(head, { caption, class: 'spectra', rows }));
}
