/** The texts of tasks and of an experiment's parameters, for what shows them. */
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
