/** What the importer found out about one layer type: the input of the warning rules. */
import type { RopeSpec, ScalingSpec } from '../generated/encodings.js';
import type { IndexerRotary } from '../types/config.js';
import type { Fields, Found } from './fields.js';
import type { Layout } from './layout.js';
import type { LayerSource } from './layers.js';
import type { Mrope } from './mrope.js';
import type { QueryScaleRule } from './query-scale.js';
import type { RopeType } from './scaling.js';
import type { Tower } from './towers.js';
import type { Width } from './width.js';

export interface LayerFacts {
  readonly modelType?: string;
  /** The object that describes the text model. */
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
  readonly slidingWindow?: Found<number>;
  /** As the file names them. */
  readonly mropeSection?: Found<readonly number[]>;
  /** With the sections of the class where the file has none. */
  readonly mrope?: Mrope;
  readonly queryScale?: Found<QueryScaleRule>;
  readonly indexer?: Found<IndexerRotary>;
  /** The other models of the file. */
  readonly towers: readonly Tower[];
}
