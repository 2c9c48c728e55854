/**
 * Five later: two markers, rigidly joined, are dragged over the table. Both hands of each clock turn, and the arc
 * between them stays, as does the rotation that leads from one to the other.
 */
import { effect, signal } from '@preact/signals-core';
import { colourMaps } from '../../lib/charts/heatmap/colour-maps.js';
import { lookUpTable } from '../../lib/charts/heatmap/colours.js';
import { h, html } from '../kit/html.js';
import { svg } from '../widgets/svg.js';
import { darkTheme } from '../widgets/theme.js';
import { withCopy } from './copies.js';
import {
  type MakeFigure,
  asSlider,
  colourOfClock,
  dragged,
  eased,
  figureOf,
  fixed,
  inLanguage,
  playOnce,
  track,
} from './kit.js';
import { arc, dial, handOf, within } from './shapes.js';

const [positions, width, farthest] = [128, 8, 20];
const turn = 2 * Math.PI;

const words = {
  en: {
    label: 'Two positions, five apart, on four clocks',
    strip: 'The table of 128 positions, eight channels high',
    pair: 'Both markers: position p',
    gap: 'Distance k',
    between: (k: number) =>
      `Below each clock: the arc over ${k} ${k === 1 ? 'position' : 'positions'}, cut out, and its rotation.`,
    now: (p: number, k: number) => `From position ${p} to ${p + k}`,
  },
  de: {
    label: 'Zwei Positionen im Abstand fünf, auf vier Uhren',
    strip: 'Die Tabelle von 128 Positionen, acht Kanäle hoch',
    pair: 'Beide Marken: Position p',
    gap: 'Abstand k',
    between: (k: number) =>
      `Unter jeder Uhr: der Bogen über ${k} ${k === 1 ? 'Position' : 'Positionen'}, ausgeschnitten, und seine Drehung.`,
    now: (p: number, k: number) => `Von Position ${p} zu ${p + k}`,
  },
};

export const make: MakeFigure = async (library) => {
  const pe = await library();
  const said = inLanguage(words);
  const spec = { encoding: 'sinusoidal', dim: width } as const;
  const [{ data }, all] = await Promise.all([pe.table(spec, positions, { dtype: 'f64' }), pe.frequencies(spec)]);
  const frequencies = [...all];
  const [p, k] = [signal(20), signal(5)];
  const canvas = h('canvas', { width: positions, height: width, role: 'img', 'aria-label': said.strip });
  const map = colourMaps.find(({ id }) => id === 'rdbu')!;
  effect(() => {
    const colours = lookUpTable(map, darkTheme() ? 'dark' : 'light');
    const pen = canvas.getContext('2d')!;
    const image = pen.createImageData(positions, width);
    data.forEach((value, i) => {
      const at = 4 * Math.round(127.5 * (value + 1));
      image.data.set(colours.subarray(at, at + 4), 4 * ((i % width) * positions + Math.floor(i / width)));
    });
    pen.putImageData(image, 0, 0);
  });
  const most = positions - 1 - farthest;
  const set = (to: number): void => void (p.value = Math.max(0, Math.min(most, to)));
  const markers = [0, 1].map(() => h('i', { class: 'fig-marker' }));
  const joint = h('div', { class: 'fig-joint' }, ...markers);
  const strip = h('div', { class: 'fig-long' }, canvas, joint);
  const tell = asSlider(joint, {
    ...{ label: said.pair, min: 0, max: most, get: () => p.value, set },
    text: (at) => said.now(at, k.value),
  });
  let grip = 0;
  dragged(strip, strip, (x, _, isFirst) => {
    const at = Math.floor(x * positions);
    // taken where it is gripped; pressed elsewhere it jumps there
    if (isFirst) grip = at >= p.peek() && at <= p.peek() + k.peek() ? at - p.peek() : 0;
    set(at - grip);
    joint.focus({ preventScroll: true });
  });
  const gap = track(
    { label: said.gap, min: 1, max: farthest, page: 5, get: () => k.value, set: (to) => (k.value = to) },
    (value) => `k = ${value}`,
  );

  const clocks = frequencies.map((frequency, i) => {
    const colour = colourOfClock(i);
    const { element, under, turnTo } = dial(colour);
    const ahead = handOf(colour, 0, 'fig-hand fig-ahead');
    const between = svg('path', { class: 'fig-between', fill: colour });
    under.append(between, ahead);
    const cut = svg('path', { class: 'fig-cut', fill: colour });
    const piece = svg(
      'svg',
      { viewBox: '-54 -54 108 108', class: 'fig-piece', 'aria-hidden': 'true' },
      svg('circle', { r: 50, class: 'fig-outline' }),
      cut,
    );
    const entries = Array.from({ length: 4 }, () => h('span', {}));
    effect(() => {
      const [from, to] = [p.value * frequency, (p.value + k.value) * frequency];
      const span = within(k.value * frequency);
      turnTo(from);
      ahead.setAttribute('transform', `rotate(${((-to * 360) / turn) % 360})`);
      between.setAttribute('d', arc(within(from), within(from) + span, 49, true));
      cut.setAttribute('d', arc(0, span, 49, true));
      const [sine, cosine] = [data[width * k.value + 2 * i]!, data[width * k.value + 2 * i + 1]!];
      [cosine, sine, -sine, cosine].forEach((value, at) => (entries[at]!.textContent = fixed(value, 3)));
    });
    const place = html`<div class="fig-later">
      ${element as unknown as HTMLElement}${piece as unknown as HTMLElement}
      <div class="fig-block">${entries}</div>
    </div>`;
    place.style.setProperty('--own', colour);
    return place;
  });
  effect(() => {
    joint.style.left = `${(100 * p.value) / positions}%`;
    joint.style.width = `${(100 * (k.value + 1)) / positions}%`;
    markers[0]!.textContent = String(p.value);
    markers[1]!.textContent = String(p.value + k.value);
    tell();
    gap.tell();
  });
  const root = figureOf(
    'arcs',
    said.label,
    html`<div class="fig-five">
      ${strip}
      <p><b>${() => said.now(p.value, k.value)}.</b> ${() => said.between(k.value)}</p>
      <div class="fig-laters">${clocks}</div>
      <div class="fig-controls">${gap.element}</div>
    </div>`,
  );
  playOnce(root, 6000, (share) => set(Math.round(20 + 80 * eased(share))));
  return withCopy(root, ({ clockHands }) =>
    clockHands.svg({ frequencies }, { position: k.peek(), title: said.between(k.peek()) }),
  );
};
