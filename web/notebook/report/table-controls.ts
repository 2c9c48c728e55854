/** Controls of the heat map: picture, positions, colours. */
import { effect } from '@preact/signals-core';
import { colourMaps } from '../../lib/charts/heatmap/colour-maps.js';
import { maxSide } from '../../lib/charts/heatmap/painter.js';
import type { Context } from './context.js';
import { ofPairs, offered } from '../widgets/matrix.js';
import type { Picture } from '../state.js';
import { fits, type ReportState } from './state.js';
import { field, option, select } from '../kit/elements.js';
import { fill, h } from '../kit/dom.js';
import { numberField } from '../widgets/number-field.js';

const titles: Readonly<Record<Picture, string>> = {
  table: 'table',
  derivative: 'derivative',
  gram: 'Gram matrix',
  attentionBias: 'attention bias',
  relativeMap: 'relative map',
  rotate: 'rotated ones',
  attentionScores: 'attention scores',
};

export function tableControls(ctx: Context) {
  const menu = select([], { name: 'picture' }, (picture) => ctx.update({ picture: picture as Picture }));
  const colours = select(
    colourMaps.map(({ id, label }) => [id, label]),
    { name: 'colours' },
    (chosen) => ctx.update({ colours: chosen }),
  );
  const number = (
    key: 'start' | 'count' | 'step' | 'head',
    label: string,
    span: { min: number; max: number; log?: boolean; integer?: boolean },
  ) => numberField({ name: key, label, ...span, onInput: (value, final) => take(key, value, final) });
  const fields = {
    count: number('count', 'positions', { min: 1, max: maxSide, log: true, integer: true }),
    start: number('start', 'first position', { min: 0, max: 131_072, integer: true }),
    step: number('step', 'step', { min: 0.1, max: 100, log: true }),
    head: number('head', 'head', { min: 0, max: 31, integer: true }),
  };
  effect(() => {
    const info = ctx.info.value;
    const state = ctx.state.value;
    if (info === undefined) return;
    const choices = offered(info);
    if ([...menu.options].map((o) => o.value).join() !== choices.join())
      fill(menu, ...choices.map((p) => option([p, titles[p]])));
    menu.value = choices.includes(state.picture) ? state.picture : (choices[0] ?? '');
    colours.value = state.colours;
    for (const key of ['start', 'count', 'step', 'head'] as const) fields[key].set(state[key]);
    const shape = ctx.shape.value;
    const pairs = ofPairs(menu.value as Picture);
    fields.head.element.hidden = !pairs || menu.value === 'relativeMap' || (shape?.heads ?? 0) === 0;
    // Finite tables, queries and keys are indexed; a window has a fixed size.
    fields.start.element.hidden = fields.step.element.hidden = pairs || (shape?.extent.length ?? 0) > 0;
    fields.count.element.hidden = pairs && (shape?.cells ?? 0) > 0;
  });
  return {
    element: h(
      'div',
      { class: 'controls row' },
      field('picture', 'show', menu),
      Object.values(fields).map(({ element }) => element),
      field('colours', 'colours', colours),
    ),
    setError(path: string, message: string): boolean {
      const key = path.split('.').pop() ?? '';
      if (!(key in fields)) return false;
      fields[key as keyof typeof fields].setError(message);
      return true;
    },
    clearErrors(): void {
      for (const one of Object.values(fields)) one.setError(undefined);
    },
  };

  /** Checks the limits of the picture; the library validates the rest. */
  function take(key: 'start' | 'count' | 'step' | 'head', value: number | undefined, final: boolean): void {
    const wrong = complaint(key, value);
    fields[key].setError(wrong);
    if (wrong === undefined) ctx.update({ [key]: value } as Partial<ReportState>, final);
  }
}

/** Names in messages, equal to the labels. */
const names = { start: 'first position', count: 'positions', step: 'step', head: 'head' } as const;

function complaint(key: keyof typeof names, value: number | undefined): string | undefined {
  if (value === undefined || !Number.isFinite(value)) return `${names[key]} must be a number, and none was given`;
  if (key === 'count' && !fits.count(value)) return `positions ${fits.count.must} for the picture, got ${value}`;
  if (key === 'head' && !fits.head(value)) return `head ${fits.head.must}, got ${value}`;
  return undefined;
}
