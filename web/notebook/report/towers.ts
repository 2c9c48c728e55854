/** The vision towers of a file: after how many patches, pixels or frames each pair of each coordinate repeats. */
import type { AxisReport, Tower } from '../../lib/types/posenc.js';
import { fold } from '../kit/elements.js';
import type { Content } from '../kit/dom.js';
import { axisRows } from './axial.js';
import { factsTable } from '../widgets/facts-table.js';

export const towersView = (towers: readonly Tower[]): Content[] =>
  towers.flatMap(({ path, modelType, axes }) =>
    axes === undefined
      ? []
      : [
          fold(`${path}${modelType === undefined ? '' : `, ${modelType}`}: pairs by axis`, table(path, axes), {
            class: 'config-diff tower',
          }),
        ],
  );

const head = ['Pair', 'Axis', 'Base', 'Radians a patch', 'Patches a turn', 'A turn'];
const table = (path: string, axes: readonly AxisReport[]): HTMLElement =>
  factsTable(`Pairs of ${path}`, head, axes.flatMap(axisRows), 'pairs');
