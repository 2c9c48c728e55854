/** Inner products of channels, some rows at a time. */
import { allocate } from '../../checks/arrays.js';
import type { Control } from '../../checks/control.js';
import type { ChannelGramRequest } from '../../methods/channel-gram.js';
import type { Matrix } from '../../types/posenc.js';
import { isRawError, type Plan, pacerFor, view } from '../plan.js';
import type { Pieces } from '../pacer.js';

export function* channelGram(
  plan: Plan,
  { positions: range }: Pick<ChannelGramRequest, 'positions'>,
  control: Control,
): Pieces<Matrix<Float64Array>> {
  const { width } = plan.sizes;
  const data = allocate(Float64Array, width * width, { field: 'spec', what: 'the matrix of inner products' });
  const pacer = pacerFor(plan, control, 8 * width, { cost: 4 * width });
  // at least one call, which reports a row without a closed form
  for (let row = 0; row === 0 || row < width;) {
    const piece = pacer.next(Math.max(width - row, 1));
    plan.call((core) => {
      const block = core.channelGram(plan.handle, range.start, range.step, range.count, row, Math.min(piece, width));
      if (isRawError(block)) return block;
      data.set(view(core, block, Math.min(piece, width) * width, Float64Array), row * width);
    });
    row += piece;
    if (pacer.due(Math.min(row / width, 1))) yield;
  }
  return { data, rows: width, cols: width };
}
