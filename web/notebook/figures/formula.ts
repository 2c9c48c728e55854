/**
 * The formula of the frequencies, whose numbers are dragged in place. Each part lights what it is in the clocks, and a
 * part of the clocks lights its letter.
 */
import { effect, signal } from '@preact/signals-core';
import { type Content, html } from '../kit/html.js';
import { svg } from '../widgets/svg.js';
import { withCopy } from './copies.js';
import { type MakeFigure, asSlider, colourOfClock, figureOf, inLanguage, playOnce } from './kit.js';
import { arc, dial } from './shapes.js';

const bases = [2, 10, 100, 1000, 10_000, 100_000, 1_000_000];
const widths = [4, 6, 8, 12, 16];
const most = 100;
const turn = 2 * Math.PI;

const words = {
  en: {
    label: 'The formula of the clocks',
    base: 'base b',
    width: 'width d',
    pair: 'clock i',
    position: 'position p',
    angle: 'angle of the hand',
    ratio: (by: string) => `Each clock is ${by} times as slow as the one before.`,
    turns: (many: string) => `one turn: ${many}`,
    drag: 'Drag the numbers in the formula, or use the arrow keys.',
  },
  de: {
    label: 'Die Formel der Uhren',
    base: 'Basis b',
    width: 'Breite d',
    pair: 'Uhr i',
    position: 'Position p',
    angle: 'Winkel des Zeigers',
    ratio: (by: string) => `Jede Uhr ist ${by}-mal so langsam wie die vor ihr.`,
    turns: (many: string) => `eine Runde: ${many}`,
    drag: 'Ziehen Sie an den Zahlen der Formel, oder nehmen Sie die Pfeiltasten.',
  },
};

const digits = (value: number): string => String(Number(value.toPrecision(4))).replace('-', '−');

export const make: MakeFigure = async (library) => {
  const pe = await library();
  const said = inLanguage(words);
  const [base, width, pair, p] = [signal(4), signal(2), signal(1), signal(3)];
  const read = (): Promise<Float64Array> =>
    pe.frequencies({ encoding: 'sinusoidal', dim: widths[width.value]!, base: bases[base.value]! });
  const thetas = signal<Float64Array>(await read());
  let asked = 0;
  effect(() => {
    const now = ++asked;
    void read().then((found) => {
      if (now !== asked) return;
      pair.value = Math.min(pair.peek(), found.length - 1);
      thetas.value = found;
    });
  });
  const theta = (): number => thetas.value[pair.value] ?? thetas.value[0]!;

  /** A number of the formula that is dragged sideways. */
  const scrubbed = (
    part: string,
    label: string,
    max: () => number,
    on: typeof base,
    text: (value: number) => string,
  ) => {
    const element = html`<b class="fig-scrub" data-part=${part}>${() => text(on.value)}</b>`;
    const set = (to: number): void => void (on.value = Math.max(0, Math.min(max(), to)));
    const tell = asSlider(element, { label, min: 0, max: max(), get: () => on.value, set, text });
    effect(() => {
      element.setAttribute('aria-valuemax', String(max()));
      tell();
    });
    let from = { x: 0, value: 0 };
    element.addEventListener('pointerdown', (event) => {
      from = { x: event.clientX, value: on.peek() };
      element.setPointerCapture(event.pointerId);
      event.preventDefault();
      element.focus({ preventScroll: true });
    });
    const pixels = part === 'p' ? 5 : 24;
    element.addEventListener('pointermove', ({ pointerId, clientX }) => {
      if (element.hasPointerCapture(pointerId)) set(from.value + Math.round((clientX - from.x) / pixels));
    });
    return element;
  };
  const last = (list: readonly unknown[]) => (): number => list.length - 1;
  const own = (): string => colourOfClock(pair.value, thetas.value.length);
  const row = html`<div class="fig-row"></div>`;
  let dials: { readonly turnTo: (angle: number) => void; readonly element: HTMLElement }[] = [];
  effect(() => {
    const all = thetas.value;
    dials = [...all].map((frequency, i) => {
      const colour = colourOfClock(i, all.length);
      const { element, under, hand, turnTo } = dial(colour);
      const step = svg('path', {
        d: arc(0, frequency, 49, true),
        class: 'fig-step',
        fill: colour,
        'data-part': 'theta',
      });
      under.append(step);
      hand.dataset['part'] = 'p';
      element.querySelector<SVGElement>('.fig-face')!.dataset['part'] = 'd';
      const caption: Content = html`<small
        ><b data-part="i">i = ${i}</b><br /><span data-part="theta">θ = ${digits(frequency)}</span
        ><br />${said.turns(digits(turn / frequency))}</small
      >`;
      const place = html`<div class="fig-one-clock">${element as unknown as HTMLElement}${caption}</div>`;
      place.addEventListener('pointerenter', () => (pair.value = i));
      return { turnTo, element: place };
    });
    row.replaceChildren(...dials.map(({ element }) => element));
    row.style.setProperty('--count', String(all.length));
  });
  effect(() => {
    const all = thetas.value;
    dials.forEach(({ turnTo, element }, i) => {
      turnTo(p.value * all[i]!);
      element.toggleAttribute('data-here', i === pair.value);
    });
  });
  const fill = (): string => own();
  const equation = html`<div class="fig-equations">
    <p class="fig-equation">
      <var data-part="theta">θ<sub>i</sub></var> = <var data-part="b">b</var
      ><sup>−2<var data-part="i">i</var>/<var data-part="d">d</var></sup>
    </p>
    <p class="fig-equation">
      <span class="fig-value" data-part="theta">${() => digits(theta())}</span> =${' '}
      ${scrubbed('b', said.base, last(bases), base, (at) => String(bases[at]))}
      <sup
        >−2·${scrubbed('i', said.pair, () => thetas.value.length - 1, pair, String)}/${scrubbed('d', said.width, last(widths), width, (at) => String(widths[at]))}</sup
      >
    </p>
    <p class="fig-equation">
      <small>${said.angle}: </small>
      <var data-part="p">p</var><var data-part="theta">θ<sub>i</sub></var> =${' '}
      ${scrubbed('p', said.position, () => most, p, String)} ·${' '}
      <span class="fig-value" data-part="theta">${() => digits(theta())}</span>
      ${' = '}<span class="fig-value">${() => digits(p.value * theta())}</span>
    </p>
  </div>`;
  effect(() => equation.style.setProperty('--own', fill()));
  const root = figureOf(
    'formula',
    said.label,
    equation,
    row,
    html`<p class="fig-ratio" data-part="b">${() => said.ratio(digits(thetas.value[0]! / thetas.value[1]!))}</p>`,
    html`<p><small>${said.drag}</small></p>`,
  );
  for (const [type, is] of [
    ['pointerover', true],
    ['focusin', true],
    ['pointerleave', false],
  ] as const)
    root.addEventListener(type, ({ target }) => {
      const part = is && target instanceof Element ? target.closest('[data-part]') : undefined;
      root.dataset['lit'] = part?.getAttribute('data-part') ?? '';
    });
  playOnce(root, 5000, (share) => {
    p.value = Math.round(share < 0.8 ? (share / 0.8) * 60 : 60 - ((share - 0.8) / 0.2) * 57);
  });
  return withCopy(root, ({ clockHands }) =>
    clockHands.svg({ frequencies: thetas.peek() }, { position: p.peek(), title: said.label }),
  );
};
