/**
 * Notebooks in other languages: each file is in step with the original, and keeps all its formulas, values, citations
 * and code. The resulting notebook runs, and the same answers solve it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { translationParts } from '../../web/tools/translations.mjs';
import { notebookParts } from './support/notebook-parts.mjs';
import { notebookPaths } from './support/notebook-files.mjs';
import { root } from './support/posenc.mjs';

const { translationsOf, updated, dictionaryIn } = await translationParts();
const place = join(root, 'build/tests');
const all = [...notebookPaths].flatMap(([name, path]) =>
  translationsOf(join(root, path)).map((one) => ({ ...one, name, original: join(root, path) })),
);

/** Parts of a text that are equal in every language. */
const kept = (text) =>
  (text.match(/\$\$[^]*?\$\$|\$\{(?:[^{}]|\{[^{}]*\})*\}|\[@[\w-]+|`[^`]+`|^#+ |^```\w*$/gm) ?? [])
    .map((one) => one.replace(/\s+/g, ' '))
    .sort();
/** Formulas and values may change only in the words that they contain. */
const plain = (pieces) => pieces.map((piece) => piece.replace(/\\text\{[^{}]*\}|"[^"]*"/g, '…'));

let parts;
let script;
before(async () => {
  const files = ['build/plugin', 'build/record', 'build/translate', 'format', 'prepare'];
  parts = await notebookParts(files, join(place, 'translations.mjs'));
  script = await parts.bundleCells(
    join(root, 'web/notebook/notebooks/cells/worker.ts'),
    join(root, 'web/lib'),
    join(root, 'dist/lib'),
  );
});

test('the first two lessons are there in German', () =>
  assert.deepEqual(
    all.filter(({ language }) => language === 'de').map(({ name }) => name),
    ['1-why-attention-needs-order', '2-sinusoidal-step-by-step'],
  ));

for (const { name, language, file, original } of all)
  describe(`${name} in ${language}`, () => {
    const text = readFileSync(file, 'utf8');

    test('it has the texts of now', () =>
      assert.equal(
        updated(text, readFileSync(original, 'utf8'), language),
        text,
        `node web/tools/translations.mjs brings ${basename(file)} in step`,
      ));

    test('formulas, values, citations and code are those of the original', () => {
      for (const [from, to] of dictionaryIn(text)) assert.deepEqual(plain(kept(to)), plain(kept(from)), from);
    });

    test('nothing is missing', () => {
      const { missing } = parts.translate(parts.parseNotebook(readFileSync(original, 'utf8')), dictionaryIn(text));
      assert.deepEqual(missing, []);
    });

    test('its cells run, its claims hold, and the same answers solve its exercises', async () => {
      const { default: answers } = await import(`./answers/${name}.mjs`);
      const right = Object.fromEntries(Object.entries(answers).map(([at, [answer]]) => [at, answer]));
      const turns = await parts.record(parts.read(original, file), script, join(root, 'dist/lib'), right);
      for (const { id, state, fault } of turns) assert.equal(state, 'done', `cell ${id}: ${fault?.message}`);
      const outputs = turns.flatMap((turn) => turn.outputs.map(([, output]) => output));
      for (const { kind, passes, claim } of outputs) if (kind === 'check') assert.ok(passes, claim);
      const exercises = outputs.filter(({ kind }) => kind === 'exercise');
      assert.equal(exercises.length, Object.keys(answers).length);
      for (const { key, verdict } of exercises) assert.equal(verdict?.passes, true, `${key}: ${verdict?.reason}`);
    });
  });

const sample = `<notebook><title>A title</title>
<script id="1" type="text/markdown">
    # A head

    Turns: \${turns.toFixed(2)}.

    $$x^2$$
</script>
<script id="2" type="module">
    import { create } from "posenc";
    const turns = view(Inputs.range([0, 1], { label: "how often" }));
    display(md\`It is \${turns} here.\`);
    if (name === "half") display(tex\`\\text{not this}\`);
</script></notebook>`;

test('texts are paragraphs, and strings of more than one word', () => {
  const { textsOf, parseNotebook } = parts;
  assert.deepEqual(textsOf(parseNotebook(sample)), [
    'A title',
    '# A head',
    'Turns: ${turns.toFixed(2)}.',
    'how often',
    'It is ${turns} here.',
  ]);
});

test('the translation of a text that changed stays for its translator, and comes back with the text', () => {
  const po = updated('', sample, 'zh').replace('msgid "how often"\nmsgstr ""', 'msgid "how often"\nmsgstr "多少次"');
  const changed = updated(po, sample.replace('how often', 'how many times'), 'zh');
  assert.match(changed, /^msgid "how many times"\nmsgstr ""$/m);
  assert.match(changed, /^#~ msgid "how often"\n#~ msgstr "多少次"$/m);
  assert.equal(dictionaryIn(changed).size, 0);
  assert.equal(updated(changed, sample, 'zh'), po);
});

test('a new language is begun with what is there, and the rest says that it is English', () => {
  const begun = updated('', sample, 'zh');
  assert.equal(dictionaryIn(begun).size, 0);
  const dictionary = new Map([
    ['# A head', '# 标题'],
    ['how often', '多少 "次"'],
    ['It is ${turns} here.', '这里是 ${turns}。'],
  ]);
  const { notebook, missing } = parts.translate(parts.parseNotebook(sample), dictionary);
  const [prose, code] = notebook.cells.map(({ value }) => value);
  assert.equal(prose, '# 标题\n\nTurns: ${turns.toFixed(2)}. *(in English)*\n\n$$x^2$$');
  assert.match(code, /label: "多少 \\"次\\""/);
  assert.match(code, /md`这里是 \$\{turns\}。`/);
  assert.deepEqual(missing, ['Turns: ${turns.toFixed(2)}.', 'A title']);
});
