/** What a screen reader says of a chart. */
import type { ChartOptions, Kind } from './kind.js';

export function labelOf<Data, Options extends ChartOptions>(
  kind: Kind<Data, Options>,
  data: Data,
  options: Options,
): string {
  const name = `${kind.name.slice(0, 1).toUpperCase()}${kind.name.slice(1)}`;
  return `${options.title ? `${options.title}. ` : ''}${name}. ${kind.summary(data, options)}`;
}
