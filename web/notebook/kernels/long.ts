/** The spectrum of as many positions as one likes: the inner products of channels have a closed form. */
import { computed, effect, signal } from '@preact/signals-core';
import type { AnalysisResults } from 'posenc';
import { derived } from '../../lib/charts/core/origin.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { datum, short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { numberField } from '../widgets/number-field.js';
import { reachable } from '../widgets/reachable.js';
import { seriesView } from '../widgets/series-view.js';
import { tex } from '../widgets/tex.js';
import { whenSeen } from '../widgets/when-seen.js';
import type { Context } from './context.js';
import { fits, mostLong } from './state.js';

interface Long {
  readonly count: number;
  readonly spectrum: AnalysisResults['spectrum'];
}
/** Beside the number that was asked for. */
const beside = [1e3, 1e6];
const named: readonly (readonly [string, number])[] = [
  ['10⁴', 1e4],
  ['131,072', 131_072],
  ['10⁶', 1e6],
  ['10⁹', 1e9],
  ['10¹²', 1e12],
];
const colours = [4, 3, 2];

export function mountLong(root: HTMLElement, { pe, state, update, accepted }: Context): void {
  const work = job('Computing the spectra');
  const absent = h('p', { class: 'calm', hidden: true });
  const table = h('div', { class: 'long-table' });
  const chart = seriesView({
    name: 'Spectra of long contexts',
    file: () => `${accepted.peek()?.spec.encoding ?? 'encoding'}-long-spectra`,
    onChoose: (mode) => update({ mode }),
  });
  const field = numberField({
    name: 'long',
    label: 'positions',
    min: 16,
    max: 1e12,
    log: true,
    integer: true,
    onInput: (value, final) => {
      const wrong =
        value === undefined || !fits.long(value) ? `positions must be a whole number from 1 to ${mostLong}` : undefined;
      field.setError(wrong);
      if (wrong === undefined) update({ long: value! }, final);
    },
  });
  const long = computed(() => state.value.long);
  effect(() => field.set(long.value));
  const body = root.querySelector<HTMLElement>('.long-body')!;
  body.append(chart.element, table);
  body.before(absent, work.element);
  root
    .querySelector('.position-row')!
    .append(
      field.element,
      h(
        'div',
        { class: 'toolbar', role: 'group', 'aria-label': 'Numbers of positions' },
        ...named.map(([text, count]) =>
          h('button', { type: 'button', class: 'quiet', on: { click: () => update({ long: count }) } }, text),
        ),
      ),
    );
  table.after(
    tex(
      '\\sum_{t<n} \\cos 2\\pi(\\varphi + t\\rho) = \\cos 2\\pi\\bigl(\\varphi + \\tfrac{n-1}{2}\\rho\\bigr)\\,\\frac{\\sin \\pi n \\rho}{\\sin \\pi \\rho}',
      { display: true },
    ),
  );

  const seen = signal(false);
  whenSeen().watch(root, () => {
    seen.value = true;
    return Promise.resolve();
  });
  const shown = signal<readonly Long[]>([]);
  const request = computed(() => {
    const { start, step } = state.value;
    return { spec: accepted.value?.spec, start, step, count: long.value, seen: seen.value };
  });
  let last = '';
  effect(() => {
    const { spec, start, step, count, seen: visible } = request.value;
    if (spec === undefined || !visible) return;
    const key = keyOf([spec, start, step, count]);
    if (key === last) return;
    last = key;
    const counts = [...beside.filter((n) => n < count), count];
    work.run(
      async (abort, onProgress) => {
        const out: Long[] = [];
        for (const n of counts) {
          const positions = { start, step, count: n };
          const spectrum = await pe.analyse(
            { analysis: 'spectrum' },
            { kernel: { spec, positions, form: 'channelGram' } },
            { signal: abort },
          );
          out.push({ count: n, spectrum });
          onProgress(out.length / counts.length);
        }
        return out;
      },
      (found) => {
        absent.hidden = true;
        body.hidden = false;
        root.dataset['computed'] = key;
        shown.value = found;
      },
      (error) => {
        last = '';
        // That an encoding has no such form is a fact about it and not a mistake of the reader.
        absent.hidden = false;
        fill(absent, failureOf(error).message);
        body.hidden = true;
        delete root.dataset['computed'];
      },
    );
  });

  effect(() => {
    const found = shown.value;
    const newest = found[found.length - 1];
    if (newest === undefined) return;
    const channels = newest.spectrum.eigenvalues.length;
    const values = found.map(({ count, spectrum }) => derived('times', spectrum.eigenvalues, 1 / count));
    chart.show({
      x: Float64Array.from({ length: channels }, (_, m) => m + 1),
      xTitle: 'm',
      yTitle: 'λₘ / n',
      logY: true,
      series: found.map(({ count }, i) => ({
        name: `${short(count)} positions`,
        colour: colours[colours.length - found.length + i]!,
        dashed: i < found.length - 1,
        values: values[i]!,
      })),
      describe: (m) =>
        `m = ${m + 1}: ${found
          .map(({ count, spectrum }) => {
            const value = spectrum.eigenvalues[m]!;
            return `${short(count)}: ${value > 0 ? short(Number((value / count).toPrecision(5))) : '≤ precision'}`;
          })
          .join('; ')}`,
    });
    fill(table, comparison(found));
  });
  const mode = computed(() => state.value.mode);
  effect(() => {
    shown.value;
    chart.choose(mode.value);
  });
}

function comparison(found: readonly Long[]): HTMLElement {
  const place = h(
    'div',
    { class: 'methods-scroll' },
    h(
      'table',
      { class: 'spectra' },
      h('caption', { class: 'visually-hidden' }, 'Spectra by number of positions'),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['positions', 'effective rank', 'participation ratio', 'stable rank', 'resolved'].map((name) =>
            h('th', { scope: 'col' }, name),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        ...found.map(({ count, spectrum: of }) =>
          h(
            'tr',
            { 'data-positions': count },
            h('th', { scope: 'row' }, short(count)),
            ...[of.effectiveRank, of.participationRatio, of.stableRank, of.resolvedRank].map((x) =>
              h('td', {}, datum(x)),
            ),
          ),
        ),
      ),
    ),
  );
  reachable(place, 'Spectra by number of positions');
  return place;
}
