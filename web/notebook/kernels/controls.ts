/** Controls for the encoding and the positions. */
import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { Accepted } from '../kit/accepted.js';
import { numberControl, startAndStep } from '../widgets/controls.js';
import { encodingMenu } from '../kit/encoding-menu.js';
import { check } from '../kit/elements.js';
import { html } from '../kit/html.js';
import { lazyParameters } from '../widgets/lazy-parameters.js';
import type { DraftSpec } from '../state.js';
import type { Failure } from '../kit/errors.js';
import { fits, type KernelsStore, mostPositions } from './state.js';

export function kernelControls(
  pe: Posenc,
  store: KernelsStore,
  accepted: ReadonlySignal<Accepted | undefined>,
  failure: ReadonlySignal<Failure | undefined>,
): HTMLElement {
  const encodings = pe.encodings.filter(({ stages }) => stages.includes('gram') || stages.includes('attentionBias'));
  const own: KernelsStore = {
    ...store,
    update({ spec, ...patch }, final) {
      const other = spec && spec.encoding !== store.state.peek().spec.encoding;
      store.update({ ...patch, ...(spec && { spec: other ? twoSided(spec, encodings) : spec }) }, final);
    },
  };
  const fromTable = computed(
    () => encodings.find(({ id }) => id === accepted.value?.spec.encoding)?.stages.includes('gram') === true,
  );
  const isFinite = (): boolean => (accepted.value?.shape.extent.length ?? 0) > 0;
  const place = (there: () => boolean, control: HTMLElement): HTMLElement =>
    html`<div hidden=${() => !there()}>${control}</div>`;
  const count = numberControl(store, {
    ...{ name: 'count', label: 'positions', min: 2, max: mostPositions, log: true, integer: true, fits: fits.count },
    must: `${fits.count.must}; how the spectrum grows takes any number`,
  });
  const head = numberControl(store, {
    ...{ name: 'head', label: 'head', min: 0, max: 31, integer: true, fits: fits.head },
  });
  const normalised = check(
    'Cosine similarities: every row is divided by its length',
    'normalised',
    () => store.state.value.normalised,
    (is) => store.update({ normalised: is }),
  );
  return html`<div class="kernel-controls">
    ${encodingMenu(pe, own, 'spec', encodings)}
    ${place(() => fromTable.value || accepted.value?.shape.cells === 0, count)}
    ${place(() => !fromTable.value && accepted.value?.shape.heads !== 0, head)}
    <div class="changes stack gap-2">
      ${lazyParameters(pe, own, 'spec', { failure, summary: 'Change the encoding' })}
      <details class="parameters" hidden=${() => !fromTable.value}>
        <summary>Change the positions</summary>
        <div class="controls">${startAndStep(store).map((one) => place(() => !isFinite(), one))} ${normalised}</div>
      </details>
    </div>
  </div>`;
}

/** Kernels are symmetric, so a newly chosen bias starts without a causal mask if it has such a direction. */
function twoSided(spec: DraftSpec, encodings: readonly EncodingInfo[]): DraftSpec {
  const info = encodings.find(({ id }) => id === spec.encoding);
  const direction = info?.params.find(({ name }) => name === 'direction');
  const both = direction?.choices?.find((choice) => ['symmetric', 'bidirectional', 'both'].includes(choice));
  return both === undefined || info?.stages.includes('gram') === true ? spec : { ...spec, direction: both };
}
