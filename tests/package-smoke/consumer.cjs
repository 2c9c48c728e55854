// The same from CommonJS: the package has no top-level await, so that require() can load it.
const { create } = require('posenc');

create().then(async (pe) => {
  const { data, rows, cols } = await pe.table({ encoding: 'sinusoidal', dim: 4 }, 2);
  console.log(JSON.stringify({ rows, cols, data: [...data] }));
  pe.dispose();
});
