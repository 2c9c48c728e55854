/** Three ideas for a position code, each with a knob that breaks it: the number itself, its share, its binary digits. */
import { effect, signal } from '@preact/signals-core';
import { h, html } from '../kit/html.js';
import { svg } from '../widgets/svg.js';
import { withCopy } from './copies.js';
import { type MakeFigure, eased, figureOf, fixed, inLanguage, playOnce, track } from './kit.js';
import { stretched } from './shapes.js';

const words = {
  en: {
    label: 'Three ideas, each with a knob that breaks it',
    number: 'The number itself',
    share: 'The share of the length',
    bits: 'Binary digits',
    position: 'position p',
    length: 'length n of the text',
    word: 'the word',
    sum: (p: number) => `The word reaches 1, the position ${p}.`,
    vanished: 'The word has vanished.',
    third: (n: number, value: string) => `Word 3 of ${n} gets 3/${n} ${value}.`,
    changed: 'It is the same word, at the same place.',
    flip: (from: number, count: number) =>
      `From ${from} to ${from + 1}, ${count === 1 ? 'one digit flips' : `${count} digits flip`}.`,
    far: 'How far is one step?',
    uneven: 'Equal steps are unequal.',
  },
  de: {
    label: 'Drei Ideen, jede mit einem Regler, der sie bricht',
    number: 'Die Zahl selbst',
    share: 'Der Anteil an der Länge',
    bits: 'Binärziffern',
    position: 'Position p',
    length: 'Länge n des Textes',
    word: 'das Wort',
    sum: (p: number) => `Das Wort reicht bis 1, die Position bis ${p}.`,
    vanished: 'Das Wort ist verschwunden.',
    third: (n: number, value: string) => `Wort 3 von ${n} erhält 3/${n} ${value}.`,
    changed: 'Es ist dasselbe Wort an derselben Stelle.',
    flip: (from: number, count: number) =>
      `Von ${from} zu ${from + 1} ${count === 1 ? 'kippt eine Ziffer' : `kippen ${count} Ziffern`}.`,
    far: 'Wie weit ist ein Schritt?',
    uneven: 'Gleiche Schritte sind ungleich.',
  },
};

/** Entries of a word, for the picture only. */
const entries = [0.62, -0.35, 0.9, -0.78, 0.2, 0.55, -0.95, 0.4];
const digits = 4;
const bit = (p: number, k: number): number => (p >> k) & 1;
/** The number of digits that differ between a position and the next. */
export const flips = (p: number): number =>
  Array.from({ length: digits }, (_, k) => bit(p, k) ^ bit(p + 1, k)).reduce((sum, one) => sum + one, 0);

/** To three digits, with the sign that holds. */
const rounded = (value: number): string => `${Number(value.toFixed(3)) === value ? '=' : '≈'} ${fixed(value, 3)}`;

export const make: MakeFigure = () => {
  const said = inLanguage(words);
  const [p, n, b] = [signal(3), signal(6), signal(5)];

  const bars = entries.map((value, i) =>
    svg('rect', { x: i + 0.15, y: Math.min(0, -value), width: 0.7, height: Math.abs(value), class: 'fig-word' }),
  );
  const tall = svg('rect', { x: entries.length + 0.6, width: 1.6, class: 'fig-position' });
  const sums = stretched('0 0 10.4 1', 'fig-plot', svg('line', { x1: 0, x2: 10.4, class: 'fig-axis' }), ...bars, tall);
  const number = track(
    {
      label: `${said.number}: ${said.position}`,
      min: 0,
      max: 500,
      page: 50,
      get: () => p.value,
      set: (to) => (p.value = to),
    },
    (value) => `p = ${value}`,
  );
  effect(() => {
    const most = Math.max(1.1, p.value);
    tall.setAttribute('y', String(-p.value));
    tall.setAttribute('height', String(p.value));
    sums.setAttribute('viewBox', `0 ${-most * 1.04} 10.4 ${most * 1.04 + Math.max(1.05, most * 0.06)}`);
    number.tell();
  });

  const line = h('div', { class: 'fig-share' });
  const share = track(
    {
      label: `${said.share}: ${said.length}`,
      min: 4,
      max: 40,
      page: 5,
      get: () => n.value,
      set: (to) => (n.value = to),
    },
    (value) => `n = ${value}`,
  );
  effect(() => {
    const places = Array.from({ length: n.value + 1 }, (_, i) => {
      const dot = h('i', i === 3 ? { class: 'fig-third' } : {});
      dot.style.left = `${(100 * i) / n.value}%`;
      return dot;
    });
    const value = h('b', {}, fixed(3 / n.value, 3));
    value.style.left = `${300 / n.value}%`;
    line.replaceChildren(value, ...places, h('small', {}, '0'), h('small', {}, '1'));
    share.tell();
  });

  const lamps = Array.from({ length: digits }, () => h('b', {}));
  const steps = Array.from({ length: 15 }, (_, i) => {
    const bar = h('i', {}, String(flips(i)));
    bar.style.height = `${25 * flips(i)}%`;
    return bar;
  });
  const binary = track(
    {
      label: `${said.bits}: ${said.position}`,
      min: 0,
      max: 14,
      page: 4,
      get: () => b.value,
      set: (to) => (b.value = to),
    },
    (value) => `p = ${value}`,
  );
  effect(() => {
    lamps.forEach((lamp, i) => {
      const k = digits - 1 - i;
      lamp.textContent = String(bit(b.value, k));
      lamp.toggleAttribute('data-on', bit(b.value, k) === 1);
      lamp.toggleAttribute('data-flips', bit(b.value, k) !== bit(b.value + 1, k));
    });
    steps.forEach((bar, i) => bar.toggleAttribute('data-here', i === b.value));
    binary.tell();
  });

  const panel = (title: string, picture: Node, knob: HTMLElement, told: () => string, breaks: () => string | false) =>
    html`<section class="fig-idea">
      <h3>${title}</h3>
      <div class="fig-stage">${picture}</div>
      ${knob}
      <p>${told}</p>
      <p class="fig-broken">${() => breaks() || '\u00a0'}</p>
    </section>`;
  const bitsPicture = html`<div class="fig-binary">
    <div class="fig-lamps">${lamps}</div>
    <small>${said.far}</small>
    <div class="fig-steps">${steps}</div>
  </div>`;
  const root = figureOf(
    'ideas',
    said.label,
    html`<div class="fig-ideas">
      ${[
        panel(
          said.number,
          sums,
          number.element,
          () => said.sum(p.value),
          () => p.value >= 150 && said.vanished,
        ),
        panel(
          said.share,
          line,
          share.element,
          () => said.third(n.value, rounded(3 / n.value)),
          () => n.value !== 6 && said.changed,
        ),
        panel(
          said.bits,
          bitsPicture,
          binary.element,
          () => said.flip(b.value, flips(b.value)),
          () => flips(b.value) > 2 && said.uneven,
        ),
      ]}
    </div>`,
  );
  playOnce(root, 6000, (at) => {
    const part = (from: number): number => eased(Math.max(0, Math.min(1, (at - from) / 0.3)));
    p.value = Math.round(3 + 497 * part(0));
    n.value = Math.round(6 + 18 * part(0.34));
    b.value = Math.round(5 + 2 * part(0.68));
  });
  return withCopy(root, ({ barChart }) =>
    barChart.svg(
      {
        names: Array.from({ length: 15 }, (_, i) => String(i)),
        series: [{ name: said.bits, values: Array.from({ length: 15 }, (_, i) => flips(i)) }],
      },
      { title: said.far, x: { title: said.position } },
    ),
  );
};
