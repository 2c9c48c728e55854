/** Chromium without a GPU: `navigator.gpu` exists, but there is no adapter. */
import { expect, test } from './published.mjs';

test("without an adapter, 'webgpu' and 'auto' give the bits of the module", async ({ published: page }) => {
  const found = await page.evaluate(async () => {
    const spec = { encoding: 'rope', dim: 64 };
    const expected = await (await create()).table(spec, 40_000);
    const adapter = (await navigator.gpu?.requestAdapter()) ?? null;
    const results = [];
    for (const device of ['webgpu', 'auto']) {
      const pe = await create({ device });
      const { data, backend } = await pe.table(spec, 40_000);
      const same = data.every((value, i) => Object.is(value, expected.data[i]));
      const refusal = await pe.tableOnGpu(spec, 4).catch(({ code, field }) => [code, field]);
      results.push({ backend, same, refusal });
    }
    return { adapter, results };
  });
  expect(found.adapter).toBeNull();
  const refusal = ['bad_argument', 'options.device'];
  for (const result of found.results) expect(result).toEqual({ backend: 'wasm', same: true, refusal });
});
