/**
 * The lecture's worked example with substituted numbers: d = 4 at positions 0, 1 and 3, and d = 8 at position 3.
 * Frequencies and table entries come from the library.
 */
import '../style/example.css';
import { signal, effect } from '@preact/signals-core';
import type { EncodingSpec } from '../../lib/types/posenc.js';
import { type Content, fill, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import { byId } from '../page.js';
import { datum } from '../widgets/format.js';
import { tabs } from '../widgets/tabs.js';
import { tex } from '../widgets/tex.js';
import type { Context } from './context.js';

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

export function mount(ctx: Context): void {
  const panel = html`<div class="worked"></div>`;
  const chosen = signal('d4-3');
  const list = tabs('Worked cases', panel, (id) => (chosen.value = id));
  const items = cases.map(({ id, dim, position }) => ({ id, label: `d = ${dim}, position ${position}` }));
  fill(byId('worked'), list.element, panel);
  fill(byId('wavelength'), tex('\\lambda_i = 2\\pi \\cdot 10000^{2i/d}'));
  fill(byId('longest'), tex('2\\pi \\cdot 10000^{(d-2)/d}'));
  effect(() => list.set(items, chosen.value));
  section({
    at: panel,
    doing: 'Computing the row',
    inputs: () => cases.find(({ id }) => id === chosen.value),
    compute({ dim, position }, signal) {
      const spec: EncodingSpec = { encoding: 'sinusoidal', dim, base: exampleBase };
      return Promise.all([
        ctx.pe.frequencies(spec, { signal }),
        ctx.pe.table(spec, [position], { dtype: 'f64', signal }),
      ]);
    },
    draw([omega, table], shown) {
      fill(panel, steps(shown, omega, table.data));
      panel.dataset['case'] = shown.id;
    },
  });
}

function steps({ dim, position }: Case, omega: Float64Array, row: Float64Array): HTMLElement {
  const pairs = [...omega.keys()];
  const channels = [...row.keys()];
  const at = (i: number): number => omega[i]!;
  const angle = (i: number): number => position * at(i);
  const entry = (channel: number): number => row[channel]!;
  return html`<ol class="steps">
    ${step(
      'Formula',
      'Channel pair i of position p holds a sine and a cosine of the same angle.',
      tex(
        '\\mathrm{PE}_{p,2i} = \\sin(p\\,\\omega_i) \\qquad \\mathrm{PE}_{p,2i+1} = \\cos(p\\,\\omega_i) \\qquad \\omega_i = 10000^{-2i/d}',
        { display: true },
      ),
    )}
    ${step(
      'Exponent',
      `With d = ${dim} there are ${pairs.length} pairs: i = ${pairs.join(', ')}.`,
      lines(
        pairs.map((i) =>
          tex('\\frac{2i}{d} = \\frac{2 \\cdot #0}{#1} \\approx #2', {
            leaves: { '#0': String(i), '#1': String(dim), ...equal('#2', (2 * i) / dim) },
          }),
        ),
      ),
    )}
    ${step(
      'Frequency',
      'Radians per position; every pair is slower than the one before.',
      lines(
        pairs.map((i) =>
          tex('\\omega_{#0} = 10000^{-#1} \\approx #2', {
            leaves: { '#0': String(i), '#1': plain((2 * i) / dim), ...equal('#2', at(i)) },
          }),
        ),
      ),
    )}
    ${step(
      'Angle',
      `Position times frequency, with p = ${position}.`,
      lines(
        pairs.map((i) =>
          tex('p\\,\\omega_{#0} = #1 \\cdot #2 \\approx #3', {
            leaves: { '#0': String(i), '#1': minus(position), '#2': plain(at(i)), ...equal('#3', angle(i)) },
          }),
        ),
      ),
    )}
    ${step(
      'Sine and cosine',
      'Angles are in radians.',
      lines(
        pairs.flatMap((i) => [
          tex('\\sin #0 \\approx #1', { leaves: { '#0': minus(angle(i)), ...equal('#1', entry(2 * i)) } }),
          tex('\\cos #0 \\approx #1', { leaves: { '#0': minus(angle(i)), ...equal('#1', entry(2 * i + 1)) } }),
        ]),
      ),
    )}
    ${step(
      'Row',
      `The ${dim} channels of position ${position}, interleaved.`,
      html`<div class="row-scroll scrolls" tabindex="0" role="region" aria-label=${`Row of position ${position}`}>
        <table class="row-table">
          <thead>
            <tr>
              <th scope="row">channel</th>
              ${channels.map((c) => html`<th scope="col">${c}</th>`)}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">is</th>
              ${channels.map((c) => html`<td>${wave(c)}</td>`)}
            </tr>
            <tr class="numbers">
              <th scope="row">value</th>
              ${[...row].map((value) => html`<td>${datum(value, rounded(value).replace('-', '−'))}</td>`)}
            </tr>
          </tbody>
        </table>
      </div>`,
    )}
  </ol>`;
}

const step = (title: string, text: string, body: Content): HTMLElement =>
  html`<li>
    <h3>${title}</h3>
    <p>${text}</p>
    ${body}
  </li>`;

const lines = (formulas: readonly HTMLElement[]): HTMLElement =>
  html`<ul class="lines">
    ${formulas.map((formula) => html`<li>${formula}</li>`)}
  </ul>`;

/** The function in channel c. */
function wave(c: number): HTMLElement {
  const leaves = { '#0': String(c >> 1) };
  return c % 2 ? tex('\\cos(p\\,\\omega_{#0})', { leaves }) : tex('\\sin(p\\,\\omega_{#0})', { leaves });
}

const digits = 7;

/** At most seven decimals. */
function plain(value: number): string {
  return String(Number(value.toFixed(digits)));
}

/** True if a number has at most seven decimals up to float64 rounding: 3 · 0.1 is 0.3, though not in float64. */
function whole(value: number): boolean {
  return Math.abs(Number(plain(value)) - value) <= 4 * Number.EPSILON * Math.abs(value);
}

/** Shows all seven decimals of a rounded number. */
function rounded(value: number): string {
  return whole(value) ? plain(value) : value.toFixed(digits);
}

/** Fills a hole with a number and sets the sign before it to = or ≈. */
function equal(hole: string, value: number): Record<string, string> {
  return { [hole]: rounded(value).replace('-', '−'), '≈': whole(value) ? '=' : '≈' };
}

function minus(value: number): string {
  return plain(value).replace('-', '−');
}
