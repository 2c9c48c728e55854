/**
 * Generates web/lib/generated/experiments.ts: the tasks, and the other parameters of an experiment.
 */
import { bare } from './gen-texts.mjs';
import { list, literals, record } from './layout.mjs';
import { parameters, specInterface, union } from './typescript.mjs';

const header = `/**
 * Written by web/tools/gen.mjs from the C++ registries (src/train/tasks.cpp, experiment.cpp). Do not edit.
 */
import type { ParamInfo, TaskInfo } from '../types/registry.js';
`;

/** Name and description of the type of each group of parameters. */
const parts = {
  model: ['ModelParams', 'A transformer of encoder or causal decoder blocks.'],
  position: ['PositionParams', 'How an encoding is put into a model.'],
  training: ['TrainingParams', 'How a model is trained.'],
};

export function experimentsSource({ tasks, experiment }) {
  return [
    header,
    ...tasks.map((row) => specInterface(row, 'id', 'Task')),
    union('TaskSpec', tasks, 'Task'),
    `export type TaskId = TaskSpec['id'];\n`,
    ...experiment.map(({ id, params }) => {
      const [name, doc] = parts[id];
      return [`/** ${doc} */`, `export interface ${name} {`, ...parameters(params), '}\n'].join('\n');
    }),
    list(
      '/** Every task, in display order. */\nexport const tasks: readonly TaskInfo[]',
      tasks.map((row) => record(bare(row), { params: literals }, '  ')),
    ),
    ...experiment.map((row) =>
      list(`export const ${row.id}Params: readonly ParamInfo[]`, literals(bare(row).params).items),
    ),
  ].join('\n');
}
