/**
 * Writes docs/coverage.md from examples/notebooks/course/statements.json, the table of the sources' statements and our
 * verdicts; the build takes those of the page Errata from it. Lessons mark the statements that they treat with the verdict of the
 * table: `[@pustejovsky2025 slide 20: wrong]` or `[@ito2024 claim 2: imprecise, tested in small-norm]`. sources.json
 * gives the reason for each part of a source without a statement.
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
const table = JSON.parse(read(`${course}/statements.json`));
/** Each verdict and its meaning. */
export const { verdicts } = table;

/** Expands a range: `16–18, 20` becomes 16, 17, 18 and 20. */
const partsOf = (place) =>
  place.split(/, | and /).flatMap((part) => {
    const [, from, to] = /^(\d+)–(\d+)$/.exec(part) ?? [];
    return from ? Array.from({ length: to - from + 1 }, (_, i) => String(Number(from) + i)) : [part];
  });

/** Every row of the table: { key, parts, verdict, says, erratum }. */
export const statements = Object.entries(table.statements).flatMap(([key, rows]) =>
  rows.map(([place, verdict, says, erratum]) => ({ key, parts: partsOf(place), verdict, says, erratum })),
);

/** @param notebooks [[name, source]] @returns [{ key, parts, verdict, study, lesson, heading }] of every mark of a verdict */
export function marksIn(notebooks) {
  return notebooks.flatMap(([lesson, source]) => {
    const cells = [...source.matchAll(/<script id="\d+" type="(?:text\/markdown|module)"[^>]*>([^]*?)<\/script>/g)].map(
      ([, text]) => text,
    );
    let heading = '';
    return cells.flatMap((text) => {
      const found = [...text.matchAll(/^ {4}#+ (.+)$|\[@([\w-]+),? ([^\][:\n]+): ([^\]\n]+)\]/gm)];
      return found.flatMap(([, title, key, place, said]) => {
        if (title) heading = title;
        if (title) return [];
        const [, verdict = 'tested', study] = /^(?:(.+?), )?tested in ([\w-]+)$/.exec(said) ?? [undefined, said];
        return [{ key, parts: partsOf(place.replace(/^[a-z]+ /, '')), verdict, study, lesson, heading }];
      });
    });
  });
}

export function coverage(marks) {
  const labels = new Map(entriesOf(read('examples/notebooks/references.bib')).map((entry) => [entry.key, entry]));
  return Object.entries(sources)
    .map(([key, { part, parts, not = {} }]) => {
      const of = (list, id) => list.filter((one) => one.key === key && one.parts.includes(id));
      const rows = parts.flatMap(([id, title]) => {
        const said = of(statements, id);
        const groups = [...new Set(said.map(({ verdict }) => verdict))].map((verdict) => {
          const own = said.filter((one) => one.verdict === verdict);
          const lessons = of(marks, id)
            .filter((mark) => mark.verdict === verdict)
            .map(
              ({ lesson, heading, study }) =>
                `[${lesson.split('-')[0]}, ${heading}](../${course}/${lesson}.html)${study ? ` (study \`${study}\`)` : ''}`,
            );
          const errata = own.filter(({ erratum }) => erratum).map(({ erratum }) => `Errata ${erratum}`);
          const where = [...new Set(lessons), ...errata].join('<br>');
          return `| ${id} | ${title} | ${own.map(({ says }) => says).join('<br>')} | **${verdict}** | ${where} |`;
        });
        return groups.length > 0 ? groups : [`| ${id} | ${title} | makes no statement: ${not[id]} | | |`];
      });
      const { title } = labels.get(key);
      const head = `| ${part} | about | statement, in our words | verdict | where |\n| --- | --- | --- | --- | --- |`;
      return `## ${labelOf(labels.get(key))}: ${title}\n\n${head}\n${rows.join('\n')}`;
    })
    .join('\n\n');
}

/** The verdicts as a list. */
const legend = () =>
  Object.entries(verdicts)
    .map(([word, meaning]) => `* **${word}**: ${meaning}`)
    .join('\n');

const markers = ['<!-- written by web/tools/coverage.mjs -->', '<!-- end of the table -->'];
/** Returns the document with the current table. */
export function withTable(text, marks) {
  const [begin, end] = markers.map((marker) => text.indexOf(marker));
  const between = `${legend()}\n\n${coverage(marks)}`;
  return `${text.slice(0, begin + markers[0].length)}\n\n${between}\n\n${text.slice(end)}`;
}

/** Source of the verdicts for the page Errata (build.mjs). */
export function verdictsSource() {
  const rows = statements.filter(({ erratum }) => erratum).map(({ erratum, verdict }) => [erratum, verdict]);
  return `/** The meaning of each verdict. */
export const meanings = ${JSON.stringify(verdicts)} as const;
export type Verdict = keyof typeof meanings;
/** Keyed by row number. */
export const verdicts: Readonly<Record<string, Verdict>> = ${JSON.stringify(Object.fromEntries(rows))};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { notebookPaths } = await import('../../tests/web/support/notebook-files.mjs');
  const lessons = [...notebookPaths].filter(([, path]) => path.includes('/course/'));
  const marks = marksIn(lessons.map(([name, path]) => [name, read(path)]));
  writeFileSync(document, withTable(readFileSync(document, 'utf8'), marks));
}
