/**
 * The Python notebook in a real Jupyter with a real kernel. Runs if Jupyter Notebook and ipywidgets are installed
 * (Debian: jupyter-notebook, python3-ipywidgets) and POSENC_ANYWIDGET is dist/index.js of npm's anywidget.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../web/tools/setup.mjs';

const frontEnd = process.env.POSENC_ANYWIDGET;
const python = '/usr/bin/python3';
const able = frontEnd && spawnSync(python, ['-c', 'import notebook, ipywidgets, ipykernel']).status === 0;

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

test('charts are drawn, follow their model, and tell what is read', async ({ page: tab }) => {
  test.skip(!able, 'no Jupyter Notebook with ipywidgets, or POSENC_ANYWIDGET is not set');
  test.setTimeout(240_000);
  const top = mkdtempSync(join(tmpdir(), 'posenc-jupyter-'));
  const at = (...parts) => join(top, ...parts);
  for (const name of ['work', 'config/custom', 'data/nbextensions/anywidget']) mkdirSync(at(name), { recursive: true });
  copyFileSync(join(root, 'examples/embed/notebook.ipynb'), at('work/notebook.ipynb'));
  copyFileSync(join(root, 'dist/script/posenc-chart.js'), at('work/posenc-chart.js'));
  copyFileSync(join(root, 'tests/page/jupyter/anywidget.py'), at('work/anywidget.py'));
  // before version 7, ipywidgets used another name for its base
  const code = readFileSync(frontEnd, 'utf8').replace(
    'define(["@jupyter-widgets/base"]',
    'define(["jupyter-js-widgets"]',
  );
  writeFileSync(at('data/nbextensions/anywidget/index.js'), code);
  writeFileSync(
    at('config/custom/custom.js'),
    `require.config({ paths: { anywidget: '/nbextensions/anywidget/index' } });`,
  );
  const port = await freePort();
  const args = ['--no-browser', '--allow-root', '--ip=127.0.0.1', `--port=${port}`, '--NotebookApp.token='];
  const env = {
    ...process.env,
    ...{
      JUPYTER_DATA_DIR: at('data'),
      JUPYTER_CONFIG_DIR: at('config'),
      JUPYTER_RUNTIME_DIR: at('rt'),
      IPYTHONDIR: at('ipy'),
    },
  };
  const jupyter = spawn(python, ['-m', 'notebook', ...args], { cwd: at('work'), env, stdio: 'ignore' });
  try {
    const address = `http://127.0.0.1:${port}/notebooks/notebook.ipynb`;
    await expect(async () => void (await tab.goto(address))).toPass({ timeout: 60_000 });
    const connected = () => globalThis.Jupyter?.notebook?.kernel?.is_connected?.();
    await tab.waitForFunction(connected, undefined, { timeout: 60_000 });
    await tab.evaluate(() => globalThis.Jupyter.notebook.execute_all_cells());
    const dials = tab.locator('.about', { hasText: 'dials' });
    await expect(dials).toContainText('16 dials', { timeout: 60_000 });
    await expect(tab.locator('.about', { hasText: 'Loss of a run' })).toHaveCount(1);
    const run = (text) =>
      tab.evaluate(
        (source) =>
          new Promise((done) => {
            const output = (message) => message.content.text && done(message.content.text.trim());
            globalThis.Jupyter.notebook.kernel.execute(source, { iopub: { output } }, { silent: false });
          }),
        text,
      );
    await run("chart.spec = {'encoding': 'rope', 'dim': 8}\nprint(1)");
    await expect(dials).toContainText('4 dials');
    await tab
      .locator('.stage')
      .first()
      .hover({ position: { x: 20, y: 60 } });
    await expect.poll(() => run('print(chart.cursor)')).toBe("{'pair': 0}");
    // keys in a chart do not reach the notebook, where s saves and the arrows move to other cells
    const before = await tab.evaluate(() => globalThis.Jupyter.notebook.get_selected_index());
    await tab.locator('.stage').nth(1).focus();
    for (const key of ['Home', 's', 'ArrowDown', 'ArrowRight', 's', 'a']) await tab.keyboard.press(key);
    expect(await tab.evaluate(() => globalThis.Jupyter.notebook.get_selected_index())).toBe(before);
    expect(await tab.evaluate(() => globalThis.Jupyter.notebook.get_cells().length)).toBe(6);
  } finally {
    const ended = new Promise((done) => jupyter.once('exit', done));
    jupyter.kill();
    await ended;
    rmSync(top, { recursive: true, force: true });
  }
});
