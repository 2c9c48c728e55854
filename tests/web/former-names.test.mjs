/**
 * Parameters that were renamed: whatever holds their former names is read, trains to the same weights, and says the
 * present names from then on. Other readers: the program posenc-train and recorded runs, in cli-train and lab.test.mjs.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { tiny, tinyHash, withFormerNames, withNote } from './support/experiments.mjs';
import { partsOf } from './support/page-parts.mjs';
import { create, modelParams, refused, root, trainingParams } from './support/posenc.mjs';

let pe;
before(async () => (pe = await create()));
after(() => pe.dispose());

/** Each with its place in an experiment. */
const renamed = [
  ...modelParams.map((param) => ({ ...param, within: 'model' })),
  ...trainingParams.map((param) => ({ ...param, within: undefined })),
].filter(({ formerly }) => formerly !== undefined);
const whole = { ...tiny, weightDecay: 0 };
const former = withFormerNames(whole);

test('this experiment has all that were renamed', () => {
  assert.ok(renamed.length >= 3);
  for (const { name, formerly, within } of renamed) {
    const [now, then] = [whole, former].map((experiment) => (within ? experiment[within] : experiment));
    assert.ok(now[name] !== undefined && then[name] === undefined && then[formerly] === now[name], name);
  }
});

test('an experiment', async () => {
  const run = await pe.train(former);
  await run.advance(run.facts.steps);
  assert.equal((await run.evaluate()).weightsHash, tinyHash);
  const plain = await pe.train(whole);
  assert.deepEqual(run.experiment, plain.experiment);
  await Promise.all([run.close(), plain.close()]);
});

describe('both names of one parameter are refused', () => {
  for (const { name, formerly, within } of renamed)
    test(`${name} and ${formerly}`, async () => {
      const part = within ? { [within]: { ...whole[within], ...former[within] } } : { [formerly]: former[formerly] };
      const field = within ? `${within}.${formerly}` : formerly;
      const error = await refused(pe.train({ ...whole, ...part }), 'bad_param', field);
      assert.ok(error.message.includes(`is the former name of ${field.replace(formerly, name)}`), error.message);
    });
});

test('a checkpoint', async () => {
  const run = await pe.train(whole);
  await run.advance(20);
  const bytes = await run.checkpoint();
  await run.close();
  for (const resumed of [
    await pe.resumeTraining(withNote(bytes, JSON.stringify(former))),
    await pe.train(former, { checkpoint: bytes }),
  ]) {
    assert.deepEqual([resumed.step, resumed.experiment], [20, run.experiment]);
    await resumed.advance(30);
    assert.equal((await resumed.evaluate()).weightsHash, tinyHash);
    await resumed.close();
  }
});

test('a link to the page, whose own links say the present names', async () => {
  const { lab } = await partsOf({ lab: 'web/notebook/lab/state' });
  const { decode, encode } = lab.labLink;
  const link = '#v=1&task=latin-square&model.twice=1&t.rate=0.01&t.decay=0.1';
  const state = decode(link);
  assert.deepEqual(
    [state.model, state.training],
    [{ mlpOutputActivation: true }, { learningRate: 0.01, weightDecay: 0.1 }],
  );
  assert.deepEqual(decode(encode(state)), state);
  assert.doesNotMatch(encode(state), /twice|t\.rate|t\.decay/);
  assert.equal(decode(`${link}&t.learningRate=0.02`).training.learningRate, 0.02);
});

test('the types have the former names, as deprecated', () => {
  const types = readFileSync(join(root, 'web/lib/generated/experiments.ts'), 'utf8');
  for (const { name, formerly } of renamed) {
    const comment = `/** @deprecated The name of \`${name}\` before; only one of both can be given. */`;
    assert.ok(types.replaceAll(/\s+/g, ' ').includes(`${comment} readonly ${formerly}?: `), formerly);
  }
});
