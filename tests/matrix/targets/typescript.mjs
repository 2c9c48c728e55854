/** A strict project that also checks the declarations of the package (skipLibCheck is off). */
const source = `import { create, PosencError, type EncodingSpec, type Matrix, type Posenc } from 'posenc';
import { wasmBinary } from 'posenc/inline';

const spec: EncodingSpec = { encoding: 'rope', dim: 8, base: 500000 };
export async function first(pe: Posenc): Promise<number> {
  const { data, rows, cols }: Matrix = await pe.table(spec, 4);
  const { effectiveRank } = await pe.analyse({ analysis: 'spectrum' }, { table: { spec, positions: 4 } });
  return (data[0] ?? rows * cols) + effectiveRank;
}
// @ts-expect-error a parameter that rope does not have
const wrong: EncodingSpec = { encoding: 'rope', dim: 8, heads: 2 };
export const bytes: Uint8Array = wasmBinary();
export { create, PosencError, wrong };
`;

export async function run(project, { lib, types, compiler = 'tsc' }) {
  const strict = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: 'es2022',
    lib,
    types,
    noEmit: true,
  };
  project.write({
    'use.ts': source,
    'tsconfig.json': {
      compilerOptions: { ...strict, module: 'nodenext', moduleResolution: 'nodenext' },
      files: ['use.ts'],
    },
    'bundler.json': {
      compilerOptions: { ...strict, module: 'esnext', moduleResolution: 'bundler' },
      files: ['use.ts'],
    },
  });
  for (const file of ['tsconfig.json', 'bundler.json']) await project.bin(compiler, ['-p', file]);
  return { types: { compiled: true } };
}
