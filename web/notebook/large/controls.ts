/** Controls for the table, its number of rows, and the backend. */
import { choiceControl } from '../kit/choice-control.js';
import { numberControl, presetButtons } from '../widgets/controls.js';
import { html } from '../kit/html.js';
import { specControl } from '../widgets/spec-control.js';
import type { Context } from './context.js';
import { fits, mostWorkers } from './state.js';

const atOnce = navigator.hardwareConcurrency || 1;
const tables = [
  ['65,536 × 1024', { count: 65_536, dim: 1024 }],
  ['1,000,000 × 128', { count: 1_000_000, dim: 128 }],
  ['16,777,216 × 128', { count: 2 ** 24, dim: 128 }],
] as const;

export function largeControls({ pe, store, encodings, failure }: Context): HTMLElement {
  const between = html`<div class="positions-fields">
    ${numberControl(store, {
      ...{ name: 'count', label: 'positions', min: 1000, max: 1e9, log: true, integer: true },
      fits: fits.count,
    })}
    ${choiceControl(store, 'dtype', 'numbers', { f32: 'float32', f64: 'float64' })}
    ${numberControl(store, {
      ...{ name: 'workers', label: 'workers', min: 1, max: Math.min(mostWorkers, Math.max(2, atOnce)), integer: true },
      doc: `This machine says that it runs ${atOnce} at a time. The bits do not depend on their number.`,
      fits: fits.workers,
    })}
    ${choiceControl(store, 'device', 'computed by', {
      wasm: 'processor',
      webgpu: 'graphics card, where there is one',
    })}
  </div>`;
  const presets = tables.map(
    ([text, { count, dim }]) => [text, () => ({ spec: { ...store.state.peek().spec, dim }, count })] as const,
  );
  return html`<div class="lab stack">
    <div class="kernel-form">${specControl(pe, store, 'spec', { encodings, between, failure })}</div>
    ${presetButtons(store, 'Tables of note', presets)}
  </div>`;
}
