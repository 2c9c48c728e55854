/** The lab: trains a transformer in the page with any encoding, and compares its learned places with the true ones. */
import '../style/variants.css';
import '../style/kernels.css';
import '../style/spectral-bias.css';
import '../style/lab.css';
import { computed, signal } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import { store } from '../history.js';
import { startPage } from '../page.js';
import { mountLater } from '../widgets/lazy-mount.js';
import type { Context } from './context.js';
import { type OwnData, takesData } from './own-data.js';
import { experimentOf, labLink, taskOf } from './state.js';
import { mountTrain } from './train-view.js';

void startPage(mount, { preload: [] });

async function mount(pe: Posenc): Promise<void> {
  const held = await store(labLink);
  const data = signal<OwnData>();
  const experiment = computed(() => {
    const given = data.value?.task === held.state.value.task ? data.value : undefined;
    const missing = takesData(taskOf(held.state.value.task)) && given === undefined;
    return missing ? undefined : experimentOf(held.state.value, given?.params);
  });
  const ctx: Context = { pe, ...held, data, experiment };
  mountTrain(ctx);
  mountLater('sweep', () => import('./sweep.js'), ctx);
}
