/**
 * Reads the numbers for `posenc identify`: from the argument itself, or from a file, whose format its first bytes
 * identify.
 */
import { printable } from '../lib/checks/show.js';
import { looksLikeGguf, openGguf } from '../lib/files/read-gguf.js';
import { npyMagic } from '../lib/files/read-npy.js';
import { looksLikeSafetensors } from '../lib/files/read-safetensors.js';
import { openTensors } from '../lib/files/read-tensors.js';
import { rotaryNumbers, sineTable } from '../lib/files/rotary-tensors.js';
import { bytesOf, type Stored } from '../lib/files/stored.js';
import type { Matrix, NumbersToIdentify } from '../lib/types/posenc.js';
import { misuse } from './command.js';
import { textOf } from './input.js';
import { withFile, withWholeInput } from './stored-file.js';

/** Matches `1, 0.86, 0.74`, not the name of a file. */
const isNumbers = (argument: string): boolean => /^\s*\[?[-+\d.eE]+(?:[\s,]+[-+\d.eE]+)+[\s,\]]*$/.test(argument);

export async function numbersOf(argument: string): Promise<NumbersToIdentify> {
  if (isNumbers(argument)) return argument;
  const { path, name } = referenceOf(argument);
  return opened(path, async (file) => {
    const head = await bytesOf(file, 0, Math.min(file.size, 16));
    if (isTensors(head)) return rotaryNumbers(await openTensors(file), name);
    if (name !== undefined) throw misuse('tensor', `${printable(path, 200)} is not a file of tensors`);
    if (looksLikeGguf(head)) return openGguf(file);
    const text = await textOf(file, printable(path, 200));
    if (/^\s*\{/.test(text) && /"(?:model_type|architectures|rope_\w+)"\s*:/.test(text))
      throw misuse(
        'FILE',
        "it is a model's configuration, which cannot be read as numbers: posenc report reads it, and here it is given as --config",
      );
    return text;
  });
}

/** Reads the table of `--sin`. */
export function tableOf(argument: string): Promise<Matrix> {
  const { path, name } = referenceOf(argument);
  return opened(path, async (file) => sineTable(await openTensors(file), name));
}

const opened = <T>(path: string, use: (file: Stored) => Promise<T>): Promise<T> =>
  path === '-' ? withWholeInput(use) : withFile(path, use);

/** Parses FILE or FILE#NAME. */
function referenceOf(argument: string): { path: string; name?: string } {
  const at = argument.lastIndexOf('#');
  return at < 0 ? { path: argument } : { path: argument.slice(0, at), name: argument.slice(at + 1) };
}

const isTensors = (head: Uint8Array): boolean =>
  npyMagic.every((byte, i) => head[i] === byte) || looksLikeSafetensors(head);
