/**
 * The table of 128 positions and 64 channels as one picture. A row turns the clocks below it, a column is drawn as a
 * wave beside it, and the two orders of the channels slide into each other.
 */
import { computed, effect, signal } from '@preact/signals-core';
import { colourMaps } from '../../lib/charts/heatmap/colour-maps.js';
import { lookUpTable } from '../../lib/charts/heatmap/colours.js';
import { button } from '../kit/elements.js';
import { h, html } from '../kit/html.js';
import { svg } from '../widgets/svg.js';
import { darkTheme } from '../widgets/theme.js';
import { withCopy } from './copies.js';
import {
  type MakeFigure,
  animate,
  asSlider,
  colourOfClock,
  dragged,
  eased,
  figureOf,
  fixed,
  inLanguage,
  playOnce,
} from './kit.js';
import { stretched, tip } from './shapes.js';

const [rows, columns] = [128, 64];
const pairs = columns / 2;
const scale = 6;

const words = {
  en: {
    label: 'The table as a picture',
    field: 'The table of 128 positions and 64 channels: fast stripes on the left, slow colours on the right.',
    ask: 'On which side does every column keep nearly one colour?',
    left: 'On the left',
    right: 'On the right',
    yes: 'On the right: there the clocks hardly turn within 128 positions.',
    no: 'No, on the right: there the clocks hardly turn within 128 positions.',
    row: 'Row: position',
    column: 'Column: channel',
    wave: (name: string, pair: number) => `${name} of clock ${pair}`,
    interleaved: 'interleaved',
    half: 'half',
    order: 'Order of the channels',
    at: (p: number, c: number, name: string, pair: number, value: string) =>
      `Position ${p}, channel ${c}: the ${name} of clock ${pair}, ${value}.`,
  },
  de: {
    label: 'Die Tabelle als Bild',
    field: 'Die Tabelle aus 128 Positionen und 64 Kanälen: links schnelle Streifen, rechts langsame Farben.',
    ask: 'Auf welcher Seite behält jede Spalte fast eine Farbe?',
    left: 'Links',
    right: 'Rechts',
    yes: 'Rechts: Dort drehen sich die Uhren in 128 Positionen kaum.',
    no: 'Nein, rechts: Dort drehen sich die Uhren in 128 Positionen kaum.',
    row: 'Zeile: Position',
    column: 'Spalte: Kanal',
    wave: (name: string, pair: number) => `${name} der Uhr ${pair}`,
    interleaved: 'interleaved',
    half: 'half',
    order: 'Reihenfolge der Kanäle',
    at: (p: number, c: number, name: string, pair: number, value: string) =>
      `Position ${p}, Kanal ${c}: ${name} der Uhr ${pair}, ${value}.`,
  },
};
const names = { en: ['sine', 'cosine'], de: ['Sinus', 'Kosinus'] };

