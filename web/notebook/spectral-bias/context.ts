/** Context of every part of the page. */
import type { Posenc } from '../library.js';
import type { Store } from '../history.js';
import type { ParamValues } from '../state.js';
import type { BiasState } from './state.js';

export interface Context extends Store<BiasState> {
  readonly pe: Posenc;
}

/** Sets parameters of one experiment. */
export function updateParams({ state, update }: Context, id: string, patch: ParamValues, final: boolean): void {
  const { params } = state.peek();
  update({ params: { ...params, [id]: { ...params[id], ...patch } } }, final);
}
