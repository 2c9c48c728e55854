/** The link of the matrix: `#v=1&at=131072&q=qwen&model=Qwen/Qwen3-8B&engine=vllm`. */
import { matrixLengths } from '../../lib/advice/matrix.js';
import type { Store } from '../history.js';
import { linked, named, number, type StateOf, unset } from '../kit/state.js';

const short = (text: string): string | undefined => (text.length <= 120 ? text : undefined);
const schema = {
  length: number('at', 131_072, (length) => matrixLengths.some((one) => one === length)),
  search: named('q', '', short),
  /** The chosen cell. */
  model: unset(named('model', '', short)),
  engine: unset(named('engine', '', short)),
};
export const link = linked(schema);
export type MatrixStore = Store<StateOf<typeof schema>>;
