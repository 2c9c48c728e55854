/** Formats the error of float32 angles at one position, by each engine's steps; for one engine by pair. */
import type { EngineAnswer, EngineRounding } from '../lib/node.js';
import { columns, short, wrap } from './columns.js';
import { inLines } from './harmless.js';

interface Row {
  readonly title: string;
  readonly layer: string;
  readonly rounding: EngineRounding | undefined;
  readonly frequencies: readonly number[];
}

const rowsOf = (answers: readonly EngineAnswer[]): Row[] =>
  answers.flatMap(({ title, layers }) =>
    Object.entries(layers).map(([layer, { rounding, frequencies }]) => ({ title, layer, rounding, frequencies })),
  );

/** @param one true for a single engine, whose pairs are listed */
export function roundingTable(answers: readonly EngineAnswer[], position: number, one: boolean): string {
  const rows = rowsOf(inLines(answers));
  const head = ['engine', 'layers', 'steps', 'largest error, rad', 'in positions', 'pair', 'cos and sin'];
  const cells = rows.map(({ title, layer, rounding }) =>
    rounding
      ? [title, layer, rounding.steps, ...worstOf(rounding), rounding.table]
      : [title, layer, 'not read', '', '', '', ''],
  );
  const sources = new Map(rows.flatMap(({ title, rounding }) => (rounding ? [[title, rounding.source] as const] : [])));
  return [
    `angles at position ${position} in float32, against the exact angles of the same engine`,
    columns([head, ...cells]),
    '',
    ...(one ? rows.flatMap(pairsOf) : []),
    ...(rows.some(({ rounding }) => rounding?.table === 'type of the model')
      ? [wrap('Cosines and sines in the type of the model: bf16 rounds them by up to 0.004, fp16 by up to 0.0005.', '')]
      : []),
    ...[...sources].map(([title, source]) => wrap(`[${title}: ${source}]`, '')),
  ].join('\n');
}

const worstOf = ({ worst }: EngineRounding): string[] => [
  short(worst.angle),
  short(worst.positions),
  String(worst.pair),
];

function pairsOf({ layer, rounding, frequencies }: Row): string[] {
  if (!rounding) return [];
  const rows = rounding.angles.map((angle, pair) => {
    const frequency = frequencies[pair]!;
    return [String(pair), short(frequency), short(angle), frequency === 0 ? '–' : short(angle / frequency)];
  });
  return [columns([[`pair, ${layer}`, 'rad/position', 'error, rad', 'in positions'], ...rows]), ''];
}
