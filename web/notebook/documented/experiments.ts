/** Texts of tasks and of experiment parameters. */
import { modelParams, positionParams, tasks, trainingDocumentation, trainingParams } from 'posenc';
import { textsOf } from './texts.js';

const all = await trainingDocumentation();
const part = (id: string) => all.experiment.filter((one) => one.id === id);
export const experimentTexts = textsOf(
  [tasks, all.tasks],
  [[{ params: modelParams }], part('model')],
  [[{ params: positionParams }], part('position')],
  [[{ params: trainingParams }], part('training')],
);
