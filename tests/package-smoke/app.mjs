// An app that a bundler makes one folder of: prints one table and one analysis as JSON.
import { create } from 'posenc';

const pe = await create();
const { data } = await pe.table({ encoding: 'sinusoidal', dim: 4 }, 2);
const kernel = { spec: { encoding: 'rope', dim: 8 }, positions: 5 };
const { profileMean } = await pe.analyse({ analysis: 'stationarity' }, { kernel });
console.log(JSON.stringify({ data: [...data], profileMean: [...profileMean], fetched: globalThis.fetched }));
pe.dispose();
