/** Computes a table one block of rows at a time. */
import { controlOf, dtypeOf, readOptions, wholeOption } from '../checks/options.js';
import { checkBytes } from '../checks/limits.js';
import { onPositions, type OnPositions, type SpecOf } from '../requests/requests.js';
import { arrayType } from '../requests/shapes.js';
import type { DType } from '../types/posenc.js';
import type { Ready } from './method.js';

export interface BlocksRequest extends OnPositions {
  readonly dtype: DType;
  readonly blockRows?: number;
}

export function readBlocks(spec: SpecOf, positions: unknown, options: unknown): Ready<BlocksRequest> {
  const entries = readOptions(options, ['dtype', 'blockRows']);
  const blockRows = wholeOption(entries, 'blockRows');
  const request = { ...onPositions('table', spec, positions), dtype: dtypeOf(entries) };
  return { request: blockRows === undefined ? request : { ...request, blockRows }, control: controlOf(entries) };
}

/** Default bytes of a block. */
const blockBytes = 8 * 2 ** 20;

/** Rows of a block, and the purpose for errors about its size. */
export function blockRowsOf({ positions, dtype, blockRows }: BlocksRequest, width: number) {
  const rowBytes = Math.max(width * arrayType(dtype).BYTES_PER_ELEMENT, 1);
  const rows = blockRows ?? Math.max(1, Math.floor(blockBytes / rowBytes));
  const purpose = { field: 'options.blockRows', what: 'a block', advice: 'give a smaller blockRows' };
  checkBytes(Math.min(rows, positions.count) * rowBytes, purpose);
  return { rows, purpose };
}
