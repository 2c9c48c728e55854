/**
 * Writes the table of docs/coverage.md: every part of the four sources of the course, and the lessons and cells that treat
 * it. It is made of the marks in the lessons, `[@pustejovsky2025 slide 20: corrected]`; a part that no lesson treats has its
 * reason in examples/notebooks/course/sources.json.
 *
 *   node web/tools/coverage.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entriesOf, labelOf } from './bibliography.mjs';
import { root } from './setup.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const course = 'examples/notebooks/course';
export const document = join(root, 'docs/coverage.md');
export const sources = JSON.parse(read(`${course}/sources.json`));

/** @param notebooks [[name, source]] @returns [{ key, parts, verdict, lesson, heading }] of every mark that gives a verdict */
export function marksIn(notebooks) {
  return notebooks.flatMap(([lesson, source]) => {
    const cells = [...source.matchAll(/<script id="\d+" type="(?:text\/markdown|module)"[^>]*>([^]*?)<\/script>/g)].map(
      ([, text]) => text,
    );
    let heading = '';
    return cells.flatMap((text) => {
      const found = [...text.matchAll(/^ {4}#+ (.+)$|\[@([\w-]+),? ([^\][:\n]+): ([^\]\n]+)\]/gm)];
      return found.flatMap(([, title, key, place, verdict]) => {
        if (title) heading = title;
        return title ? [] : [{ key, parts: partsOf(place), verdict, lesson, heading }];
      });
    });
  });
}

/** `slides 16–18, 20` */
const partsOf = (place) =>
  place
    .replace(/^[a-z]+ /, '')
    .split(/, | and /)
    .flatMap((part) => {
      const [, from, to] = /^(\d+)–(\d+)$/.exec(part) ?? [];
      return from ? Array.from({ length: to - from + 1 }, (_, i) => String(Number(from) + i)) : [part];
    });

export function coverage(marks) {
  const labels = new Map(entriesOf(read('examples/notebooks/references.bib')).map((entry) => [entry.key, entry]));
  return Object.entries(sources)
    .map(([key, { part, parts, not = {} }]) => {
      const rows = parts.map(([id, title]) => {
        const here = marks.filter((mark) => mark.key === key && mark.parts.includes(id));
        const places = here.map(
          ({ lesson, heading, verdict }) =>
            `**${linked(verdict)}**: [${lesson.split('-')[0]}, ${heading}](../${course}/${lesson}.html)`,
        );
        return `| ${id} | ${title} | ${[...new Set(places)].join('<br>') || `not tested here: ${not[id]}`} |`;
      });
      const { title } = labels.get(key);
      return `## ${labelOf(labels.get(key))}: ${title}\n\n| ${part} | about | lesson |\n| --- | --- | --- |\n${rows.join('\n')}`;
    })
    .join('\n\n');
}

const linked = (verdict) => verdict.replace(/^tested in ([\w-]+)$/, 'tested in the study `$1`');

const markers = ['<!-- written by web/tools/coverage.mjs -->', '<!-- end of the table -->'];
/** The document with a table of now. */
export function withTable(text, marks) {
  const [begin, end] = markers.map((marker) => text.indexOf(marker));
  return `${text.slice(0, begin + markers[0].length)}\n\n${coverage(marks)}\n\n${text.slice(end)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { notebookPaths } = await import('../../tests/web/support/notebook-files.mjs');
  const lessons = [...notebookPaths].filter(([, path]) => path.includes('/course/'));
  writeFileSync(
    document,
    withTable(readFileSync(document, 'utf8'), marksIn(lessons.map(([name, path]) => [name, read(path)]))),
  );
}