export const make: MakeFigure = async (library) => {
  const pe = await library();
  const said = inLanguage(words);
  const waves = inLanguage(names);
  const spec = { encoding: 'sinusoidal', dim: columns } as const;
  const [{ data }, frequencies] = await Promise.all([pe.table(spec, rows, { dtype: 'f64' }), pe.frequencies(spec)]);
  const [p, column] = [signal(40), signal(9)];
  /** 0: interleaved, 1: half. */
  const apart = signal(0);
  const isHalf = signal(false);
  /** The share of the picture that has its colours. */
  const painted = signal(0);
  const answer = signal('');

  const placeIn = (channel: number): number => {
    const [pair, isCosine] = [Math.floor(channel / 2), channel % 2];
    return channel + (pair + isCosine * pairs - channel) * apart.value;
  };
  /** The channel of the table behind a column of the picture. */
  const channel = computed(() => {
    const at = column.value;
    return isHalf.value ? (at < pairs ? 2 * at : 2 * (at - pairs) + 1) : at;
  });
  const canvas = h('canvas', { width: columns * scale, height: rows, role: 'img', 'aria-label': said.field });
  const source = document.createElement('canvas');
  [source.width, source.height] = [columns, rows];
  const map = colourMaps.find(({ id }) => id === 'rdbu')!;
  effect(() => {
    const colours = lookUpTable(map, darkTheme() ? 'dark' : 'light');
    const pen = source.getContext('2d')!;
    const image = pen.createImageData(columns, rows);
    data.forEach((value, i) => {
      const at = 4 * Math.round(127.5 * (value + 1));
      image.data.set(colours.subarray(at, at + 4), 4 * i);
    });
    pen.putImageData(image, 0, 0);
    const to = canvas.getContext('2d')!;
    to.imageSmoothingEnabled = false;
    to.clearRect(0, 0, canvas.width, rows);
    for (let c = 0; c < columns; c++) {
      if (c >= painted.value * columns) break;
      to.drawImage(source, c, 0, 1, rows, placeIn(c) * scale, 0, scale, rows);
    }
  });

  const across = h('div', { class: 'fig-across' }, h('b', { class: 'fig-knob' }));
  const down = h('div', { class: 'fig-down' }, h('b', { class: 'fig-knob' }));
  const [rowKnob, columnKnob] = [across.firstElementChild as HTMLElement, down.firstElementChild as HTMLElement];
  const tells = [
    asSlider(rowKnob, { label: said.row, min: 0, max: rows - 1, get: () => p.value, set: (to) => (p.value = to) }),
    asSlider(columnKnob, {
      ...{
        label: said.column,
        min: 0,
        max: columns - 1,
        page: 8,
        get: () => column.value,
        set: (to) => (column.value = to),
      },
      text: (at) => `${at}: ${said.wave(waves[channel.value % 2]!, Math.floor(channel.value / 2))}`,
    }),
  ];
  const own = (): string => colourOfClock(Math.floor(channel.value / 2), pairs);
  effect(() => {
    across.style.top = `${(100 * (p.value + 0.5)) / rows}%`;
    down.style.left = `${(100 * (column.value + 0.5)) / columns}%`;
    rowKnob.textContent = String(p.value);
    columnKnob.textContent = String(column.value);
    tells.forEach((tell) => tell());
  });
  const picture = html`<div class="fig-table">${canvas}${across}${down}</div>`;
  const bounded = (share: number, count: number): number => Math.max(0, Math.min(count - 1, Math.floor(share * count)));
  dragged(rowKnob, picture, (_, y) => (p.value = bounded(y, rows)));
  dragged(columnKnob, picture, (x) => (column.value = bounded(x, columns)));
  dragged(canvas, picture, (x, y) => {
    p.value = bounded(y, rows);
    column.value = bounded(x, columns);
  });

  // the wave of the column, beside it
  const wave = svg('path', { class: 'fig-wave' });
  const dot = h('i', { class: 'fig-dot' });
  const axis = svg('path', { d: `M0,0V${rows}`, class: 'fig-axis' });
  const beside = html`<div class="fig-beside">
    ${stretched(`-1.15 0 2.3 ${rows}`, 'fig-upright', axis, wave) as unknown as HTMLElement}${dot}
  </div>`;
  effect(() => {
    const c = channel.value;
    const line = Array.from(
      { length: rows },
      (_, at) => `${at === 0 ? 'M' : 'L'}${data[columns * at + c]!.toFixed(4)},${at + 0.5}`,
    );
    wave.setAttribute('d', line.join(''));
    wave.setAttribute('stroke', own());
    dot.style.background = own();
    dot.style.left = `${50 + (50 * data[columns * p.value + c]!) / 1.15}%`;
    dot.style.top = `${(100 * (p.value + 0.5)) / rows}%`;
  });

  // a small clock for each pair
  const hands = [...frequencies].map((_, i) =>
    svg('line', { x1: 0, y1: 0, stroke: colourOfClock(i, pairs), class: 'fig-small-hand' }),
  );
  const small = svg(
    'svg',
    { viewBox: `0 0 ${pairs * 10} 10`, class: 'fig-small', 'aria-hidden': 'true' },
    ...hands.map((hand, i) =>
      svg('g', { transform: `translate(${i * 10 + 5} 5)` }, svg('circle', { r: 4.3, class: 'fig-face' }), hand),
    ),
  );
  effect(() =>
    hands.forEach((hand, i) => {
      const [x, y] = tip(p.value * frequencies[i]!, 4);
      hand.setAttribute('x2', x.toFixed(2));
      hand.setAttribute('y2', y.toFixed(2));
      hand.parentElement!.toggleAttribute('data-here', Math.floor(channel.value / 2) === i);
    }),
  );

  let end = (): void => undefined;
  const colour = (text: string): void => {
    end();
    answer.value = text;
    end = animate(1500, (share) => (painted.value = share));
  };
  picture.append(
    html`<div class="fig-asking" hidden=${() => painted.value > 0}>
      <p>${said.ask}</p>
      ${button(said.left, () => colour(said.no), { class: 'primary' })}
      ${button(said.right, () => colour(said.yes), { class: 'primary' })}
    </div>`,
  );
  effect(() => void picture.toggleAttribute('data-blank', painted.value === 0));
  const slide = (to: boolean): void => {
    end();
    const at = channel.peek();
    isHalf.value = to;
    column.value = to ? Math.floor(at / 2) + (at % 2) * pairs : at;
    painted.value = 1;
    const from = apart.peek();
    end = animate(
      1200,
      (share) => (apart.value = share === 1 ? Number(to) : from + (Number(to) - from) * eased(share)),
    );
  };
  const choice = (to: boolean, label: string): HTMLElement =>
    button(label, () => slide(to), { 'aria-pressed': () => String(isHalf.value === to) });
  const root = figureOf(
    'picture',
    said.label,
    html`<div class="fig-picture">${picture} ${beside} ${small as unknown as HTMLElement}</div>`,
    html`<div class="fig-controls">
      <div class="fig-choice" role="group" aria-label=${said.order}>
        ${choice(false, said.interleaved)} ${choice(true, said.half)}
      </div>
      <p role="status">${() => answer.value}</p>
      <p>
        ${() => {
          const c = channel.value;
          const value = fixed(data[columns * p.value + c]!, 4);
          return said.at(p.value, column.value, waves[c % 2]!, Math.floor(c / 2), value);
        }}
      </p>
    </div>`,
  );
  // asks first, and answers itself if nobody does
  playOnce(root, 9000, (share) => {
    painted.value = Math.max(0, Math.min(1, (share - 0.55) / 0.25));
    if (share >= 0.8) answer.value = said.yes;
    if (share > 0.8) p.value = Math.round(40 + 60 * eased((share - 0.8) / 0.2));
  });
  return withCopy(root, ({ heatMap }) =>
    heatMap.svg(
      { data, rows, cols: columns },
      { title: said.label, cols: { title: said.column }, rows: { title: said.row } },
    ),
  );
};
