/** The element in one file, for a script tag: the build turns it into posenc-chart.js. */
import { defineChartElement } from './embed/element.js';
import { create } from './global.js';

defineChartElement(() => create());
