/**
 * Exports of both entries in addition to `create`.
 */
export { PosencError, type ErrorCode } from './checks/errors.js';
export { parseJson, type JsonOptions } from './checks/json.js';
export { csvBytes, csvChunks } from './files/csv.js';
export { type Blocks, type TableMeta } from './files/chunks.js';
export { npyBytes, npyChunks } from './files/npy.js';
export { safetensorsBytes, safetensorsChunks, type SafetensorsMeta } from './files/safetensors.js';
export { weightsBytes } from './files/weights.js';
export { ropeNdPresets } from './hf/axial/presets.js';
export { configOfGguf } from './hf/gguf-fields.js';
export { mropePresets, type MropePreset } from './hf/mrope-presets.js';
export { warningCodes, type WarningCode } from './hf/warnings/codes.js';
export { looksLikePositions } from './files/position-names.js';
export {
  joinSquares,
  type SquareLists,
  type SquaresFile,
  type SquareSplit,
  squareSplits,
} from './files/join-squares.js';
export { parseNumbersCsv, parseSquaresCsv, type Squares } from './files/read-csv.js';
export { openGguf, readGguf } from './files/read-gguf.js';
export { parseNpy } from './files/read-npy.js';
export { parseSafetensors, type SafetensorsFile } from './files/read-safetensors.js';
export {
  openTensors,
  readTensors,
  type StoredTensor,
  type Tensor,
  type TensorInfo,
  type TensorOptions,
} from './files/read-tensors.js';
export { type Stored } from './files/stored.js';
export { type TensorArray } from './files/located.js';
export * from './generated/analyses.js';
export * from './generated/encodings.js';
export * from './generated/experiments.js';
export { errorCodes } from './generated/error-codes.js';
export { analysisDocumentation, documentation, encodingDocumentation, trainingDocumentation } from './documentation.js';
export type {
  AnalysisDocumentation,
  Documentation,
  DocumentedAnalysis,
  DocumentedEncoding,
  DocumentedLayer,
  DocumentedScaling,
  DocumentedTask,
  EncodingDocumentation,
  TrainingDocumentation,
} from './types/documentation.js';
export { engineIds } from './generated/engines.js';
export type { DerivedInput, MatrixInput } from './types/inputs.js';
export type * from './types/posenc.js';
export type * from './types/registry.js';
