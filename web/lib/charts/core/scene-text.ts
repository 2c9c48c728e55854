/** A scene as a self-contained SVG string. Works without a document. */
import { pngAddress } from './png.js';
import { type Raster, type Scene, type SceneNode, fontFamily, fontSize } from './scene.js';
import { type SvgWriting, svgElement } from './scene-elements.js';
import { type Theme, colourIn } from './theme.js';

export interface SvgTextOptions {
  readonly theme: Theme;
  /** Accessible name of the picture. */
  readonly label: string;
  /** URL of a raster's pixels; by default encoded without a document. */
  readonly pixels?: (raster: Raster, theme: Theme) => string | undefined;
}

export function svgText({ width, height, nodes }: Scene, options: SvgTextOptions): string {
  const { theme, label, pixels = withoutCanvas } = options;
  const colour: SvgWriting['colour'] = (paint) => colourIn(theme, paint);
  const how: SvgWriting = {
    colour,
    pixels: (raster) => pixels(raster, theme),
    edges: pixels === withoutCanvas,
  };
  const body = nodes.map((node) => written(node, how, '  ')).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}" font-family="${escaped(fontFamily)}" font-size="${fontSize}">
  <rect width="${width}" height="${height}" fill="${colourIn(theme, 'paper')}"/>
${body}</svg>
`;
}

function withoutCanvas(raster: Raster, theme: Theme): string | undefined {
  const pixels = raster.pixels?.(theme);
  return pixels && pngAddress(pixels);
}

function written(node: SceneNode, how: SvgWriting, indent: string): string {
  const { tag, attributes, text, children } = svgElement(node, how);
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(rounded(value!))}"`)
    .join('');
  if (text !== undefined) return `${indent}<${tag}${list}>${escaped(text)}</${tag}>\n`;
  if (!children?.length) return `${indent}<${tag}${list}/>\n`;
  return `${indent}<${tag}${list}>\n${children.map((child) => written(child, how, `${indent}  `)).join('')}${indent}</${tag}>\n`;
}

const rounded = (value: string | number): string =>
  typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : value;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes a string and replaces characters that XML does not allow. */
const escaped = (text: string): string =>
  text
    .replace(/[&<>"]/g, (sign) => escapes[sign]!)
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
