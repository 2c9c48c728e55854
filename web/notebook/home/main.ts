/** The home page: one live figure, and links for each kind of reader. */
import '../style/home.css';
import type { Posenc } from '../library.js';
import list from '../configs/index.json';
import { embedded } from '../embed-mode.js';
import { store as keep } from '../history.js';
import { positionControls } from '../widgets/controls.js';
import { fill, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import { isWhole, linked, number } from '../kit/state.js';
import { byId, startPage } from '../page.js';
import { short } from '../widgets/format.js';
import { dials } from './dials.js';
import { sentence } from './sentence.js';

/** Eight pairs with Llama 3's base; the slowest has a longer period than its context. */
const spec = { encoding: 'rope', dim: 16, base: 500_000, layout: 'interleaved' } as const;
const farthest = 2 ** 31 - 1;
const link = linked({ position: { ...number('at', 131_071, isWhole(0, farthest)), always: true } });
const named = [0, 100, 8191, 131_071, 1_000_000].map((position) => [short(position), position] as const);

const fragment = location.hash.slice(1);
const own = fragment === '' || new URLSearchParams(fragment).has('at') || document.getElementById(fragment) !== null;
// The Report was once at this address, so links to it or to its parts are redirected.
if (embedded || !own) location.replace(`./report.html${location.search}${location.hash}`);
else void startPage(mount);

async function mount(pe: Posenc): Promise<void> {
  const store = await keep(link);
  const { state } = store;
  const hands = dials(await pe.frequencies(spec));
  fill(byId('dials'), hands.element);
  fill(byId('position'), html`<div>${positionControls(store, farthest, named)}</div>`);
  fill(byId('models'), 'For example ', models());
  section({
    at: byId('off'),
    doing: 'Computing the position',
    inputs: () => ({ position: state.value.position }),
    async compute({ position }, signal) {
      const table = await pe.table(spec, [position], { dtype: 'f64', signal });
      const precision = await pe.precision(spec, [position], { methods: ['hf-f32', 'bf16'], scores: false, signal });
      return { row: table.data, errors: precision.methods.map(({ errors }) => errors[0] ?? Number.NaN) };
    },
    draw({ row, errors }, { position }) {
      hands.show(row);
      fill(byId('off'), sentence(position, spec.base, errors));
    },
  });
}

/** The configs included in the Report. */
const models = (): HTMLElement[] =>
  list.map(({ id, title }, i) => {
    const [name = title] = title.split(':');
    return html`<span><a href="./report.html#v=1&config=${id}">${name}</a>${i < list.length - 1 ? ', ' : '.'}</span>`;
  });
