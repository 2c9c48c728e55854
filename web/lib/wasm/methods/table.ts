/** Rows of tables, into an array. */
import type { Floats, FloatsConstructor } from '../../checks/arrays.js';
import type { Control } from '../../checks/control.js';
import { fillPositions, isExactRange, type RawPositions } from '../../checks/positions.js';
import { fewestUniformRows, rowsOfAnAnchor } from '../../generated/limits.js';
import type { TableRequest } from '../../methods/table.js';
import { arrayType, checkAxes } from '../../requests/shapes.js';
import type { CoreModule, RawBlock, RawError, RawKind } from '../../types/core.js';
import type { Matrix } from '../../types/posenc.js';
import { inputOf, isRawError, type Plan, pacerFor, view } from '../plan.js';
import { detached, outputFor } from '../output.js';
import type { Pacer, Pieces } from '../pacer.js';

export const kinds = { f32: 0, f64: 1, derivative: 2 } as const satisfies Record<string, RawKind>;
const useBlocks = 'use tableBlocks, which makes the same table a part at a time';

/** Bytes copied at once; smaller chunks have more overhead. */
const tableBytes = 2 ** 20;

export function* table(plan: Plan, request: TableRequest, control: Control): Pieces<Matrix> {
  const { width } = plan.sizes;
  const rows = request.positions.count;
  const purpose = { field: 'positions', what: 'the table', advice: useBlocks };
  const data = outputFor(request, control, arrayType(request.dtype), rows, width, purpose);
  yield* fillRows(
    plan,
    kinds[request.dtype],
    request.positions,
    0,
    data,
    tablePacer(plan, kinds[request.dtype], request.positions, control),
    rows,
  );
  return { data, rows, cols: width };
}

export function tablePacer(plan: Plan, kind: RawKind, positions: RawPositions, control: Control): Pacer {
  const { width } = plan.sizes;
  const single = kind === kinds.f32;
  // Float32 tables of ranges are computed by adding angles if a chunk has enough rows, with the rows of an anchor
  // together. Rows at listed positions are computed one by one, and one may cost many milliseconds.
  const multiple = rowsOfAnAnchor * Math.ceil(fewestUniformRows / rowsOfAnAnchor);
  const work = single && isExactRange(positions) ? { cost: width, fewestRows: multiple, multiple } : { cost: width };
  return pacerFor(plan, control, width * (single ? 4 : 8), work, tableBytes);
}

/** Rows firstRow, … of the whole table into `data`, until it is full. */
export function* fillRows(
  plan: Plan,
  kind: RawKind,
  positions: RawPositions,
  firstRow: number,
  data: Floats,
  pacer: Pacer,
  total: number,
  axis = 0,
): Pieces<void> {
  checkAxes(plan.sizes, positions);
  const { width } = plan.sizes;
  const length = data.length;
  const rows = width === 0 ? 0 : length / width;
  const type: FloatsConstructor = kind === kinds.f32 ? Float32Array : Float64Array;
  for (let row = 0; row < rows;) {
    const piece = pacer.next(rows - row);
    plan.call((core) => {
      const block = tableRows(core, plan.handle, kind, positions, firstRow + row, piece, axis);
      if (isRawError(block)) return block;
      if (data.length === length) data.set(view(core, block, piece * width, type), row * width);
    });
    if (data.length !== length) throw detached();
    row += piece;
    if (pacer.due((firstRow + row) / total)) yield;
  }
}

function tableRows(
  core: CoreModule,
  handle: number,
  kind: RawKind,
  positions: RawPositions,
  first: number,
  count: number,
  axis: number,
): RawBlock | RawError {
  if (isExactRange(positions))
    return core.tableRange(handle, kind, positions.start + first * positions.step, positions.step, count);
  fillPositions(positions, first, inputOf(core, count * positions.axes));
  return core.tableList(handle, kind, count, axis);
}
