/** The programs of examples/ as a document: the first comment of each program, and its code. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of programs, by language. Charts have their own page. */
const folders = [
  { title: 'In JavaScript', folder: '.', extension: '.mjs', language: 'js' },
  { title: 'In C++', folder: 'cpp', extension: '.cpp', language: 'cpp' },
  { title: 'In Python', folder: 'python', extension: '.py', language: 'python' },
];

const said = {
  js: (code) => [...code.matchAll(/^\/\/ ?(.*)\n/gmy)].map(([, line]) => line).join(' '),
  cpp: (code) => [...code.matchAll(/^\/\/ ?(.*)\n/gmy)].map(([, line]) => line).join(' '),
  python: (code) => /^"""(.+)/.exec(code)?.[1] ?? '',
};

/** Returns a document like those of documentsOf (documents.mjs). @param root folder of the repository */
export function examplesDocument(root) {
  const parts = folders.map(({ title, folder, extension, language }) => {
    const names = readdirSync(join(root, 'examples', folder)).filter((name) => name.endsWith(extension));
    const programs = names.sort().map((name) => {
      const code = readFileSync(join(root, 'examples', folder, name), 'utf8').trimEnd();
      return `### ${name}\n\n${said[language](code)}\n\n\`\`\`${language}\n${code}\n\`\`\`\n`;
    });
    return `## ${title}\n\n${programs.join('\n')}`;
  });
  const first =
    'Whole programs, which the tests run. Charts and their code stand in the gallery (*Charts*); what goes into pages of ' +
    'others is in [Charts in pages of your own](../docs/embed.md), studies on clusters in `examples/cluster`.';
  return {
    name: 'examples',
    title: 'Examples',
    text: `# Examples\n\n${first}\n\n${parts.join('\n')}`,
    file: 'docs-examples.html',
  };
}
