/** Every analysis of the library, each with controls made from its row: whatever is registered can be run here. */
import { computed, effect, signal } from '@preact/signals-core';
import { layers as layerRows } from 'posenc';
import type { AnalysisInputs, AnalysisSpec } from 'posenc';
import type { MatrixInput } from '../../lib/types/inputs.js';
import type { AnalysisInfo } from '../../lib/types/registry.js';
import { startParams } from '../start-values.js';
import { asSpec } from '../state.js';
import { fill, freshId, h } from '../widgets/dom.js';
import type { Failure } from '../widgets/errors.js';
import { failureOf } from '../widgets/errors.js';
import { job } from '../widgets/job.js';
import { asLayers, layersEditor } from '../widgets/layers-editor.js';
import type { MatrixSource } from '../widgets/matrix-source.js';
import { matrixSource } from '../widgets/matrix-source.js';
import type { ParamForm } from '../widgets/param-form.js';
import { paramForm, readable } from '../widgets/param-form.js';
import type { Outputs } from '../widgets/results-view.js';
import { resultsView } from '../widgets/results-view.js';
import { rich } from '../widgets/rich.js';
import { said } from '../widgets/said.js';
import { sourceLinks } from '../widgets/source.js';
import { specForm } from '../widgets/spec-form.js';
import { tex } from '../widgets/tex.js';
import type { Context } from './context.js';
import { positionsOf } from './kernel.js';
import { analysisTexts } from '../documented/analyses.js';

const encodings = [
  { id: 'first', title: 'encoding above' },
  { id: 'second', title: 'second encoding' },
] as const;

