/**
 * The entry `posenc/widget`: implements the anywidget contract, so that Jupyter, marimo and Colab show the same charts
 * (`embed/widget.ts`). `posenc-chart.js` contains it too, for widgets whose code must be one file.
 */
import { widgetOf } from './embed/widget.js';
import { create } from './index.js';
import type { Posenc } from './types/posenc.js';

export type { Widget, WidgetModel } from './embed/widget.js';

let instance: Promise<Posenc> | undefined;

export default widgetOf(() => (instance ??= create()));
