/** Facts that the importer found about one layer type, from which warnings, the report and engine results are made. */
import type { RopeSpec, ScalingSpec } from '../generated/encodings.js';
import type { PosencError } from '../checks/errors.js';
import type { LayerFields, ReadFrom, Tower } from '../types/config.js';
import type { Fields, Found } from './fields.js';
import type { Layout } from './layout.js';
import type { LayerSource } from './layers.js';
import type { ModelClass } from './model-class.js';
import type { Mrope } from './mrope.js';
import type { QueryScaleRule } from './query-scale.js';
import type { RopeType } from './scaling.js';
import type { Width } from './width.js';

export interface LayerFacts extends ModelClass {
  /** Object that describes the text model. */
  readonly text: Fields;
  readonly layer: LayerSource;
  readonly ropeType: RopeType;
  readonly spec: RopeSpec;
  readonly scaling: ScalingSpec;
  readonly base: Found<number>;
  readonly layout: Found<Layout>;
  readonly width: Width;
  /** max_position_embeddings or its stand-in. */
  readonly max: Found<number>;
  readonly original?: Found<number>;
  readonly trained: Found<number>;
  readonly maxContext: Found<number>;
  readonly mrope?: Mrope;
  readonly queryScale?: Found<QueryScaleRule>;
  /** Fields that the report passes on unchanged. */
  readonly fields: LayerFields;
  readonly readFrom: ReadFrom;
  /** Why the rope dictionary could not be read, if that is not an error. */
  readonly fault?: PosencError;
  /** auto_map names code that comes with the model. */
  readonly ownCode?: true;
  /** The other models of the file. */
  readonly towers: readonly Tower[];
}
