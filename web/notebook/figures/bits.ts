/**
 * Eight binary digits become eight sines, and these four sines with their cosines. Below them stands the length of each
 * step from a position to the next, which the cosines make equal.
 */
import { computed, effect, signal } from '@preact/signals-core';
import { h, html } from '../kit/html.js';
import { button } from '../kit/elements.js';
import { svg } from '../widgets/svg.js';
import { withCopy } from './copies.js';
import { type MakeFigure, animate, colourOfClock, eased, figureOf, fixed, inLanguage, playOnce, track } from './kit.js';
import { curve, stretched } from './shapes.js';

/** Steps that are shown, and curves with `fine` points a step. */
const steps = 64;
const fine = 8;
const rows = 8;

const words = {
  en: {
    label: 'From binary digits to sines and cosines',
    morph: 'from digits to sines',
    digits: 'digits',
    sines: 'sines',
    pairs: 'sines and cosines',
    give: 'Give each sine its cosine',
    take: 'Take the cosines away',
    far: 'How far is one step?',
    between: (low: string, high: string) => `from ${low} to ${high}`,
    every: (value: string) => `${value}, everywhere`,
    changing: 'changing …',
    position: 'position',
  },
  de: {
    label: 'Von Binärziffern zu Sinus und Kosinus',
    morph: 'von Ziffern zu Sinuswellen',
    digits: 'Ziffern',
    sines: 'Sinus',
    pairs: 'Sinus und Kosinus',
    give: 'Jedem Sinus seinen Kosinus geben',
    take: 'Die Kosinus wegnehmen',
    far: 'Wie weit ist ein Schritt?',
    between: (low: string, high: string) => `von ${low} bis ${high}`,
    every: (value: string) => `überall ${value}`,
    changing: 'im Wandel …',
    position: 'Position',
  },
};

const digit = (p: number, k: number): number => Math.floor(p / 2 ** k) % 2;

