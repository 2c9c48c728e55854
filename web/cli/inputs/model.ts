/**
 * Reads a source: the text of a config.json or the header of a GGUF file, identified by its first bytes.
 */
import { errorAbout } from '../../lib/checks/errors.js';
import { printable } from '../../lib/checks/show.js';
import { looksLikeGguf, openGguf } from '../../lib/files/read-gguf.js';
import { npyMagic } from '../../lib/files/read-npy.js';
import { looksLikeSafetensors } from '../../lib/files/read-safetensors.js';
import { bytesOf } from '../../lib/files/stored.js';
import type { GgufHeader } from '../../lib/types/gguf.js';
import { misuse } from '../command.js';
import { textOf } from '../input.js';
import { tell } from '../output.js';
import { oneSource } from './expand.js';
import { readShards, shardOf } from './shards.js';
import type { Source } from './source.js';

export interface Model {
  readonly content: string | GgufHeader;
  /** Notes to the user on how it was read. */
  readonly notes: readonly string[];
}

export async function readSource(source: Source): Promise<Model> {
  const part = shardOf(source.file);
  if (part !== undefined) {
    const { header, notes } = await readShards(source, part);
    return { content: header, notes };
  }
  const content = await source.open(async (file, name) => {
    const head = await bytesOf(file, 0, 16);
    if (npyMagic.every((byte, i) => head[i] === byte) || looksLikeSafetensors(head))
      throw errorAbout(
        'io',
        name,
        'is a file of tensors, not the configuration of a model: posenc identify reads its numbers, posenc tensors lists them',
      );
    return looksLikeGguf(head) ? openGguf(file) : textOf(file, name);
  });
  return { content, notes: [] };
}

/** For a command that cannot read GGUF files. */
export function configIn(content: Model['content'], source: Source): string {
  if (typeof content === 'string') return content;
  const name = printable(source.name, 200);
  throw misuse('config.json', `${name} is a GGUF file; give its config.json`);
}

/** Returns the text of the only config.json that an argument names. */
export async function readConfig(argument: string): Promise<string> {
  const source = await oneSource(argument, { gguf: false });
  return configIn((await readSource(source)).content, source);
}

/** Prints notes to standard error, so that the output stays machine-readable. */
export function tellNotes(notes: readonly string[]): void {
  for (const note of notes) tell(`posenc: note: ${printable(note, 2000)}`);
}
