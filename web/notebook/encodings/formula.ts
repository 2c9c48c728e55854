/** Formulas that are never cut: statements wrap to lines, and a line that is too wide is scaled down. */
import '../style/formulas.css';
import { effect, signal } from '@preact/signals-core';
import first from 'virtual:formulas/first-heads';
import { html } from '../kit/html.js';
import { touched } from '../kit/touched.js';
import { encodingFormulas, formulaOf, type Formulas, keyOf, mathOf } from '../kit/formulas.js';
import { sight } from '../widgets/sight.js';

/** Starts of formulas: initially those of the first rows, later all. */
const heads = signal<Formulas>(first);
let asked: Promise<void> | undefined;
/** Loads the rest on the first user action, or when such a card comes near the viewport. */
const others = (): Promise<void> =>
  (asked ??= import('virtual:formulas/heads').then(({ default: rest }) => void (heads.value = { ...first, ...rest })));
effect(() => void (touched.value && others()));
const near = sight('300px 0px', (element, isNear) => {
  if (!isNear) return;
  near.unobserve(element);
  void others();
});

/** The start of a formula, for a card. */
export function headFormula(id: string): HTMLElement {
  const lines = (): Node[] => {
    const tree = heads.value[id];
    return tree === undefined ? [] : [fittingLine(mathOf(tree))];
  };
  const place = html`<div class="statements">${lines}</div>`;
  if (!(id in first)) near.observe(place);
  return place;
}

/** The complete formula. */
export async function wholeFormula(source: string): Promise<HTMLElement> {
  await encodingFormulas();
  const tree = formulaOf(keyOf(source, true));
  return fitting(tree === undefined ? [] : statements(mathOf(tree) as Element));
}

const fitting = (formulas: readonly Node[]): HTMLElement =>
  html`<div class="statements">${formulas.map(fittingLine)}</div>`;

function fittingLine(formula: Node): HTMLElement {
  const line = html`<span class="tex display seen fitting">${formula}</span>`;
  widths.observe(line);
  return line;
}

/** Splits a formula into statements, which are separated by a space of one or two quads. */
function statements(math: Element): Element[] {
  const parts = [...(math.firstElementChild?.children ?? [])];
  const rows: Element[][] = [[]];
  for (const part of parts)
    if (part.localName === 'mspace' && /^[12]em$/.test(part.getAttribute('width') ?? '')) rows.push([]);
    else rows[rows.length - 1]?.push(part);
  return rows
    .filter((row) => row.length > 0)
    .map((row) => {
      const one = math.cloneNode() as Element;
      const last = row[row.length - 1];
      one.append(...(/^[,;]$/.test(last?.textContent ?? '') ? row.slice(0, -1) : row));
      return one;
    });
}

/** Smallest font size in em; wider formulas scroll. */
const smallest = 0.5;
const widths = new ResizeObserver((entries) => {
  const lines = entries.map(({ target }) => target as HTMLElement);
  for (const line of lines) line.style.fontSize = '';
  // Measures all lines before setting any, to avoid a layout per line.
  let wide = lines.map((line) => ({ line, size: line.clientWidth / line.scrollWidth }));
  wide = wide.filter(({ size }) => size < 1 && size > smallest);
  while (wide.length > 0) {
    for (const { line, size } of wide) line.style.fontSize = `${size.toFixed(2)}em`;
    // Letters of exponents have a minimum size, so a formula shrinks less than its font.
    wide = wide
      .map(({ line, size }) => ({ line, size: size - 0.03 }))
      .filter(({ line, size }) => size > smallest && line.scrollWidth > line.clientWidth);
  }
});
