/** Types of `importConfig` and `report`. L = trainedContext. */
import type { EncodingSpec, RopeNdSpec, ScalingId } from '../generated/encodings.js';
import type { Assumption } from './assumption.js';
import type { EngineBasis, EngineId, EngineCases } from './engines.js';
import type { WarningCode } from '../hf/warnings/codes.js';

export type Band = 'kept' | 'blended' | 'scaled' | 'off';
export interface PairReport {
  readonly index: number;
  /** rad per position, after scaling. */
  readonly frequency: number;
  /** rad per position, before scaling: base^(-2i/r). */
  readonly unscaledFrequency: number;
  /** Positions per turn, 2π / frequency; null for a pair that does not rotate. */
  readonly wavelength: number | null;
  /** L × unscaledFrequency / 2π: turns within L before scaling, r_i of YaRN eq. 17. */
  readonly turnsTrained: number;
  /** contextLength × frequency / 2π. */
  readonly turnsContext: number;
  readonly band: Band;
  /** true if contextLength reaches angles that L positions, unscaled, do not. */
  readonly unseenAngles: boolean;
}
export interface ReportWarning {
  readonly code: WarningCode;
  readonly message: string;
  /** Source of the statement: a URL, an arXiv number, or owner/repo#issue. */
  readonly source: string;
  /** It applies to every model of this kind; no change of the file would avoid it. */
  readonly note?: true;
  /** The engines that it is about, if the file is not at fault. */
  readonly engines?: readonly EngineId[];
}
/** Origin of each value of the report: a JSON path of the config, or the rule that produced it. */
export type ReadFrom = Readonly<Record<string, string>>;

/**
 * Position-dependent factor on queries, in addition to their rotation. At position p, with n = p + shift, it is
 * 1 + beta ln(1 + floor(n / length)) for steps, 1 + beta ln(max(n / length, 1)) for ramp, and for n > length 1 + beta
 * (ln n / ln length - 1) for ratio. If rotated queries are scaled, the report's `spec` includes the factor.
 */
export interface QueryScale {
  readonly rule: 'steps' | 'ramp' | 'ratio';
  readonly formula: string;
  readonly beta: number;
  readonly length: number;
  readonly shift: 0 | 1;
  /** 'unrotated': only in layers that do not rotate. */
  readonly layers: 'all' | 'unrotated';
  /** At the first step, if the context reaches it, and at the last position of the context. */
  readonly at: readonly { readonly position: number; readonly factor: number }[];
  /** An encoding whose `rotate` only multiplies queries by this factor, and leaves keys unchanged. */
  readonly spec: EncodingSpec;
}
/** Rotation of the indexer's queries and keys. In sparse attention, the indexer's scores select the keys. */
export interface IndexerRotary {
  readonly rotaryDim: number;
  readonly layout: 'half' | 'interleaved';
}

/** Another model in the file with its own positions: for images, video or sound, or a part that is not text. */
export interface Tower {
  /** Path in the file. */
  readonly path: string;
  readonly modelType?: string;
  /** Description of its positions. */
  readonly positions: string;
  /** Its fields that concern positions, as in the file. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Its encoding, if the class is known and the file gives its parameters. */
  readonly spec?: EncodingSpec;
  /** For `rope-nd`: the coordinates, counted in patches. */
  readonly coordinates?: readonly string[];
  /** In a report: the pairs of each coordinate, with periods in patches and in pixels or frames. */
  readonly axes?: readonly AxisReport[];
}

/** Layers that share one configuration, counted from 0. */
export interface LayerRow {
  readonly layers: readonly number[];
  /** Name of the kind in the file. */
  readonly kind: string;
  readonly rotates: boolean;
  readonly base?: number;
  readonly scaling?: ScalingId;
  /** Number of last positions that the layers attend to. */
  readonly window?: number;
  /** They also attend to the whole past, in entries of this many positions each (DeepSeek V4). */
  readonly compressed?: number;
}

export type MropeOrder = 'one after another' | 'interleaved' | 'two in turn, then the third';

/** Fields of a layer type other than its frequencies; each is present only if the config has it. */
export interface LayerFields extends Assumption {
  readonly layerType?: string;
  readonly modelType?: string;
  /** Sliding-window layers attend only to offsets below this. */
  readonly slidingWindow?: number;
  /** Multimodal RoPE: pairs for each position id of mropeAxes. The sum is rotaryDim / 2. */
  readonly mropeSection?: readonly number[];
  /** The position ids, in the order of their sections. */
  readonly mropeAxes?: readonly string[];
  readonly mropeOrder?: MropeOrder;
  /** true if the sections alternate pair by pair instead of following one another. */
  readonly mropeInterleaved?: boolean;
  /** Rotation of the indexer of sparse attention, with the report's frequencies. */
  readonly indexer?: IndexerRotary;
  /** Layers without positions, counted from 0, if the file or its class names them. */
  readonly unrotatedLayers?: readonly number[];
  /** Rotation by layer, if layers differ and the file tells them apart. */
  readonly byLayer?: readonly LayerRow[];
  /**
   * Attention outputs are rotated back at the position of their query, because values carry the rotation of keys
   * (DeepSeek V4). `rotate` does so with `side: 'o'`.
   */
  readonly derotate?: true;
  /** The other models in the file. */
  readonly towers?: readonly Tower[];
  /** The same rotation with its three position ids, if the sections are valid. `spec` is the one for text. */
  readonly multimodalSpec?: EncodingSpec;
}

