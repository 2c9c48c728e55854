/**
 * Reads the experiment's JSON text from a checkpoint of a training run. src/train/checkpoint.cpp reads the rest and
 * checks that it is complete.
 */
import { PosencError } from '../checks/errors.js';

const magic = 'posenc run 1\n';

export function noteOf(checkpoint: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    const view = new DataView(checkpoint.buffer, checkpoint.byteOffset, checkpoint.byteLength);
    const first = magic.length + 8;
    const length = Number(view.getBigUint64(magic.length, true));
    const begins = decoder.decode(checkpoint.subarray(0, magic.length)) === magic;
    if (begins && first + length <= checkpoint.length)
      return decoder.decode(checkpoint.subarray(first, first + length));
  } catch {
    // it ends too early, or the text is not UTF-8
  }
  const text = 'checkpoint does not begin with the experiment of a run, or is of another version than 1';
  throw new PosencError('bad_argument', 'checkpoint', text);
}
