/** Formulas that are never cut: statements beside each other break to lines, and one that is too wide is set smaller. */
import heads from 'virtual:formulas/heads';
import { html } from '../kit/html.js';
import { encodingFormulas, formulaOf, keyOf, mathOf } from '../widgets/formulas.js';

/** What a formula begins with, for a card. */
export function headFormula(id: string): HTMLElement {
  const tree = heads[id];
  return fitting(tree === undefined ? [] : [mathOf(tree)]);
}

/** The whole of it. */
export async function wholeFormula(source: string): Promise<HTMLElement> {
  await encodingFormulas();
  const tree = formulaOf(keyOf(source, true));
  return fitting(tree === undefined ? [] : statements(mathOf(tree) as Element));
}

function fitting(formulas: readonly Node[]): HTMLElement {
  const lines = formulas.map((one) => html`<span class="tex display seen fitting">${one}</span>`);
  for (const line of lines) widths.observe(line);
  return html`<div class="statements">${lines}</div>`;
}

/** A space of one or two quads stands between statements. */
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

/** Smaller than this nobody reads: what is wider still scrolls. */
const smallest = 0.5;
const widths = new ResizeObserver((entries) => {
  const lines = entries.map(({ target }) => target as HTMLElement);
  for (const line of lines) line.style.fontSize = '';
  // All are measured before one of them is set: whoever measures after each setting has the page laid out for each.
  let wide = lines.map((line) => ({ line, size: line.clientWidth / line.scrollWidth }));
  wide = wide.filter(({ size }) => size < 1 && size > smallest);
  while (wide.length > 0) {
    for (const { line, size } of wide) line.style.fontSize = `${size.toFixed(2)}em`;
    // Letters of exponents have a least size, so that a formula shrinks by less than its font does.
    wide = wide
      .map(({ line, size }) => ({ line, size: size - 0.03 }))
      .filter(({ line, size }) => size > smallest && line.scrollWidth > line.clientWidth);
  }
});
