/** Lines with a meaning across the area of a plot, or down it. */
import type { Box, SceneNode } from './scene.js';
import { segment } from './scene.js';
import type { Scale } from './scales.js';

export interface Rule {
  readonly value: number;
  readonly text?: string | undefined;
  /** What is under a line across is shaded. */
  readonly below?: boolean | undefined;
}

export function rulesAcross(rules: readonly Rule[], y: Scale, { x, width, ...area }: Box): SceneNode[] {
  return rules.flatMap(({ value, text, below }): SceneNode[] => {
    const at = y.at(value);
    const under = { x, y: at, width, height: Math.max(0, area.y + area.height - at) };
    return [
      ...(below ? [{ kind: 'rect', ...under, fill: 'off', fillOpacity: 0.1 } as const] : []),
      segment(x, at, x + width, at, { stroke: 'ink', dash: '5 4' }),
      ...(text === undefined
        ? []
        : [{ kind: 'text', x: x + width - 4, y: at - 6, text, anchor: 'end', fill: 'ink', halo: true } as const]),
    ];
  });
}

export function rulesDown(rules: readonly Rule[], x: Scale, { y, height, ...area }: Box): SceneNode[] {
  return rules.flatMap(({ value, text }): SceneNode[] => {
    const at = x.at(value);
    if (!(at >= area.x - 1 && at <= area.x + area.width + 1)) return [];
    const line = segment(
      at,
      y,
      at,
      y + height,
      text === undefined ? { stroke: 'edge', opacity: 0.5 } : { stroke: 'ink' },
    );
    if (!text) return [line];
    const left = at > area.x + area.width / 2;
    return [
      line,
      {
        kind: 'text',
        x: at + (left ? -5 : 5),
        y: y + 12,
        text,
        anchor: left ? 'end' : 'start',
        fill: 'ink',
        halo: true,
      },
    ];
  });
}
