/**
 * Split GGUF files, `…-00001-of-00003.gguf`, as written by llama-gguf-split (tools/gguf-split): the model's keys are in
 * the first part. With --no-tensor-first-split the first part has no tensors, so that the frequency factors, which
 * change every angle of Llama 3, are in a later one.
 */
import { PosencError } from '../../lib/checks/errors.js';
import { printable } from '../../lib/checks/show.js';
import { openGguf } from '../../lib/files/read-gguf.js';
import type { GgufHeader } from '../../lib/types/gguf.js';
import type { Source } from './source.js';

export interface Shard {
  /** Counted from 1. */
  readonly number: number;
  readonly count: number;
  /** Returns the name of another part. */
  name(number: number): string;
}

/** Maximum parts of one file; the largest published models have fewer than a hundred. */
const maxParts = 1024;

export function shardOf(file: string): Shard | undefined {
  const [, stem, own, of] = /^(.*)-(\d{5})-of-(\d{5})\.gguf$/.exec(file) ?? [];
  const [number, count] = [Number(own), Number(of)];
  if (stem === undefined || number < 1 || number > count || count > maxParts) return undefined;
  return { number, count, name: (other) => `${stem}-${String(other).padStart(5, '0')}-of-${of}.gguf` };
}

export interface ReadShards {
  readonly header: GgufHeader;
  /** Notes to the user on the parts. */
  readonly notes: readonly string[];
}

/** Reads the header of the model to which a part belongs. */
export async function readShards(source: Source, part: Shard): Promise<ReadShards> {
  const { header, from, notes } = await firstPart(source, part);
  if (Object.keys(header.factors).length > 0 || part.count === 1) return { header, notes };
  const missing: string[] = [];
  for (let number = 1; number <= part.count; number++) {
    if (number === from) continue;
    try {
      const { factors } = await headerOf(source.sibling(part.name(number)));
      if (Object.keys(factors).length > 0) return { header: { ...header, factors }, notes };
    } catch (thrown) {
      if (!(thrown instanceof PosencError) || thrown.code !== 'io') throw thrown;
      missing.push(String(number));
    }
  }
  if (missing.length === 0) return { header, notes };
  const lost = `of ${part.count} parts ${missing.join(', ')} could not be read: a tensor of frequency factors (rope_freqs, rope_factors) in one of them has no part in this answer`;
  return { header, notes: [...notes, lost] };
}

/** Reads the keys and their part. A later part has keys only if a program other than llama-gguf-split wrote it. */
async function firstPart(source: Source, part: Shard): Promise<ReadShards & { readonly from: number }> {
  if (part.number === 1) return { header: await headerOf(source), from: 1, notes: [] };
  const first = source.sibling(part.name(1));
  try {
    const notes = [
      `${printable(source.name, 200)} is part ${part.number} of ${part.count}: the keys were read from ${part.name(1)}`,
    ];
    return { header: await headerOf(first), from: 1, notes };
  } catch (cause) {
    if (!(cause instanceof PosencError) || cause.code !== 'io') throw cause;
    const header = await headerOf(source);
    if (header.metadata['general.architecture'] !== undefined) return { header, from: part.number, notes: [] };
    const what = `it is part ${part.number} of ${part.count} and has no keys of the model, which are in the first part; ${cause.message}`;
    throw new PosencError('io', printable(source.name, 200), `${printable(source.name, 200)}: ${what}`, { cause });
  }
}

const headerOf = (source: Source): Promise<GgufHeader> => source.open((file) => openGguf(file));
