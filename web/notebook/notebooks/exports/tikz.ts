/**
 * Converts a chart's SVG to TikZ: the elements that scene-elements.ts of posenc/charts writes. Paths are kept for the
 * TikZ library `svg.path`. Bitmaps are replaced by a note.
 */
import { texText } from './tex-text.js';

const tag = /<(\/?)(svg|g|rect|path|text|image|circle|line)\b([^>]*?)(\/?)>([^<]*)/g;

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** #rgb or #rrggbb */
function colour(text: string | undefined): string | undefined {
  const digits = /^#([\da-f]{6}|[\da-f]{3})$/i.exec(text ?? '')?.[1];
  if (!digits) return undefined;
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const [red, green, blue] = [0, 2, 4].map((at) => parseInt(long.slice(at, at + 2), 16));
  return `{rgb,255:red,${red};green,${green};blue,${blue}}`;
}

const anchors: Readonly<Record<string, string>> = { middle: 'base', end: 'base east' };

export function tikzOf(svg: string): string {
  const lines: string[] = [];
  const open: string[] = [];
  let root = true;
  for (const [, closes, name, attributes, alone, text] of svg.matchAll(tag)) {
    if (closes) {
      if (name === 'svg' || name === 'g') lines.push(open.pop() ?? '');
      continue;
    }
    const given = new Map([...attributes!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]));
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => Number(given.get(key) ?? 0));
    const box = `(${x},${y}) rectangle (${x! + width!},${y! + height!})`;
    const [fill, stroke] = [colour(given.get('fill')), colour(given.get('stroke'))];
    const style = [
      fill && `fill=${fill}`,
      stroke && `draw=${stroke}`,
      stroke && `line width=${Number(given.get('stroke-width') ?? 1) * scale}pt`,
      given.has('opacity') && `opacity=${given.get('opacity')}`,
      given.has('stroke-dasharray') &&
        `dash pattern=${given
          .get('stroke-dasharray')!
          .split(/[ ,]+/)
          .map((part, i) => `${i % 2 === 0 ? 'on' : 'off'} ${Number(part) * scale}pt`)
          .join(' ')}`,
      given.get('stroke-linecap') === 'round' && 'line cap=round, line join=round',
    ].filter(Boolean);
    if (name === 'svg' || name === 'g') {
      const shift = /translate\(([-\d.]+),([-\d.]+)\)/.exec(given.get('transform') ?? '');
      const begin = `\\begin{scope}${shift ? `[shift={(${shift[1]},${shift[2]})}]` : ''}`;
      if (root) open.push('');
      else {
        lines.push(name === 'svg' ? `${begin}\\clip ${box};` : begin);
        open.push('\\end{scope}');
      }
      root = false;
      if (alone) lines.push(open.pop()!);
    } else if (name === 'path' && style.length > 0)
      lines.push(`\\path[${style.join(', ')}] svg {${given.get('d')!.replaceAll(',', ' ')}};`);
    else if (name === 'rect' && fill) lines.push(`\\path[${style.join(', ')}] ${box};`);
    else if (name === 'circle' && style.length > 0)
      lines.push(
        `\\path[${style.join(', ')}] (${given.get('cx')},${given.get('cy')}) circle[radius=${given.get('r')}];`,
      );
    else if (name === 'image')
      lines.push(
        `\\path[draw=gray] ${box};\\node[align=center, text width=${Math.max(40, width! * scale - 10)}pt, font=\\scriptsize] at (${x! + width! / 2},${y! + height! / 2}) {its pixels are not in this text: save the chart as PNG};`,
      );
    else if (name === 'text' && text!.trim() !== '') {
      const bold = Number(given.get('font-weight') ?? 400) >= 600 ? '\\bfseries' : '';
      const anchor = anchors[given.get('text-anchor') ?? ''] ?? 'base west';
      lines.push(
        `\\node[inner sep=0pt, anchor=${anchor}, text=${fill ?? 'black'}, font=\\scriptsize${bold}] at (${x},${y}) {${texText(unescaped(text!))}};`,
      );
    }
  }
  return `\\begin{tikzpicture}[x=1pt, y=1pt, scale=${scale}, yscale=-1]\n${lines.filter((line) => line !== '').join('\n')}\n\\end{tikzpicture}`;
}

/** Scales a chart's 640 points to the width of the text. */
const scale = 0.6;
