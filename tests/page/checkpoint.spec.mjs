/** A checkpoint's learned table, dropped on the page, becomes an ordinary encoding. */
import { npyBytes } from '../../dist/lib/node.js';
import { expect, test } from './page.mjs';

const table = (rows, cols, f) => ({
  rows,
  cols,
  data: Float32Array.from({ length: rows * cols }, (_, i) => f(Math.floor(i / cols), i % cols)),
});
const chosen = (page) => page.locator('#encoding select[name=encoding]');

test('an .npy file becomes the encoding of all pictures', async ({ notebook, page }) => {
  await notebook.open('', 'encoding', 'table');
  const wpe = table(48, 16, (r, c) => Math.fround(Math.sin(r * 0.3 + c)));
  await notebook.drop('wpe.npy', await npyBytes(wpe));
  await notebook.picture(48, 16);
  await expect(chosen(page)).toHaveValue('learned');
  expect(await notebook.read(7, 5)).toBe(wpe.data[7 * 16 + 5]);
  await page.locator('#table select[name=picture]').selectOption('gram');
  await expect(page.locator('#table')).toHaveAttribute('data-shown', 'learned/gram');
  const norm = wpe.data.subarray(0, 16).reduce((sum, x) => sum + x * x, 0);
  expect(await notebook.read(0, 0)).toBeCloseTo(norm, 12);
  // 768 numbers fit into the link.
  await page.reload();
  await notebook.whole();
  await notebook.picture(48, 48);
  await expect(chosen(page)).toHaveValue('learned');
});

test('of a safetensors file the table of positions is taken, and another can be', async ({ notebook, page }) => {
  await notebook.open('', 'encoding', 'table');
  const parts = [
    { name: 'layer.0.weight', ...table(4, 8, (r, c) => r + c) },
    { name: 'embeddings.position_embeddings.weight', ...table(300, 24, (r, c) => r - c) },
  ];
  await notebook.drop('model.safetensors', manySafetensors(parts));
  await notebook.picture(300, 24);
  expect(await notebook.read(299, 0)).toBe(299);
  const buttons = page.locator('.tensor-list button');
  await expect(buttons).toHaveText(['embeddings.position_embeddings.weight', 'layer.0.weight']);
  await expect(buttons.first()).toHaveAttribute('aria-pressed', 'true');
  // 7200 numbers are too many for a link and for a text field; both say so.
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveAttribute('title', /too many for a link/);
  expect(new URL(page.url()).hash).not.toContain('values');
  await expect(notebook.field('values').locator('textarea')).toHaveAttribute('placeholder', '7,200 numbers');
  await buttons.nth(1).click();
  await notebook.picture(4, 8);
});

test('pickles and broken files are refused with the reason', async ({ notebook, page }) => {
  await notebook.open('', 'encoding', 'table');
  await notebook.drop('pytorch_model.bin', Uint8Array.of(0x80, 2, 0x7d, 0x71, 0, 0x2e, 0, 0));
  await expect(page.locator('#intake .fault')).toContainText(/^pytorch_model\.bin: .*pickle/);
  await notebook.drop('cut.npy', (await npyBytes(table(4, 4, () => 1))).slice(0, 90));
  await expect(page.locator('#intake .fault')).toBeVisible();
  await notebook.drop('good.npy', await npyBytes(table(4, 4, () => 1)));
  await notebook.picture(4, 4);
  await expect(page.locator('#intake .fault')).toBeHidden();
});

/** Several float32 tensors in one file. */
function manySafetensors(tensors) {
  const header = {};
  let end = 0;
  for (const { name, rows, cols } of tensors) {
    const begin = end;
    end += rows * cols * 4;
    header[name] = { dtype: 'F32', shape: [rows, cols], data_offsets: [begin, end] };
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + end);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  let at = 8 + text.length;
  for (const { data } of tensors) {
    bytes.set(new Uint8Array(data.buffer), at);
    at += data.byteLength;
  }
  return bytes;
}
