/**
 * The public TypeScript interface, as API Extractor reports it. The reports of all entries have 8,300 lines, so git keeps
 * web/api.txt instead: a line for each declaration with the first digits of the SHA-256 of its text. A change of the
 * public interface is therefore a change of that file.
 *
 *   npm run api     builds the library and writes web/api.txt; the reports are in build/api-report
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { root, setup } from './setup.mjs';
import { main } from './steps.mjs';

export const listFile = join(root, 'web/api.txt');

/** Writes a report for each entry of package.json that has types; returns the reports: { '.': text, './charts': … }. */
async function reports() {
  const { Extractor, ExtractorConfig, CompilerState } = await import('@microsoft/api-extractor');
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entries = Object.entries(exports).flatMap(([entry, { types }]) => (types ? [[entry, join(root, types)]] : []));
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
      messages: { extractorMessageReporting: off, tsdocMessageReporting: off },
    };
    return ExtractorConfig.prepare({ configObject, packageJsonFullPath: join(root, 'package.json') });
  });
  const compilerState = CompilerState.create(configs[0], { additionalEntryPoints: entries.map(([, file]) => file) });
  return Object.fromEntries(
    configs.map((config, index) => {
      const messageCallback = (message) => {
        if (message.logLevel !== 'error') message.handled = true;
      };
      const { errorCount } = Extractor.invoke(config, { localBuild: true, compilerState, messageCallback });
      if (errorCount > 0) throw new Error(`API Extractor found ${errorCount} errors in ${entries[index][0]}`);
      return [entries[index][0], readFileSync(config.reportFilePath, 'utf8')];
    }),
  );
}

/** [name, exported, text] of each declaration in a report, without comments. */
function declarationsOf(report) {
  const code = /```ts\n([^]*)```/.exec(report)[1].replace(/^[ \t]*\/\/.*\n/gm, '');
  return code.split(/\n\n+(?=\S)/).flatMap((block) => {
    const text = block.trim();
    if (text === '' || text === 'export { }') return [];
    const [, exported, name] = /^(export )?(?:(?:declare|abstract|default) )*(?:\w+) (\w+)/.exec(text);
    return [[name, exported !== undefined, text.replace(/^export /, '')]];
  });
}

/** The content of web/api.txt: "name digest entries", sorted; a declaration that no entry exports has no entries. */
export async function apiList() {
  const lines = new Map();
  for (const [entry, report] of Object.entries(await reports()))
    for (const [name, exported, text] of declarationsOf(report)) {
      const key = `${name} ${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
      const before = lines.get(key) ?? [];
      lines.set(key, exported ? [...before, entry] : before);
    }
  return [...lines].map(([key, entries]) => [key, ...entries].join(' ')).sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    await build(await setup(), 'lib');
    writeFileSync(listFile, `${(await apiList()).join('\n')}\n`);
  });
}
