/** The picture of a chart as a file has it: with its name over it, which in a page stands elsewhere. */
import type { ChartOptions, Kind, Size, View } from './kind.js';
import type { Scene } from './scene.js';
import { titleOf } from './title.js';

export function fileScene<Data, Options extends ChartOptions>(
  kind: Kind<Data, Options>,
  data: Data,
  options: Options,
  { width, height }: Size,
  view: View,
): Scene {
  const titled = { ...options, title: options.title ?? options.label };
  const room = titleOf(titled.title, width).height - titleOf(options.title, width).height;
  return kind.draw(data, titled, { width, height: height + room }, view);
}
