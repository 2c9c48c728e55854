/**
 * The size of a file as a web host sends it: brotli at the highest quality. Compressing a module takes seconds, and
 * several tests need the same files, so sizes are cached in build/ by the digest of the bytes.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { root } from '../../../web/tools/setup.mjs';

const folder = join(root, 'build/brotli-sizes');

/** @param body bytes or string */
export function compressedSize(body) {
  const bytes = Buffer.from(body);
  const kept = join(folder, createHash('sha256').update(bytes).digest('hex'));
  if (existsSync(kept)) return Number(readFileSync(kept, 'utf8'));
  const { length } = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  mkdirSync(folder, { recursive: true });
  // atomic, because another process may read it now
  writeFileSync(`${kept}.${process.pid}`, String(length));
  renameSync(`${kept}.${process.pid}`, kept);
  return length;
}
