/**
 * One clock. The shadow of its hand on the wall is the sine, that on the floor the cosine. With the floor covered, two
 * hands fit the shadow on the wall, and the next step tells them apart.
 */
import { computed, effect, signal } from '@preact/signals-core';
import { button } from '../kit/elements.js';
import { h, html } from '../kit/html.js';
import { svg } from '../widgets/svg.js';
import { withCopy } from './copies.js';
import { type MakeFigure, asSlider, dragged, figureOf, fixed, inLanguage, playOnce } from './kit.js';
import { curve, handOf, stretched, tip, within } from './shapes.js';

/** Positions that are unrolled, and one turn of the clock: 2π / 0.1. */
const most = 63;
const turn = 2 * Math.PI;

const words = {
  en: {
    label: 'One clock and its two shadows',
    hand: 'Hand of the clock',
    wall: 'on the wall: sine',
    floor: 'on the floor: cosine',
    at: (p: string) => `position ${p}`,
    cover: 'Cover the floor',
    uncover: 'Uncover the floor',
    ask: (now: string) =>
      `The shadow on the wall is at ${now}. Where will it be one position later? Two hands fit: choose one.`,
    pick: (p: string) => `The hand of position ${p}`,
    told: (a: string, up: string, b: string, down: string) =>
      `No choice is right. From ${a} the shadow rises to ${up}; from ${b} it falls to ${down}.`,
    drag: 'Drag the hand.',
    left: 'The floor is uncovered: one hand is left.',
  },
  de: {
    label: 'Eine Uhr und ihre zwei Schatten',
    hand: 'Zeiger der Uhr',
    wall: 'an der Wand: Sinus',
    floor: 'am Boden: Kosinus',
    at: (p: string) => `Position ${p}`,
    cover: 'Den Boden zudecken',
    uncover: 'Den Boden aufdecken',
    ask: (now: string) =>
      `Der Schatten an der Wand steht bei ${now}. Wo steht er eine Position weiter? Zwei Zeiger passen: Wählen Sie einen.`,
    pick: (p: string) => `Der Zeiger von Position ${p}`,
    told: (a: string, up: string, b: string, down: string) =>
      `Keine Wahl ist richtig. Von ${a} steigt der Schatten auf ${up}; von ${b} fällt er auf ${down}.`,
    drag: 'Ziehen Sie am Zeiger.',
    left: 'Der Boden ist aufgedeckt: Ein Zeiger bleibt.',
  },
};

