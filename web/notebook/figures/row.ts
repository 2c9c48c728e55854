/** The row of position 3 for two clocks, which the reader writes by hand. Slips have their own answer. */
import { signal } from '@preact/signals-core';
import { h, html } from '../kit/html.js';
import { withCopy } from './copies.js';
import { type MakeFigure, figureOf, fixed, inLanguage } from './kit.js';
import { dial } from './shapes.js';

const words = {
  en: {
    label: 'The row of position 3, by hand',
    entry: (i: number) => `channel ${i}`,
    of: (name: string, angle: string) => `${name} ${angle}`,
    ask: 'Write four digits after the point, in radians.',
    degrees: 'Set the calculator to radians.',
    sign: 'The sign is wrong: on which side of the dial is the hand?',
    cut: 'It is −0.98999…: rounded, −0.9900.',
    other: 'That is the other shadow of this hand.',
    slow: 'The second clock has turned by 0.03 only.',
    wrong: 'Not yet. Which angle has this hand?',
    number: 'This is no number.',
    right: (value: string) => `${value}: right.`,
    done: 'This is the row of position 3.',
    box: (i: number) => `Channel ${i}`,
  },
  de: {
    label: 'Die Zeile der Position 3, von Hand',
    entry: (i: number) => `Kanal ${i}`,
    of: (name: string, angle: string) => `${name} ${angle}`,
    ask: 'Schreiben Sie vier Stellen nach dem Punkt, im Bogenmaß.',
    degrees: 'Stellen Sie den Rechner auf Bogenmaß.',
    sign: 'Das Vorzeichen stimmt nicht: Auf welcher Seite steht der Zeiger?',
    cut: 'Es ist −0.98999…, gerundet −0.9900.',
    other: 'Das ist der andere Schatten dieses Zeigers.',
    slow: 'Die zweite Uhr hat sich nur um 0.03 gedreht.',
    wrong: 'Noch nicht. Welchen Winkel hat dieser Zeiger?',
    number: 'Das ist keine Zahl.',
    right: (value: string) => `${value}: richtig.`,
    done: 'Das ist die Zeile der Position 3.',
    box: (i: number) => `Kanal ${i}`,
  },
};

export const make: MakeFigure = async (library) => {
  const pe = await library();
  const said = inLanguage(words);
  const spec = { encoding: 'sinusoidal', dim: 4 } as const;
  const [{ data: row }, { data: degrees }] = await Promise.all([
    pe.table(spec, [3], { dtype: 'f64' }),
    pe.table(spec, [(3 * Math.PI) / 180], { dtype: 'f64' }),
  ]);
  const near = (x: number, y: number): boolean => Math.abs(x - y) <= 5.0001e-5;
  const verdict = (i: number, x: number): string | true => {
    const value = row[i]!;
    if (near(x, value)) return true;
    if (near(x, -value)) return said.sign;
    if (i === 1 && Math.abs(x + 0.9899) < 1e-9) return said.cut;
    if (near(x, degrees[i]!)) return said.degrees;
    if (near(x, row[i ^ 1]!)) return said.other;
    return i > 1 && near(x, row[i - 2]!) ? said.slow : said.wrong;
  };
  const solved = signal<readonly boolean[]>([false, false, false, false]);
  const told = signal('');
  const angles = ['3', '0.03'];
  const boxes = ['sin', 'cos', 'sin', 'cos'].map((name, i) => {
    const clock = Math.floor(i / 2);
    const change = (): void => {
      const text = input.value.trim();
      if (text === '') return;
      const x = Number(text.replace(/^[−–]/, '-'));
      const found = Number.isNaN(x) ? said.number : verdict(i, x);
      solved.value = solved.peek().map((is, k) => (k === i ? found === true : is));
      if (found === true) input.value = fixed(row[i]!, 4);
      told.value = found === true ? said.right(fixed(row[i]!, 4)) : found;
    };
    const given = {
      type: 'text',
      class: 'fig-entry',
      inputmode: 'decimal',
      autocomplete: 'off',
      'aria-label': said.box(i),
    };
    const input = h('input', {
      ...given,
      onchange: change,
      'data-right': () => solved.value[i]!,
    });
    const place = html`<label class="fig-cell"
      ><small>${said.entry(i)}</small>${input}<span>${said.of(name, angles[clock]!)}</span></label
    >`;
    place.style.setProperty('--own', `var(--clock-${2 * clock})`);
    return place;
  });
  const dials = [3, 0.03].map((angle, i) => {
    const { element, turnTo } = dial(`var(--clock-${2 * i})`);
    turnTo(angle);
    return html`<div class="fig-above">${element as unknown as HTMLElement}</div>`;
  });
  const root = figureOf(
    'row',
    said.label,
    html`<div class="fig-by-hand">
      ${dials} ${boxes}
      <p role="status">
        ${() => (solved.value.every(Boolean) ? `${told.value} ${said.done}` : told.value || said.ask)}
      </p>
    </div>`,
  );
  return withCopy(root, ({ clockHands }) =>
    clockHands.svg({ frequencies: [1, 0.01] }, { position: 3, title: said.label }),
  );
};
