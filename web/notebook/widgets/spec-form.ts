/** The controls of one spec, from the registry: encoding, parameters, context extension. */
import type { Posenc } from '../library.js';
import type { EncodingInfo, ScalingInfo } from '../../lib/types/registry.js';
import type { Texts } from '../documented/texts.js';
import { effective } from '../../lib/checks/where.js';
import { changeEncoding, startScaling } from '../start-values.js';
import type { DraftSpec } from '../state.js';
import { isRecord } from '../state.js';
import { field, select } from '../kit/elements.js';
import { fill, h, html } from '../kit/html.js';
import type { Failure } from '../kit/errors.js';
import type { ParamForm } from './param-form.js';
import type { ParamValue, ParamValues } from '../state.js';
import { paramForm } from './param-form.js';

export interface SpecFormOptions {
  readonly pe: Posenc;
  /** Descriptions of their parameters. */
  readonly texts: Texts;
  /** `final` is false while a slider is being dragged. */
  readonly onInput: (draft: DraftSpec, final: boolean) => void;
  /** Initial value for extensions that need a trained context. */
  readonly trainedContext?: () => number | undefined;
  /** Rows to choose from; all by default. */
  readonly encodings?: readonly EncodingInfo[];
  /** false if the menu of encodings is elsewhere. */
  readonly withMenu?: boolean;
  /** Placed between the menu of encodings and the parameters. */
  readonly between?: HTMLElement;
}

export function specForm(options: SpecFormOptions) {
  const { pe, texts, onInput, trainedContext, between, withMenu = true, encodings = pe.encodings } = options;
  const titles = encodings.map(({ id, title }) => [id, title] as const);
  const menu = select(titles, { name: 'encoding' }, chooseEncoding);
  const form = h('div', {});
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  let draft: DraftSpec = { encoding: encodings[0]?.id ?? '' };
  let built = '';
  let main: ParamForm | undefined;
  let extension: ParamForm | undefined;
  let scalingMenu: HTMLSelectElement | undefined;

  return {
    element: h('div', { class: 'controls' }, withMenu && field('encoding', 'encoding', menu), between, form, fault),
    set(next: DraftSpec): void {
      const info = encodings.find((e) => e.id === next.encoding);
      if (info === undefined) return;
      draft = next;
      const scaling = isRecord(draft['scaling']) ? (draft['scaling'] as ParamValues) : undefined;
      const row = info.scalings?.find((s) => s.id === (scaling?.['type'] ?? 'default'));
      const wanted = `${info.id}/${row?.id ?? ''}`;
      if (wanted !== built) {
        built = wanted;
        build(info, row);
      }
      menu.value = info.id;
      if (scalingMenu && row) scalingMenu.value = row.id;
      main?.set(draft as ParamValues);
      extension?.set(scaling ?? {});
    },
    setFailure,
  };

  function chooseEncoding(id: string): void {
    const info = encodings.find((e) => e.id === id);
    const now = (): DraftSpec => draft;
    if (info) changeEncoding(pe, info, now, (next) => onInput(next, true));
  }

  function build(info: EncodingInfo, row: ScalingInfo | undefined): void {
    // A field removed while being edited still reports its change, which is ignored.
    const own = built;
    main = paramForm(texts, info.params, (name, value, final) => {
      // Drops parameters that lose their effect, because the library rejects them.
      if (own === built) onInput(effective(info.params, { ...draft, [name]: value }, name) as DraftSpec, final);
    });
    extension = undefined;
    scalingMenu = undefined;
    if (!info.scalable || row === undefined) {
      fill(form, main.element);
      return;
    }
    const scalings = (info.scalings ?? []).map(({ id, title }) => [id, title] as const);
    scalingMenu = select(scalings, { name: 'scaling' }, (id) => chooseScaling(info, id));
    extension = paramForm(texts, row.params, (name, value, final) => {
      if (own !== built) return;
      const present = isRecord(draft['scaling']) ? (draft['scaling'] as ParamValues) : { type: row.id };
      onInput({ ...draft, scaling: { ...present, [name]: value } } as DraftSpec, final);
    });
    fill(
      form,
      main.element,
      html`<fieldset class="scaling">
        <legend>Context extension</legend>
        ${field('scaling', 'type', scalingMenu)}${extension.element}
      </fieldset>`,
    );
  }

  function chooseScaling(info: EncodingInfo, id: string): void {
    const row = info.scalings?.find((s) => s.id === id);
    if (row === undefined) return;
    const present = isRecord(draft['scaling']) ? (draft['scaling'] as Record<string, ParamValue>) : {};
    const width = Number(draft['rotaryDim'] ?? draft['dim'] ?? 2);
    const trained = trainedContext?.();
    const known = trained === undefined ? present : { originalContext: trained, ...present };
    onInput({ ...draft, scaling: startScaling(row, known, Math.max(1, Math.floor(width / 2))) } as DraftSpec, true);
  }

  /** Shows a failure next to its control. */
  function setFailure(failure: Failure | undefined): void {
    main?.clearErrors();
    extension?.clearErrors();
    fault.hidden = true;
    fill(fault);
    if (failure === undefined) return;
    const path = failure.field.split('.');
    const name = path[path.length - 1]?.replace(/\[\d+\]$/, '') ?? '';
    const forms = failure.field.includes('scaling') ? [extension, main] : [main, extension];
    if (forms.some((one) => one?.setError(name, failure.message) === true)) return;
    fault.hidden = false;
    fill(fault, failure.message);
  }
}
