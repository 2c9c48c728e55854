/** The picture of a chart for a file, with its name as the title, which a page shows elsewhere. */
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
