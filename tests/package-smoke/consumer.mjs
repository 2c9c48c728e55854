// A program of somebody who installed the package: prints one table as JSON.
import { create } from 'posenc';

const pe = await create();
const { data, rows, cols } = await pe.table({ encoding: 'sinusoidal', dim: 4 }, 2);
console.log(JSON.stringify({ rows, cols, data: [...data] }));
pe.dispose();
