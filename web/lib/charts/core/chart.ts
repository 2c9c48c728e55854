/** Makes a chart of its kind: a function that returns an element, and one that returns an SVG file as a string. */
import { PosencError } from '../../checks/errors.js';
import { guarded } from '../../checks/record.js';
import type { ChartOptions, Kind } from './kind.js';
import type { ChartElement } from './chart-element.js';
import { fileScene } from './file-scene.js';
import { host } from './host.js';
import { invalidate } from './memo.js';
import { labelOf } from './label.js';
import { svgText } from './scene-text.js';
import { checkTaken } from './shape.js';

/** `lineChart(data, options)`. Throws a PosencError for data that it cannot draw. */
export interface Chart<Data, Options extends ChartOptions> {
  (data: Data, options?: Options): ChartElement<Data, Options>;
  /** The same picture as an SVG string, without a document: 640 pixels wide and light by default. */
  svg(data: Data, options?: Options): string;
  /** Its id in `charts`; undefined if it is not listed there. */
  readonly id: string | undefined;
  /** Loads the JSON schema of its data. @internal */
  readonly json: Kind<Data, Options>['json'];
}

export function chart<Data, Options extends ChartOptions>(own: Kind<Data, Options>): Chart<Data, Options> {
  const kind: Kind<Data, Options> = {
    ...own,
    check(data, options) {
      checkTaken(own.takes, data, options);
      own.check(data, options);
    },
  };
  const make = (data: Data, options = {} as Options): ChartElement<Data, Options> => {
    if (typeof document === 'undefined')
      throw new PosencError(
        'not_defined',
        'document',
        'a chart is an element of a page, and there is no document here; its function svg(data, options) returns a picture without one',
      );
    invalidate(data);
    return guarded(subject, () => host(kind, data, options));
  };
  const svg = (data: Data, options = {} as Options): string => guarded(subject, () => text(data, options));
  const text = (data: Data, options: Options): string => {
    kind.check(data, options);
    invalidate(data);
    const width = options.width ?? fileWidth;
    const height = options.height ?? kind.height(data, options, width);
    return svgText(fileScene(kind, data, options, { width, height }, {}), {
      theme: options.theme === 'dark' ? 'dark' : 'light',
      label: labelOf(kind, data, options),
    });
  };
  return Object.assign(make, { svg, id: own.id, json: own.json });
}

const fileWidth = 640;

/** Invalid data fail at some point while they are read. */
const subject = { code: 'bad_argument', field: 'data', what: 'data of this chart' } as const;
