/** Presets: the arms of the studies, which have recorded results. */
import type { Experiment } from 'posenc';
import { studies } from '../../lib/studies/list.js';
import { isPicture } from '../../lib/studies/picture.js';
import type { Study } from '../../lib/studies/study.js';
import { runsOf } from '../studies/recorded.js';
import { experimentOfArm } from './recorded.js';
import { published as ofIto } from './own-data.js';
import { initial, type LabState, ofExperiment } from './state.js';

export interface Preset {
  readonly id: string;
  readonly title: string;
  /** Results of the recorded runs. */
  readonly notice: () => Promise<string>;
  readonly state: LabState;
  /** True if it uses the puzzles of Ito et al. */
  readonly published: boolean;
}
export interface PresetGroup {
  readonly title: string;
  readonly presets: readonly Preset[];
}

export const groups: readonly PresetGroup[] = studies
  .filter(({ base }) => !isPicture(base))
  .map((study) => ({
    title: study.title,
    presets: study.arms
      .filter(
        ({ then, set }) => then === undefined && ((set?.positions as readonly object[] | undefined) ?? []).length <= 1,
      )
      .map((arm) => ({
        id: `${study.id}/${arm.name}`,
        title: arm.name,
        notice: () => noticeOf(study, arm.name),
        ...presetOf(experimentOfArm(study, arm)),
      })),
  }));
function presetOf(experiment: Experiment): Pick<Preset, 'state' | 'published'> {
  const published = (experiment.task as { cells?: unknown }).cells === ofIto;
  return { state: ofExperiment(experiment, initial), published };
}
export const presets: readonly Preset[] = groups.flatMap((group) => group.presets);

/** "10 recorded seeds: test 0.98 [0.97, 0.99], …" */
async function noticeOf(study: Study, arm: string): Promise<string> {
  const { head, rows } = await runsOf(study.id);
  const row = rows.find(([name]) => name === arm);
  if (row === undefined) return 'No run of this experiment is recorded yet.';
  const [, seeds, ...cells] = row;
  const measured = cells.map((cell, i) => `${head[i + 2]} ${cell}`).join(', ');
  return `Recorded seeds: ${seeds}. ${measured}.`;
}
