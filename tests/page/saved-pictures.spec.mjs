/**
 * A saved picture is self-contained: its title says what it shows. Opens every page with charts at an address that
 * determines the titles, and saves each of its charts. Every page must be listed here.
 */
import { studies } from '../../dist/lib/studies/list.js';
import { expect, test } from './page.mjs';
import { titlesOf } from './picture.mjs';
import { pages } from './visit.mjs';

const waves = 'e=sinusoidal&e.dim=24';
const named = 'sinusoidal, d = 24';
/** `at`: the address; `says`: each title contains one of these; `least`: number of charts at that address. */
const withCharts = {
  // charts show the file, the encoding chosen for comparison, or both files of a comparison
  'report.html': {
    at: `#v=1&${waves}&n=40&offsets=64&other=gemma-3-27b`,
    says: ['Llama 3.1 8B', named],
    least: 6,
  },
  'variants.html': {
    at: '#v=1&pair=rotate-half',
    says: ['rope, d = 64'],
    least: 3,
  },
  'kernels.html': { at: `#v=1&${waves}&n=40`, says: [named], least: 5 },
  'analyses.html': { at: `#v=1&a=spectrum&${waves}&n=40`, says: [named], least: 1 },
  'lab.html': { at: '', says: ['recorded runs with σ = 0.4 and σ = 2', 'the true places'], least: 2 },
  'studies.html': {
    at: '#v=1&study=relative-or-absolute',
    says: [studies.find(({ id }) => id === 'relative-or-absolute').title],
    least: 1,
  },
  'large.html': { at: `?gl=0#v=1&${waves}&first=1000`, says: [`from position 1,000, ${named}`], least: 1 },
  'precision.html': { at: '#v=1&e=rope&e.dim=32', says: ['rope, d = 32'], least: 2 },
};
/** Pages whose charts have names of their own, from a figure, a program or a cell. */
const ownNames = ['spectral-bias.html', 'charts.html', 'notebooks.html'];
const withoutCharts = ['index.html', 'matrix.html', 'mistake.html', 'encodings.html', 'errata.html'];

test('every page is known by its charts, or by having none', async ({ notebook, page }) => {
  expect([...Object.keys(withCharts), ...ownNames, ...withoutCharts].sort()).toEqual([...pages].sort());
  for (const file of withoutCharts) {
    await notebook.open(file);
    expect(await titlesOf(page), file).toEqual([]);
  }
});

for (const [file, { at, says, least }] of Object.entries(withCharts))
  test(`${file}: a saved picture says what it is of`, async ({ notebook, page }) => {
    await notebook.open(file + at);
    await expect.poll(() => titlesOf(page).then((titles) => titles.length)).toBeGreaterThanOrEqual(least);
    const nameless = (titles) => titles.filter((title) => !says.some((word) => title.includes(word)));
    await expect.poll(() => titlesOf(page).then(nameless), 'titles that name nothing of the state').toEqual([]);
    const titles = await titlesOf(page);
    for (const word of says) expect(titles.join('; '), 'each is shown by some chart').toContain(word);
  });

/** Titles of comparisons: both encodings, and which one is subtracted. */
const compared = {
  'pair=rotate-half': [
    'Heat map, table. A: rope, d = 64, layout interleaved',
    'Heat map, table. B: rope, d = 64, layout half',
    'Heat map, table. A − B of rope, d = 64: layout interleaved − layout half',
  ],
  'pair=mae': [
    'Heat map, table. A: sincos2d-mae, d = 64',
    'Heat map, table. B: sincos2d-timm, d = 64',
    'Heat map, table. A − B: sincos2d-mae, d = 64 − sincos2d-timm, d = 64',
  ],
  'pair=alibi': [
    // the head with the largest difference
    'Heat map, bias of head 8. A: alibi, rule released',
    'Heat map, bias of head 8. B: alibi, rule geometric',
    'Heat map, bias of head 8. A − B of alibi: rule released − rule geometric',
    'The last query by distance. A: alibi, rule released; B: alibi, rule geometric',
  ],
  // the names contain the widths, which are not repeated
  'a=sinusoidal&a.dim=32&b=sinusoidal&b.dim=16': [
    'Heat map, table. A: sinusoidal, d = 32',
    'Heat map, table. B: sinusoidal, d = 16',
  ],
};
test('A, B and A − B are named by their encodings and by what differs', async ({ notebook, page }) => {
  for (const [state, titles] of Object.entries(compared)) {
    await notebook.open(`variants.html#v=1&${state}`);
    await expect(page.locator('#result[data-compared]')).toHaveCount(1);
    await expect.poll(() => titlesOf(page), state).toEqual(titles);
  }
});
