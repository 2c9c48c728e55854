/** Figures as charts, for copies that cannot be dragged: pages without scripts, LaTeX, Jupyter. */
type Charts = typeof import('../../lib/charts/index.js');

const drawn = new WeakMap<HTMLElement, (charts: Charts) => string>();

/** @param draw the picture as SVG text, of what the figure shows at the time */
export function withCopy(figure: HTMLElement, draw: (charts: Charts) => string): HTMLElement {
  drawn.set(figure, draw);
  return figure;
}

/** Draws the pictures of all figures on the page; exports ask an element for them by `toSVG`. */
export async function prepareCopies(): Promise<void> {
  const figures = [...document.querySelectorAll<HTMLElement>('figure.fig')].filter((one) => drawn.has(one));
  if (figures.length === 0) return;
  const charts = await import('../../lib/charts/index.js');
  for (const figure of figures) {
    const text = drawn.get(figure)!(charts);
    Object.assign(figure, { toSVG: () => text });
  }
}
