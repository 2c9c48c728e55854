/**
 * The contract of anywidget (https://anywidget.dev/en/afm/). The model has the attributes of `<posenc-chart>`, with
 * `spec`, `data` and `options` as objects. The reading is written to `cursor`, the selection to `selection`.
 */
import type { ChartElement } from '../charts/index.js';
import type { Selection } from '../charts/core/selecting.js';
import type { Posenc } from '../types/posenc.js';
import { type ChartRequest, chartOf } from './request.js';

/** The part of anywidget's model that is used. */
export interface WidgetModel {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}
export interface Widget {
  /** Draws into `el` and follows the model; returns a function that stops it. */
  readonly render: (place: { readonly model: WidgetModel; readonly el: HTMLElement }) => () => void;
}

const names = ['chart', 'spec', 'data', 'options', 'positions', 'height', 'theme', 'caption', 'group'] as const;

export const widgetOf = (library: () => Promise<Posenc>): Widget => ({
  render({ model, el }) {
    let wish = 0;
    let shown: ChartElement | undefined;
    const tell = (name: string, value: unknown): void => {
      model.set(name, value);
      model.save_changes();
    };
    const draw = async (): Promise<void> => {
      const mine = ++wish;
      try {
        const asked = Object.fromEntries(names.map((name) => [name, filled(model.get(name))]));
        const chart = await chartOf(asked as unknown as ChartRequest, library);
        if (mine !== wish) return chart.destroy();
        shown?.destroy();
        shown = chart;
        chart.addEventListener('read', (event) => tell('cursor', (event as CustomEvent<unknown>).detail ?? {}));
        chart.addEventListener('chart-select', (event) =>
          tell('selection', (event as CustomEvent<Selection | undefined>).detail?.ranges ?? {}),
        );
        el.replaceChildren(chart);
      } catch (error) {
        if (mine === wish) el.textContent = error instanceof Error ? error.message : String(error);
      }
    };
    const changed = (): void => void draw();
    for (const name of names) model.on(`change:${name}`, changed);
    void draw();
    return () => {
      wish++;
      for (const name of names) model.off(`change:${name}`, changed);
      shown?.destroy();
    };
  },
});

/** An empty dictionary of a model counts as absent. */
const filled = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? undefined : value;
