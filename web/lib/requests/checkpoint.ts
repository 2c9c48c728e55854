/**
 * What a checkpoint of a training run says of itself; the rest is read by src/train/checkpoint.cpp, which tells whether
 * it is whole.
 */
import { PosencError } from '../checks/errors.js';

const magic = 'posenc run 1\n';
/** A note of more bytes is none of ours. */
const mostNote = 2 ** 26;

/** The experiment, as the text that was kept. */
export function noteOf(checkpoint: Uint8Array): string {
  const refuse = (why: string): never => {
    throw new PosencError('bad_argument', 'checkpoint', `checkpoint ${why}`);
  };
  const text = new TextDecoder('utf-8', { fatal: true });
  const kind = magic.slice(0, -2);
  const begins = (with_: string): boolean => [...with_].every((c, i) => checkpoint[i] === c.charCodeAt(0));
  if (!begins(kind)) refuse('is no checkpoint of a run');
  if (!begins(magic)) refuse('is of another version than 1');
  const view = new DataView(checkpoint.buffer, checkpoint.byteOffset, checkpoint.byteLength);
  const first = magic.length + 8;
  if (checkpoint.length < first) refuse('is torn: it ends before its experiment');
  const length = Number(view.getBigUint64(magic.length, true));
  if (length > mostNote || first + length > checkpoint.length) refuse('is torn: it ends before its experiment');
  try {
    return text.decode(checkpoint.subarray(first, first + length));
  } catch {
    return refuse('is torn: its experiment is no text');
  }
}