export const make: MakeFigure = async (library) => {
  const pe = await library();
  const said = inLanguage(words);
  const [{ data: wide }, { data: narrow }] = await Promise.all([
    pe.table({ encoding: 'sinusoidal', dim: 2 * rows }, steps + 1, { dtype: 'f64' }),
    pe.table({ encoding: 'sinusoidal', dim: rows }, steps + 1, { dtype: 'f64' }),
  ]);
  /** 0: digits, 1: sines. */
  const round = signal(0);
  /** 0: eight sines, 1: four sines and their cosines. */
  const paired = signal(0);
  const isPaired = signal(false);

  /** The value of a row, for the picture; numbers that are shown come from `exact`. */
  const drawn = (k: number, p: number): number => {
    const own = 10_000 ** (-k / rows);
    const pair = 10_000 ** (-(k - (k % 2)) / rows);
    if (paired.value > 0) {
      const theta = own * (pair / own) ** paired.value;
      return Math.sin(p * theta + (k % 2) * paired.value * (Math.PI / 2));
    }
    const period = 2 ** (k + 1) * ((2 * Math.PI) / own / 2 ** (k + 1)) ** round.value;
    const phase = (p / period) % 1;
    const square = phase < 0.5 ? 0 : 1;
    return (1 - round.value) * square + round.value * Math.sin(2 * Math.PI * phase);
  };
  const exact = (k: number, p: number): number | undefined => {
    if (paired.value === 1) return narrow[rows * p + k];
    if (paired.value > 0) return undefined;
    return round.value === 0 ? digit(p, k) : round.value === 1 ? wide[2 * rows * p + 2 * k] : undefined;
  };
  const lengths = computed(() =>
    Array.from({ length: steps }, (_, p) => {
      let sum = 0;
      for (let k = 0; k < rows; k++) sum += ((exact(k, p + 1) ?? drawn(k, p + 1)) - (exact(k, p) ?? drawn(k, p))) ** 2;
      return Math.sqrt(sum);
    }),
  );
  const isExact = computed(() => exact(0, 0) !== undefined);

  const lanes = Array.from({ length: rows }, (_, k) => {
    const line = svg('path', { class: 'fig-wave', stroke: colourOfClock(k % 2 === 0 ? k / 2 : (k - 1) / 2) });
    if (k % 2 === 1) line.classList.add('fig-second');
    effect(() => {
      const values = Float64Array.from({ length: steps * fine + 1 }, (__, i) => drawn(k, i / fine));
      line.setAttribute('d', curve(values, 0, 1 / fine));
    });
    return stretched(`0 -1.25 ${steps} 2.5`, 'fig-lane', line);
  });
  const bars = Array.from({ length: steps }, () => h('i', {}));
  effect(() => lengths.value.forEach((length, p) => (bars[p]!.style.height = `${(100 * length) / 2.7}%`)));

  const knob = track(
    {
      label: said.morph,
      min: 0,
      max: 1,
      step: 0.01,
      get: () => round.value,
      set: (to) => ((paired.value = 0), (isPaired.value = false), (round.value = to)),
    },
    (value) => (value === 0 ? said.digits : value === 1 ? said.sines : `${Math.round(100 * value)} %`),
  );
  effect(() => void (round.value, knob.tell()));
  let end = (): void => undefined;
  const pair = (is: boolean): void => {
    end();
    isPaired.value = is;
    round.value = 1;
    const from = paired.peek();
    end = animate(
      1200,
      (share) => (paired.value = share === 1 ? Number(is) : from + (Number(is) - from) * eased(share)),
    );
  };
  const told = (): string => {
    if (!isExact.value) return said.changing;
    const [low, high] = [Math.min(...lengths.value), Math.max(...lengths.value)];
    return high - low < 1e-9 ? said.every(fixed(low, 3)) : said.between(fixed(low, 2), fixed(high, 2));
  };
  const root = figureOf(
    'bits',
    said.label,
    html`<div class="fig-bits">
      <div class="fig-lanes">${lanes}</div>
      <div class="fig-strip">
        <p><b>${said.far}</b> <output>${told}</output></p>
        <div class="fig-lengths" data-flat=${() => isExact.value && paired.value === 1}>${bars}</div>
        <small><span>0</span><span>${said.position}</span><span>${steps}</span></small>
      </div>
      <div class="fig-controls">
        ${knob.element}
        ${button(
          () => (isPaired.value ? said.take : said.give),
          () => pair(!isPaired.peek()),
          { class: 'primary', 'aria-pressed': () => String(isPaired.value) },
        )}
      </div>
    </div>`,
  );
  effect(() => {
    const values = lengths.value;
    if (isExact.value) root.dataset['spread'] = String(Math.max(...values) - Math.min(...values));
    else delete root.dataset['spread'];
  });
  playOnce(
    root,
    7000,
    (share) => {
      const part = (from: number, to: number): number => Math.max(0, Math.min(1, (share - from) / (to - from)));
      round.value = eased(part(0.1, 0.5));
      paired.value = eased(part(0.65, 0.95));
      isPaired.value = paired.peek() > 0;
    },
    () => (paired.value = Number(isPaired.peek())),
  );
  return withCopy(root, ({ lineChart }) => {
    const lengthsOf = (at: (k: number, p: number) => number): Float64Array =>
      Float64Array.from({ length: steps }, (_, p) =>
        Math.sqrt(Array.from({ length: rows }, (__, k) => (at(k, p + 1) - at(k, p)) ** 2).reduce((a, b) => a + b)),
      );
    const series = [
      { name: said.digits, values: lengthsOf((k, p) => digit(p, k)) },
      { name: said.sines, values: lengthsOf((k, p) => wide[2 * rows * p + 2 * k]!) },
      { name: said.pairs, values: lengthsOf((k, p) => narrow[rows * p + k]!) },
    ];
    return lineChart.svg({ series }, { title: said.far, x: { title: said.position } });
  });
};
