/** Runs API Extractor on the declarations that tsc writes: a file of types and a report for each entry. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** Published files, and the compiled file of each. */
export const entries = {
  index: 'lib/index',
  node: 'lib/node',
  charts: 'lib/charts/index',
  element: 'lib/element',
  widget: 'lib/widget',
  inline: 'lib/wasm/inline',
  'inline-analysis': 'lib/wasm/inline-analysis',
  'inline-config': 'lib/wasm/inline-config',
  'inline-train': 'lib/wasm/inline-train',
  worker: 'lib/worker/worker',
  'worker.node': 'lib/worker/worker.node',
  posenc: 'cli/posenc',
};

/** Path of the compiled declarations for a published file. */
const compiled = (published) => join(root, `dist/${entries[/([\w-]+)\.d\.ts$/.exec(published)[1]]}.d.ts`);

/** Returns { entry, file, report, declarations } for each entry of package.json with types; `file` is published. */
export async function extracted() {
  const { Extractor, ExtractorConfig, CompilerState } = await import('@microsoft/api-extractor');
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const typed = Object.entries(exports).filter(([, { types }]) => types);
  const entries = typed.map(([entry, { types }]) => [entry, compiled(types)]);
  const reportFolder = join(root, 'build/api-report');
  mkdirSync(join(reportFolder, 'temp'), { recursive: true });
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    types: [],
  };
  const off = { default: { logLevel: 'none' } };
  const configs = entries.map(([entry, mainEntryPointFilePath]) => {
    const reportFileName = entry === '.' ? 'posenc' : entry.slice(2);
    const configObject = {
      projectFolder: root,
      mainEntryPointFilePath,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions, files: entries.map(([, file]) => file) } },
      // types that an entry uses without exporting them are part of the interface
      apiReport: {
        enabled: true,
        includeForgottenExports: true,
        reportFileName,
        reportFolder,
        reportTempFolder: join(reportFolder, 'temp'),
      },
      dtsRollup: { enabled: true, untrimmedFilePath: join(reportFolder, 'temp', `${reportFileName}.d.ts`) },
      messages: { extractorMessageReporting: off, tsdocMessageReporting: off },
    };
    return ExtractorConfig.prepare({ configObject, packageJsonFullPath: join(root, 'package.json') });
  });
  const compilerState = CompilerState.create(configs[0], { additionalEntryPoints: entries.map(([, file]) => file) });
  return configs.map((config, index) => {
    const messageCallback = (message) => {
      if (message.logLevel !== 'error') message.handled = true;
    };
    const { errorCount } = Extractor.invoke(config, { localBuild: true, compilerState, messageCallback });
    const [entry, { types }] = typed[index];
    if (errorCount > 0) throw new Error(`API Extractor found ${errorCount} errors in ${entry}`);
    const [report, declarations] = [config.reportFilePath, config.untrimmedFilePath].map((file) =>
      readFileSync(file, 'utf8'),
    );
    return { entry, file: types, report, declarations };
  });
}

/** The declarations of a file, each with the comment before it. */
const blocks = (text) => text.split(/\n\n+(?=\S)/).map((block) => block.trim());
const nameOf = (block) => /^export declare (?:abstract )?\w+ (\w+)/m.exec(block)?.[1];

/**
 * Writes one file of declarations for each entry. Exports of `posenc` are declared in index.d.ts only. The other
 * entries import them from there, so a type has one identity.
 */
export async function writeDeclarations() {
  const made = await extracted();
  const first = made.find(({ entry }) => entry === '.');
  const shared = new Map(
    blocks(first.declarations).map((block) => [block.replace(/^export declare/m, 'declare'), nameOf(block)]),
  );
  for (const { entry, file, declarations } of made) {
    const imported = [];
    const own = blocks(declarations).filter((block) => {
      const name = entry === '.' ? undefined : shared.get(block);
      if (name) imported.push(name);
      return !name;
    });
    const text = own.join('\n\n');
    const used = imported.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
    const head = used.length > 0 ? `import type { ${used.join(', ')} } from './index.js';\n\n` : '';
    writeFileSync(join(root, file), `${head}${text}\n`);
  }
}
