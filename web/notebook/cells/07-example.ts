/**
 * The lecture's worked example, step by step with the substituted numbers: d = 4 at positions 0, 1
 * and 3, and d = 8 at position 3. Frequencies and table entries come from the library.
 */
import '../style/example.css';
import { signal, effect } from '@preact/signals-core';
import type { EncodingSpec } from '../../lib/types/posenc.js';
import type { Context } from '../context.js';
import type { Child } from '../widgets/dom.js';
import { fill, h } from '../widgets/dom.js';
import { messageOf } from '../widgets/errors.js';
import { datum } from '../widgets/format.js';
import { heading, note } from '../widgets/section.js';
import { tabs } from '../widgets/tabs.js';
import { tex } from '../widgets/tex.js';

interface Case {
  readonly id: string;
  readonly dim: number;
  readonly position: number;
}
const cases: readonly Case[] = [
  { id: 'd4-0', dim: 4, position: 0 },
  { id: 'd4-1', dim: 4, position: 1 },
  { id: 'd4-3', dim: 4, position: 3 },
  { id: 'd8-3', dim: 8, position: 3 },
];
const exampleBase = 10_000;

export function mount(root: HTMLElement, ctx: Context): void {
  heading(
    root,
    7,
    'By hand: the sinusoidal encoding of one position',
    'These six steps give one row of the table. Follow them once with a pencil.',
  );
  const panel = h('div', { class: 'worked' });
  const chosen = signal<string>('d4-3');
  const list = tabs('Worked cases', panel, (id) => {
    chosen.value = id;
  });
  root.append(list.element, panel, notes());

  effect(() => {
    const id = chosen.value;
    list.set(
      cases.map((c) => ({ id: c.id, label: `d = ${c.dim}, position ${c.position}` })),
      id,
    );
    const shown = cases.find((c) => c.id === id);
    if (shown === undefined) return;
    const spec: EncodingSpec = { encoding: 'sinusoidal', dim: shown.dim, base: exampleBase };
    Promise.all([ctx.pe.frequencies(spec), ctx.pe.table(spec, [shown.position], { dtype: 'f64' })]).then(
      ([omega, table]) => {
        if (chosen.peek() !== id) return;
        fill(panel, steps(shown, omega, table.data));
        panel.dataset['case'] = id;
      },
      (error: unknown) => fill(panel, h('p', { class: 'fault', role: 'alert' }, messageOf(error))),
    );
  });
}

function steps({ dim, position }: Case, omega: Float64Array, row: Float64Array): HTMLElement {
  const pairs = [...omega.keys()];
  const at = (i: number): number => omega[i]!;
  const angle = (i: number): number => position * at(i);
  const entry = (channel: number): number => row[channel]!;
  return h(
    'ol',
    { class: 'steps' },
    step(
      'Formula',
      'Channel pair i of position p holds a sine and a cosine of the same angle.',
      tex(
        '\\mathrm{PE}_{p,2i} = \\sin(p\\,\\omega_i) \\qquad \\mathrm{PE}_{p,2i+1} = \\cos(p\\,\\omega_i) \\qquad \\omega_i = 10000^{-2i/d}',
        { display: true },
      ),
    ),
    step(
      'Exponent',
      `With d = ${dim} there are ${pairs.length} pairs: i = ${pairs.join(', ')}.`,
      lines(
        pairs.map((i) =>
          tex('\\frac{2i}{d} = \\frac{2 \\cdot #0}{#1} \\approx #2', {
            leaves: { '#0': String(i), '#1': String(dim), ...equal('#2', (2 * i) / dim) },
          }),
        ),
      ),
    ),
    step(
      'Frequency',
      'Radians per position; every pair is slower than the one before.',
      lines(
        pairs.map((i) =>
          tex('\\omega_{#0} = 10000^{-#1} \\approx #2', {
            leaves: { '#0': String(i), '#1': plain((2 * i) / dim), ...equal('#2', at(i)) },
          }),
        ),
      ),
    ),
    step(
      'Angle',
      `Position times frequency, with p = ${position}.`,
      lines(
        pairs.map((i) =>
          tex('p\\,\\omega_{#0} = #1 \\cdot #2 \\approx #3', {
            leaves: { '#0': String(i), '#1': minus(position), '#2': plain(at(i)), ...equal('#3', angle(i)) },
          }),
        ),
      ),
    ),
    step(
      'Sine and cosine',
      'Angles are in radians.',
      lines(
        pairs.flatMap((i) => [
          tex('\\sin #0 \\approx #1', { leaves: { '#0': minus(angle(i)), ...equal('#1', entry(2 * i)) } }),
          tex('\\cos #0 \\approx #1', { leaves: { '#0': minus(angle(i)), ...equal('#1', entry(2 * i + 1)) } }),
        ]),
      ),
    ),
    step(
      'Row',
      `The ${dim} channels of position ${position}, interleaved.`,
      h(
        'div',
        { class: 'row-scroll', tabindex: 0, role: 'region', 'aria-label': `Row of position ${position}` },
        h(
          'table',
          { class: 'row-table' },
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, 'channel'),
              ...[...row.keys()].map((c) => h('th', { scope: 'col' }, c)),
            ),
          ),
          h(
            'tbody',
            {},
            h('tr', {}, h('th', { scope: 'row' }, 'is'), ...[...row.keys()].map((c) => h('td', {}, wave(c)))),
            h(
              'tr',
              { class: 'numbers' },
              h('th', { scope: 'row' }, 'value'),
              ...[...row].map((value) => h('td', {}, datum(value, rounded(value).replace('-', '−')))),
            ),
          ),
        ),
      ),
    ),
  );
}

