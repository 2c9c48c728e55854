/** Scales the figure of a slide, so that the slide is as high as the window. */
const [least, room] = [0.4, 12];

/** @param of the cells of the slides @returns a function that ends it */
export function fitFigures(of: HTMLElement, tools: HTMLElement): () => void {
  const fit = (): void => {
    const here = [...of.querySelectorAll<HTMLElement>(':scope > [data-here]')];
    const figures = here.flatMap((cell) => [...cell.querySelectorAll<HTMLElement>('.fig')]);
    const [figure] = figures;
    const bottom = Math.max(...here.map((cell) => cell.getBoundingClientRect().bottom));
    if (figures.length !== 1 || !figure?.parentElement) return;
    const before = Number(figure.style.zoom) || 1;
    const { height } = figure.getBoundingClientRect();
    const over = bottom + scrollY + tools.offsetHeight + room - innerHeight;
    const zoom = Math.max(least, Math.min(1, (before * (height - over)) / height));
    if (Math.abs(zoom - before) < 0.005) return;
    figure.style.zoom = String(zoom);
    figure.style.width = `${figure.parentElement.clientWidth}px`; // in its own pixels, so that it is narrower, too
  };
  const seen = new ResizeObserver(fit);
  for (const cell of of.children) seen.observe(cell);
  addEventListener('resize', fit);
  return () => {
    seen.disconnect();
    removeEventListener('resize', fit);
    for (const figure of of.querySelectorAll<HTMLElement>('.fig')) figure.style.zoom = figure.style.width = '';
  };
}
