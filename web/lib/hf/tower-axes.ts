/** Axes of vision towers in a report: frequencies and periods of each coordinate, in patches, pixels or frames. */
import type { RopeNdSpec } from '../generated/encodings.js';
import type { ConfigReport, Tower } from '../types/config.js';
import { type AskedAxis, axisQuestions, axisReports } from './axial/axes.js';
import type { Questions } from './questions.js';

/** @returns undefined for a tower that does not rotate by several coordinates. */
export function askedAxes({ spec, coordinates, fields }: Tower): AskedAxis[] | undefined {
  if (spec?.encoding !== 'rope-nd' || coordinates === undefined) return undefined;
  const { dim, widths, base = 10_000 } = spec;
  return coordinates.map((name, axis) => {
    const size = fields[name === 'frame' ? 'temporal_patch_size' : 'patch_size'];
    const step =
      typeof size === 'number' && size > 0 && ({ size, of: name === 'frame' ? 'frames' : 'pixels' } as const);
    return { name, width: widths?.[axis] ?? dim / coordinates.length, base, ...(step && { step }) };
  });
}

/** The report of `inner`, with the axes of its towers. */
export function withTowerAxes(
  inner: Questions<ConfigReport>,
  towers: readonly Tower[] | undefined,
): Questions<ConfigReport> {
  const asked = towers?.map(askedAxes) ?? [];
  if (!towers || asked.every((axes) => axes === undefined)) return inner;
  const own = inner.questions.length;
  return {
    questions: [...inner.questions, ...asked.flatMap((axes) => (axes ? axisQuestions(axes) : []))],
    answer: (raw) => {
      let next = own;
      const told = towers.map((tower, i): Tower => {
        const axes = asked[i];
        if (!axes) return tower;
        const numbers = raw.slice(next, (next += axes.length));
        return { ...tower, axes: axisReports(axes, numbers, (tower.spec as RopeNdSpec).order === 'alternating') };
      });
      const { layers, ...report } = inner.answer(raw.slice(0, own));
      return {
        ...report,
        towers: told,
        ...(layers && {
          layers: Object.fromEntries(Object.entries(layers).map(([name, layer]) => [name, { ...layer, towers: told }])),
        }),
      };
    },
  };
}
