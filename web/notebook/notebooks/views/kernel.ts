/** The linked charts of the page Kernels: matrix, profile, wavelengths, spectrum and eigenfunction of one spec. */
import '../../style/variants.css';
import '../../style/kernels.css';
import { signal } from '@preact/signals-core';
import { flag, maybe, record, whole } from '../../../lib/checks/schema.js';
import { contextOf } from '../../kernels/context.js';
import { linkKernel } from '../../kernels/linked.js';
import { fits, type KernelsState, kernelsLink, type KernelsStore } from '../../kernels/state.js';
import { html } from '../../kit/html.js';
import { asSpec } from '../../state.js';
import { type MakeView, filled, specSchema, within } from './given.js';

const given = record({
  spec: specSchema,
  count: within(fits.count, 'Kernels'),
  start: within(fits.start, 'Kernels'),
  step: within(fits.step, 'Kernels'),
  head: within(fits.head, 'Kernels'),
  normalised: maybe(flag),
  ...{ offset: maybe(whole), eigenvalue: maybe(whole), pair: maybe(whole) },
});

export const make: MakeView = async (pe, of) => {
  const { offset, eigenvalue, ...asked } = given.read(of, 'kernel');
  await pe.shape(asSpec(asked.spec)); // throws for an invalid spec
  const { initial } = kernelsLink(pe.encodings);
  const state = signal<KernelsState>({
    ...filled(asked, initial),
    lag: offset ?? initial.lag,
    mode: eigenvalue === undefined ? initial.mode : Math.max(0, eigenvalue - 1), // counted from 1
  });
  const root = html`<div>
    <div class="marked stack gap-4">
      <div class="linked-charts">
        <figure data-chart="matrix" aria-label="Kernel matrix">
          <h3>Kernel matrix</h3>
        </figure>
        <div class="stacked stack gap-5">
          <figure data-chart="profile" aria-label="Profile">
            <h3>Profile: similarity by offset</h3>
          </figure>
          <figure data-chart="wavelengths" aria-label="Wavelengths">
            <h3>Wavelengths</h3>
            <p class="no-waves calm" hidden>The library states no frequencies of this encoding.</p>
          </figure>
        </div>
        <figure data-chart="spectrum" aria-label="Spectrum">
          <h3>Spectrum</h3>
        </figure>
        <figure data-chart="eigenvector" aria-label="Eigenfunction"></figure>
      </div>
    </div>
  </div>`;
  const update: KernelsStore['update'] = (patch) => void (state.value = { ...state.value, ...patch });
  linkKernel(contextOf(pe, { state, update, reset: () => undefined }), root);
  return root;
};
