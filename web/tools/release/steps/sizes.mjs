/** Sizes beside those of the last release. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sizesOf } from '../facts.mjs';
import { readRecord, recordBefore, recordedVersions } from '../records.mjs';

export const title = 'Sizes';
export const todo = 'node web/tools/build.mjs lib makes the files';

export const makes = [/^sizes\.md$/];

/** A file that grew by more is a problem until the changelog says why. */
export const mostGrowth = 0.1;

const shown = (bytes) => String(bytes).replace(/\B(?=(\d{3})+$)/g, ',');
const percent = (now, was) => `${now >= was ? '+' : ''}${((100 * (now - was)) / was).toFixed(1)} %`;

/** Markdown. @param before sizes of the last release, or undefined */
export function table(sizes, before) {
  const rows = Object.entries(sizes).map(([name, { bytes, brotli }]) => {
    const was = before?.[name];
    return `| ${name} | ${shown(bytes)} | ${shown(brotli)} | ${was ? `${shown(was.brotli)} | ${percent(brotli, was.brotli)}` : '– | new'} |`;
  });
  return ['| file | bytes | brotli | brotli before | change |', '|---|---:|---:|---:|---:|', ...rows, ''].join('\n');
}

/** @param reasons the changelog's section: a file whose name it has is explained there */
export function problemsOf(sizes, before, reasons) {
  return Object.entries(sizes).flatMap(([name, { brotli }]) => {
    const was = before[name]?.brotli;
    if (was === undefined || brotli <= was * (1 + mostGrowth) || reasons.includes(name.split('/').at(-1))) return [];
    return [
      {
        what: `${name} grew from ${shown(was)} to ${shown(brotli)} bytes`,
        todo: `make it smaller, or say in CHANGELOG.md why ${name.split('/').at(-1)} is larger`,
      },
    ];
  });
}

export async function run({ root, version, out }) {
  const { readFileSync } = await import('node:fs');
  const earlier = recordBefore(root, version);
  const own = recordedVersions(root).includes(version) ? readRecord(root, version) : undefined;
  const before = (earlier ?? own)?.sizes;
  const sizes = sizesOf(root);
  writeFileSync(join(out, 'sizes.md'), table(sizes, before));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m)[1] ?? '';
  return {
    says: `core.wasm ${shown(sizes['dist/core.wasm'].brotli)} bytes of brotli (build/release/sizes.md)`,
    problems: earlier ? problemsOf(sizes, before, changelog) : [],
  };
}
