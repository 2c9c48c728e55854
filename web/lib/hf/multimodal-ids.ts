/**
 * Position ids of text, image and video tokens, and their offset from the number of tokens, as in get_rope_index of
 * transformers. Version 4: modeling_qwen2_vl.py, _qwen2_5_vl.py, _qwen3_vl.py and _glm4v.py (4.5x). Version 5:
 * get_mrope_vision_positions and the two layouts that call it (main of September 2026), interleaved runs and, for
 * HunyuanVL, indexed images.
 *
 * A text token increases every id by one. An image fills a box of ids from the next one: time, row and column. After
 * it, version 4 continues after the largest id of the box. Version 5 advances by the larger of rows and columns, so
 * that a long video and the text after it share ids.
 */
import { allocate } from '../checks/arrays.js';
import type { MultimodalIds, MultimodalSequence } from '../types/multimodal.js';
import { type Grid, type Prompt, refuse, type Sequence } from './multimodal-prompt.js';

/** Consecutive unmasked tokens of one kind. */
interface Run {
  readonly kind: number;
  readonly length: number;
}
function runsOf({ kinds, mask }: Sequence): Run[] {
  const runs: { kind: number; length: number }[] = [];
  for (const [i, kind] of kinds.entries()) {
    if (mask && mask[i] === 0) continue;
    const last = runs.at(-1);
    if (last?.kind === kind) last.length++;
    else runs.push({ kind, length: 1 });
  }
  return runs;
}

/** Grids of the batch, taken in order. */
class Grids {
  #next = 0;
  constructor(
    readonly name: 'images' | 'videos',
    readonly grids: readonly Grid[],
  ) {}
  take(): { grid: Grid; index: number } {
    const grid = this.grids[this.#next];
    if (!grid)
      return refuse(this.name, `must have a grid for each run of its tokens; ${this.grids.length} are too few`);
    return { grid, index: this.#next++ };
  }
  end(): void {
    if (this.#next < this.grids.length)
      refuse(
        this.name,
        `must have a grid for each run of its tokens; ${this.grids.length} are too many for ${this.#next}`,
      );
  }
}

function checkLength(length: number, tokens: number, { name }: Grids, index: number): void {
  if (length === tokens) return;
  refuse(`${name}[${index}]`, `makes ${tokens} tokens after merging, but the run that it stands for has ${length}`);
}

/** Position ids of the unmasked tokens, one token after another. */
interface Laid {
  readonly values: Float64Array;
  readonly largest: number;
}

function boxes({ transformers }: Prompt, runs: readonly Run[], images: Grids, videos: Grids): Laid {
  const count = runs.reduce((sum, { length }) => sum + length, 0);
  const values = allocate(Float64Array, 3 * count, { field: 'prompt', what: 'position ids' });
  let [row, next, largest] = [0, 0, -1];
  for (const { kind, length } of runs) {
    if (kind === 0) {
      for (let i = 0; i < length; i++) values.fill(next + i, 3 * row, 3 * ++row);
      next += length;
      largest = Math.max(largest, next - 1);
      continue;
    }
    const grids = kind === 1 ? images : videos;
    const { grid, index } = grids.take();
    const { t, h, w, step } = grid;
    checkLength(length, t * h * w, grids, index);
    for (let i = 0; i < length; i++) {
      const [time, line, column] = [Math.floor(Math.floor(i / (h * w)) * step), Math.floor(i / w) % h, i % w];
      values.set([next + time, next + line, next + column], 3 * row++);
    }
    const far = Math.max(Math.floor((t - 1) * step), h - 1, w - 1);
    largest = Math.max(largest, next + far);
    next += transformers === 4 ? far + 1 : Math.max(h, w);
  }
  return { values, largest };
}

/** HunyuanVL: ids count tokens, except (width, height, image). Each row of an image ends with an extra token. */
function indexed({ axes }: Prompt, runs: readonly Run[], images: Grids): Laid {
  const count = runs.reduce((sum, { length }) => sum + length, 0);
  const values = allocate(Float64Array, axes * count, { field: 'prompt', what: 'position ids' });
  let [row, largest] = [0, -1];
  for (const { kind, length } of runs) {
    for (let i = 0; i < length; i++) values.fill(row + i, axes * (row + i), axes * (row + i + 1));
    if (kind === 2) refuse('tokenTypes', "must be 0 and 1 with model 'hunyuan_vl'");
    if (kind === 1) {
      const { grid, index } = images.take();
      const wide = grid.w + 1;
      const tokens = grid.h * wide;
      // a run may include the tokens that begin and end an image
      const first = length === tokens + 2 ? 1 : 0;
      if (first === 0) checkLength(length, tokens, images, index);
      for (let i = 0; i < tokens; i++)
        values.set([i % wide, Math.floor(i / wide), index], axes * (row + first + i) + axes - 3);
    }
    row += length;
  }
  for (const one of values) largest = Math.max(largest, one);
  return { values, largest };
}

/** Splits videos into frames, which are separate runs if timestamps separate them. */
const framesOf = (videos: readonly Grid[]): Grid[] =>
  videos.flatMap((grid) => Array.from({ length: grid.t }, () => ({ ...grid, t: 1 })));

function padded({ kinds, mask }: Sequence, { values }: Laid, axes: number, fill: number): Float64Array {
  if (!mask) return values;
  const out = allocate(Float64Array, kinds.length * axes, { field: 'prompt', what: 'position ids' }).fill(fill);
  let from = 0;
  for (const [i, counts] of mask.entries()) {
    if (counts === 0) continue;
    out.set(values.subarray(from, from + axes), i * axes);
    from += axes;
  }
  return out;
}

export function multimodalIds(prompt: Prompt): MultimodalIds {
  const { model, transformers, axes } = prompt;
  const separate = model === 'qwen3_vl' || model === 'glm4v';
  checkFrames(prompt, separate);
  const images = new Grids('images', prompt.images);
  const videos = new Grids('videos', separate ? framesOf(prompt.videos) : prompt.videos);
  const sequences = prompt.sequences.map((sequence): MultimodalSequence => {
    const runs = runsOf(sequence);
    const laid = model === 'hunyuan_vl' ? indexed(prompt, runs, images) : boxes(prompt, runs, images, videos);
    const rows = sequence.kinds.length;
    const data = padded(sequence, laid, axes, transformers === 4 ? 1 : 0);
    const counted = transformers === 4 ? rows : laid.values.length / axes;
    return { positions: { data, rows, cols: axes }, delta: laid.largest + 1 - counted };
  });
  images.end();
  videos.end();
  const named = model === 'hunyuan_vl' ? ['p', 'w', 'h', 't'].slice(4 - axes) : ['t', 'h', 'w'];
  return { axes: named, transformers: prompt.releases, sequences };
}

/** Throws if there are more frames than tokens, before the frames are listed. */
function checkFrames({ sequences, videos }: Prompt, separate: boolean): void {
  const frames = videos.reduce((sum, { t }) => sum + t, 0);
  const tokens = sequences.reduce((sum, { kinds }) => sum + kinds.length, 0);
  if (separate && frames > tokens)
    refuse('videos', `has ${frames} frames, and all sequences together ${tokens} tokens`);
}
