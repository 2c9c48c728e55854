/**
 * The Vite plugin for notebooks. Every file of examples/notebooks is in the index and is a module
 * `virtual:notebook/<name>`; `virtual:cells` is the sandbox worker as a string. A changed file reloads the page.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';
import { Glossary, type Term } from '../glossary.js';
import { sectionsOf } from '../index/sections.js';
import { type Prepared, type Recorded, listed, prepare } from '../prepare.js';
import { parseNotebook } from '../format.js';
import type { Tree } from '../tree.js';
import { describeLibrary } from './documentation.js';
import { sandboxHtml } from './frame.js';
import { literal, record, withProse } from './record.js';
import { translate } from './translate.js';
import { dictionaryOf, languageOf, translationsOf } from './translations.js';

const index = 'virtual:notebooks';
const one = 'virtual:notebook/';
const cells = 'virtual:cells';
const library = 'virtual:library';
const sections = 'virtual:notebook-sections';
const terms = 'virtual:notebook-terms';
const chartNames = 'virtual:chart-names';
const chartKinds = 'virtual:chart-kinds';

/** Maximum characters of recorded outputs; a notebook with more runs when opened. */
const mostRecorded = 262_144;

/** @param root root of the repository */
const places = (root: string) => ({
  folder: join(root, 'examples/notebooks'),
  worker: join(root, 'web/notebook/notebooks/cells/worker.ts'),
  sources: join(root, 'web/lib'),
  built: join(root, 'dist/lib'),
});

const inOrder = new Intl.Collator('en', { numeric: true }).compare;
/** The lessons of the course (a subfolder) come first. */
export function notebookFiles(folder: string): { readonly name: string; readonly file: string }[] {
  return [join(folder, 'course'), folder].flatMap((place) =>
    readdirSync(place)
      .filter((name) => /^[\w-]+\.html$/.test(name))
      .sort(inOrder)
      .map((name) => ({ name: basename(name, '.html'), file: join(place, name) })),
  );
}

/** The glossary of a language, if it exists, from the folder of the notebook or its parent. */
function glossaryOf(file: string, language: string): Glossary | undefined {
  const name = language === 'en' ? 'glossary.json' : `glossary.${language}.json`;
  const path = [dirname(file), join(dirname(file), '..')].map((folder) => join(folder, name)).find(existsSync);
  return path === undefined ? undefined : new Glossary(JSON.parse(readFileSync(path, 'utf8')) as Term[]);
}

/** @param po file of a translation */
export function read(file: string, po?: string): Prepared {
  try {
    const original = parseNotebook(readFileSync(file, 'utf8'));
    if (po === undefined) return prepare(original, glossaryOf(file, 'en'));
    return prepare(translate(original, dictionaryOf(po)).notebook, glossaryOf(file, languageOf(po)));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Every notebook and its translations. */
const allFiles = (folder: string): { readonly id: string; readonly file: string; readonly po?: string }[] =>
  notebookFiles(folder).flatMap(({ name, file }) => [
    { id: name, file },
    ...translationsOf(file).map(({ language, file: po }) => ({ id: `${name}.${language}`, file, po })),
  ]);

/** Every formula of the notebooks, including outputs; the mathematics font is subset to them. */
export async function notebookFormulas(root: string): Promise<Tree[]> {
  const shown = allFiles(places(root).folder).map(async ({ file, po }) => {
    const prepared = read(file, po);
    return [prepared, await recordedOf(root, prepared)].flatMap(({ prose, formulas }) => [
      ...Object.values(prose).flat(),
      ...Object.values(formulas),
    ]);
  });
  return (await Promise.all(shown)).flat().flatMap(formulasIn);
}

let script: Promise<string> | undefined;
/** Bundles the worker of the cells. */
function scriptOf(root: string): Promise<string> {
  const { worker, sources, built } = places(root);
  return (script ??= bundleCells(worker, sources, built));
}
const runs = new Map<string, Promise<Recorded>>();
/** Outputs of the cells; they run once for both the font and the page. */
function recordedOf(root: string, prepared: Prepared): Promise<Recorded> {
  const key = JSON.stringify(prepared.cells);
  const run = async (): Promise<Recorded> =>
    withProse(await record(prepared, await scriptOf(root), places(root).built));
  return runs.get(key) ?? runs.set(key, run()).get(key)!;
}

function formulasIn(tree: Tree): Tree[] {
  if (typeof tree === 'string') return [];
  return tree[0] === 'math' ? [tree] : tree.slice(2).flatMap((inner) => formulasIn(inner as Tree));
}

/** @param policy policy of the sandbox, given the digest of its script */
export function notebooks(root: string, policy: (script: string) => string): Plugin {
  const { folder, worker, built } = places(root);
  return {
    name: 'notebooks',
    resolveId: (id) =>
      [index, cells, library, sections, terms, chartKinds].includes(id) || id.startsWith(one) ? `\0${id}` : undefined,
    async load(id) {
      if (id === `\0${cells}`) {
        return `export default ${JSON.stringify(await scriptOf(root))};`;
      }
      if (id === `\0${library}`) return `export default ${JSON.stringify(describeLibrary(built, join(worker, '..')))};`;
      if (id === `\0${chartKinds}`) return kindsOfCharts(built);
      if (id === `\0${terms}`) return `export default ${readFileSync(join(folder, 'glossary.json'), 'utf8')};`;
      if (id === `\0${sections}`)
        return `export default ${JSON.stringify(notebookFiles(folder).flatMap(({ name, file }) => sectionsOf(name, read(file))))};`;
      if (id === `\0${index}`) {
        const rows = notebookFiles(folder).map(({ name, file }) => {
          this.addWatchFile(file);
          const load = (id: string): string => `() => import(${JSON.stringify(one + id)})`;
          const translations = translationsOf(file).map(
            ({ language }) => `${JSON.stringify(language)}: ${load(`${name}.${language}`)}`,
          );
          const loads = `load: ${load(name)}, translations: { ${translations.join(', ')} }`;
          return `{ ...${JSON.stringify(listed(name, read(file)))}, ${loads} }`;
        });
        return `export default [${rows.join(', ')}];`;
      }
      if (!id.startsWith(`\0${one}`)) return undefined;
      const { file, po } = allFiles(folder).find((found) => found.id === id.slice(one.length + 1))!;
      for (const watched of [file, po]) if (watched !== undefined) this.addWatchFile(watched);
      const prepared = read(file, po);
      const recorded = literal(await recordedOf(root, prepared));
      const kept = recorded.length > mostRecorded ? 'undefined' : recorded;
      return `export default { ...${JSON.stringify(prepared)}, recorded: ${kept} };`;
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'sandbox.html', source: sandboxHtml(policy) });
    },
    configureServer(server) {
      server.watcher.add(folder);
      server.middlewares.use('/sandbox.html', (_, response) => {
        response.setHeader('Content-Type', 'text/html');
        response.end(sandboxHtml(policy));
      });
    },
    handleHotUpdate({ file, server }) {
      if (file.startsWith(folder)) server.ws.send({ type: 'full-reload' });
    },
  };
}

