/** Lines with a meaning, across or down the area of a plot. Their labels are above the curves, the lines below. */
import { type Box, type SceneNode, segment, upright } from './scene.js';
import type { Scale } from './scales.js';

export interface Rule {
  readonly value: number;
  readonly text?: string | undefined;
  /** Shades the area below a horizontal line. */
  readonly below?: boolean | undefined;
}
export interface RuleNodes {
  readonly under: readonly SceneNode[];
  readonly over: readonly SceneNode[];
}

export function rulesAcross(rules: readonly Rule[], y: Scale, area: Box): RuleNodes {
  const { x, width } = area;
  return {
    under: rules.flatMap(({ value, below }): SceneNode[] => {
      const at = y.at(value);
      const shade = { x, y: at, width, height: Math.max(0, area.y + area.height - at) };
      return [
        ...(below ? [{ kind: 'rect', ...shade, fill: 'off', fillOpacity: 0.1 } as const] : []),
        segment(x, at, x + width, at, { stroke: 'ink', dash: '5 4' }),
      ];
    }),
    over: rules.flatMap(({ value, text }) => {
      const at = y.at(value);
      // above its line, but inside the area
      return text ? [label(text, x + width - 4, at < area.y + 19 ? at + 15 : at - 6, 'end')] : [];
    }),
  };
}

/** A rule with a text is drawn stronger. */
export function rulesDown(rules: readonly Rule[], x: Scale, area: Box): RuleNodes {
  const [left, right] = [area.x, area.x + area.width];
  const seen = rules
    .map(({ value, text }) => ({ at: x.at(value), text }))
    .filter(({ at }) => at >= left - 1 && at <= right + 1);
  return {
    under: seen.map(({ at, text }) => upright(at, area, text ? { stroke: 'ink' } : { stroke: 'edge', opacity: 0.5 })),
    over: seen.flatMap(({ at, text }) => {
      const turned = at > (left + right) / 2;
      return text ? [label(text, at + (turned ? -6 : 6), area.y + area.height - 8, turned ? 'end' : 'start')] : [];
    }),
  };
}

const label = (text: string, x: number, y: number, anchor: 'start' | 'end'): SceneNode => ({
  ...{ kind: 'text', x, y, text, anchor },
  ...{ fill: 'ink', halo: true },
});
