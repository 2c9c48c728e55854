import { gguf, llamaKeys } from '../web/support/gguf.mjs';
import { bundledConfig, expect, golden, test } from './page.mjs';

/** Golden tolerance for frequencies: both sides are correctly rounded, up to the last digit. */
function expectFrequencies(shown, reference) {
  expect(shown).toHaveLength(reference.length);
  shown.forEach((value, i) =>
    expect(Math.abs(value - reference[i]), `pair ${i}`).toBeLessThanOrEqual(1e-15 * reference[i]),
  );
}

test('the first view is the report on Llama 3.1 8B, equal to the golden file', async ({ notebook, page }) => {
  await notebook.open('', 'facts');
  const { expected } = golden('rope_llama31_8b');
  await expect(page.locator('tr[data-pair]')).toHaveCount(64);
  expectFrequencies(await notebook.frequencies(), expected.inv_freq);
  await expect(notebook.fact('type')).toHaveText('llama3');
  expect(await notebook.number('base')).toBe(500000);
  expect(await notebook.number('trainedContext')).toBe(8192);
  expect(await notebook.number('contextLength')).toBe(131072);
  expect(await notebook.number('pairsWithFullTurn')).toBe(expected.wavelength_report.pairs_with_full_turn);
  await expect(page.locator('[data-fact="base"] .from')).toHaveText('rope_theta');
  await expect(page.locator('.verdict')).toContainText('Keys and values of 131,072 tokens take 16 GiB in 16 bits');
});

test('a dropped config.json of DeepSeek-V3 gives the golden numbers', async ({ notebook }) => {
  await notebook.open('', 'facts');
  await notebook.drop('config.json', bundledConfig('deepseek-v3'));
  await expect(notebook.fact('type')).toHaveText('yarn');
  const { expected } = golden('rope_deepseek_v3');
  expectFrequencies(await notebook.frequencies(), expected.inv_freq);
  expect(await notebook.number('rotaryDim')).toBe(64);
  expect(await notebook.number('softmaxMultiplier')).toBeCloseTo(1.8739, 4);
});

test('a dropped GGUF file is read from its header, and its keys travel in the link', async ({ notebook, page }) => {
  await notebook.open('', 'facts');
  const factors = Array.from({ length: 64 }, (_, i) => 1 + i / 8);
  const tokens = Array.from({ length: 50_000 }, (_, i) => `token ${i}`);
  const file = gguf(llamaKeys({ 'tokenizer.ggml.tokens': [['str'], tokens] }), {
    'rope_freqs.weight': { shape: [64], data: factors },
  });
  await notebook.drop('model.gguf', file);
  await expect(page.locator('.report-title')).toHaveText('model.gguf');
  await expect(page.locator('[data-fact="base"] .from')).toHaveText('llama.rope.freq_base');
  const frequencies = await notebook.frequencies();
  frequencies.forEach((value, i) => expect((value * factors[i]) / 500000 ** (-i / 64)).toBeCloseTo(1, 12));
  await expect.poll(() => page.url()).toContain('name=model.gguf');
  await page.reload();
  await expect(page.locator('.report-title')).toHaveText('model.gguf');
  await expect(page.locator('[data-fact="base"] .from')).toHaveText('llama.rope.freq_base');
  await notebook.drop('cut.gguf', file.slice(0, 90));
  await expect(page.locator('#intake .fault')).toContainText('cut.gguf: this GGUF file cannot be read');
  await page.locator('input[type=file]').setInputFiles({ name: 'own.gguf', mimeType: '', buffer: Buffer.from(file) });
  await expect(page.locator('.report-title')).toHaveText('own.gguf');
});

