/**
 * The targets of the matrix, in the order of the table. Versions are exact.
 *
 *   file      the file of targets/ that builds and runs the target; it reads the remaining fields
 *   packages  the packages installed with posenc
 *   step      a documented workaround: `says` must match the error without it, `text` is the note in the docs
 *   absent    parts that the target cannot have, and the error that must report this
 *   only      the parts to run; all three by default
 */
import { nodePackage } from './project.mjs';

const vites = ['5.4.21', '6.4.6', '7.3.8', '8.3.8'];
const os = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[process.platform];
const arch = process.arch === 'arm64' ? 'aarch64' : process.arch;

const nodes = ['20.20.2', '21.7.3', '22.23.3', '23.11.1', '24.21.0', '25.9.0', '26.10.0'];
const typescripts = ['5.2.2', '5.3.3', '5.4.5', '5.5.4', '5.6.3', '5.7.3', '5.8.3', '5.9.3', '6.0.3', '7.0.2'];
const next = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' };
/** For tools that need a newer Node than the package does. */
const node22 = { [nodePackage]: '22.23.3' };
const kit = {
  '@sveltejs/kit': '3.2.0',
  '@sveltejs/vite-plugin-svelte': '7.3.1',
  svelte: '5.57.3',
  vite: '8.3.8',
  ...node22,
};

const strictPolicy = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'",
};
const ownWorker = {
  says: /workerFactory/,
  text: '`workerFactory: () => new Worker("…/posenc/dist/worker.js", { type: "module" })`, or `blob:` in `worker-src`',
};
const noWorker = /has no Worker/;

export const targets = [
  ...vites.flatMap((vite) => [
    { title: `Vite ${vite} build`, file: 'vite-build', packages: { vite } },
    { title: `Vite ${vite} dev`, file: 'vite-dev', packages: { vite } },
  ]),
  { title: 'Vite 8.3.8 build, strict CSP', file: 'vite-build', packages: { vite: '8.3.8' }, headers: strictPolicy },
  {
    title: 'webpack 5.112.2',
    file: 'webpack',
    command: 'webpack',
    packages: { webpack: '5.112.2', 'webpack-cli': '7.3.1' },
  },
  {
    title: 'Rspack 2.3.2',
    file: 'webpack',
    command: 'rspack',
    packages: { '@rspack/core': '2.3.2', '@rspack/cli': '2.2.8' },
  },
  { title: 'esbuild 0.28.2', file: 'esbuild', packages: { esbuild: '0.28.2' } },
  { title: 'esbuild 0.28.2, split', file: 'esbuild', flags: ['--splitting'], packages: { esbuild: '0.28.2' } },
  { title: 'Rollup 4.68.7', file: 'rollup', packages: { rollup: '4.68.7', '@rollup/plugin-node-resolve': '16.0.3' } },
  { title: 'Parcel 2.16.4', file: 'parcel', packages: { parcel: '2.16.4' } },
  ...['client', 'server'].flatMap((side) => [
    { title: `Next 16.4.6 Turbopack, ${side}`, file: 'next', side, flags: [], packages: next },
    { title: `Next 16.4.6 webpack, ${side}`, file: 'next', side, flags: ['--webpack'], packages: next },
    { title: `Astro 7.3.5, ${side}`, file: 'astro', side, packages: { astro: '7.3.5', ...node22 } },
    { title: `SvelteKit 3.2.0, ${side}`, file: 'sveltekit', side, packages: kit },
  ]),
  { title: 'import map', file: 'modules' },
  { title: 'modules from another origin', file: 'modules', elsewhere: true },
  { title: 'script tag', file: 'script-tag' },
  { title: 'script tag, strict CSP', file: 'script-tag', headers: strictPolicy, step: ownWorker },
  { title: 'script tag from another origin', file: 'script-tag', place: 'elsewhere' },
  { title: 'file://', file: 'script-tag', place: 'disk' },
  {
    title: 'service worker',
    file: 'service-worker',
    absent: { worker: noWorker },
    step: {
      says: /importScripts posenc\.global\.js of posenc-script/,
      text: '`importScripts` of `posenc.global.js` from `posenc-script`, or your own bundle of one file',
    },
  },
  ...nodes.map((version) => {
    return {
      title: `Node ${version}`,
      file: 'runtime',
      program: `${nodePackage}/bin/node`,
      packages: { [nodePackage]: version },
    };
  }),
  {
    title: 'Deno 2.9.6',
    file: 'runtime',
    program: `@deno/${os}-${process.arch}-glibc/deno`,
    args: ['run', '-A'],
    packages: { [`@deno/${os}-${process.arch}-glibc`]: '2.9.6' },
  },
  {
    title: 'Bun 1.4.5',
    file: 'runtime',
    program: `@oven/bun-${os}-${arch}/bin/bun`,
    packages: { [`@oven/bun-${os}-${arch}`]: '1.4.5' },
  },
  {
    title: 'workerd 1.20261117.1',
    file: 'workerd',
    packages: { workerd: '1.20261117.1', miniflare: '4.20260730.0', esbuild: '0.28.2' },
    absent: { worker: noWorker },
    step: {
      says: /import posenc\/core\.wasm as a module/,
      text: '`import core from "posenc/core.wasm"` and `import analysis from "posenc/analysis.wasm"`, given to `create` as `modules`',
    },
  },
  { title: 'Vitest 5.1.1, node', file: 'vitest', environment: 'node', packages: { vitest: '5.1.1' } },
  {
    title: 'Vitest 5.1.1, jsdom',
    file: 'vitest',
    environment: 'jsdom',
    packages: { vitest: '5.1.1', jsdom: '31.0.1', ...node22 },
  },
  { title: 'Jest 30.5.2, node', file: 'jest', environment: 'node', packages: { jest: '30.5.2' } },
  {
    title: 'Jest 30.5.2, jsdom',
    file: 'jest',
    environment: 'jsdom',
    packages: { jest: '30.5.2', 'jest-environment-jsdom': '30.5.2' },
    absent: { worker: noWorker },
  },
  ...typescripts.map((typescript) => ({
    title: `TypeScript ${typescript}`,
    file: 'typescript',
    only: ['types'],
    lib: ['es2022', 'dom'],
    types: [],
    packages: { typescript },
  })),
  {
    title: 'TypeScript 5.9.3 without DOM',
    file: 'typescript',
    only: ['types'],
    lib: ['es2022'],
    types: ['node'],
    packages: { typescript: '5.9.3', '@types/node': '20.19.43' },
  },
];
