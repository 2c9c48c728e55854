import { eachRate, type Mistake } from '../making.js';

export const exampleMistake: Mistake = {
  id: 'example-mistake',
  stage: 'frequencies',
  title: 'an example',
  sources: ['owner/repo#1'],
  make: ({ steps }) => [{ steps: [...steps, eachRate((scaled) => 3 * scaled)] }],
};