export type TrainedContextIs = 'before scaling' | 'named' | 'unknown';

export interface RopeReport extends LayerFields {
  /** The active context extension. */
  readonly type: ScalingId;
  readonly base: number;
  readonly headDim: number;
  readonly rotaryDim: number;
  /**
   * L, the base for turns and angles. A file gives the length before scaling, or the allowed length. It does not say on
   * which lengths the model was trained.
   */
  readonly trainedContext: number;
  /**
   * 'before scaling': the length before scaling, as in the file. 'named': the length in the file, without scaling.
   * 'unknown': the file omits the length before scaling, so L is the length that it names.
   */
  readonly trainedContextIs: TrainedContextIs;
  readonly contextLength: number;
  readonly regime?: string;
  readonly frequencies: number[];
  /** Factor on cos and sin. */
  readonly attentionFactor: number;
  /** Factor on attention logits, in addition to attentionFactor². */
  readonly softmaxMultiplier: number;
  /** For models that scale queries by position. */
  readonly queryScale?: QueryScale;
  readonly pairs: readonly PairReport[];
  /** Number of pairs with contextLength × frequency >= 2π. */
  readonly pairsWithFullTurn: number;
  readonly pairsWithUnseenAngles: number;
  readonly bands: Readonly<Record<Band, number>>;
  readonly spec: EncodingSpec;
  readonly readFrom: ReadFrom;
  readonly warnings: readonly ReportWarning[];
  /**
   * The scheme of a model whose positions are not rotary text positions; the report then has no pairs. If the model
   * does not rotate, base and widths are 0. If it rotates by several coordinates, `axes` has the pairs.
   */
  readonly instead?: {
    /** Name with its source or the field that says so: 'ALiBi (arXiv:2108.12409): alibi is true'. */
    readonly scheme: string;
    readonly text: string;
    /** The encoding, if the file gives its parameters. */
    readonly spec?: EncodingSpec;
    /** Inkling: number of distances that have a curve. Keys at larger distances contribute only their content. */
    readonly extent?: number;
  };
  /** For a diffusers model: its coordinates in channel order. `contextLength` is in frames; 0 for images. */
  readonly axes?: readonly AxisReport[];
  /** Present if the report follows one engine's reading. */
  readonly engine?: {
    readonly id: EngineId;
    readonly version: string;
    readonly basis: EngineBasis;
    /** The day of the execution, or of the code: YYYY-MM-DD. */
    readonly asOf?: string;
    readonly cases?: EngineCases;
    /** Context that the engine serves if it is started without a length. */
    readonly served: number;
    /** Length of its cos/sin table, if it builds one. */
    readonly rows?: number;
    readonly notes: readonly string[];
  };
}
/** The encoding of a published image or video model, as data. */
export interface RopeNdPreset {
  readonly id: string;
  readonly title: string;
  readonly spec: RopeNdSpec;
  /** Meaning of the coordinates, in the order of the channels. */
  readonly axes: readonly string[];
  /** For a diffusers model: the fields of transformer/config.json that concern positions. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Class, file and commit. */
  readonly source: string;
}
/** One coordinate of a multi-axis rotation. */
export interface AxisReport {
  /** time, row, column, image, frame, token */
  readonly name: string;
  /** Channels that the coordinate rotates. */
  readonly width: number;
  readonly base: number;
  readonly ntkFactor?: number;
  /** Factor on the coordinate; the frequencies include it. */
  readonly scale?: number;
  /** One step along the axis: 4 frames, 16 pixels. The VAE's stride is the class default; the VAE has its own file. */
  readonly step?: { readonly size: number; readonly of: 'frames' | 'pixels' };
  readonly pairs: readonly AxisPair[];
}
export interface AxisPair {
  /** Index among the pairs of all axes. */
  readonly index: number;
  /** rad per step. */
  readonly frequency: number;
  /** Steps per turn. */
  readonly period: number;
  /** The period in frames or pixels, if the step is known in them. */
  readonly periodInUnits?: number;
}
/** The top level holds the layer type that comes first in the config; `layers` holds all of them. */
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
