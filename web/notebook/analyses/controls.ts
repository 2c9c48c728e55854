/** Controls of an analysis: its question, inputs and parameters. */
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import { analyses } from 'posenc';
import type { Posenc } from '../library.js';
import type { AnalysisInfo } from '../../lib/types/registry.js';
import { numberControl, startAndStep } from '../widgets/controls.js';
import { encodingMenu } from '../kit/encoding-menu.js';
import { button, field, option } from '../kit/elements.js';
import { type Content, h, html } from '../kit/html.js';
import { lazyParameters } from '../widgets/lazy-parameters.js';
import { specControl } from '../widgets/spec-control.js';
import type { Failure } from '../kit/errors.js';
import { fits, mostPositions, type AnalysesStore } from './state.js';

interface Controls {
  readonly pe: Posenc;
  readonly store: AnalysesStore;
  readonly info: ReadonlySignal<AnalysisInfo | undefined>;
  /** Returns true if an input is computed from this encoding (`first` or `second`). */
  readonly takes: (encoding: string) => boolean;
  readonly failure: ReadonlySignal<Failure | undefined>;
  readonly isOpen: Signal<boolean>;
  readonly inputs: () => Content;
  readonly params: () => Content;
  readonly choose: (info: AnalysisInfo) => void;
  readonly run: () => void;
}

export function controls(given: Controls): readonly HTMLElement[] {
  const { pe, store, info, takes, failure, isOpen, inputs, params, run } = given;
  const ofFirst = (control: HTMLElement): HTMLElement => html`<div hidden=${() => !takes('first')}>${control}</div>`;
  return [
    menu(given),
    ofFirst(encodingMenu(pe, store, 'spec')),
    button('Run', run, { class: 'primary', hidden: () => info.value?.trains !== true }),
    html`<div class="changes stack gap-2">
      ${ofFirst(lazyParameters(pe, store, 'spec', { failure, summary: 'Change the encoding' }))}
      <details
        class="parameters"
        open=${() => isOpen.value}
        ontoggle=${({ target }: Event) => (isOpen.value = (target as HTMLDetailsElement).open)}
      >
        <summary>Change what is computed</summary>
        <div class="controls asked-for">
          <div class="stack gap-4">${inputs}</div>
          <div hidden=${() => !takes('second')}>
            <h3>The second encoding</h3>
            ${specControl(pe, store, 'second', {})}
          </div>
          <div hidden=${() => !takes('first') && !takes('second')}>${positions(store)}</div>
          <div>${params}</div>
        </div>
      </details>
    </div>`,
  ];
}

function menu({ store, choose }: Controls): HTMLElement {
  const chosen = ({ target }: Event): void => {
    const row = analyses.find((one) => one.id === (target as HTMLSelectElement).value);
    if (row) choose(row);
  };
  const ofFamily = (family: string): HTMLElement =>
    html`<optgroup label=${family}>
      ${analyses
        .filter((row) => row.family === family)
        .map(({ id, title }) => option([id, title], () => store.state.value.analysis))}
    </optgroup>`;
  const families = [...new Set(analyses.map(({ family }) => family))].map(ofFamily);
  return field('analysis', 'analysis', h('select', { name: 'analysis', onchange: chosen }, families));
}

function positions(store: AnalysesStore): readonly HTMLElement[] {
  return [
    numberControl(store, {
      ...{ name: 'count', label: 'positions', min: 2, max: mostPositions, log: true, integer: true, fits: fits.count },
    }),
    ...startAndStep(store),
  ];
}
