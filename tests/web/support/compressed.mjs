/**
 * What a host of pages sends of a file: its size in brotli at the highest quality. That takes seconds for a module, and
 * several tests ask for the same files, so a size is kept in build/ under the digest of the bytes.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { root } from '../../../web/tools/setup.mjs';

const folder = join(root, 'build/brotli-sizes');

/** @param body bytes or text */
export function compressedSize(body) {
  const bytes = Buffer.from(body);
  const kept = join(folder, createHash('sha256').update(bytes).digest('hex'));
  if (existsSync(kept)) return Number(readFileSync(kept, 'utf8'));
  const { length } = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  mkdirSync(folder, { recursive: true });
  // whole or not at all, for another process may look for it now
  writeFileSync(`${kept}.${process.pid}`, String(length));
  renameSync(`${kept}.${process.pid}`, kept);
  return length;
}
