/** Cards with one belief each, true or false; a click turns the card, and a clock answers. The cell gives the texts. */
import { signal } from '@preact/signals-core';
import { button } from '../kit/elements.js';
import { html } from '../kit/html.js';
import { isRecord } from '../../lib/checks/schema.js';
import { svg } from '../widgets/svg.js';
import { type MakeFigure, figureOf, inLanguage } from './kit.js';
import { arc, dial, handOf, tip } from './shapes.js';

const words = {
  en: {
    label: 'True or false?',
    yes: 'True',
    no: 'False',
    right: 'Right, it is false.',
    wrong: 'It is false.',
    quoted: (text: string) => `“${text}”`,
  },
  de: {
    label: 'Wahr oder falsch?',
    yes: 'Wahr',
    no: 'Falsch',
    right: 'Stimmt, es ist falsch.',
    wrong: 'Es ist falsch.',
    quoted: (text: string) => `„${text}“`,
  },
};

const shadow = (x1: number, y1: number, x2: number, y2: number): SVGElement =>
  svg('line', { x1, y1, x2, y2, class: 'fig-shadow' });

/** Pictures of the answers, in the order of the cards. */
const pictures: readonly (() => SVGElement)[] = [
  // one hand, two shadows
  () => {
    const { element, turnTo } = dial('var(--clock-1)');
    turnTo(0.9);
    const [x, y] = tip(0.9, 38);
    element.append(shadow(0, 58, x, 58), shadow(58, 0, 58, y));
    element.setAttribute('viewBox', '-54 -54 120 120');
    return element;
  },
  // lengths of four turns, each ten times the last
  () =>
    svg(
      'svg',
      { viewBox: '0 0 108 108', class: 'fig-dial', 'aria-hidden': 'true' },
      ...[0, 1, 2, 3].map((i) =>
        svg('line', {
          x1: 6,
          x2: 30 + 23 * i,
          y1: 20 + 23 * i,
          y2: 20 + 23 * i,
          stroke: `var(--clock-${i})`,
          class: 'fig-length',
        }),
      ),
    ),
  // a hand that goes on after a turn and a half
  () => {
    const { element, under, turnTo } = dial('var(--clock-3)');
    turnTo(10);
    under.append(svg('path', { d: arc(0, 10 - 2 * Math.PI, 30, true), fill: 'var(--clock-3)', 'fill-opacity': 0.25 }));
    return element;
  },
  // two hands with one shadow on the wall
  () => {
    const { element, turnTo } = dial('var(--clock-1)');
    turnTo(0.75);
    const other = handOf('var(--clock-1)', 0, 'fig-hand fig-ahead');
    other.setAttribute('transform', `rotate(${-180 + (0.75 * 180) / Math.PI})`);
    element.append(other, shadow(58, 0, 58, tip(0.75, 38)[1]));
    element.setAttribute('viewBox', '-54 -54 120 108');
    return element;
  },
];

export const make: MakeFigure = (_, { cards }) => {
  const said = inLanguage(words);
  const given = (Array.isArray(cards) ? cards : []).filter(isRecord).slice(0, pictures.length);
  const made = given.map(({ belief, because }, i) => {
    const chosen = signal<boolean | undefined>(undefined);
    const choose = (is: boolean) => (): void => void (chosen.value = is);
    const open = (): boolean => chosen.value !== undefined;
    return html`<section class="fig-card" data-open=${open}>
      <p class="fig-belief">${said.quoted(String(belief))}</p>
      ${() =>
        open()
          ? html`<div class="fig-answer" role="status">
              ${pictures[i]!() as unknown as HTMLElement}
              <p><b>${chosen.value ? said.wrong : said.right}</b> ${String(because)}</p>
            </div>`
          : html`<div class="fig-choice" role="group" aria-label=${String(belief)}>
              ${button(said.yes, choose(true))} ${button(said.no, choose(false))}
            </div>`}
    </section>`;
  });
  return figureOf('cards', said.label, html`<div class="fig-cards">${made}</div>`);
};
