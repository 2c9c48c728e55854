/** Describes the result. */
import type { Identification, IdentifiedSpec, IdentifyCandidate } from '../types/identify.js';

/** `yarn (factor 4, originalContext 32768) on base 1000000` */
export function specWords(spec: IdentifiedSpec): string {
  if (spec.encoding === 'sinusoidal')
    return `sinusoids of ${spec.dim} channels, base ${spec.base ?? 10_000}, with the denominator ${spec.denominator ?? 'd/2'}`;
  const { base = 10_000, dim, rotaryDim = dim, scaling } = spec;
  const width = `${rotaryDim} rotated channels, base ${base}`;
  if (scaling === undefined || scaling.type === 'default') return `rope of ${width}, without a context extension`;
  const { type, ...rest } = scaling;
  const said = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? `of ${value.length} numbers` : String(value)}`);
  return `rope of ${width}, ${type}${said.length > 0 ? ` (${said.join(', ')})` : ''}`;
}

export const mistakeWords = ({ mistakes }: IdentifyCandidate): string =>
  mistakes.map(({ title }) => title).join('; and ');

const short = (x: number): string => String(Number(x.toPrecision(6)));

export function partsWords({ parts, pairs, pairsAlike }: IdentifyCandidate): string {
  if (!parts) return 'agrees in every number';
  const at = parts.position === undefined ? '' : `, position ${parts.position}`;
  return `first differs at pair ${parts.pair}${at} (${short(parts.given)} was given, ${short(parts.made)} expected); ${pairsAlike} of ${pairs} pairs agree`;
}

type Unsaid = Omit<Identification, 'sentence'>;

export function sentenceOf({ verdict, explanations, nearest, expected }: Unsaid): string {
  const [first, ...others] = explanations;
  const also =
    others.length > 0 ? ` ${others.length} other explanation${others.length === 1 ? ' fits' : 's fit'} as well.` : '';
  const away = expected?.parts ? ` Compared with the config, it ${partsWords(expected)}.` : '';
  if (!first) {
    const near = nearest
      ? ` The nearest is ${specWords(nearest.spec)}${nearest.mistakes.length > 0 ? ` with a mistake (${mistakeWords(nearest)})` : ''}; it ${partsWords(nearest)}.`
      : '';
    return `Nothing known explains these numbers.${near}`;
  }
  switch (verdict) {
    case 'expected':
      return `These are the numbers of the config: ${specWords(first.spec)}.`;
    case 'mistake':
      return `A known mistake gives these numbers: ${mistakeWords(first)}. The spec without it is ${specWords(first.spec)}.${also}${away}`;
    case 'other':
      return `These are not the numbers of the config but of ${specWords(first.spec)}.${also}${away}`;
    default:
      return `These are the numbers of ${specWords(first.spec)}.${also}`;
  }
}
