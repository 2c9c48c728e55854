/**
 * Shared rules of trainers, which read no config.json: users set the arguments from it. The rows convert its fields to
 * arguments, and throw if no argument expresses the file.
 */
import type { YarnScaling } from '../generated/encodings.js';
import type { LayerFacts } from '../hf/facts.js';
import { Refusal } from './refusal.js';
import { given, plainYarn } from './rules.js';
import type { Source } from './source.js';

/** A refusal without a remedy: no argument can be set. */
export const unsupported = (message: string, lacksModel = false): Refusal =>
  new Refusal('unsupported', message, undefined, lacksModel);

/** One layer type for all; among several, the scaled one. */
export const mainLayer = ({ layers }: Source): LayerFacts =>
  layers.find(({ scaling }) => scaling.type !== 'default') ?? layers[0]!;

/** The layer name if there is one kind of layer. */
export const nameOfAll = ({ layers: [first] }: Source): string =>
  first!.layer.layerType === undefined ? first!.layer.name : 'default';

/** YaRN's ramp from the file, or from the class if the file has no rope dictionary; no amplitude. */
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
