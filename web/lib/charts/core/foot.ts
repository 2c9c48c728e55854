/** The row below a chart: its table of values, the button to show everything, its files. */
import type { ChartElement } from './chart-element.js';
import { h } from './elements.js';
import { saveFile } from './files.js';
import type { ChartOptions, Table, Tool } from './kind.js';
import { toolbar } from './toolbar.js';
import { valuesTable } from './values-table.js';

export interface FootSpec {
  readonly chart: Pick<ChartElement, 'toSVG' | 'toPNG' | 'toCSV' | 'toNPY'>;
  readonly table: () => Table;
  /** Name of saved files, without extension. */
  readonly fileName: () => string;
  readonly showAll: () => void;
  readonly select: HTMLButtonElement;
  readonly embed: HTMLButtonElement;
}
export interface FootState {
  /** The chart's name. Its controls include it in their labels, because a page has many charts. */
  readonly name: string;
  readonly tools: ChartOptions['tools'];
  readonly showAll: boolean;
  readonly player: boolean;
  readonly selects: boolean;
  readonly embeds: boolean;
}
export interface Foot {
  readonly element: HTMLElement;
  readonly values: HTMLElement;
  show(state: FootState): void;
  /** Call this when the chart's data have changed. */
  refresh(): void;
}

export function footOf({ chart, table, fileName, showAll, select, embed }: FootSpec): Foot {
  const values = h('div', { class: 'values', tabindex: 0, role: 'region' });
  values.hidden = true;
  const refresh = (): void => {
    if (!values.hidden) values.replaceChildren(valuesTable(table()));
  };
  const more = button('Values', () => {
    values.hidden = !values.hidden;
    more.setAttribute('aria-expanded', String(!values.hidden));
    refresh();
  });
  more.setAttribute('aria-expanded', 'false');
  const reset = button('Show all', showAll);
  const tools: Readonly<Record<Tool, HTMLButtonElement>> = {
    values: more,
    select,
    embed,
    png: button('PNG', async () => saveFile(await chart.toPNG(), `${fileName()}.png`, 'image/png')),
    svg: button('SVG', () => saveFile(chart.toSVG(), `${fileName()}.svg`, 'image/svg+xml')),
    csv: button('CSV', () => saveFile(chart.toCSV(), `${fileName()}.csv`, 'text/csv')),
    npy: button('NPY', async () => saveFile(await chart.toNPY(), `${fileName()}.npy`, 'application/octet-stream')),
  };
  const files = h(
    'div',
    { role: 'group', 'aria-label': 'Save as a file' },
    ...[tools.png, tools.svg, tools.csv, tools.npy],
  );
  const element = h('div', { class: 'foot' }, more, select, reset, h('div', { class: 'end' }, files, embed));
  const stops = toolbar(element);
  const nameAll = (name: string): void => {
    element.ariaLabel = `Tools of ${name}`;
    values.ariaLabel = `Values of ${name}`;
    for (const one of [...Object.values(tools), reset])
      one.ariaLabel = `${one.textContent} ${one === select ? 'in ' : one === embed ? '' : 'of '}${name}`;
  };
  return {
    element,
    values,
    show(state) {
      const { tools: asked = true } = state;
      nameAll(state.name);
      for (const [name, tool] of Object.entries(tools))
        tool.hidden = typeof asked === 'boolean' ? !asked : !asked.includes(name as Tool);
      if (!state.selects) select.hidden = true;
      if (!state.embeds) embed.hidden = true;
      reset.hidden = !state.showAll;
      element.hidden = asked === false && !state.showAll && !state.player;
      stops.refresh();
    },
    refresh,
  };
}

function button(text: string, run: () => void | Promise<void>): HTMLButtonElement {
  const made = h('button', { type: 'button' }, text);
  made.addEventListener('click', () => void run());
  return made;
}
