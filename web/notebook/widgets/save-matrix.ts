/** Saves matrices as files. */
import type { Matrix } from '../../lib/types/posenc.js';
import { saveFile } from './save.js';

/** Writers, loaded on first use. */
const writers = {
  npy: async (matrix: Matrix) => (await import('../../lib/files/npy.js')).npyBytes(matrix),
  csv: async (matrix: Matrix) => (await import('../../lib/files/csv.js')).csvBytes(matrix),
};
export const saveMatrix = async (matrix: Matrix, type: keyof typeof writers, name: string): Promise<void> =>
  saveFile(await writers[type](matrix), `${name}.${type}`);
