/** One analysis with its result; its controls are built from its registry row. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { layers as layerRows } from 'posenc';
import type { AnalysisInputs, AnalysisSpec } from 'posenc';
import type { MatrixInput } from '../../lib/types/inputs.js';
import type { Matrix } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import type { AnalysisInfo } from '../../lib/types/registry.js';
import { analysisTexts } from '../documented/analyses.js';
import { judged } from '../kit/accepted.js';
import { fill, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import { byId } from '../page.js';
import { positionsOf } from '../places.js';
import { startParams } from '../start-values.js';
import { asSpec } from '../state.js';
import { type Failure, failureOf, refusal } from '../kit/errors.js';
import { keyOf } from '../key.js';
import { asLayers, layersEditor } from '../widgets/layers-editor.js';
import { type MatrixSource, matrixSource } from '../widgets/matrix-source.js';
import { type ParamForm, paramForm } from '../widgets/param-form.js';
import { rich } from '../widgets/rich.js';
import { sourceLinks } from '../widgets/source.js';
import { specName } from '../widgets/spec-name.js';
import { tex } from '../widgets/tex.js';
import { controls } from './controls.js';
import type { Outputs } from './design.js';
import { designs } from './designs.js';
import { answerView } from './results.js';
import type { AnalysesStore } from './state.js';
import { uses } from './uses.js';

const encodings = [
  { id: 'first', title: 'the encoding' },
  { id: 'second', title: 'the second encoding' },
] as const;

export function mountView(pe: Posenc, store: AnalysesStore, info: ReadonlySignal<AnalysisInfo | undefined>): void {
  const { state, update } = store;
  const results = byId('results');
  const editor = layersEditor(layerRows, (layers, final) => update({ layers }, final));
  const form = signal<ParamForm>();
  const sources = signal<readonly MatrixSource[]>([]);
  /** Incremented whenever the source of an input changes. */
  const arranged = signal(0);
  const isOpen = signal(false);
  const from = computed(() => {
    arranged.value;
    return sources.value.map((source) => source.chosen());
  });
  const takes = (encoding: string): boolean =>
    from.value.some((one) => one.kind === 'encoding' && one.encoding === encoding);
  const first = judged(pe, () => state.value.spec);

  effect(() => {
    const row = info.value;
    if (row === undefined) return;
    byId('title').textContent = row.title;
    byId('question').textContent = designs[row.id]?.question ?? '';
    results.replaceChildren();
    delete results.dataset['ran'];
    sources.value = sourcesOf(row, () => (arranged.value = arranged.peek() + 1));
    form.value = paramForm(analysisTexts, row.params, (name, value, final) =>
      update({ params: { ...state.peek().params, [name]: value } }, final),
    );
    editor.element.hidden = !row.layered;
    isOpen.value = false;
    fill(
      byId('about'),
      html`<summary>Formula and sources</summary>`,
      tex(analysisTexts.formulaOf(row), { display: true }),
      html`<p class="citation fine">${cited(analysisTexts.citationOf(row))}</p>`,
      analysisTexts.noteOf(row) !== undefined &&
        html`<p class="citation fine">${rich(analysisTexts.noteOf(row) ?? '')}</p>`,
    );
  });
  const values = computed(() => state.value.params);
  effect(() => form.value?.set(values.value));
  const ownLayers = computed(() => state.value.layers);
  effect(() => editor.set(ownLayers.value));

  const given = computed(() => {
    const row = info.value;
    if (row === undefined) return undefined;
    const { start, count, step, head, spec, second, params, layers } = state.value;
    return {
      ...{ row, params, from: from.value, layers: row.layered && layers },
      ...(takes('first') && { spec, at: { start, count, step, head } }),
      ...(takes('second') && { second, at: { start, count, step, head } }),
    };
  });
  const key = computed(() => keyOf({ ...given.value, row: given.value?.row.id }));
  /** Analyses that train real networks are slow, so they run only on request. */
  const asked = signal('');
  const isAsked = (): boolean => info.value?.trains !== true || asked.value === key.value;
  effect(() => void results.classList.toggle('stale', results.hasChildNodes() && !isAsked()));
  fill(
    byId('controls'),
    controls({
      ...{ pe, store, info, takes, failure: first.failure, isOpen },
      inputs: () => sources.value.map(({ element }) => element),
      params: () => [form.value?.element, editor.element],
      choose: (row) =>
        update({ analysis: row.id, params: { ...startParams(row.params, {}, 1), ...designs[row.id]?.start } }),
      run: () => (asked.value = key.peek()),
    }),
  );

  section({
    at: results,
    doing: 'Computing the answer',
    inputs: () => (isAsked() && given.value ? { ...given.value, row: given.value.row.id } : undefined),
    async compute(_, signal, onProgress) {
      const row = info.peek()!;
      const now = state.peek();
      const inputs: Record<string, MatrixInput> = {};
      for (const source of sources.peek()) {
        const matrix = await inputOf(source);
        if (matrix !== undefined) inputs[source.name] = matrix;
      }
      const params = Object.fromEntries(Object.entries(now.params).filter(([, value]) => value !== undefined));
      const spec = { analysis: row.id, ...params, ...(row.layered ? { layers: asLayers(now.layers) } : {}) };
      const outputs = (await pe.analyse(
        spec as unknown as AnalysisSpec,
        inputs as unknown as AnalysisInputs[AnalysisSpec['analysis']],
        { signal, onProgress },
      )) as unknown as Outputs;
      const own = Object.entries(inputs).filter((one): one is [string, MatrixInput & Matrix] => 'rows' in one[1]);
      const names = [takes('first') && specName(now.spec), takes('second') && specName(now.second)];
      const of = [...names, own.length > 0 && 'numbers of my own'].filter(Boolean).join(' and ') || row.title;
      return { row, answer: { outputs, params, inputs: Object.fromEntries(own), of } };
    },
    draw({ row, answer }) {
      fill(results, answerView(row, answer), uses(pe, store, row, answer.outputs, takes('first')));
      results.dataset['ran'] = row.id;
    },
    fail(failure) {
      if (failure) delete results.dataset['ran'];
      return showFailure(failure);
    },
  });

  async function inputOf(source: MatrixSource): Promise<MatrixInput | undefined> {
    const chosen = source.chosen();
    if (chosen.kind === 'none') return undefined;
    if (chosen.kind === 'numbers') {
      if (chosen.matrix !== undefined) return chosen.matrix;
      const message = chosen.wrong ?? `${source.name} has no numbers yet: paste a line a row, or choose a file`;
      throw refusal('missing_param', `inputs.${source.name}`, message);
    }
    const now = state.peek();
    const spec = asSpec(chosen.encoding === 'first' ? now.spec : now.second);
    try {
      const { positions } = positionsOf(await pe.shape(spec), now);
      return { spec, positions, form: chosen.form, ...(chosen.form === 'attentionBias' ? { head: now.head } : {}) };
    } catch (error) {
      const { code, field, message } = failureOf(error);
      throw refusal(code, `inputs.${source.name}.${field}`, message);
    }
  }

  /** @returns true if the failure belongs to none of the controls */
  function showFailure(failure: Failure | undefined): boolean {
    form.peek()?.clearErrors();
    editor.setFailure(undefined);
    for (const source of sources.peek()) source.setError(undefined);
    if (failure === undefined) return true;
    const [root = '', name = ''] = failure.field.split('.');
    const wanted = root === 'inputs' ? name.replace(/\[.*$/, '') : root;
    const source = sources.peek().find((one) => one.name === wanted);
    source?.setError(failure.message);
    const told =
      source !== undefined ||
      (!editor.element.hidden && editor.setFailure(failure)) ||
      form.peek()?.setError(failure.field, failure.message) === true;
    if (told) isOpen.value = true;
    return !told;
  }
}

/** From the design, else the first required input from the first encoding and the second from the second. */
function sourcesOf(row: AnalysisInfo, changed: () => void): MatrixSource[] {
  const needed = row.inputs.filter(({ required }) => required);
  return row.inputs.map((input, i) => {
    const place = needed.length === 0 ? i : needed.indexOf(input);
    const usual = place === 0 ? 'first' : place === 1 && needed.length > 0 ? 'second' : undefined;
    const start = designs[row.id]?.inputs?.[input.name] ?? usual;
    if (typeof start === 'object') return matrixSource(input, encodings, undefined, changed, start.numbers);
    return matrixSource(input, encodings, start === 'none' ? undefined : start, changed);
  });
}

/** Turns arXiv ids of a citation into links. */
const cited = (citation: string): (Node | string)[] =>
  citation.split(/(arXiv:\d{4}\.\d{4,5})/).map((part) => (part.startsWith('arXiv:') ? sourceLinks(part) : part));
