/** What every part of the page gets. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { Posenc } from '../../lib/types/posenc.js';
import type { ParamValues } from '../widgets/param-form.js';
import type { BiasState } from './state.js';

export interface Context {
  readonly pe: Posenc;
  readonly state: ReadonlySignal<BiasState>;
  /** `final` is false while a slider is still being dragged. */
  readonly update: (patch: Partial<BiasState>, final?: boolean) => void;
}

/** Sets parameters of one experiment. */
export function updateParams({ state, update }: Context, id: string, patch: ParamValues, final: boolean): void {
  const { params } = state.peek();
  update({ params: { ...params, [id]: { ...params[id], ...patch } } }, final);
}