test('a file can be chosen, and a text pasted', async ({ notebook, page }) => {
  await notebook.open('', 'facts');
  await page.locator('input[type=file]').setInputFiles({
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(bundledConfig('gpt-oss-20b')),
  });
  await expect(page.locator('.report-title')).toHaveText('mine.json');
  expectFrequencies(await notebook.frequencies(), golden('rope_gpt_oss').expected.inv_freq);
  await expect(page.locator('.drop-zone')).toBeHidden();
  await page.getByRole('button', { name: 'Change' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Choose a file' }).first()).toBeFocused();
  await page.getByText('or paste it').click();
  await page
    .getByLabel('Text of a config.json')
    .fill(
      '{"model_type":"llama","head_dim":128,"num_attention_heads":32,"hidden_size":4096,"rope_theta":10000,"max_position_embeddings":4096}',
    );
  await page.getByRole('button', { name: 'Read it' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.report-title')).toHaveText('pasted config');
  await expect(page.getByRole('button', { name: 'Change' })).toBeFocused();
  expectFrequencies(await notebook.frequencies(), golden('rope_llama2_7b').expected.inv_freq);
});

test('the bundled configurations give a report with source and warnings', async ({ notebook, page }) => {
  await notebook.open('', 'facts');
  for (const [id, name] of [
    ['qwen2.5-7b-yarn', 'rope_qwen25_yarn'],
    ['phi-3-mini-128k', 'rope_phi3_mini_128k'],
    ['gemma-3-27b', 'rope_gemma3_27b_global'],
  ]) {
    await page.locator(`[data-preset="${id}"]`).click();
    await expect(page.locator(`[data-preset="${id}"]`)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('.file-bar a')).toHaveAttribute('href', /^https:\/\/huggingface\.co\//);
    // configurations typed from memory are labelled
    await expect(page.locator('.file-bar .from-memory')).toHaveCount(id === 'qwen2.5-7b-yarn' ? 1 : 0);
    const expected = golden(name).expected;
    const reference = expected.inv_freq ?? expected.inv_freq_long;
    if (id === 'gemma-3-27b') await page.getByRole('tab', { name: 'full attention' }).click(); // its first layer is local
    await expect.poll(async () => (await notebook.frequencies()).length).toBe(reference.length);
    await expect
      .poll(async () => (await notebook.frequencies())[reference.length - 1])
      .toBeCloseTo(reference[reference.length - 1], 15);
    expectFrequencies(await notebook.frequencies(), reference);
    await expect(page.locator('[data-warning] .source').first()).toBeVisible();
  }
});

test('layer types are tabs, moved by the arrow keys', async ({ notebook, page }) => {
  await notebook.open('', 'facts');
  await page.locator('[data-preset="gemma-3-27b"]').click();
  const tabs = page.getByRole('tablist', { name: 'Layer types' }).getByRole('tab');
  await expect(tabs).toHaveCount(2);
  const sliding = tabs.filter({ hasText: 'sliding attention' });
  await sliding.click();
  await expect(sliding).toHaveAttribute('aria-selected', 'true');
  expect(await notebook.number('base')).toBe(10000);
  expectFrequencies(await notebook.frequencies(), golden('rope_gemma3_local').expected.inv_freq);
  await sliding.press('ArrowLeft');
  expect(await notebook.number('base')).toBe(1_000_000);
});

test('the context length chooses the regime of LongRoPE', async ({ notebook, page }) => {
  await notebook.open('', 'facts');
  await page.locator('[data-preset="phi-3-mini-128k"]').click();
  await expect(page.locator('[data-fact="type"] .means')).toContainText('long');
  const before = await notebook.frequencies();
  const box = page.locator('#config [data-field="contextLength"] input[type=number]');
  await box.fill('4096');
  await box.blur();
  await expect(page.locator('[data-fact="type"] .means')).toContainText('short');
  expect((await notebook.frequencies())[40]).toBeGreaterThan(before[40]);
  const slider = page.locator('#config [data-field="contextLength"] input[type=range]');
  await slider.focus();
  await slider.press('End');
  await expect(page.locator('[data-fact="type"] .means')).toContainText('long');
  expect(await notebook.number('contextLength')).toBe(2 ** 24);
});

const WRONG = [
  ['truncated JSON', '{"rope_theta": 500000, "head_dim"'],
  ['no configuration', '[1, 2, 3]'],
  [
    'a negative base',
    '{"head_dim": 128, "num_attention_heads": 32, "rope_theta": -1, "max_position_embeddings": 4096}',
  ],
  ['an empty text', ''],
];
test('what cannot be read is refused with a reason, and the page goes on', async ({ notebook, page }) => {
  await notebook.open('', 'facts');
  await expect(page.locator('tr[data-pair]')).toHaveCount(64);
  let title = 'Llama 3.1';
  for (const [what, text] of WRONG) {
    await notebook.drop('wrong.json', text);
    const alert = page.locator('#intake .fault');
    await expect(alert, what).toBeVisible();
    // it names the file, and is in view at the top of the page; the last good report stays, under its own name
    await expect(alert).toContainText(/^wrong\.json: .{15}.* Below is still /);
    await page.evaluate(() => scrollTo(0, 0));
    expect((await alert.boundingBox()).y).toBeLessThan(450);
    await expect(page.locator('.report-title')).toContainText(title);
    title = `${what}.json`;
    await notebook.drop(title, bundledConfig('deepseek-v3'));
    await expect(page.locator('.report-title')).toHaveText(title);
    await expect(notebook.fact('type')).toHaveText('yarn');
    await expect(alert).toBeHidden();
  }
});

test('markup in a config stays text', async ({ notebook, page }) => {
  await notebook.open('', 'facts');
  const name = '<img src=x onerror="window.broken=1">.json';
  await notebook.drop(
    name,
    JSON.stringify({
      ...JSON.parse(bundledConfig('llama-3.1-8b')),
      model_type: '<script>window.broken=1</script>',
      '<b>odd</b>': 1,
    }),
  );
  await expect(page.locator('.report-title')).toHaveText(name);
  expect(await page.evaluate(() => window.broken)).toBeUndefined();
  await expect(page.locator('main img, main script, main b:text("odd")')).toHaveCount(0);
});

test('the wavelength chart is read by keyboard and pointer', async ({ notebook, page }) => {
  await notebook.open('', 'wavelengths');
  const chart = page.locator('#wavelengths').getByRole('slider');
  await chart.focus();
  await chart.press('End');
  await expect(chart).toHaveAttribute('aria-valuenow', '63');
  await expect(chart).toHaveAttribute('aria-valuetext', /pair 63: positions per turn 20,?4.* band scaled/);
  await chart.hover({ position: { x: 48, y: 200 } }); // waits until nothing above moves it
  await expect(page.locator('#wavelengths .reading')).toContainText('pair 0: 6.28319 positions a turn');
  // a column for each run of a band: kept, blended, scaled
  for (const band of ['kept', 'blended', 'scaled'])
    await expect(chart.locator(`rect[fill="var(--posenc-${band})"]`)).toHaveCount(1);
});

test('a file far larger than any config.json is refused unread', async ({ notebook, page }) => {
  await notebook.open('', 'facts');
  await notebook.drop('huge.json', ' '.repeat(9 * 1024 * 1024));
  await expect(page.locator('#intake .fault')).toContainText('huge.json has 9,437,184 bytes');
});

test('what is true of every model stands on Precision', async ({ notebook, page }) => {
  await notebook.open('', 'facts');
  const codes = await page.evaluate(
    async (text) => (await posenc.report(text)).warnings.map(({ code }) => code),
    bundledConfig('llama-3.1-8b'),
  );
  expect(codes).toEqual(expect.arrayContaining(['float32_angles', 'low_precision_positions']));
  await expect(page.locator('[data-warning="float32_angles"], [data-warning="low_precision_positions"]')).toHaveCount(
    0,
  );
  await expect(page.locator('#report .report-remark a')).toHaveAttribute('href', 'precision.html');
});

test('a broken first file leaves the verdict under its own name; a length that was wrong is forgotten; focus stays', async ({
  notebook,
  page,
}) => {
  await page.goto(`${notebook.origin}report.html`);
  await notebook.ready();
  await notebook.drop('wrong.json', '{ "rope_theta": ');
  await expect(page.locator('#intake .fault')).toContainText(/^wrong\.json: .*Below is still Llama 3\.1 8B/);
  await expect(page.locator('.report-title')).toContainText('Llama 3.1 8B');
  const field = page.locator('[data-field=contextLength]');
  await field.locator('input[type=number]').fill('0');
  await expect(field.locator('.field-error')).toContainText('but 0 was given');
  await page.getByRole('button', { name: '131,072, by the file' }).click();
  await expect(field.locator('.field-error')).toBeEmpty();
  await expect(field.locator('input[type=number]')).toHaveValue('131072');
  await page.locator('[data-preset="gemma-3-27b"]').click();
  await expect(page.locator('#intake .fault')).toBeHidden();
  await expect(page.locator('.report-title')).toContainText('Gemma 3');
  const twice = page.getByRole('group', { name: 'Lengths of note' }).getByRole('button').nth(1);
  await expect(page.locator('.verdict')).toHaveAttribute('data-length', '131072');
  await twice.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.verdict')).toHaveAttribute('data-length', '262144');
  await expect(twice).toBeFocused();
});

test('a length that was asked for is asked of the files that follow, and a broken one changes nothing', async ({
  notebook,
  page,
}) => {
  await notebook.open('', 'config');
  const [box, verdict] = [page.locator('[data-field=contextLength] input[type=number]'), page.locator('.verdict')];
  const asked = async (length) => {
    await expect(verdict).toHaveAttribute('data-length', String(length));
    await expect(box).toHaveValue(String(length));
    expect(page.url()).toContain(`ctx=${length}`);
  };
  await notebook.drop('deepseek.json', bundledConfig('deepseek-v3'));
  await expect(page.locator('.report-title')).toHaveText('deepseek.json');
  await expect(page.locator('.report-model')).toHaveText('DeepseekV3 · 61 layers · head width 64 · base 10,000');
  await box.fill('65536');
  await box.blur();
  await asked(65_536);
  const [said, address] = [await verdict.textContent(), page.url()];
  for (const text of ['{ "rope_theta": 1,, }', '[1]', '']) {
    await notebook.drop('broken.json', text);
    await expect(page.locator('#intake .fault')).toContainText('Below is still deepseek.json.');
    await asked(65_536);
    expect(await verdict.textContent()).toBe(said);
    expect(page.url()).toBe(address);
  }
  await notebook.drop('oss.json', bundledConfig('gpt-oss-20b'));
  await expect(page.locator('.report-title')).toHaveText('oss.json');
  await expect(page.locator('#intake .fault')).toBeHidden();
  await asked(65_536);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.locator('[data-preset="gemma-3-27b"]').click();
  await expect(page.locator('.report-title')).toContainText('Gemma 3');
  await asked(65_536);
});

test('headline, colour and rows are of the engine that is chosen, and flags that are needed are counted', async ({
  notebook,
  page,
}) => {
  await notebook.open('#v=1&config=deepseek-v3', 'config');
  const kimi = { ...JSON.parse(bundledConfig('deepseek-v3')) };
  kimi.rope_scaling = { ...kimi.rope_scaling, beta_fast: 1, beta_slow: 1 };
  await notebook.drop('kimi.json', JSON.stringify(kimi));
  await expect(page.locator('.report-title')).toHaveText('kimi.json');
  const engines = await page.$$eval('select[name=engine] option', (all) => all.map((one) => one.value));
  for (const engine of engines.filter((one) => one !== 'all')) {
    await page.locator('select[name=engine]').selectOption(engine);
    const rows = page.locator('.verdict-rows > li');
    await expect
      .poll(() => rows.evaluateAll((all) => [...new Set(all.map((one) => one.dataset.engine))]))
      .toEqual([engine]);
    const marks = await page.locator('.verdict-mark').allTextContents();
    const answer = marks.every((one) => one === 'yes') ? 'yes' : marks.includes('yes') ? 'in part' : 'no';
    await expect(page.locator('.verdict'), engine).toHaveAttribute('data-answer', answer);
    await expect(page.locator('.verdict-text'), engine).toHaveText(
      new RegExp(`^${{ yes: 'Yes', no: 'No', 'in part': 'In part' }[answer]}: `),
    );
  }
  await page.locator('select[name=engine]').selectOption('llama-cpp');
  await expect(page.locator('.verdict-engine')).toContainText('yes');
  await expect(page.locator('.verdict-engine')).toContainText(', with 2 flags');
  await expect(page.locator('.verdict-rows .command')).toContainText('--yarn-beta-fast 1 --yarn-beta-slow 1');
  await expect(page.locator('.verdict-rows').getByRole('button', { name: 'Copy' })).toHaveCount(1);
});

test('an engine that is not asked about a GGUF file is not said to refuse it', async ({ notebook, page }) => {
  await notebook.open('#v=1&engine=vllm', 'config');
  await notebook.drop('model.gguf', gguf(llamaKeys()));
  await expect(page.locator('.verdict-text')).toContainText(
    'Not known for vLLM: of a GGUF file, only llama.cpp is asked',
  );
  await expect(page.locator('.verdict')).toHaveAttribute('data-answer', 'not known');
  await expect(page.locator('.verdict-rows')).toContainText('llama.cpp');
});

test('a transformer/config.json of diffusers: its axes in frames, its encoding below, and no word of engines', async ({
  notebook,
  page,
}) => {
  await notebook.open('', 'facts');
  const config = { _class_name: 'HunyuanVideoTransformer3DModel', rope_axes_dim: [16, 56, 56], rope_theta: 256 };
  await notebook.drop('config.json', JSON.stringify(config));
  await expect(page.locator('.axial-text')).toContainText(
    'pair 3 is the first that does not come round within 129 frames; it does after 201 frames',
  );
  const rows = page.locator('#axial tbody tr');
  await expect(rows).toHaveCount(64);
  // 2π 256^(3/8) steps of four frames
  await expect(rows.nth(3)).toContainText('201.062 frames');
  for (const id of ['verdict', 'facts', 'engines', 'wavelengths']) await expect(page.locator(`#${id}`)).toBeHidden();
  await expect(page.locator('#about h3').first()).toContainText('Axial rotary');
  await notebook.drop('config.json', bundledConfig('deepseek-v3'));
  await expect(page.locator('#axial')).toBeHidden();
  await expect(notebook.fact('type')).toHaveText('yarn');
});

test('a file that is refused leaves what was shown, under its own name, however it is refused', async ({
  notebook,
  page,
}) => {
  await notebook.open('', 'facts');
  const axes = { _class_name: 'HunyuanVideoTransformer3DModel', rope_axes_dim: [16, 56, 56], rope_theta: 256 };
  const learned = { model_type: 'gpt2', n_embd: 768, n_head: 12, n_positions: 1024 };
  const alert = page.locator('#intake .fault');
  for (const [name, config, visible, hidden] of [
    ['text.json', bundledConfig('deepseek-v3'), '#facts', '#axial'],
    ['axes.json', JSON.stringify(axes), '#axial', '#facts'],
  ])
    for (const [refused, text] of Object.entries({ 'gpt2.json': JSON.stringify(learned), 'torn.json': '{ "rope' })) {
      await notebook.drop(name, config);
      await expect(page.locator('.report-title')).toHaveText(name);
      await expect(alert).toBeHidden();
      await notebook.drop(refused, text);
      await expect(alert, `${refused} after ${name}`).toContainText(`Below is still ${name}.`);
      await expect(alert).toContainText(`${refused}: `);
      await expect(page.locator('.report-title')).toHaveText(name);
      await expect(page.locator(visible)).toBeVisible();
      await expect(page.locator(hidden)).toBeHidden();
    }
});

test('a params.json of Mistral: its facts, and in place of a verdict why engines are not asked', async ({
  notebook,
  page,
}) => {
  await notebook.open('', 'facts', 'engines');
  await expect(page.locator('.verdict')).toBeVisible();
  await expect(page.locator('#answers')).toContainText('vLLM');
  const params = { dim: 4096, n_layers: 32, head_dim: 128, hidden_dim: 14336, n_heads: 32, norm_eps: 1e-5 };
  await notebook.drop('params.json', JSON.stringify(params));
  await expect(page.locator('.report-title')).toHaveText('params.json');
  expect(await notebook.number('base')).toBe(1e6);
  for (const [section, former] of [
    ['#verdict', '.verdict'],
    ['#engines', '#answers'],
  ]) {
    await expect(page.locator(`${section} .fault`).first()).toContainText('give the config.json of the model');
    await expect(page.locator(former), 'what was said of the file before').toBeHidden();
  }
  await expect(page.locator('#intake .fault'), 'the file was read').toBeHidden();
  // also by its link
  await page.reload();
  await notebook.ready();
  await expect(page.locator('#verdict .fault')).toContainText('give the config.json of the model');
  await notebook.drop('text.json', bundledConfig('deepseek-v3'));
  await expect(page.locator('.verdict')).toBeVisible();
  await expect(page.locator('#verdict .fault')).toBeHidden();
});

test('a vision tower beside the text model: the pairs of its axes, in patches and pixels', async ({
  notebook,
  page,
}) => {
  await notebook.open('', 'facts');
  const text_config = { model_type: 'llama', hidden_size: 512, num_attention_heads: 8, rope_theta: 10_000 };
  const vision_config = { model_type: 'gemma4_vision', hidden_size: 768, num_attention_heads: 12, patch_size: 16 };
  const config = { model_type: 'llava', text_config: { ...text_config, max_position_embeddings: 4096 }, vision_config };
  await notebook.drop('config.json', JSON.stringify(config));
  const tower = page.locator('.tower');
  await tower.locator('summary').click();
  const rows = tower.locator('tbody tr');
  await expect(rows).toHaveCount(32);
  // 2π 100^(1/16) patches of 16 pixels
  await expect(rows.nth(1)).toContainText('column');
  await expect(rows.nth(1)).toContainText('134.06 pixels');
  await expect(rows.nth(16)).toContainText('row');
  await notebook.drop('config.json', bundledConfig('deepseek-v3'));
  await expect(tower).toHaveCount(0);
});
