/**
 * What is read from a model's config.json, and the report on it. L = trainedContext.
 */
import type { EncodingSpec, RopeNdSpec, ScalingId } from '../generated/encodings.js';
import type { Assumption } from './assumption.js';
import type { EngineBasis, EngineId } from './engines.js';
import type { WarningCode } from '../hf/warnings/codes.js';

export type Band = 'kept' | 'blended' | 'scaled' | 'off';
export interface PairReport {
  readonly index: number;
  /** rad per position, after scaling. */
  readonly frequency: number;
  /** rad per position, before scaling: base^(-2i/r). */
  readonly unscaledFrequency: number;
  /** positions per turn, 2π / frequency; null for a pair that does not turn. */
  readonly wavelength: number | null;
  /** L × unscaledFrequency / 2π: turns within L before scaling, r_i of YaRN eq. 17. */
  readonly turnsTrained: number;
  /** contextLength × frequency / 2π. */
  readonly turnsContext: number;
  readonly band: Band;
  /** true when contextLength reaches angles that L positions, unscaled, do not. */
  readonly unseenAngles: boolean;
}
export interface ReportWarning {
  readonly code: WarningCode;
  readonly message: string;
  /** Where the statement comes from: a URL, an arXiv number, or owner/repo#issue. */
  readonly source: string;
  /** It is true of every model of its kind, and nothing in the file would mend it. */
  readonly note?: true;
}
/** Where a value of the report was found: a JSON path of the config, or the rule that gave it. */
export type ReadFrom = Readonly<Record<string, string>>;

/**
 * Queries are multiplied by a factor beside their rotation. At position p, with n = p + shift: 1 + beta ln(1 + floor(n / length))
 * by steps, 1 + beta ln(max(n / length, 1)) in a ramp, and from n > length on 1 + beta (ln n / ln length - 1) as a ratio. The
 * report's `spec` has it where queries that rotate are multiplied: its `rotate` and logits are all that is done to a query.
 */
export interface QueryScale {
  readonly rule: 'steps' | 'ramp' | 'ratio';
  readonly formula: string;
  readonly beta: number;
  readonly length: number;
  readonly shift: 0 | 1;
  /** In all layers, or in those alone that do not rotate. */
  readonly layers: 'all' | 'unrotated';
  /** At the first step, where the context reaches it, and at the last position of the context. */
  readonly at: readonly { readonly position: number; readonly factor: number }[];
  /** An encoding whose `rotate` multiplies queries by this factor alone, without a rotation, and leaves keys as they are. */
  readonly spec: EncodingSpec;
}
/** Sparse attention chooses its keys by scores of an indexer, whose queries and keys are rotated, too. */
export interface IndexerRotary {
  readonly rotaryDim: number;
  readonly layout: 'half' | 'interleaved';
}

/** Another model of the file, whose positions are its own: of images, video or sound, or a part that is not of text. */
export interface Tower {
  /** Where it stands in the file. */
  readonly path: string;
  readonly modelType?: string;
  /** What is known of its positions, in words. */
  readonly positions: string;
  /** Its fields about them, as the file has them. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** That encoding, where the class is known and the file gives its parameters. */
  readonly spec?: EncodingSpec;
  /** Of `rope-nd`: what its coordinates are, counted in patches. */
  readonly coordinates?: readonly string[];
  /** In a report: the pairs of each of them, with their periods in patches and in pixels or frames. */
  readonly axes?: readonly AxisReport[];
}

/** Layers that are alike, counted from 0. */
export interface LayerRow {
  readonly layers: readonly number[];
  /** As the file calls them. */
  readonly kind: string;
  readonly rotates: boolean;
  readonly base?: number;
  readonly scaling?: ScalingId;
  /** They attend to so many of the last positions. */
  readonly window?: number;
  /** … and to the whole past in entries of so many positions each (DeepSeek V4). */
  readonly compressed?: number;
}

export type MropeOrder = 'one after another' | 'interleaved' | 'two in turn, then the third';

/** What a config says of a layer type beside its frequencies; each stands only where the config has it. */
export interface LayerFields extends Assumption {
  readonly layerType?: string;
  readonly modelType?: string;
  /** Sliding-window layers see offsets below this only. */
  readonly slidingWindow?: number;
  /** Multimodal RoPE: pairs for each of the position ids of mropeAxes; their sum is rotaryDim / 2. */
  readonly mropeSection?: readonly number[];
  /** The position ids, in the order of their sections. */
  readonly mropeAxes?: readonly string[];
  readonly mropeOrder?: MropeOrder;
  /** The sections alternate pair by pair instead of following one another. */
  readonly mropeInterleaved?: boolean;
  /** The rotation of the indexer of sparse attention, with the frequencies of the report. */
  readonly indexer?: IndexerRotary;
  /** Layers, counted from 0, that attend without positions, where the file or its class says which. */
  readonly unrotatedLayers?: readonly number[];
  /** Which layers rotate how, where they differ and the file says which is which. */
  readonly byLayer?: readonly LayerRow[];
  /**
   * The output of attention is rotated back, by the inverse rotation at the position of its query, because values carry the
   * rotation of keys (DeepSeek V4). `rotate` does so with `side: 'o'`.
   */
  readonly derotate?: true;
  /** The other models of the file. */
  readonly towers?: readonly Tower[];
  /** The same rotation with its three position ids, where the sections are valid; `spec` is that of text. */
  readonly multimodalSpec?: EncodingSpec;
}

