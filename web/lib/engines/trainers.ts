/**
 * Trainers read no config.json: a person sets their arguments from it. What their rows have in common: the fields of the file
 * as one sets them, and the refusal where no argument says what the file does.
 */
import type { YarnScaling } from '../generated/encodings.js';
import type { LayerFacts } from '../hf/facts.js';
import { Refusal } from './refusal.js';
import { given, plainYarn } from './rules.js';
import type { Source } from './source.js';

/** Nothing is raised, for there is nothing that one could set. */
export const unsupported = (message: string, lacksModel = false): Refusal =>
  new Refusal('unsupported', message, undefined, lacksModel);

/** One layer type for all; of several, the scaled one. */
export const mainLayer = ({ layers }: Source): LayerFacts =>
  layers.find(({ scaling }) => scaling.type !== 'default') ?? layers[0]!;

/** What a file with one kind of layer calls it. */
export const nameOfAll = ({ layers: [first] }: Source): string =>
  first!.layer.layerType === undefined ? first!.layer.name : 'default';

/** YaRN's ramp as the file has it, or the class where the file has no rope dictionary; no amplitude. */
export function yarnAsGiven(facts: LayerFacts): YarnScaling {
  const { scaling, layer, max } = facts;
  const filledIn = layer.era === 'none' && scaling.type === 'yarn' ? scaling : undefined;
  const betaFast = given(facts, 'beta_fast') ?? filledIn?.betaFast ?? 32;
  const betaSlow = given(facts, 'beta_slow') ?? filledIn?.betaSlow ?? 1;
  if (betaFast === 0 || betaSlow === 0) throw new Refusal('ZeroDivisionError', 'float division by zero');
  const original = given(facts, 'original_max_position_embeddings') ?? filledIn?.originalContext ?? max.value;
  return plainYarn(
    {
      type: 'yarn',
      factor: given(facts, 'factor') ?? filledIn?.factor ?? 1,
      originalContext: original,
      betaFast,
      betaSlow,
      truncate: filledIn?.truncate ?? layer.dict.peek('truncate') !== false,
    },
    original,
  );
}
