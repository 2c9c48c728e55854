import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseNpy, parseSafetensors } from '../../dist/lib/node.js';
import { sampled } from '../web/support/random.mjs';
import { pythonWith } from '../../web/tools/pythons.mjs';
import { expect, test } from './page.mjs';

const SPEC = { encoding: 'sinusoidal', dim: 24 };
const ADDRESS = '#v=1&e=sinusoidal&e.dim=24&n=40&start=5&step=0.5&offsets=64';
const table = (page, dtype, count = 40) =>
  page.evaluate(
    async ([spec, type, n]) =>
      Array.from((await posenc.table(spec, { start: 5, count: n, step: 0.5 }, { dtype: type })).data),
    [SPEC, dtype, count],
  );
const button = (page, name) => page.locator('.files').getByRole('button', { name, exact: true });

for (const dtype of ['f32', 'f64']) {
  test(`NPY, safetensors and CSV hold the ${dtype} table`, async ({ notebook, page }) => {
    await notebook.open(ADDRESS, 'table');
    await notebook.picture(40, 24);
    await page.locator('.files select').selectOption(dtype);
    const numbers = await table(page, dtype);

    const npy = await notebook.save(button(page, 'NPY'));
    expect(npy.name).toBe('sinusoidal-table.npy');
    const parsed = parseNpy(new Uint8Array(npy.bytes));
    expect([parsed.dtype, ...parsed.shape]).toEqual([dtype, 40, 24]);
    expect(Array.from(parsed.data)).toEqual(numbers);

    const safetensors = await notebook.save(button(page, 'safetensors'));
    const file = parseSafetensors(new Uint8Array(safetensors.bytes));
    expect(Array.from(file.tensors.table.data)).toEqual(numbers);
    expect(JSON.parse(file.metadata.spec)).toEqual(SPEC);

    const csv = await notebook.save(button(page, 'CSV'));
    const [head, ...lines] = csv.bytes.toString('utf8').trim().split('\n');
    expect(head.split(',')).toHaveLength(24);
    const read = lines.flatMap((line) => line.split(',').map(Number));
    expect(dtype === 'f32' ? read.map(Math.fround) : read).toEqual(numbers);
  });
}

test('a file may hold more positions than the picture', async ({ notebook, page }) => {
  await notebook.open(ADDRESS, 'table');
  await notebook.picture(40, 24);
  await page.locator('.files input').fill('100000');
  const { bytes } = await notebook.save(button(page, 'NPY'));
  expect(bytes.length).toBe(128 + 100_000 * 24 * 4);
  const last = new Float32Array(bytes.buffer, bytes.byteOffset + bytes.length - 24 * 4, 24);
  expect(Array.from(last)).toEqual(
    await page.evaluate(async (spec) => Array.from((await posenc.table(spec, [5 + 99_999 * 0.5])).data), SPEC),
  );
});

test('a wrong number of positions is refused in words', async ({ notebook, page }) => {
  await notebook.open(ADDRESS, 'table');
  await notebook.picture(40, 24);
  await page.locator('.files input').fill('1e15');
  await button(page, 'NPY').click();
  await expect(page.locator('.files [role=alert]')).not.toBeEmpty();
});

