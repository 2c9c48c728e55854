/** Hands matrices to the reader. */
import type { Matrix } from '../../lib/types/posenc.js';
import { saveFile } from './save.js';

/** What writes them comes with the first of them. */
const writers = {
  npy: async (matrix: Matrix) => (await import('../../lib/files/npy.js')).npyBytes(matrix),
  csv: async (matrix: Matrix) => (await import('../../lib/files/csv.js')).csvBytes(matrix),
};
export const saveMatrix = async (matrix: Matrix, type: keyof typeof writers, name: string): Promise<void> =>
  saveFile(await writers[type](matrix), `${name}.${type}`);
