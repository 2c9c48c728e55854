/** Builds the pages: everything from this address, nothing inline, nothing from elsewhere. */
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { documentFrame, framed, pages } from './notebook/frame.ts';
import { start } from './notebook/home/start.ts';
import { modulesOfCells, notebookFormulas, notebooks } from './notebook/notebooks/build/plugin.ts';
import { bundled, bundledInWorker } from './tools/bundled.mjs';
import { chunks } from './tools/chunks.mjs';
import { documents } from './tools/documents.mjs';
import { formulas } from './tools/formulas.mjs';
import { offline } from './tools/offline.mjs';
import { policy as policyOf, sandboxPolicy } from './tools/policy.mjs';
import { rowTexts } from './tools/row-texts.mjs';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The page carries its own policy, so that it is as strict on servers that send no headers. */
const policy: Plugin = {
  name: 'content-security-policy',
  apply: 'build', // Vite's development server needs inline code and a socket
  transformIndexHtml: (_, { filename }) => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: policyOf(basename(filename)) },
      injectTo: 'head-prepend',
    },
  ],
};

const frame: Plugin = {
  name: 'frame',
  transformIndexHtml: {
    order: 'pre', // the links of the head are to be built, too
    handler: (html, { filename }) => framed(html, basename(filename)),
  },
};

/**
 * The pages use the library as built for the package, also where they import a module of it by its source: what a module
 * keeps, as where numbers came from, is there once.
 */
const library: Plugin = {
  name: 'library-as-built',
  enforce: 'pre',
  resolveId: (source, importer = '') => {
    const file = resolve(dirname(importer), source);
    return source.startsWith('.') && file.startsWith(at('lib/'))
      ? at(`../dist/lib/${file.slice(at('lib/').length)}`)
      : undefined;
  },
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
    const sources = modules.filter((id) => id.startsWith(at('lib/')));
    if (sources.length > 0) this.error(`of the library's sources, and not as built: ${sources.join(', ')}`);
  },
};

/** The examples of charts compute with the instance of the page; what `posenc` is has been looked up before. */
const examples: Plugin = {
  name: 'examples',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === at('../dist/lib/index.js') && importer?.includes('/examples/charts/')
      ? at('notebook/charts/page-instance.ts')
      : undefined,
};

/**
 * The list of posenc/charts without what makes them, with the lines of their examples: the gallery names all, and keeps room
 * for them, before it loads one.
 */
const chartTitles: Plugin = {
  name: 'chart-titles',
  resolveId: (id) => (id === 'virtual:chart-titles' ? `\0${id}` : undefined),
  async load(id) {
    if (id !== '\0virtual:chart-titles') return undefined;
    const { charts } = (await import(at('../dist/lib/charts/index.js'))) as {
      readonly charts: readonly { readonly id: string }[];
    };
    const lines = (id: string): number =>
      readFileSync(at(`../examples/charts/${id}.mjs`), 'utf8')
        .trimEnd()
        .split('\n').length;
    return `export default ${JSON.stringify(charts.map((row) => ({ ...row, make: undefined, lines: lines(row.id) })))};`;
  },
};

/** Computes what the Report shows first at build time, so that it does not wait for the rules of all engines. */
const startAdvice: Plugin = {
  name: 'start-advice',
  resolveId: (id) => (id === 'virtual:start-advice' ? `\0${id}` : undefined),
  async load(id) {
    if (id !== '\0virtual:start-advice') return undefined;
    const { create } = (await import(at('../dist/lib/node.js'))) as {
      readonly create: () => Promise<import('./lib/types/posenc.ts').Posenc>;
    };
    const preset = 'llama-3.1-8b';
    const text = readFileSync(at(`notebook/configs/${preset}.json`), 'utf8');
    const pe = await create();
    const { servedContext } = await pe.extendContext(text, 1);
    const advice = await pe.extendContext(text, servedContext);
    pe.dispose();
    return `export default ${JSON.stringify({ ...advice, preset })};`;
  },
};