function step(title: string, text: string, ...body: readonly Child[]): HTMLElement {
  return h('li', {}, h('h3', {}, title), h('p', {}, text), ...body);
}

function lines(formulas: readonly HTMLElement[]): HTMLElement {
  return h('ul', { class: 'lines' }, ...formulas.map((formula) => h('li', {}, formula)));
}

/** What channel c holds. */
function wave(c: number): HTMLElement {
  const leaves = { '#0': String(c >> 1) };
  return c % 2 ? tex('\\cos(p\\,\\omega_{#0})', { leaves }) : tex('\\sin(p\\,\\omega_{#0})', { leaves });
}

const digits = 7;

/** At most seven decimals. */
function plain(value: number): string {
  return String(Number(value.toFixed(digits)));
}

/** 3 · 0.1 is 0.3, though not in float64: a number is whole in seven decimals if it differs by its last bits only. */
function whole(value: number): boolean {
  return Math.abs(Number(plain(value)) - value) <= 4 * Number.EPSILON * Math.abs(value);
}

/** All seven decimals where they are needed, so that a rounded number can be seen to be one. */
function rounded(value: number): string {
  return whole(value) ? plain(value) : value.toFixed(digits);
}

/** A number into a hole, after a sign that says whether it is rounded. */
function equal(hole: string, value: number): Record<string, string> {
  return { [hole]: rounded(value).replace('-', '−'), '≈': whole(value) ? '=' : '≈' };
}

function minus(value: number): string {
  return plain(value).replace('-', '−');
}

function notes(): HTMLElement {
  return note(
    'Three places where lecture notes slip',
    h(
      'ul',
      {},
      h(
        'li',
        {},
        'cos 3 is −0.9899925, so four decimals give −0.9900; cutting off instead of rounding gives −0.9899. The small angles need more digits as well: sin 0.01 = 0.0099998, sin 0.03 = 0.0299955, cos 0.03 = 0.9995500.',
      ),
      h(
        'li',
        {},
        'The wavelength of pair i is ',
        tex('\\lambda_i = 2\\pi \\cdot 10000^{2i/d}'),
        ', with the 2π, and the longest is ',
        tex('2\\pi \\cdot 10000^{(d-2)/d}'),
        ', not 2π·10000: with d = 512 that is 60,611 positions instead of 62,832. Only the variant that divides by d/2 − 1 reaches the latter.',
      ),
      h(
        'li',
        {},
        'There are d/2 different frequencies, each used by two channels, a sine and a cosine. It is not one frequency a dimension.',
      ),
    ),
  );
}
