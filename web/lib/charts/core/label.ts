/** Accessible name of a chart. */
import type { ChartOptions, Kind } from './kind.js';

export function labelOf<Data, Options extends ChartOptions>(
  kind: Kind<Data, Options>,
  data: Data,
  options: Options,
): string {
  const name = `${kind.name.slice(0, 1).toUpperCase()}${kind.name.slice(1)}`;
  return `${nameOf(kind, options) === kind.name ? '' : `${nameOf(kind, options)}. `}${name}. ${kind.summary(data, options)}`;
}

export const nameOf = ({ name }: { readonly name: string }, { title, label }: ChartOptions): string =>
  title ?? label ?? name;