/** The first answer of the home page, which is shown before the core is there. */
const homeStart: Plugin = {
  name: 'home-start',
  resolveId: (id) => (id === 'virtual:home-start' ? `\0${id}` : undefined),
  async load(id) {
    if (id !== '\0virtual:home-start') return undefined;
    const [{ create }, { answersOf }] = (await Promise.all([
      import(at('../dist/lib/node.js')),
      import(at('../dist/lib/advice/answer.js')),
    ])) as [
      { readonly create: () => Promise<import('./lib/types/posenc.ts').Posenc> },
      typeof import('./lib/advice/answer.ts'),
    ];
    const { model, length } = start;
    const pe = await create();
    const text = readFileSync(at(`notebook/configs/${model}.json`), 'utf8');
    const [advice, report] = [await pe.extendContext(text, length), await pe.report(text)];
    pe.dispose();
    const shown = { spec: report.spec, amplitude: report.attentionFactor };
    return `export default ${JSON.stringify({ answers: answersOf(advice), shown })};`;
  },
};

/** Answers of all engines for published models, computed by the build, and the texts of their files. */
const modelMatrix: Plugin = {
  name: 'model-matrix',
  resolveId: (id) => (/^virtual:matrix-(answers|texts)$/.test(id) ? `\0${id}` : undefined),
  async load(id) {
    if (id === '\0virtual:matrix-texts')
      return `export default ${JSON.stringify(Object.fromEntries(publishedModels().map(({ name, config }) => [name, config])))};`;
    if (id !== '\0virtual:matrix-answers') return undefined;
    const { create } = (await import(at('../dist/lib/node.js'))) as {
      readonly create: () => Promise<import('./lib/types/posenc.ts').Posenc>;
    };
    const { matrixOf } = (await import(at('../dist/lib/advice/matrix.js'))) as typeof import('./lib/advice/matrix.ts');
    const pe = await create();
    const rows = [];
    for (const { name, config } of publishedModels())
      try {
        rows.push({ name, ...(await matrixOf(pe, config)) });
      } catch (error) {
        // models without rotary positions have no context extension
        if ((error as { code?: unknown }).code !== 'unsupported_config') throw error;
      }
    pe.dispose();
    return `export default ${JSON.stringify(rows)};`;
  },
};

/** Files copied from public places; those typed from memory are left out. */
function publishedModels(): readonly { readonly name: string; readonly config: string }[] {
  const { cases } = JSON.parse(readFileSync(at('../tests/golden/engines/published.json'), 'utf8')) as {
    readonly cases: readonly { model: string; config: string; source: { basis: string } }[];
  };
  const copies = cases.filter(({ source }) => source.basis === 'copy');
  const known = readFileSync(at('../evidence/corpus/known.jsonl'), 'utf8').trimEnd().split('\n');
  const models = new Map([
    // the file as text: it may have constants of Python
    ...known.map((line) => {
      const [, name = '', config = ''] = /^\{.*?"origin":"([^",]+).*?"config":(.*)\}$/.exec(line) ?? [];
      return [name, config] as const;
    }),
    ...copies.map(({ model, config }) => [model, config] as const),
  ]);
  return [...models]
    .filter(([name]) => name.includes('/')) // names of publishers; shortened models have none
    .map(([name, config]) => ({ name, config }))
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

export default defineConfig({
  root: at('notebook'),
  base: './',
  publicDir: false,
  plugins: [
    examples,
    library,
    chartTitles,
    startAdvice,
    homeStart,
    modelMatrix,
    frame,
    formulas(() => notebookFormulas(at('..'))),
    rowTexts(new URL('../dist/lib/generated/', import.meta.url)),
    notebooks(at('..'), sandboxPolicy),
    policy,
    bundled(at('..'), modulesOfCells),
    documents(at('..')),
    offline(at('notebook/offline/service-worker.ts')),
  ],
  resolve: { alias: { 'posenc/charts': at('../dist/lib/charts/index.js'), posenc: at('../dist/lib/index.js') } },
  server: { fs: { allow: [at('..')] } },
  worker: { format: 'es', plugins: () => [bundledInWorker()] },
  build: {
    outDir: at('../dist-page'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Emscripten's glue ends in an export for CommonJS, behind a test that is never true here.
    rolldownOptions: {
      input: [...pages.map(({ file }) => file), documentFrame].map((file) => at(`notebook/${file}`)),
      checks: { commonJsVariableInEsm: false },
      output: { codeSplitting: { groups: chunks } },
    },
  },
});
