/**
 * The entry `posenc/widget`: the contract of anywidget, so that Jupyter, marimo and Colab show the same charts
 * (`embed/widget.ts`). Where a widget's code has to be one file, `posenc-chart.js` holds the same.
 */
import { widgetOf } from './embed/widget.js';
import { create } from './index.js';
import type { Posenc } from './types/posenc.js';

export type { Widget, WidgetModel } from './embed/widget.js';

let instance: Promise<Posenc> | undefined;

export default widgetOf(() => (instance ??= create()));
