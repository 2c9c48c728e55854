/** The title above a picture, wrapped to at most three lines. */
import type { SceneNode } from './scene.js';
import { fitted, textWidth } from './text-width.js';

const size = 14;
const line = 19;
const mostLines = 3;

export interface Title {
  readonly nodes: readonly SceneNode[];
  /** Height used at the top; a small margin without a title. */
  readonly height: number;
}

export function titleOf(title: string | undefined, width: number): Title {
  const lines = title ? wrapped(title, width - 4) : [];
  return {
    nodes: lines.map((text, i) => ({ kind: 'text', x: 2, y: 16 + i * line, text, size, bold: true, fill: 'ink' })),
    height: lines.length * line + (lines.length > 0 ? 5 : 4),
  };
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && (textWidth(longer, size, true) <= width || lines.length === mostLines))
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((one) => fitted(one, width, size, true));
}
