/**
 * A lock with four dials: of the positions 0 to 9,999, those stay lit that agree with every uncovered hand to 10
 * degrees. Any order of uncovering ends at one position.
 */
import { computed, effect, signal } from '@preact/signals-core';
import { button } from '../kit/elements.js';
import { h, html } from '../kit/html.js';
import { darkTheme } from '../widgets/theme.js';
import type { Posenc } from '../library.js';
import { withCopy } from './copies.js';
import {
  type MakeFigure,
  animate,
  asked,
  colourOfClock,
  eased,
  figureOf,
  grouped,
  inLanguage,
  isStill,
  playOnce,
  resolved,
} from './kit.js';
import { dial } from './shapes.js';

const side = 100;
const count = side * side;
const tenDegrees = Math.PI / 18;
const cell = 8;

const words = {
  en: {
    label: 'A lock with four dials',
    clock: (i: number) => `clock ${i + 1}`,
    pace: ['fast', '', '', 'slow'],
    cover: (i: number, isOpen: boolean) => `${isOpen ? 'Cover' : 'Uncover'} clock ${i + 1}`,
    field: 'A square of 10,000 dots, one for each position. Those that agree with all uncovered clocks are lit.',
    of: 'positions remain',
    one: 'position remains',
    run: 'The clocks run from 0 to a hidden position.',
    start: 'Uncover a clock.',
    again: 'New position',
    fastFirst: 'The fast clock left a comb: it tells neighbours apart, and says nothing of the region.',
    slowFirst: 'The slow clock left a block or two: it tells the region, and does not tell neighbours apart.',
    done: 'No hand is precise. Together they leave no doubt.',
  },
  de: {
    label: 'Ein Schloss mit vier Uhren',
    clock: (i: number) => `Uhr ${i + 1}`,
    pace: ['schnell', '', '', 'langsam'],
    cover: (i: number, isOpen: boolean) => `Uhr ${i + 1} ${isOpen ? 'zudecken' : 'aufdecken'}`,
    field:
      'Ein Quadrat aus 10\u202f000 Punkten, einer je Position. Es leuchten die, zu denen alle offenen Uhren passen.',
    of: 'Positionen bleiben',
    one: 'Position bleibt',
    run: 'Die Uhren laufen von 0 zu einer versteckten Position.',
    start: 'Decken Sie eine Uhr auf.',
    again: 'Neue Position',
    fastFirst: 'Die schnelle Uhr ließ einen Kamm übrig: Sie trennt Nachbarn und sagt nichts über die Gegend.',
    slowFirst: 'Die langsame Uhr ließ ein, zwei Blöcke übrig: Sie kennt die Gegend und trennt keine Nachbarn.',
    done: 'Kein Zeiger ist genau. Zusammen lassen sie keinen Zweifel.',
  },
};

/** For the hands only. */
const frequencies = [1, 0.1, 0.01, 0.001];

/** Which positions agree with each clock of a hidden one. */
type Agreeing = readonly Uint8Array[];
async function agreeingWith(library: () => Promise<Posenc>): Promise<(hidden: number) => Agreeing> {
  const pe = await library();
  const [{ data: table }, { data: limit }] = await Promise.all([
    pe.table({ encoding: 'sinusoidal', dim: 8 }, count, { dtype: 'f64' }),
    pe.table({ encoding: 'sinusoidal', dim: 2 }, [tenDegrees], { dtype: 'f64' }),
  ]);
  return (hidden) =>
    frequencies.map((_, i) => {
      const c = 2 * i;
      const [sine, cosine] = [table[8 * hidden + c]!, table[8 * hidden + c + 1]!];
      return Uint8Array.from({ length: count }, (__, p) =>
        table[8 * p + c]! * sine + table[8 * p + c + 1]! * cosine >= limit[1]! ? 1 : 0,
      );
    });
}

/** The same, as the cell has computed it for the first hidden position, so that the library need not be there. */
function givenBy(lists: unknown): Agreeing | undefined {
  if (!Array.isArray(lists) || lists.length !== 4) return undefined;
  return lists.map((list) => {
    const agrees = new Uint8Array(count);
    for (const p of Array.isArray(list) ? list : []) agrees[Number(p)] = 1;
    return agrees;
  });
}

