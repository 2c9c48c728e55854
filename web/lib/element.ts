/** The entry `posenc/element`: defines `<posenc-chart>` when imported. `embed/element.ts` documents its attributes. */
import { defineChartElement } from './embed/element.js';
import { create } from './index.js';

defineChartElement(() => create());