export function mountAnalyses(root: HTMLElement, ctx: Context): void {
  const { pe, state, update } = ctx;
  const menuId = freshId('analysis');
  const families = [...new Set(pe.analyses.map(({ family }) => family))];
  const menu = h(
    'select',
    { id: menuId, name: 'analysis', on: { change: () => choose(menu.value) } },
    ...families.map((family) =>
      h(
        'optgroup',
        { label: family },
        ...pe.analyses
          .filter((info) => info.family === family)
          .map(({ id, title }) => h('option', { value: id }, title)),
      ),
    ),
  );
  const about = h('div', { class: 'about' });
  const inputs = h('div', { class: 'sources-place' });
  const params = h('div', {});
  const editor = layersEditor(layerRows, (analysisLayers, final) => update({ analysisLayers }, final));
  const second = specForm({ pe, onInput: (draft, final) => update({ second: draft }, final) });
  const secondBlock = h('details', { class: 'second' }, h('summary', {}, 'Second encoding'), second.element);
  const run = h('button', { type: 'button', class: 'primary', on: { click: start } }, 'Run');
  const work = job('Running the analysis');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const results = resultsView();
  root.append(
    h(
      'header',
      { class: 'cell-head' },
      h('h2', { id: 'analyses-title' }, 'All analyses'),
      h(
        'p',
        { class: 'purpose' },
        `Everything that the library computes from kernels and tables, ${pe.analyses.length} analyses, on the encoding above, on a second one, or on numbers of your own.`,
      ),
    ),
    h(
      'div',
      { class: 'split' },
      h(
        'div',
        { class: 'controls' },
        h(
          'div',
          { class: 'field' },
          h('label', { for: menuId }, 'analysis'),
          h('div', { class: 'field-control' }, menu),
        ),
        inputs,
        secondBlock,
        params,
        editor.element,
        h('div', { class: 'toolbar' }, run),
      ),
      h('div', { class: 'lab' }, about, work.element, fault, results.element),
    ),
  );

  let sources: readonly MatrixSource[] = [];
  let form: ParamForm | undefined;
  const chosen = computed(() => state.value.analysis);
  const info = signal<AnalysisInfo>();
  effect(() => {
    const row = pe.analyses.find(({ id }) => id === chosen.value);
    if (row !== undefined && row !== info.peek()) build(row);
  });
  const values = computed(() => state.value.params);
  effect(() => {
    info.value;
    form?.set(values.value);
  });
  const ownLayers = computed(() => state.value.analysisLayers);
  effect(() => editor.set(ownLayers.value));
  const secondDraft = computed(() => state.value.second);
  effect(() => second.set(secondDraft.value));

  function choose(id: string): void {
    const row = pe.analyses.find((one) => one.id === id);
    if (row) update({ analysis: id, params: startParams(row.params, {}, 1) });
  }

  function build(row: AnalysisInfo): void {
    menu.value = row.id;
    work.cancel();
    results.clear();
    fault.hidden = true;
    delete root.dataset['ran'];
    const optional = row.inputs.every(({ required }) => !required);
    sources = row.inputs.map((input, i) => {
      const required = row.inputs.filter((one) => one.required);
      // The first is of the encoding above, and a second that is needed of the second encoding.
      const place = optional ? i : required.indexOf(input);
      return matrixSource(
        input,
        encodings,
        place < 0 || (optional && i > 0) ? undefined : place === 0 ? 'first' : 'second',
        arrange,
      );
    });
    fill(inputs, ...sources.map(({ element }) => element));
    form = paramForm(analysisTexts, row.params, (name, value, final) => {
      if (info.peek() === row) update({ params: { ...state.peek().params, [name]: value } }, final);
    });
    fill(params, form.element);
    editor.element.hidden = !row.layered;
    fill(
      about,
      h('h3', {}, row.title, h('span', { class: 'family' }, row.family)),
      tex(analysisTexts.formulaOf(row), { display: true }),
      h('p', { class: 'citation' }, ...cited(analysisTexts.citationOf(row))),
      analysisTexts.noteOf(row) ? h('p', { class: 'citation' }, ...rich(analysisTexts.noteOf(row) ?? '')) : undefined,
      h(
        'details',
        {},
        h('summary', {}, 'What comes out'),
        h(
          'ul',
          { class: 'outputs' },
          ...row.outputs.map((output) =>
            h(
              'li',
              {},
              h('b', {}, readable(output.name)),
              ' ',
              h('span', { class: 'means' }, ...said(analysisTexts.docOf(output))),
            ),
          ),
        ),
      ),
    );
    arrange();
    info.value = row;
  }

  function arrange(): void {
    secondBlock.hidden = !sources.some((source) => {
      const from = source.chosen();
      return from.kind === 'encoding' && from.encoding === 'second';
    });
  }

  function start(): void {
    const row = info.peek();
    if (row === undefined) return;
    showFailure(undefined);
    const now = state.peek();
    work.run(
      async (signal, onProgress) => {
        const given: Record<string, MatrixInput> = {};
        for (const source of sources) {
          const matrix = await inputOf(source);
          if (matrix !== undefined) given[source.name] = matrix;
        }
        const clean = Object.fromEntries(Object.entries(now.params).filter(([, value]) => value !== undefined));
        const spec = {
          analysis: row.id,
          ...clean,
          ...(row.layered ? { layers: asLayers(now.analysisLayers) } : {}),
        };
        const began = performance.now();
        const outputs = await pe.analyse(
          spec as unknown as AnalysisSpec,
          given as unknown as AnalysisInputs[AnalysisSpec['analysis']],
          { signal, onProgress },
        );
        return { outputs: outputs as unknown as Outputs, took: performance.now() - began };
      },
      ({ outputs, took }) => {
        results.show(row, outputs);
        root.dataset['ran'] = row.id;
        root.dataset['took'] = String(Math.round(took));
      },
      (error) => {
        delete root.dataset['ran'];
        showFailure(failureOf(error));
      },
    );
  }

  async function inputOf(source: MatrixSource): Promise<MatrixInput | undefined> {
    const from = source.chosen();
    if (from.kind === 'none') return undefined;
    if (from.kind === 'numbers') {
      if (from.matrix !== undefined) return from.matrix;
      const message = `${source.name} has no numbers yet: paste a line a row, or choose a file`;
      throw Object.assign(new Error(message), { code: 'missing_param', field: `inputs.${source.name}` });
    }
    const now = state.peek();
    const spec = asSpec(from.encoding === 'first' ? now.spec : now.second);
    try {
      const { positions } = positionsOf(await pe.shape(spec), now);
      return { spec, positions, form: from.form, ...(from.form === 'attentionBias' ? { head: now.head } : {}) };
    } catch (error) {
      const failure = failureOf(error);
      throw Object.assign(new Error(failure.message), { ...failure, field: `inputs.${source.name}.${failure.field}` });
    }
  }

  function showFailure(failure: Failure | undefined): void {
    form?.clearErrors();
    editor.setFailure(undefined);
    for (const source of sources) source.setError(undefined);
    fault.hidden = true;
    fill(fault);
    if (failure === undefined) return;
    const [first = '', name = ''] = failure.field.split('.');
    const source = sources.find((one) => one.name === (first === 'inputs' ? name.replace(/\[.*$/, '') : first));
    if (source) source.setError(failure.message);
    else if (editor.element.hidden || !editor.setFailure(failure)) {
      if (form?.setError(failure.field, failure.message) === true) return;
      fault.hidden = false;
      fill(fault, failure.message);
    }
  }
}

/** The sources of a citation that have an address become links. */
function cited(citation: string): (Node | string)[] {
  return citation.split(/(arXiv:\d{4}\.\d{4,5})/).map((part) => (part.startsWith('arXiv:') ? sourceLinks(part) : part));
}