export type TrainedContextIs = 'before scaling' | 'named' | 'unknown';

export interface RopeReport extends LayerFields {
  /** The context extension in use. */
  readonly type: ScalingId;
  readonly base: number;
  readonly headDim: number;
  readonly rotaryDim: number;
  /**
   * L, by which turns and angles are counted. A file says how long texts were before scaling, or how long they may be; on
   * which lengths the model was trained it does not say.
   */
  readonly trainedContext: number;
  /**
   * What L is: the length before scaling, as the file names it; the length that the file names, without scaling; or that
   * in the place of a length before scaling, which the file leaves out.
   */
  readonly trainedContextIs: TrainedContextIs;
  readonly contextLength: number;
  readonly regime?: string;
  readonly frequencies: number[];
  /** cos and sin are multiplied by this. */
  readonly attentionFactor: number;
  /** attention logits are multiplied by this, beside attentionFactor². */
  readonly softmaxMultiplier: number;
  /** Of models that scale their queries by position. */
  readonly queryScale?: QueryScale;
  readonly pairs: readonly PairReport[];
  /** pairs with contextLength × frequency >= 2π. */
  readonly pairsWithFullTurn: number;
  readonly pairsWithUnseenAngles: number;
  readonly bands: Readonly<Record<Band, number>>;
  readonly spec: EncodingSpec;
  readonly readFrom: ReadFrom;
  readonly warnings: readonly ReportWarning[];
  /**
   * Of a model whose positions are not those of a text that rotates: what it uses; the report then has no pairs. Of one
   * that does not rotate its base and widths are 0, of one that rotates by several coordinates `axes` has the pairs.
   */
  readonly instead?: {
    /** 'ALiBi (arXiv:2108.12409): alibi is true', with its source or the field that says so. */
    readonly scheme: string;
    readonly text: string;
    /** That encoding, where the file gives its parameters. */
    readonly spec?: EncodingSpec;
    /** Inkling: the distances that have a curve; of keys at and beyond it nothing is known but their content. */
    readonly extent?: number;
  };
  /** Of a model of diffusers: its coordinates, in the order of their channels. `contextLength` is in frames, 0 of pictures. */
  readonly axes?: readonly AxisReport[];
  /** Where the report is of one engine's reading. */
  readonly engine?: {
    readonly id: EngineId;
    readonly version: string;
    readonly basis: EngineBasis;
    /** The context that it serves when it is started without a length. */
    readonly served: number;
    /** Length of its table of cosines and sines, where it builds one. */
    readonly rows?: number;
    readonly notes: readonly string[];
  };
}
/** The encoding of a published model of pictures or videos, as data. */
export interface RopeNdPreset {
  readonly id: string;
  readonly title: string;
  readonly spec: RopeNdSpec;
  /** What the coordinates are, in the order of the channels. */
  readonly axes: readonly string[];
  /** Of a model of diffusers: the fields of transformer/config.json that concern positions. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Class, file and commit. */
  readonly source: string;
}
/** One coordinate of a rotation by several. */
export interface AxisReport {
  /** time, row, column, image, frame, token */
  readonly name: string;
  /** Channels that it rotates. */
  readonly width: number;
  readonly base: number;
  readonly ntkFactor?: number;
  /** What the coordinate is multiplied by; the frequencies contain it. */
  readonly scale?: number;
  /** What one step along it is: 4 frames, 16 pixels. The stride of the VAE is that of the class, as its file is another. */
  readonly step?: { readonly size: number; readonly of: 'frames' | 'pixels' };
  readonly pairs: readonly AxisPair[];
}
export interface AxisPair {
  /** Among the pairs of all axes. */
  readonly index: number;
  /** rad per step. */
  readonly frequency: number;
  /** Steps for a turn. */
  readonly period: number;
  /** The same in frames or pixels, where a step is known in them. */
  readonly periodInUnits?: number;
}
/** The layer type that comes first in the config fills the top level; all of them stand in `layers`. */
export interface ConfigReport extends RopeReport {
  readonly layers?: Readonly<Record<string, RopeReport>>;
}
export interface ImportedLayer extends LayerFields {
  readonly queryScale?: Omit<QueryScale, 'formula' | 'at' | 'spec'>;
  readonly spec: EncodingSpec;
  readonly trainedContext: number;
  readonly maxContext: number;
  /** Multi-head latent attention (DeepSeek): the report's softmaxMultiplier applies. */
  readonly latentAttention: boolean;
  readonly readFrom: ReadFrom;
  readonly warnings: readonly ReportWarning[];
}
export interface ImportedConfig {
  readonly modelType?: string;
  /** One entry for a plain config (key 'default'), else one per layer type. */
  readonly layers: Readonly<Record<string, ImportedLayer>>;
}
