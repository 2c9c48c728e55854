/**
 * The experiment in a checkpoint of a training run, as the text that was kept. The rest is read by src/train/checkpoint.cpp,
 * which says whether it is whole.
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
    // it ends before, or holds no text
  }
  const text = 'checkpoint does not begin with the experiment of a run, or is of another version than 1';
  throw new PosencError('bad_argument', 'checkpoint', text);
}