test('charts and heat map are saved as PNG and SVG', async ({ notebook, page }) => {
  await notebook.open(ADDRESS, 'wavelengths', 'table', 'kernel');
  await notebook.picture(40, 24);
  const PNG = '89504e470d0a1a0a';
  const size = ({ bytes }) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  for (const section of ['#wavelengths', '#kernel', '#table']) {
    const tools = page.locator(section).getByRole('group', { name: 'Save as a file' }).first();
    const png = await notebook.save(tools.getByRole('button', { name: 'PNG' }));
    expect(png.bytes.subarray(0, 8).toString('hex')).toBe(PNG);
    expect(size(png)[0]).toBeGreaterThan(1500);
    const svg = (await notebook.save(tools.getByRole('button', { name: 'SVG' }))).bytes.toString('utf8');
    expect(svg).toMatch(/^(<\?xml[^>]*>\s*)?<svg[ >]/);
    expect(svg.match(/<(path|circle)[ />]/g)?.length).toBeGreaterThan(0);
    const titles = [...svg.matchAll(/font-weight="600"[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(titles.join(' '), 'a picture alone says of what it is').toMatch(
      section === '#wavelengths' ? /Llama 3\.1 8B/ : /sinusoidal, d = 24/,
    );
    expect(svg.match(/fill="[^"]*var\(| class="/g), 'no style of the page is left in the file').toBeNull();
  }
});

test('the report is saved as JSON and CSV, and the config fragment reads back', async ({ notebook, page }) => {
  await notebook.open('', 'facts');
  const tools = page.getByRole('group', { name: 'Report as a file' });
  const report = JSON.parse((await notebook.save(tools.getByRole('button', { name: 'JSON' }))).bytes);
  expect(report.frequencies).toEqual(await notebook.frequencies());
  const csv = (await notebook.save(tools.getByRole('button', { name: 'CSV' }))).bytes
    .toString('utf8')
    .trim()
    .split('\n');
  expect(csv.slice(1).map((line) => Number(line.split(',')[1]))).toEqual(report.frequencies);
  const fragment = JSON.parse((await notebook.save(tools.getByRole('button', { name: 'Config fragment' }))).bytes);
  const again = await page.evaluate(
    (config) =>
      posenc.report({ ...config, model_type: 'llama', head_dim: 128, num_attention_heads: 32, hidden_size: 4096 }),
    fragment,
  );
  expect(again.frequencies).toEqual(report.frequencies);
});

/** Programs for a spec, as the page shows them. */
const PROGRAMS = {
  'rope with llama3 scaling': '#v=1&n=50&start=3',
  'rope interleaved with an attention factor':
    '#v=1&e=rope&e.dim=16&e.layout=interleaved&s=yarn&s.factor=8&s.originalContext=2048&n=20',
  'rope without scaling': '#v=1&e=rope&e.dim=32&e.rotaryDim=16&n=20',
  sinusoidal: '#v=1&e=sinusoidal&e.dim=32&n=64&start=-4&step=0.25',
  'sinusoidal, odd, dropped': '#v=1&e=sinusoidal&e.dim=9&e.oddRule=pad-drop&e.layout=half&n=12',
  'sinusoidal, odd, literal, flipped': '#v=1&e=sinusoidal&e.dim=9&e.oddRule=literal&e.layout=half-flipped&n=12',
  'sinusoidal, fairseq':
    '#v=1&e=sinusoidal&e.dim=11&e.oddRule=zero-column&e.layout=half&e.denominator=d/2-1&e.paddingIndex=1&n=12',
  'sinusoidal, scaled': '#v=1&e=sinusoidal&e.dim=10&e.scale=-2.5&n=12',
  'time step': '#v=1&e=timestep&e.dim=33&e.flipSinToCos=1&e.downscaleFreqShift=0&n=30&start=900',
  'ALiBi, 12 heads': '#v=1&e=alibi&e.heads=12&n=6',
  'ALiBi, geometric, symmetric': '#v=1&e=alibi&e.heads=6&e.rule=geometric&e.direction=symmetric&n=6',
};

for (const [what, address] of sampled('programs', Object.entries(PROGRAMS), 2)) {
  test(`the programs for ${what} run and give the table`, async ({ notebook, page }, info) => {
    await notebook.open(`${address}&offsets=64`, 'encoding', 'table');
    await expect(page.locator('#encoding .code')).toContainText('create');
    const rows = Number(/n=(\d+)/.exec(address)[1]);
    await expect(page.locator('.cell-reading')).toContainText(`${rows} ×`);
    const program = await page.locator('#encoding .code').textContent();

    // The JavaScript program, with the package's import replaced by the built file.
    const script = info.outputPath('program.mjs');
    const built = pathToFileURL(new URL('../../dist/lib/node.js', import.meta.url).pathname).href;
    writeFileSync(
      script,
      program
        .replace("'posenc'", `'${built}'`)
        .replace(
          /console\.log\([^;]*\)/,
          "console.log(JSON.stringify(Array.from((typeof table === 'undefined' ? bias : table).data, String)))",
        ),
    );
    const reference = JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })).map(Number);
    expect(reference.length).toBeGreaterThan(10);

    const python = pythonWith('numpy');
    expect(python, 'python3 with numpy').toBeTruthy();
    await page.locator('#encoding').getByRole('tab', { name: 'Python' }).click();
    await expect(page.locator('#encoding .code')).toContainText('import numpy');
    const code = await page.locator('#encoding .code').textContent();
    const file = info.outputPath('program.py');
    writeFileSync(
      file,
      `${code}\nimport json\nresult = bias if 'bias' in dir() else table\nprint(json.dumps([str(v) for v in result.astype(float).ravel()]))\n`,
    );
    const shown = JSON.parse(execFileSync(python, [file], { encoding: 'utf8' })).map((text) =>
      text === '-inf' ? -Infinity : Number(text),
    );
    expect(shown).toHaveLength(reference.length);
    // Angles are below 1000 here: float64 rounds them by 1e-13 at most. Biases are float32 in the library.
    const tolerance = what.startsWith('ALiBi') ? 1e-6 : 4e-13;
    shown.forEach((value, i) => {
      if (value !== reference[i]) expect(Math.abs(value - reference[i]), `entry ${i}`).toBeLessThanOrEqual(tolerance);
    });
  });
}
