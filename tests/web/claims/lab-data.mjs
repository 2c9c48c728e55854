/** docs/lab-data.md: what the tasks on data of one's own take, as their rows in the registry say it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, publishedSquares, root, tasks } from '../support/posenc.mjs';
import { unbound } from '../support/reasons.mjs';

export const prose = ['docs/lab-data.md'];

const pe = await create();
export const close = () => pe.dispose();

const row = (id) => tasks.find((one) => one.id === id);
const param = (id, name) => row(id).params.find((one) => one.name === name);
const range = (id, name) => [param(id, name).min, param(id, name).max];
const published = 'what the published code does, read in its source';

/** Facts of a run on values of the caller's own: four nodes, of which each is drawn by its own rule. */
async function ownValues(samples, change = (value) => value) {
  const nodes = 4;
  const values = Float64Array.from({ length: nodes * samples }, (_, i) =>
    change(((i * 7919 + 13 * (i % nodes)) % 97) / 97, i % nodes),
  );
  const run = await pe.train({
    task: { id: 'own-values', nodes, values },
    model: { dim: 4, blocks: 1 },
    positions: [],
    ...{ batch: 4, steps: 1 },
  });
  const { facts } = run;
  run.close();
  return facts;
}
const refused = (work) =>
  work.then(
    () => false,
    () => true,
  );

export const claims = [
  ...unbound({
    definition: [
      'Every node is shifted and scaled to mean 0 and variance 1 over the samples that are trained on, so that a prediction of 0 has a loss of about 1.',
      'Half of the nodes are masked in training and in the split half-masked, nine in ten in mostly-masked.',
      'What is alike, for the measures of a table, is the correlation of two nodes over the training samples.',
      'It is a bound for linear prediction; what is not normal may be predicted better.',
    ],
    instruction: [
      'Volumes that follow one another are alike: keep whole subjects for the end, and choose test so that the cut falls between two of them.',
    ],
    citation: [
      'Series by parcel such as the .ptseries.nii files of the Human Connectome Project (360 parcels of Glasser et al. 2016), z-scored by session, become such a file so:',
    ],
  }),
  {
    says: '{Two} tasks take data as lists of numbers beside id in task.',
    is: () => [tasks.filter(({ params }) => params.some((one) => one.required && one.kind === 'numbers')).length],
  },
  { says: 'values of a sample, {2} to {1024}', is: () => range('own-values', 'nodes') },
  {
    says: 'at most {2^23} numbers, at least 4 samples',
    is: () => [param('own-values', 'values').maxLength],
  },
  {
    says: 'share of the samples that are for the test, the last ones; {0.2}',
    is: () => [param('own-values', 'test').initial],
  },
  {
    says: 'nodes x {3}, optional',
    is: () => [param('own-values', 'coordinates').maxLength / param('own-values', 'nodes').max],
  },
  {
    says: 'places, for encodings of {three} coordinates and to compare learned tables with',
    is: () => [param('own-values', 'coordinates').maxLength / param('own-values', 'nodes').max],
  },
  {
    says: 'A node that never changes is refused, as is a number that is not finite.',
    holds: async () =>
      (await refused(ownValues(40, (value, node) => (node === 1 ? 2 : value)))) &&
      (await refused(ownValues(40, (value) => value / 0))) &&
      !(await refused(ownValues(40))),
  },
  {
    says: 'Where the training samples are more than twice the nodes, the irreducible loss of a normal distribution is estimated from the same covariance, without bias: the conditional variance of the masked nodes, divided by 1 - observed/(samples - 1).',
    // one sample in five is for the test
    holds: async () =>
      Object.keys((await ownValues(8)).leastLoss).length === 0 &&
      Object.keys((await ownValues(40)).leastLoss).length > 0,
  },
  {
    says: '{16} a puzzle, in reading order',
    is: () => [param('own-squares', 'cells').maxLength / param('own-squares', 'answers').maxLength],
  },
  { says: '{0} blank, 1 to 4 given, {5} the target, exactly one', is: () => range('own-squares', 'cells') },
  { says: "the target's symbol, {1} to {4}", is: () => range('own-squares', 'answers') },
  {
    says: 'condition {1} to {3}; without, the cheapest deduction, which has to find the answer',
    is: () => range('own-squares', 'vectors'),
  },
  {
    says: '{0} train, 1 test, {2} shifted; without, one in ten of each condition, drawn by taskSeed, is for the test',
    is: () => range('own-squares', 'splits'),
  },
  {
    says: 'The files of github.com/ljhearne/LSTNN_public have the 16 digits of cells in the column puzzles, the answer in solutions, and Binary, Ternary or Quaternary for 1, 2 or 3 vectors in condition.',
    because: published,
  },
  { says: 'Their training file is train and test, the 108 puzzles made for people are shifted.', because: published },
  {
    says: `These {9,108} puzzles come with the package (MIT, see NOTICE.md): "cells": "@published" names them in an experiment's file, and publishedSquares() gives all lists of the task in a program.`,
    is: async () => [(await publishedSquares()).answers.length],
  },
  {
    says: 'Behind # stands the split of a file (train, test, shifted); of those without one every tenth puzzle of a condition is then for the test.',
    because: 'a definition; tests/web/read-csv.test.mjs joins such files',
  },
  {
    says: 'dropout 0.1 of tokens and table together in every block, and model.eval() is never called: evaluations have it too, learned tables never',
    because: published,
  },
  { says: 'logits are divided by 1/100, so that attention is almost hard', because: published },
  {
    says: 'It belongs to a later paper (Hearne et al., bioRxiv 10.1101/2025.10.29.685457) and names Ito et al. (arXiv:2406.08272) as the source of its encodings.',
    because: 'its README says so',
  },
  { says: 'turns half of the channels (rope_percentage 0.5)', because: published },
  { says: 'It is not known which of the two made a number of the logs.', because: 'not known' },
  {
    says: 'In a batch of ours a part has a quarter of its samples, so that a token with overBatch sees as many others.',
    holds: () => /\bkParts = 4;/.test(readFileSync(join(root, 'src/train/run.hpp'), 'utf8')),
  },
];