/**
 * Parts of the library that the sandbox omits: inlined binaries, since the page passes the files; and texts of the
 * registry. GPUs are omitted too, so that `device` behaves as on a machine without one.
 */
const leftOut = /\/(inline|inline-analysis|inline-train|inline-config|encoding-texts|analysis-texts|gpu\/backend)\.js$/;
const nothing = `export const wasmBinary = undefined, analysisBinary = undefined, trainBinary = undefined, configBinary = undefined, workerText = undefined, texts = undefined;
export class GpuBackend { constructor(backend) { return backend; } }`;

/** Modules of the worker bundle, which the bundler of the pages does not see. */
export const modulesOfCells = new Set<string>();

export async function bundleCells(input: string, sources: string, built: string): Promise<string> {
  const bundle = await rolldown({
    input,
    platform: 'browser',
    plugins: [
      {
        name: 'library-as-built',
        resolveId(id, importer) {
          if (id === chartNames) return `\0${id}`;
          if (!importer) return undefined;
          const file = fileURLToPath(new URL(id, `file://${importer}`));
          // package.json marks all files except the package's as free of side effects
          if (file.endsWith('/cells/bounds.js')) return { id: file.replace(/\.js$/, '.ts'), moduleSideEffects: true };
          if (leftOut.test(file)) return { id: '\0nothing', moduleSideEffects: false };
          return file.startsWith(sources) && id.startsWith('.') ? join(built, file.slice(sources.length)) : undefined;
        },
        load: async (id) =>
          id === '\0nothing'
            ? nothing
            : id === `\0${chartNames}`
              ? `export default ${JSON.stringify(await namesOfCharts(built))};`
              : undefined,
      },
    ],
    transform: { define: { 'import.meta.url': 'undefined' } },
    checks: { commonJsVariableInEsm: false },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false });
  await bundle.close();
  output[0].moduleIds.forEach((id) => modulesOfCells.add(id));
  return output[0].code;
}

/** Maps function names to ids of posenc/charts, so that cells support new charts automatically. */
async function namesOfCharts(built: string): Promise<Record<string, string>> {
  const all = (await import(join(built, 'charts/index.js'))) as Readonly<Record<string, unknown>>;
  const rows = all['charts'] as readonly { readonly id: string; readonly make: unknown }[];
  return Object.fromEntries(
    rows.map(({ id, make }) => {
      const name = Object.keys(all).find((key) => all[key] === make);
      if (name === undefined) throw new Error(`posenc/charts lists ${id} and does not export it`);
      return [name, id];
    }),
  );
}

/** Loads a chart by its id, and none of the others: the row of posenc/charts names its file. */
async function kindsOfCharts(built: string): Promise<string> {
  const rows = Object.entries(await namesOfCharts(built)).map(
    ([name, id]) =>
      `${JSON.stringify(id)}: async () => (await import(${JSON.stringify(join(built, `charts/kinds/${id}.js`))})).${name}`,
  );
  return `export default { ${rows.join(', ')} };`;
}