export const make: MakeFigure = async (library, of) => {
  const said = inLanguage(words);
  const hidden = signal(asked(of, 'position', 0, count - 1) ?? 0);
  let other: Promise<(hidden: number) => Agreeing> | undefined;
  const first = givenBy(of['agreeing']) ?? (await (other = agreeingWith(library)))(hidden.peek());
  /** The uncovered clocks, in their order. */
  const open = signal<readonly number[]>([]);
  /** Set while the hands run to the hidden position, before the covers close. */
  const running = signal<number | undefined>(undefined);
  const agrees = signal(first);
  /** Lit positions after each uncovering. */
  const stages = computed(() => {
    let lit = new Uint8Array(count).fill(1);
    return open.value.map((i) => {
      lit = lit.map((is, p) => is & agrees.value[i]![p]!);
      return { clock: i, lit, left: lit.reduce((sum, is) => sum + is, 0) };
    });
  });

  const canvas = h('canvas', { width: side * cell, height: side * cell, role: 'img', 'aria-label': said.field });
  const mark = h('div', { class: 'fig-found', hidden: true });
  const dials = frequencies.map((frequency, i) => {
    const colour = colourOfClock(i);
    const { element, turnTo } = dial(colour, tenDegrees);
    effect(() => turnTo((running.value ?? hidden.value) * frequency));
    const isOpen = (): boolean => running.value !== undefined || open.value.includes(i);
    const flip = (): void => {
      running.value = undefined;
      open.value = open.peek().includes(i) ? open.peek().filter((one) => one !== i) : [...open.peek(), i];
    };
    const cover = html`<span class="fig-cover" aria-hidden="true">?</span>`;
    const given = {
      ...{ class: 'fig-shut', 'aria-label': said.clock(i), 'data-open': () => isOpen() && running.value === undefined },
      'aria-pressed': () => String(isOpen()),
      title: () => said.cover(i, isOpen()),
    };
    const made = button([element as unknown as Node, cover], flip, given);
    made.style.setProperty('--own', colour);
    effect(() => void made.toggleAttribute('data-running', running.value !== undefined));
    return html`<div class="fig-keyhole">${made}<small>${said.pace[i]}</small></div>`;
  });
  const chain = html`<ol class="fig-chain" aria-live="polite">
    <li>${grouped(count)}</li>
    ${() =>
      stages.value.map(({ clock, left }) => {
        const item = h('li', {}, grouped(left));
        item.style.color = colourOfClock(clock);
        return item;
      })}
  </ol>`;
  const remark = html`<p class="fig-remark">
    ${() => {
      const first = stages.value[0]?.clock;
      if (running.value !== undefined) return said.run;
      if (first === undefined) return said.start;
      if (stages.value.length === 4) return said.done;
      if (stages.value.length > 1) return '';
      return first === 0 ? said.fastFirst : first === 3 ? said.slowFirst : '';
    }}
  </p>`;
  const remaining = (): string => ((stages.value.at(-1)?.left ?? count) === 1 ? said.one : said.of);
  const again = async (): Promise<void> => {
    running.value = undefined;
    open.value = [];
    const next = Math.floor(Math.random() * count);
    agrees.value = (await (other ??= agreeingWith(library)))(next);
    hidden.value = next;
    open.value = [];
  };
  const root = figureOf(
    'lock',
    said.label,
    html`<div class="fig-lock">
      <div class="fig-side">
        <div class="fig-dials">${dials}</div>
        <div class="fig-told">
          <div class="fig-count">${chain}<span>${remaining}</span></div>
          ${remark} ${button(said.again, () => void again())}
        </div>
      </div>
      <div class="fig-field">${canvas}${mark}</div>
    </div>`,
  );

  // the dots that went out fade
  const shown = new Float32Array(count).fill(1);
  let end = (): void => undefined;
  let repaint = (): void => undefined;
  new ResizeObserver(() => repaint()).observe(canvas); // colours are known once it is on the page
  effect(() => {
    const last = stages.value.at(-1);
    darkTheme();
    const from = shown.slice();
    const only = last?.left === 1 ? last.lit.indexOf(1) : -1;
    root.dataset['left'] = String(last?.left ?? count);
    end();
    repaint = () => paint(canvas, shown, last?.clock, only);
    end = animate(isStill() ? 0 : 500, (share) => {
      const t = eased(share);
      shown.forEach((_, p) => (shown[p] = from[p]! + ((last ? last.lit[p]! : 1) - from[p]!) * t));
      repaint();
    });
    mark.hidden = only < 0;
    if (only < 0) return;
    mark.textContent = grouped(only);
    const [x, y] = [only % side, Math.floor(only / side)];
    mark.style.left = `${x + 0.5}%`;
    mark.style.top = `${y + 0.5}%`;
    mark.dataset['to'] = x > 70 ? 'left' : 'right';
  });
  playOnce(
    root,
    10_000,
    (share) => {
      running.value = share < 0.28 ? hidden.peek() * eased(share / 0.28) : undefined;
      const steps = [0.45, 0.6, 0.75, 0.9].filter((from) => share >= from).length;
      if (steps !== open.peek().length) open.value = [0, 1, 2, 3].slice(0, steps);
    },
    () => (running.value = undefined),
  );
  return withCopy(root, ({ clockHands }) =>
    clockHands.svg({ frequencies }, { position: hidden.peek(), title: said.label }),
  );
};

function paint(canvas: HTMLCanvasElement, lit: Float32Array, clock: number | undefined, only: number): void {
  const pen = canvas.getContext('2d')!;
  const colour = (name: string): string => resolved(canvas, name);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  const dots = (share: number, size: number, fill: string): void => {
    pen.fillStyle = fill;
    pen.globalAlpha = share;
    const from = (cell - size) / 2;
    lit.forEach((value, p) => {
      const alpha = fill === off ? 1 : value;
      if (alpha < 0.02) return;
      pen.globalAlpha = share * alpha;
      pen.fillRect((p % side) * cell + from, Math.floor(p / side) * cell + from, size, size);
    });
  };
  const off = colour('--fig-off');
  dots(1, 3, off);
  dots(1, 6, colour(clock === undefined ? '--fig-on' : `--clock-${clock}`));
  pen.globalAlpha = 1;
  if (only < 0 || lit[only]! < 0.5) return;
  const [x, y] = [((only % side) + 0.5) * cell, (Math.floor(only / side) + 0.5) * cell];
  pen.strokeStyle = pen.fillStyle = colour('--fig-on');
  pen.lineWidth = 3;
  pen.beginPath();
  pen.arc(x, y, 6, 0, 7);
  pen.fill();
  pen.beginPath();
  pen.arc(x, y, 18, 0, 7);
  pen.stroke();
}
