/**
 * The entry `posenc/widget`: the contract of anywidget (https://anywidget.dev/en/afm/), so that Jupyter, marimo and Colab
 * show the same charts. The model has `spec` (an object), `chart`, `positions`, `height`, `theme` and `caption`; the place
 * that is read is written to `cursor`.
 */
import { chartOf } from './embed/recipes.js';
import type { ChartRequest } from './embed/recipes.js';
import type { ChartOptions } from './charts/index.js';
import { create } from './index.js';
import type { Posenc } from './types/posenc.js';

/** As much of anywidget's model as is used. */
export interface WidgetModel {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

const names = ['spec', 'chart', 'positions', 'height', 'theme', 'caption'];
let instance: Promise<Posenc> | undefined;

/** Draws into `el` and follows the model; gives what ends it. */
function render({ model, el }: { readonly model: WidgetModel; readonly el: HTMLElement }): () => void {
  let wish = 0;
  let end = (): void => undefined;
  const draw = async (): Promise<void> => {
    const mine = ++wish;
    try {
      const pe = await (instance ??= create());
      const chart = await chartOf(pe, requestOf(model));
      if (mine !== wish) return;
      end();
      end = () => chart.destroy();
      chart.addEventListener('read', (event) => {
        model.set('cursor', (event as CustomEvent<unknown>).detail ?? {});
        model.save_changes();
      });
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
    end();
  };
}

function requestOf(model: WidgetModel): ChartRequest {
  const options: ChartOptions = {
    height: (model.get('height') as number | undefined) ?? undefined,
    theme: (model.get('theme') as ChartOptions['theme']) ?? 'auto',
    title: (model.get('caption') as string | undefined) ?? undefined,
  };
  return {
    spec: (model.get('spec') as ChartRequest['spec'] | undefined) ?? { encoding: 'sinusoidal', dim: 64 },
    chart: (model.get('chart') as string | undefined) ?? 'heat-map',
    positions: (model.get('positions') as number | undefined) ?? 128,
    options,
  };
}

export default { render };
