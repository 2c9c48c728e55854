/** The pictures of an encoding in a heat map, how they are computed and labelled. */
import { copied } from '../calls.js';
import { maxSide } from '../../lib/charts/heatmap/painter.js';
import type { EncodingSpec, Matrix, Shape } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { Places, Sampling } from '../places.js';
import { placesOf } from '../places.js';
import type { Axes } from './cell-map.js';
import type { Picture } from '../state.js';
import { pictures } from '../state.js';
import { refusal } from '../kit/errors.js';
import type { Computation } from '../kit/job.js';

export interface PictureRequest extends Sampling {
  readonly spec: EncodingSpec;
  readonly shape: Shape;
  readonly picture: Picture;
  readonly head: number;
  /** Replaces start, count and step. */
  readonly places?: Places;
}
export interface PictureMatrix {
  readonly data: Float32Array;
  readonly rows: number;
  readonly cols: number;
  /** The float64 numbers behind the float32 picture, if available. */
  readonly exact?: Float64Array;
  readonly picture: Picture;
  readonly spec: EncodingSpec;
  /** The positions of the rows. */
  readonly places: Places;
}

/** Pictures of queries against keys, whose rows are not selectable positions. */
const pairPictures: readonly Picture[] = ['attentionBias', 'relativeMap', 'attentionScores'];

export function compute(pe: Posenc, request: PictureRequest): Computation<PictureMatrix> {
  const { spec, shape, picture, head } = request;
  const pairs = pairPictures.includes(picture);
  const count = pairs && shape.cells > 0 ? shape.cells : request.count;
  const places = pairs
    ? placesOf({ axes: 1, extent: [] }, { start: 0, count, step: 1 })
    : (request.places ?? placesOf(shape, request));
  return async (signal, onProgress) => {
    const control = { signal, onProgress };
    const pictureOf = ({ data, rows, cols }: Matrix): PictureMatrix => ({
      ...(data instanceof Float64Array ? { data: copied(Float32Array.from(data), data), exact: data } : { data }),
      ...{ rows, cols, picture, spec, places },
    });
    const width = picture === 'rotate' ? shape.rotatedWidth : shape.width;
    if (!pairs && picture !== 'gram' && width > maxSide) {
      const message = `The picture shows at most ${maxSide} channels, and this table has ${width}. The files below carry all of them.`;
      throw refusal('too_large', '', message);
    }
    switch (picture) {
      case 'table':
        return pictureOf(await pe.table(spec, places.positions, { ...control, dtype: 'f32' }));
      case 'derivative':
        return pictureOf(await pe.derivative(spec, places.positions, control));
      case 'gram':
        return pictureOf(await pe.gram(spec, places.positions, control));
      case 'rotate': {
        const ones = { data: new Float64Array(places.count * shape.headDim).fill(1), rows: places.count };
        return pictureOf(await pe.rotate(spec, { ...ones, cols: shape.headDim }, places.positions, control));
      }
      case 'attentionBias': {
        const { data } = await pe.attentionBias(spec, count, count, { ...control, head });
        return pictureOf({ data, rows: count, cols: count });
      }
      case 'relativeMap':
        return pictureOf(await pe.relativeMap(spec, count, count, control));
      case 'attentionScores': {
        const width = shape.scoreDim || anyWidth;
        const at = shape.axes > 1 ? placesOf(shape, request) : undefined;
        const n = at?.count ?? count;
        const scores = await pe.attentionScores(spec, drawn(n, width, 1), drawn(n, width, 2), {
          ...control,
          ...(at ? { queryPositions: at.positions, keyPositions: at.positions } : {}),
          ...(shape.heads > 0 ? { head } : {}),
        });
        return { ...pictureOf(scores), places: at ?? places };
      }
    }
  };
}

/** Width of queries and keys if the encoding accepts any. */
const anyWidth = 32;

/** Sample queries or keys: numbers in [-1, 1), equal on every visit (xorshift32). */
export function drawn(rows: number, cols: number, seed: number): Matrix<Float64Array> {
  const data = new Float64Array(rows * cols);
  let state = Math.imul(seed, 0x9e3779b9) | 1;
  for (let i = 0; i < data.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    data[i] = state / 2 ** 31;
  }
  return { data, rows, cols };
}

/** The pictures that an encoding supports, in menu order. */
export function offered(info: EncodingInfo): Picture[] {
  return pictures.filter((picture) => info.stages.includes(picture));
}

export function axesOf(matrix: PictureMatrix): Axes {
  return {
    rowTitle: rowWord(matrix.picture),
    colTitle: colWord(matrix.picture),
    rowLabel: matrix.places.label,
    colLabel: (col) => colName(matrix, col),
  };
}
export function ofPairs(picture: Picture): boolean {
  return pairPictures.includes(picture);
}
export function rowWord(picture: Picture): string {
  return ofPairs(picture) ? 'query' : 'position';
}
export function colWord(picture: Picture): string {
  return ofPairs(picture) ? 'key' : picture === 'gram' ? 'position' : 'channel';
}
export function colName(matrix: PictureMatrix, col: number): string {
  return matrix.picture === 'gram' ? matrix.places.label(col) : String(col);
}
