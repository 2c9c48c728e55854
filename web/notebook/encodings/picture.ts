/**
 * What a card shows, chosen from what the row itself says it can do: the table, else the bias, and so
 * on down the list. Nothing here knows a single encoding by name.
 */
import type { EncodingSpec, Posenc } from '../../lib/posenc.js';
import type { EncodingInfo, Stage } from '../../lib/registry.js';
import type { Cells } from '../../lib/charts/index.js';
import type { DraftSpec } from '../state.js';
import { asSpec } from '../state.js';

export interface CardPicture {
  readonly stage: Stage;
  /** One matrix, or several of one size. */
  readonly tiles: readonly Cells[];
  readonly colours: 'rdbu' | 'viridis';
  readonly caption: string;
}

/** Positions of a table and of each side of a map between queries and keys. */
const POSITIONS = 64;

type Make = (pe: Posenc, info: EncodingInfo, spec: EncodingSpec, signal: AbortSignal) => Promise<CardPicture>;

const makers: readonly (readonly [Stage, Make])[] = [
  [
    'table',
    async (pe, _, spec, signal) => {
      const { data, rows, cols } = await pe.table(spec, POSITIONS, { dtype: 'f32', signal });
      return {
        stage: 'table',
        tiles: [{ data, rows, cols }],
        colours: 'rdbu',
        caption: `Table: ${rows} positions down, ${cols} channels across.`,
      };
    },
  ],
  [
    'attentionBias',
    async (pe, _, spec, signal) => {
      const { data } = await pe.attentionBias(spec, POSITIONS, POSITIONS, { head: 0, signal });
      return {
        stage: 'attentionBias',
        tiles: [{ data, rows: POSITIONS, cols: POSITIONS }],
        colours: twoSigned(data) ? 'rdbu' : 'viridis',
        caption: `Bias of the first head: ${POSITIONS} queries down, ${POSITIONS} keys across.`,
      };
    },
  ],
];

export async function pictureOf(
  pe: Posenc,
  info: EncodingInfo,
  spec: DraftSpec,
  signal: AbortSignal,
): Promise<CardPicture> {
  const found = makers.find(([stage]) => info.stages.includes(stage));
  if (found === undefined)
    throw new Error(`${info.title} has no stage that gives a picture: ${info.stages.join(', ')}`);
  return found[1](pe, info, asSpec(spec), signal);
}

function twoSigned(data: Float32Array): boolean {
  return data.some((x) => x > 0 && x < Infinity) && data.some((x) => x < 0 && x > -Infinity);
}
