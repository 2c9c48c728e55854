/** Controls of an experiment, built from the registries: preset, task, encoding, model, training. */
import { type Experiment, modelParams, positionParams, tasks, trainingParams } from 'posenc';
import { checkExperiment } from '../../lib/requests/experiment.js';
import type { Posenc } from '../library.js';
import type { ParamInfo } from '../../lib/types/registry.js';
import { encodingParamTexts } from '../documented/encoding-params.js';
import { experimentTexts } from '../documented/experiments.js';
import { fill, freshId, html } from '../kit/html.js';
import { type Failure, failureOf } from '../kit/errors.js';
import type { ParamForm } from '../widgets/param-form.js';
import type { ParamValues } from '../state.js';
import { paramForm } from '../widgets/param-form.js';
import { specForm } from '../widgets/spec-form.js';
import { type DataForm, dataForm } from './data-form.js';
import { type OwnData, published, takesData, typedParams } from './own-data.js';
import { groups, presets } from './presets.js';
import { fittedEncodings, initial, type LabState, none, taskOf } from './state.js';

export interface ExperimentForm {
  readonly element: HTMLElement;
  set(state: LabState): void;
  /** Shows the failure next to its control; returns false if there is no such control. */
  setFailure(failure: Failure | undefined): boolean;
}

type Update = (patch: Partial<LabState>, final?: boolean) => void;
/** Always visible; other training parameters are folded away. */
const front = ['steps', 'seed'];

/** @param onData called with the reader's own data, or undefined while they are missing */
export function experimentForm(
  pe: Posenc,
  update: Update,
  onData: (data: OwnData | undefined) => void,
): ExperimentForm {
  let state: LabState;
  const option = ({ id, title }: { readonly id: string; readonly title: string }): HTMLElement =>
    html`<option value=${id}>${title}</option>`;
  const preset = html`<select name="preset" onchange=${choosePreset}>
    <option value="">your own</option>
    ${groups.map(({ title, presets: of }) => html`<optgroup label=${title}>${of.map(option)}</optgroup>`)}
  </select>` as HTMLSelectElement;
  const notice = html`<p class="field-doc lab-notice"></p>`;
  const task = html`<select name="task" onchange=${() => update({ task: task.value, taskParams: {} })}>
    ${tasks.map(option)}
  </select>` as HTMLSelectElement;
  const taskDoc = html`<p class="field-doc"></p>`;
  const taskPlace = html`<div></div>`;
  let taskForm: ParamForm | undefined;
  let files: DataForm | undefined;
  let builtTask = '';
  let hasPublished = false;

  const told = html`<input
    type="checkbox"
    name="positions"
    onchange=${() => update({ spec: told.checked ? initial.spec : none })}
  />` as HTMLInputElement;
  const spec = specForm({
    pe,
    texts: encodingParamTexts,
    encodings: fittedEncodings,
    onInput: (draft, final) => update({ spec: draft }, final),
  });
  const position = formOf(positionParams, 'position');
  const model = formOf(modelParams, 'model');
  const isInFront = ({ name }: ParamInfo): boolean => front.includes(name);
  const training = formOf(trainingParams.filter(isInFront), 'training');
  const more = formOf(
    trainingParams.filter((param) => !isInFront(param)),
    'training',
  );
  const encoding = html`<div class="lab-encoding">${spec.element}${position.element}</div>`;
  const folded = html`<details class="settings">
    <summary>Model and optimiser</summary>
    <div class="stack gap-4">${model.element}${more.element}</div>
  </details>` as HTMLDetailsElement;

  return {
    element: html`<div class="setup lab-setup">
      ${group('Experiment', labelled('preset', 'preset', preset), notice)}
      ${group('Task', labelled('task', 'task', task), taskDoc, taskPlace)}
      ${group('Positions', labelled('told', 'with a position encoding', told, 'field inline'), encoding)}
      ${group('Training', training.element)} ${folded}
    </div>`,
    set(next) {
      state = next;
      showPreset();
      const info = taskOf(next.task);
      task.value = info.id;
      if (builtTask !== info.id) {
        builtTask = info.id;
        hear(undefined);
        fill(taskDoc, experimentTexts.docOf(info));
        taskForm = paramForm(experimentTexts, typedParams(info), (name, value, final) => {
          if (builtTask === info.id) update({ taskParams: { ...state.taskParams, [name]: value } }, final);
        });
        files = takesData(info) ? dataForm(info, (given) => builtTask === info.id && hear(given)) : undefined;
        fill(taskPlace, files?.element, taskForm.element);
      }
      taskForm?.set(next.taskParams);
      told.checked = next.spec !== none;
      encoding.hidden = next.spec === none;
      if (next.spec !== none) spec.set(next.spec);
      position.set(next.position);
      model.set(next.model);
      training.set(next.training);
      more.set(next.training);
    },
    setFailure(failure) {
      const forms: [prefix: string, form: ParamForm | undefined][] = [
        ['task.', taskForm],
        ['model.', model],
        ['', training],
        ['', more],
      ];
      for (const [, form] of [...forms, ['', position] as const]) form?.clearErrors();
      files?.clearErrors();
      spec.setFailure(undefined);
      if (failure === undefined) return true;
      const { field, message } = failure;
      const own = /^positions\[\d+\]\.(.*)$/.exec(field)?.[1];
      if (own !== undefined) {
        if (!position.setError(own, message)) spec.setFailure({ ...failure, field: own });
        return true;
      }
      const list = /^task\.(\w+)/.exec(field)?.[1];
      if (list !== undefined && files?.setError(list, message) === true) return true;
      const at = forms.find(
        ([prefix, form]) => field.startsWith(prefix) && form?.setError(field.slice(prefix.length), message) === true,
      );
      if (at?.[1] === model || at?.[1] === more) folded.open = true;
      return at !== undefined;
    },
  };

  function formOf(params: readonly ParamInfo[], part: 'position' | 'model' | 'training'): ParamForm {
    return paramForm(experimentTexts, params, (name, value, final) =>
      update({ [part]: { ...(state[part] as ParamValues), [name]: value } }, final),
    );
  }

  /** Selects the preset that matches the controls and the data. */
  function showPreset(): void {
    const key = JSON.stringify(state);
    const known = presets.find(
      (one) => JSON.stringify({ ...state, ...one.state }) === key && (!one.published || hasPublished),
    );
    preset.value = known?.id ?? '';
    fill(notice, '');
    void known?.notice().then((text) => preset.value === known.id && fill(notice, text));
  }

  function hear(given: OwnData | undefined): void {
    hasPublished = given?.files['cells'] === published;
    onData(given);
    showPreset();
  }

  function choosePreset(): void {
    const chosen = presets.find(({ id }) => id === preset.value);
    if (chosen === undefined) return;
    update(chosen.state); // from here on the files of its task can be loaded
    if (chosen.published) void files?.takePublished?.();
  }
}

/** Checks an experiment before any work; training may reject more. */
export function refusalOf(experiment: Experiment | undefined): Failure | undefined {
  if (experiment === undefined) return undefined;
  try {
    checkExperiment(experiment);
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

const group = (title: string, ...children: readonly HTMLElement[]): HTMLElement =>
  html`<fieldset class="stack gap-4">
    <legend>${title}</legend>
    ${children}
  </fieldset>`;

function labelled(name: string, label: string, control: HTMLElement, kind = 'field'): HTMLElement {
  control.id = freshId(name);
  return html`<div class=${kind} data-field=${name}>
    <label for=${control.id}>${label}</label>
    <div class="field-control">${control}</div>
  </div>`;
}
