/** The same in one file, for one script tag: the build makes posenc-chart.js of it. */
import { defineChartElement } from './embed/element.js';
import { create } from './global.js';

defineChartElement(() => create());
