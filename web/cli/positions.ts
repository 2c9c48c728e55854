/**
 * `--positions`: start:stop, start:stop:step (stop excluded, as in Python), or a list 0,1,1000000.
 *
 * The number of rows is computed from the decimals as typed: 1:1.3:0.1 has 3 positions, although 1.3 - 1 exceeds 0.3 in
 * binary.
 */
import type { PositionRange } from '../lib/types/posenc.js';
import { printable } from '../lib/checks/show.js';
import { misuse } from './command.js';

export function parsePositions(text: string): readonly number[] | PositionRange {
  const parts = text.split(':');
  if (parts.length === 1) return text.split(',').map((part) => decimal(part).value);
  if (parts.length > 3)
    throw misuse('--positions', `--positions has ${parts.length} parts; start:stop or start:stop:step is allowed`);
  const [start, stop, step] = [decimal(parts[0]!), decimal(parts[1]!), decimal(parts[2] ?? '1')];
  if (step.value === 0) throw misuse('--positions', '--positions must have a step other than 0');
  return { start: start.value, count: count(start, stop, step), step: step.value };
}

/** digits * 10^-places, exactly. */
interface Decimal {
  readonly value: number;
  readonly digits: bigint;
  readonly places: number;
}

function decimal(text: string): Decimal {
  const match = /^([+-]?)([0-9]{1,30})(?:\.([0-9]{1,30}))?(?:e([+-]?[0-9]{1,2}))?$/i.exec(text.trim());
  if (!match)
    throw misuse(
      '--positions',
      `--positions holds '${printable(text)}'; give start:stop, start:stop:step or a list such as 0,1,1000000`,
    );
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
  return { value: Number(text), digits, places: fraction.length - Number(exponent) };
}

/** ceil((stop - start) / step), at least 0. */
function count(start: Decimal, stop: Decimal, step: Decimal): number {
  const places = Math.max(start.places, stop.places, step.places);
  const scaled = ({ digits, places: own }: Decimal): bigint => digits * 10n ** BigInt(places - own);
  const by = scaled(step);
  const span = scaled(stop) - scaled(start);
  const steps = span / by + (span % by !== 0n && span > 0n === by > 0n ? 1n : 0n);
  return steps < 0n ? 0 : Number(steps);
}
