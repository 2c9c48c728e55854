/** The link of the page: `#v=1&e=rope&e.dim=128&p=131071&hide=fp16`. */
import { type PrecisionMethodId, precisionMethods } from 'posenc';
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { Store } from '../history.js';
import { isWhole, linked, number, someOf, spec } from '../kit/state.js';

export const farthest = 2 ** 31 - 1;

const ids = precisionMethods.map(({ id }) => id);
/** Drawn initially: the most common ones, which represent the others. */
const drawn: readonly PrecisionMethodId[] = ['hf-f32', 'tf32', 'bf16', 'table-bf16'];

export const precisionLink = (encodings: readonly EncodingInfo[]) =>
  linked({
    spec: spec(encodings, { encoding: 'rope', dim: 128 }),
    position: number('p', 131_071, isWhole(0, farthest)),
    /** Methods that are not drawn. */
    hidden: someOf(
      'hide',
      ids.filter((id) => !drawn.includes(id)),
      ids,
    ),
  });
export type PrecisionStore = Store<ReturnType<typeof precisionLink>['initial']>;
