/** The entry `posenc/element`: defines `<posenc-chart>` when it is imported (`embed/element.ts` says what it takes). */
import { defineChartElement } from './embed/element.js';
import { create } from './index.js';

defineChartElement(() => create());
