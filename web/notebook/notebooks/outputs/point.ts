/** A point on a curve that the reader picks with a pointer or a native slider. */
import '../../style/notebook-plots.css';
import { h, html } from '../../kit/html.js';
import { short } from '../../widgets/format.js';
import type { Curve } from '../protocol.js';
import type { Box } from './box.js';
import { PlotElement, plotOf } from './plot.js';

/** @param before the reader's previous answer */
export function pointBox(curve: Curve, before: string): Box {
  const { xs, values, label } = curve;
  const place = label || 'x';
  const known = before === '' ? -1 : xs.indexOf(Number(before));
  /** No answer until the reader has chosen. */
  let chosen = known < 0 ? undefined : known;
  const picture = new PlotElement(plotOf(curve), (plot) => [
    plot.curve(values),
    ...(chosen === undefined ? [] : [plot.dot(chosen, values[chosen]!, true)]),
  ]);
  const slider: HTMLInputElement = h('input', {
    ...{ type: 'range', min: 0, max: xs.length - 1, step: 1, value: chosen ?? Math.floor((xs.length - 1) / 2) },
    ...{ 'aria-label': `Your place, ${place}`, oninput: () => choose(Number(slider.value)) },
  });
  const now = html`<p class="nb-plot-now aside" aria-hidden="true"></p>`;
  tell();
  picture.follow(({ index }) => {
    slider.value = String(index);
    choose(index);
  });
  return {
    element: html`<div class="nb-point">
      <div class="nb-plot">${picture.element}</div>
      ${slider} ${now}
    </div>`,
    given: () => (chosen === undefined ? '' : String(xs[chosen])),
  };

  function choose(index: number): void {
    chosen = index;
    tell();
  }
  function tell(): void {
    const at = Number(slider.value);
    const text = `${place} ${short(xs[at]!)}, value ${short(values[at]!)}`;
    slider.setAttribute('aria-valuetext', chosen === undefined ? `nothing chosen, at ${text}` : text);
    now.textContent = chosen === undefined ? 'Point at a place of the curve, or move the slider.' : text;
    picture.draw();
  }
}
