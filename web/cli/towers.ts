/** Formats the axes of a report's vision towers: one row each, from the shortest period to the longest. */
import type { AxisReport, Tower } from '../lib/node.js';
import { columns, short } from './columns.js';

export const towersText = (towers: readonly Tower[] = []): string[] =>
  towers.flatMap(({ path, modelType, axes, spec }) =>
    axes === undefined
      ? []
      : [
          [
            `${path}${modelType === undefined ? '' : `, ${modelType}`}`,
            columns([
              ['axis', 'channels', 'base', 'pairs', 'patches a turn', 'in frames or pixels'],
              ...axes.map((axis) => [
                axis.name,
                String(axis.width),
                short(axis.base),
                String(axis.pairs.length),
                range(axis.pairs.map(({ period }) => period)),
                inUnits(axis),
              ]),
            ]),
            `  spec: ${JSON.stringify(spec)}`,
            '',
          ].join('\n'),
        ],
  );

/** Periods increase from pair to pair. */
const range = (periods: readonly number[]): string => `${short(periods[0]!)} to ${short(periods.at(-1)!)}`;

const inUnits = ({ step, pairs }: AxisReport): string =>
  step === undefined ? '–' : `${range(pairs.map(({ periodInUnits }) => periodInUnits!))} ${step.of}`;
