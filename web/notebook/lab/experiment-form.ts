/** The controls of an experiment, made from the registries: a preset, the task, the encoding, the model, the training. */
import { modelParams, positionParams, tasks, trainingParams } from 'posenc';
import type { Posenc } from '../../lib/types/posenc.js';
import type { ParamInfo } from '../../lib/types/registry.js';
import { experimentTexts } from '../documented/experiments.js';
import { fill, freshId, h } from '../widgets/dom.js';
import type { Failure } from '../widgets/errors.js';
import type { ParamForm, ParamValues } from '../widgets/param-form.js';
import { paramForm } from '../widgets/param-form.js';
import { specForm } from '../widgets/spec-form.js';
import { type DataForm, dataForm } from './data-form.js';
import { type OwnData, published, takesData, typedParams } from './own-data.js';
import { groups, presets } from './presets.js';
import { fittedEncodings, initial, type LabState, none, taskOf } from './state.js';

export interface ExperimentForm {
  readonly element: HTMLElement;
  set(state: LabState): void;
  /** Shows what the library refused beside the control that it is about; false where there is none. */
  setFailure(failure: Failure | undefined): boolean;
}

type Update = (patch: Partial<LabState>, final?: boolean) => void;
/** In front; what else there is of training is folded away. */
const front = ['steps', 'seed'];

/** @param onData hears of data of the reader's own, and undefined while they are missing */
export function experimentForm(
  pe: Posenc,
  update: Update,
  onData: (data: OwnData | undefined) => void,
): ExperimentForm {
  let state: LabState;
  const presetId = freshId('preset');
  const preset = h(
    'select',
    { id: presetId, name: 'preset', on: { change: () => choosePreset() } },
    h('option', { value: '' }, 'your own'),
    ...groups.map(({ title, presets: of }) =>
      h('optgroup', { label: title }, ...of.map((one) => h('option', { value: one.id }, one.title))),
    ),
  );
  const notice = h('p', { class: 'field-doc lab-notice' });

  const taskId = freshId('task');
  const task = h(
    'select',
    { id: taskId, name: 'task', on: { change: () => update({ task: task.value, taskParams: {} }) } },
    ...tasks.map(({ id, title }) => h('option', { value: id }, title)),
  );
  const taskDoc = h('p', { class: 'field-doc' });
  const taskPlace = h('div', {});
  let taskForm: ParamForm | undefined;
  let files: DataForm | undefined;
  let builtTask = '';
  let hasPublished = false;

  const toldId = freshId('told');
  const told = h('input', {
    id: toldId,
    type: 'checkbox',
    name: 'positions',
    on: {
      change: () => update({ spec: told.checked ? initial.spec : none }),
    },
  });
  const spec = specForm({ pe, encodings: fittedEncodings, onInput: (draft, final) => update({ spec: draft }, final) });
  const position = formOf(positionParams, 'position');
  const model = formOf(modelParams, 'model');
  const training = formOf(
    trainingParams.filter(({ name }) => front.includes(name)),
    'training',
  );
  const more = formOf(
    trainingParams.filter(({ name }) => !front.includes(name)),
    'training',
  );
  const encoding = h('div', { class: 'lab-encoding' }, spec.element, position.element);

  const folded = h(
    'details',
    { class: 'settings' },
    h('summary', {}, 'Model and optimiser'),
    h('div', { class: 'setup-group' }, model.element, more.element),
  );

  return {
    element: h(
      'div',
      { class: 'setup lab-setup' },
      group('Experiment', labelledBy(presetId, 'preset', preset), notice),
      group('Task', labelledBy(taskId, 'task', task), taskDoc, taskPlace),
      group(
        'Positions',
        h(
          'div',
          { class: 'field inline' },
          h('label', { for: toldId }, 'with a position encoding'),
          h('div', { class: 'field-control' }, told),
        ),
        encoding,
      ),
      group('Training', training.element),
      folded,
    ),
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

  /** The one that the controls, and the data, say. */
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
    update(chosen.state); // the files of its task are asked for from here on
    if (chosen.published) void files?.takePublished?.();
  }
}

function group(title: string, ...children: readonly (HTMLElement | undefined)[]): HTMLElement {
  return h('fieldset', { class: 'setup-group' }, h('legend', {}, title), ...children);
}

function labelledBy(id: string, label: string, control: HTMLElement): HTMLElement {
  return h(
    'div',
    { class: 'field', 'data-field': label },
    h('label', { for: id }, label),
    h('div', { class: 'field-control' }, control),
  );
}
