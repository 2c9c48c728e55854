/** The date of an answer. */
import type { EngineInfo } from '../types/engines.js';
import { executedOn } from './executed.js';

/** The day on which the release of a row was executed, or that of the code in its version. */
export function dateOf({ id, version }: Pick<EngineInfo, 'id' | 'version'>): { readonly asOf?: string } {
  const asOf = executedOn[id] ?? /\d{4}-\d{2}-\d{2}/.exec(version)?.[0];
  return asOf === undefined ? {} : { asOf };
}
