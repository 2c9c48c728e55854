/** Charts, and the curve of an exercise, as SVG for exports. */
import type { Curve } from '../protocol.js';
import { Plot, plotHeight, plotOf } from '../outputs/plot.js';

const width = 640;
const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign]!);

export function plotText(curve: Curve): string {
  const plot = new Plot(plotOf(curve), width);
  const parts = [...plot.axes(), plot.curve(curve.values)].map(([tag, attributes, text]) => {
    const given = Object.entries(attributes).filter(([name]) => name !== 'class');
    return `<${tag}${given.map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join('')}>${escaped(text ?? '')}</${tag}>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${plotHeight}" width="${width}" height="${plotHeight}" role="img" aria-label="The curve of the exercise">${parts.join('')}</svg>`;
}

/** SVGs of the charts in an element. */
export const svgsIn = (element: HTMLElement): string[] =>
  [...element.querySelectorAll<HTMLElement & { toSVG?(theme: string): string }>('*')].flatMap(
    (one) => one.toSVG?.('light') ?? [],
  );
