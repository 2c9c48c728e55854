/** The programs, files and commands of README.md and docs/, to be run as printed. */
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newFolder } from './own-folder.mjs';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Pages by their path. */
export const pages = new Map(
  ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
    .filter((path) => path.endsWith('.md'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

/** [{ language, code, file? }]: `file` if the words before the block are its name with a known extension, and a colon. */
export function blocksOf(text) {
  return [
    ...text.matchAll(/(?:`([\w.-]+\.(?:c|cpp|html|js|json|mjs|py|sh|ts|txt|yaml))`:\n\n)?^```(\w+)\n([^]*?)^```$/gm),
  ].map(([, file, language, code]) => ({
    file,
    language,
    code,
  }));
}

/** A new folder with the files of a page, in which posenc and the named packages of ours are installed. */
export function projectOf(page, packages = []) {
  const folder = newFolder();
  for (const { file, code } of blocksOf(page)) if (file) writeFileSync(join(folder, file), code);
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(root, join(modules, 'posenc'));
  symlinkSync(join(root, 'dist/cli/posenc.js'), join(modules, '.bin/posenc'));
  for (const name of packages) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
    symlinkSync(join(root, 'node_modules/.bin', name), join(modules, '.bin', name));
  }
  return folder;
}

/** The commands of a page that fetch nothing, and their documented output. */
export function commandsOf(page) {
  const blocks = blocksOf(page);
  return blocks.flatMap(({ language, code }, index) => {
    if (language !== 'sh') return [];
    const commands = code.split('\n').filter((line) => line && !/^npm (init|install)\b/.test(line));
    const next = blocks[index + 1];
    return commands.length ? [{ commands, printed: next?.language === 'text' ? next.code : undefined }] : [];
  });
}
