/** Hands files to the reader. */
import type { Matrix } from '../../lib/types/posenc.js';

export function saveFile(content: string | Uint8Array | Blob, name: string, type = ''): void {
  const blob = content instanceof Blob ? content : new Blob([content as BlobPart], { type });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser needs the URL until it has begun to write.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param replace as that of JSON.stringify */
export const saveJson = (value: unknown, name: string, replace?: (key: string, value: unknown) => unknown): void =>
  saveFile(`${JSON.stringify(value, replace, 2)}\n`, `${name}.json`, 'application/json');

/** What writes them comes with the first of them. */
const writers = {
  npy: async (matrix: Matrix) => (await import('../../lib/files/npy.js')).npyBytes(matrix),
  csv: async (matrix: Matrix) => (await import('../../lib/files/csv.js')).csvBytes(matrix),
};
export const saveMatrix = async (matrix: Matrix, type: keyof typeof writers, name: string): Promise<void> =>
  saveFile(await writers[type](matrix), `${name}.${type}`);
