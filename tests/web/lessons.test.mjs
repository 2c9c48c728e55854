/**
 * The lessons of the course have a readable size: words, sentences, and activities between them. The limits follow
 * taught courses: 15 to 25 minutes, at 200 words a minute and 20 seconds per control. Sentences have at most 25 words,
 * and no two screens of text lack an activity. Nothing explains an answer before its guess.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sentencesIn, sentencesOf } from './support/claims.mjs';
import { notebookPaths } from './support/notebook-files.mjs';
import { assertNone, root } from './support/posenc.mjs';

const count = (text, pattern) => [...text.matchAll(pattern)].length;
const words = (text) => count(text, /[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu);
/** A figure is dragged, and is as good as a control. */
const control = /\b(?:view\(Inputs\.|exercise\(|Views\.figure\()/g;

for (const [name, path] of notebookPaths)
  if (path.includes('/course/'))
    describe(name, () => {
      const file = readFileSync(join(root, path), 'utf8');
      const notes = [...file.matchAll(/^ {4}```notes\n([^]*?)^ {4}```$/gm)].map(([, text]) => text.trim());
      // citations are looked up, and notes are for the teacher
      const source = file.replace(/\s*\[@[^\]\n]*\]|^ +```notes\n[^]*?```$/gm, '');
      const sentences = sentencesOf(path, [], source).map(({ text }) => text);
      const figures = count(source, /Views\.figure\(/g);
      const all = sentences.reduce((sum, one) => sum + words(one), 0);

      test('900 to 1,500 words, and as many minutes as it says', () => {
        // figures ask a question each, and answer it
        const most = figures > 5 ? 1900 : 1500;
        assert.ok(all >= 900 && all <= most, `${all} words`);
        const minutes = all / 200 + (count(source, control) * 20) / 60;
        const said = Number(/takes about (\d+) minutes/.exec(source)?.[1]);
        // Exercises take time to think: a minute each.
        const taken = minutes + count(source, /\bexercise\(/g);
        assert.ok(taken >= 15 && taken <= 25, `${taken} minutes`);
        assert.ok(Math.abs(said - taken) <= 3, `it says ${said}, and takes ${taken.toFixed(1)} minutes`);
      });

      test('no sentence has more than 25 words', () =>
        assert.deepEqual(
          sentences.filter((one) => words(one) > 25),
          [],
        ));

      test('a number is written in one way, in prose and in tables, which group its digits', () => {
        const grouped = new Set();
        const bare = new Set();
        for (const { judged } of sentencesOf(path, [], source)) {
          for (const [number] of judged.matchAll(/(?<![\w.,^])\d{1,3}(?:,\d{3})+(?![\w^])/g))
            grouped.add(number.replaceAll(',', ''));
          for (const [number] of judged.matchAll(/(?<![\w.,^])\d{4,}(?![\w^])/g)) bare.add(number);
        }
        // a cell of a table, as in `{ base: 10000, median: …`; and choices of an exercise
        for (const [, number] of source.matchAll(/\{ \w+: (\d{4,}), (?:median|low)/g)) grouped.add(number);
        for (const [, choices] of source.matchAll(/\bchoices: \[([^\]]*)\]/g)) {
          for (const [number] of choices.matchAll(/(?<![\w.,^])\d{1,3}(?:,\d{3})+(?![\w^])/g))
            grouped.add(number.replaceAll(',', ''));
          for (const [number] of choices.matchAll(/(?<![\w.,^])\d{4,}(?![\w^])/g)) bare.add(number);
        }
        assertNone([...bare].filter((number) => grouped.has(number)));
      });

      test('never more than two screens of text without something to do', () => {
        const prose = [...source.matchAll(/<script id="\d+" type="(text\/markdown|module)"[^>]*>([^]*?)<\/script>/g)];
        let since = 0;
        for (const [, type, text] of prose) {
          since = type === 'module' && count(text, control) > 0 ? 0 : since + (type === 'module' ? 0 : words(text));
          assert.ok(since <= 320, `${since} words without a control before: ${text.slice(-80)}`);
        }
      });

      test('no explanation stands before its guess', () => {
        const cells = [
          ...file.matchAll(/<script id="(\d+)" type="(text\/markdown|module)"[^>]*>\n([^]*?)<\/script>/g),
        ].map(([, id, type, text]) => ({ id, prose: type !== 'module', text: text.replace(/^ {4}/gm, '') }));
        const told = [];
        for (const [at, { text }] of cells.entries())
          for (const [, guess] of text.matchAll(/const (\w+) = view\(Inputs\.predict/g)) {
            const answer = cells.findIndex(
              (one, i) => i > at && !one.prose && one.text.includes(`${guess} === undefined`),
            );
            assert.ok(answer > at, `nothing answers ${guess}`);
            // text before the next heading is about the guess
            const next = cells.findIndex(({ prose, text: more }, i) => i > at && prose && /^#/.test(more));
            for (const { id, prose, text: more } of cells.slice(at + 1, next))
              if (prose && !more.startsWith(`\`\`\`after ${guess}\n\`\`\`\n`)) told.push(`cell ${id}, ${guess}`);
          }
        assert.deepEqual(told, []);
      });

      test('five claims, five exercises, two guesses, three wrong beliefs, a plan, a summary and sources', () => {
        assert.ok(count(source, /^ {4,}check\(/gm) >= 5);
        assert.ok(count(source, /\bexercise\(/g) >= 5);
        assert.ok(count(source, /\bInputs\.predict/g) >= 2);
        assert.ok(count(source, /^ {4}> Wrong belief: "|^ {6}\{ belief: "/gm) >= 3); // also as cards
        assertNone(['10', '25', '50'].filter((minutes) => !source.includes(`**${minutes} minutes**`)));
        for (const part of ['After this lesson you can', '## What you found', 'Sources: '])
          assert.ok(source.includes(part), part);
        // content after it is for the teacher (slides.ts); a student needs the sources
        const teacher = /^ {4}<details teacher>\n {4}<summary>For the teacher<\/summary>\n([^]*?)^ {4}<\/details>\n/gm;
        const plans = [...source.matchAll(teacher)].map(([, text]) => text);
        assert.equal(plans.length, 1);
        assert.match(plans[0], /\*\*10 minutes\*\*[^]*Ask the class/);
        assert.doesNotMatch(plans[0], /Sources: |\$\{/); // notes are shown as written
        assert.doesNotMatch(source.replace(teacher, ''), /Ask the class|\*\*\d+ minutes\*\*/);
      });

      test('at least four notes for whoever teaches it, of 25 words a sentence at most', () => {
        assert.ok(notes.length >= 4, `${notes.length} notes`);
        const told = notes.flatMap((text) => sentencesIn(text)).map(({ text }) => text);
        assertNone(told.filter((one) => words(one) > 25));
      });
    });
