/** The card to keep: four clocks, the formula in their colours, three sentences and four numbers. It prints alone. */
import { button } from '../kit/elements.js';
import { html } from '../kit/html.js';
import { type MakeFigure, colourOfClock, figureOf, inLanguage } from './kit.js';
import { dial } from './shapes.js';

const words = {
  en: {
    label: 'The card to keep',
    title: 'Where am I?',
    subtitle: 'A position is the state of d/2 clocks.',
    sentences: [
      'A hand knows where it is at every moment, and its cosine makes all steps alike.',
      'Fast clocks tell neighbours apart, slow ones tell places far away.',
      'Going k further turns every hand by a fixed angle, wherever it stands.',
    ],
    numbers: 'positions that agree with one, two, three and four clocks, of 10,000',
    print: 'Print this card',
  },
  de: {
    label: 'Die Karte zum Behalten',
    title: 'Wo bin ich?',
    subtitle: 'Eine Position ist der Stand von d/2 Uhren.',
    sentences: [
      'Ein Zeiger weiß in jedem Augenblick, wo er ist, und sein Kosinus macht alle Schritte gleich.',
      'Schnelle Uhren unterscheiden Nachbarn, langsame unterscheiden ferne Stellen.',
      'Wer um k weitergeht, dreht jeden Zeiger um einen festen Winkel, wo er auch steht.',
    ],
    numbers: 'Positionen passen zu einer, zwei, drei und vier Uhren, von 10\u202f000',
    print: 'Diese Karte drucken',
  },
};

export const make: MakeFigure = async (library, of) => {
  const pe = await library();
  const said = inLanguage(words);
  const frequencies = [...(await pe.frequencies({ encoding: 'sinusoidal', dim: 8 }))];
  const position = typeof of['position'] === 'number' ? of['position'] : 0;
  const counts = (Array.isArray(of['counts']) ? of['counts'] : []).map(Number).slice(0, 4);
  const dials = frequencies.map((frequency, i) => {
    const { element, turnTo } = dial(colourOfClock(i));
    turnTo(position * frequency);
    return html`<div>${element as unknown as HTMLElement}<small>θ = ${frequency}</small></div>`;
  });
  const numbers = counts.map((count, i) => {
    const made = html`<b>${String(count)}</b>`;
    made.style.color = colourOfClock(i);
    return made;
  });
  const print = (): void => {
    document.documentElement.dataset['printing'] = 'card';
    window.print();
    delete document.documentElement.dataset['printing'];
  };
  return figureOf(
    'keep',
    said.label,
    html`<div class="fig-keep">
      <header>
        <p class="fig-keep-title">${said.title}</p>
        <p>${said.subtitle}</p>
      </header>
      <div class="fig-keep-dials">${dials}</div>
      <p class="fig-equation">
        <span
          ><var>θ<sub>i</sub></var> = <var>b</var><sup>−2<var>i</var>/<var>d</var></sup></span
        >
        <span
          >(sin <var>p</var><var>θ<sub>i</sub></var
          >, cos <var>p</var><var>θ<sub>i</sub></var
          >)</span
        >
      </p>
      <ol>
        ${said.sentences.map((one) => html`<li>${one}</li>`)}
      </ol>
      <p class="fig-keep-numbers">${numbers}<small>${said.numbers}</small></p>
      ${button(said.print, print)}
    </div>`,
  );
};