export const make: MakeFigure = async (library) => {
  const pe = await library();
  const said = inLanguage(words);
  const spec = { encoding: 'sinusoidal', dim: 8 } as const;
  const theta = (await pe.frequencies(spec))[1]!;
  const other = Math.PI / theta - 10;
  const [{ data: whole }, { data: asked }] = await Promise.all([
    pe.table(spec, most + 1, { dtype: 'f64' }),
    pe.table(spec, [10, 11, other, other + 1], { dtype: 'f64' }),
  ]);
  const sine = (row: number): string => fixed(asked[8 * row + 2]!, 2);
  const p = signal(4);
  const covered = signal(false);
  const picked = signal<number | undefined>(undefined);
  const revealed = signal(false);
  const angle = computed(() => p.value * theta);

  const hand = handOf('var(--clock-1)');
  const ghosts = [10, other].map((at, i) => {
    const ghost = handOf('var(--clock-1)', 0, 'fig-hand fig-ghost');
    ghost.setAttribute('transform', `rotate(${(-at * theta * 360) / turn})`);
    const choose = (): void => void (picked.value = i);
    const given = { role: 'button', tabindex: 0, 'aria-label': said.pick(fixed(at, at === 10 ? 0 : 1)) };
    for (const [name, value] of Object.entries(given)) ghost.setAttribute(name, String(value));
    ghost.addEventListener('click', choose);
    ghost.addEventListener('keydown', (event) => {
      if (!['Enter', ' '].includes((event as KeyboardEvent).key)) return;
      event.preventDefault();
      choose();
    });
    return ghost;
  });
  const [wall, floor] = [svg('line', { class: 'fig-shadow' }), svg('line', { class: 'fig-shadow' })];
  const rays = [svg('line', { class: 'fig-ray' }), svg('line', { class: 'fig-ray' })];
  const lid = svg('rect', { x: -58, y: 55, width: 116, height: 14, rx: 3, class: 'fig-lid' });
  const room = svg(
    'svg',
    { viewBox: '-60 -56 128 128', class: 'fig-room', 'aria-hidden': 'false' },
    svg('circle', { r: 50, class: 'fig-face' }),
    svg('path', { d: 'M60,-50V50', class: 'fig-axis' }),
    svg('path', { d: 'M-50,62H50', class: 'fig-axis' }),
    ...rays,
    wall,
    floor,
    lid,
    ...ghosts,
    hand,
    svg('circle', { r: 3.5, fill: 'var(--clock-1)' }),
  );
  const set = (to: number): void => {
    p.value = to;
    if (revealed.peek()) revealed.value = false;
  };
  const tell = asSlider(hand, {
    ...{ label: said.hand, min: 0, max: most, get: () => Math.round(p.value), set },
    text: (value) => `${said.at(String(value))}, ${said.wall} ${valueAt(value, 2)}, ${said.floor} ${valueAt(value, 3)}`,
  });
  /** Sine or cosine at a position: exact at whole ones, where the hand rests. */
  function valueAt(at: number, channel: 2 | 3): string {
    const row = Math.round(at);
    return fixed(whole[8 * Math.min(most, row) + channel]!, 2);
  }
  dragged(hand, room, (x, y) => {
    if (covered.peek()) return;
    const [dx, dy] = [x * 128 - 60, y * 128 - 56];
    // the nearest turn, so that the hand may run over zero
    const to = within(Math.atan2(-dy, dx)) / theta;
    set(Math.min(most, Math.round(to)));
    (hand as unknown as HTMLElement).focus({ preventScroll: true });
  });

  const strip = (channel: 2 | 3, kind: string): { readonly element: HTMLElement; readonly dot: HTMLElement } => {
    const values = Float64Array.from({ length: most * 4 + 1 }, (_, i) =>
      channel === 2 ? Math.sin((i / 4) * theta) : Math.cos((i / 4) * theta),
    );
    const line = svg('path', { d: curve(values, 0, 0.25), class: 'fig-wave', stroke: 'var(--clock-1)' });
    const dot = h('i', { class: 'fig-dot' });
    const axis = svg('path', { d: `M0,0H${most}`, class: 'fig-axis' });
    return {
      element: h('div', { class: kind }, stretched(`0 -1.12 ${most} 2.24`, 'fig-unrolled', axis, line), dot),
      dot,
    };
  };
  const [sines, cosines] = [strip(2, 'fig-strip-sine'), strip(3, 'fig-strip-cosine')];
  effect(() => {
    const [x, y] = tip(angle.value);
    hand.setAttribute('transform', `rotate(${(-angle.value * 360) / turn})`);
    const shadow = covered.value ? tip(10 * theta)[1] : y;
    for (const [line, given] of [
      [wall, { x1: 60, x2: 60, y1: 0, y2: shadow }],
      [floor, { y1: 62, y2: 62, x1: 0, x2: x }],
      [rays[0]!, { x1: x, x2: 60, y1: y, y2: y }],
      [rays[1]!, { x1: x, x2: x, y1: y, y2: 62 }],
    ] as const)
      for (const [name, value] of Object.entries(given)) line.setAttribute(name, value.toFixed(2));
    for (const [dot, value] of [
      [sines.dot, -y / 50],
      [cosines.dot, x / 50],
    ] as const) {
      dot.style.left = `${(100 * Math.min(most, p.value)) / most}%`;
      dot.style.top = `${50 - (50 * value) / 1.12}%`;
    }
    tell();
  });
  const root = figureOf(
    'clock',
    said.label,
    html`<div class="fig-one" data-covered=${() => covered.value} data-picked=${() => picked.value !== undefined}>
      ${room}
      <div class="fig-unroll">
        <p><b>${said.wall}</b> <span class="fig-now">${() => (covered.value ? sine(0) : valueAt(p.value, 2))}</span></p>
        ${sines.element}
        <p class="fig-hides">
          <b>${said.floor}</b> <span class="fig-now">${() => (covered.value ? '?' : valueAt(p.value, 3))}</span>
        </p>
        ${cosines.element}
      </div>
      <div class="fig-controls">
        ${button(
          () => (covered.value ? said.uncover : said.cover),
          () => {
            picked.value = undefined;
            revealed.value = covered.peek();
            p.value = 10;
            covered.value = !covered.peek();
          },
          { class: 'primary', 'aria-pressed': () => String(covered.value) },
        )}
        <p role="status">
          ${() => {
            if (!covered.value) return revealed.value ? said.left : said.drag;
            return picked.value === undefined ? said.ask(sine(0)) : said.told('10', sine(1), fixed(other, 1), sine(3));
          }}
        </p>
      </div>
    </div>`,
  );
  playOnce(
    root,
    6000,
    (share) => set(share === 1 ? 10 : share * most),
    () => set(Math.round(p.peek())),
  );
  return withCopy(root, ({ lineChart }) => {
    const channel = (c: 2 | 3): Float64Array => whole.filter((_, at) => at % 8 === c);
    const series = [
      { name: said.wall, values: channel(2) },
      { name: said.floor, values: channel(3) },
    ];
    return lineChart.svg({ series }, { title: said.label, x: { title: 'p' } });
  });
};
