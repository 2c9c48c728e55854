/** Exports of a notebook for other programs, and import and export of progress. */
import { everySection } from '../widgets/lazy-mount.js';
import { saveFile } from '../widgets/save.js';
import type { FileKind } from './exports/files.js';
import type { ContentOf } from './exports/standalone.js';
import { fileName } from './file-name.js';
import { type Notebook, writeNotebook } from './format.js';
import { mathFont } from './late-tex.js';
import {
  keepProgress,
  keepStudentNumber,
  merged,
  progress,
  readProgressFile,
  studentNumber,
  writeProgress,
} from './progress.js';

const jupyter = 'application/x-ipynb+json';
const endings: Readonly<Record<FileKind, readonly [ending: string, type: string]>> = {
  page: ['.page.html', 'text/html'],
  latex: ['.tex', 'application/x-tex'],
  'jupyter-javascript': ['.ipynb', jupyter],
  'jupyter-python': ['-python.ipynb', jupyter],
  'jupyter-python-solutions': ['-solutions.ipynb', jupyter],
};

export async function copyAs(kind: FileKind, notebook: Notebook, contentOf: ContentOf): Promise<void> {
  const { fileOf } = await import('./exports/files.js');
  await everySection(); // views that were not yet in sight
  await (await import('../figures/copies.js')).prepareCopies();
  const address = new URL(location.pathname, location.href).href;
  const text = fileOf(kind, notebook, contentOf, {
    address,
    mathFont: kind === 'page' ? await mathFont() : undefined,
    student: studentNumber(),
  });
  const [ending, type] = endings[kind];
  saveFile(text, `${fileName(notebook.title)}${ending}`, type);
}

/** Opened directly, the file shows this sentence; readers of notebooks start at the notebook element. */
export function saveNotebook(notebook: Notebook): void {
  const open = `This file is a notebook. Open it at ${location.origin}${location.pathname} with File, Open a notebook.`;
  const text = writeNotebook(notebook).replace('\n', `\n<meta charset="utf-8" />\n<p>${open}</p>\n`);
  saveFile(text, `${fileName(notebook.title)}.html`, 'text/html');
}

export function saveProgress(): void {
  saveFile(writeProgress(progress(), studentNumber()), 'posenc-progress.json', 'application/json');
}

/** Includes the student number, because the answers depend on it. */
export async function addProgress(file: File): Promise<void> {
  const { notebooks, student } = readProgressFile(await file.text());
  keepProgress(merged(progress(), notebooks));
  if (student > 0) keepStudentNumber(student);
}
