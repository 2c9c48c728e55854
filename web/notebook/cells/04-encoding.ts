/** The encoding under the pictures: controls made from the registry, its formula, its frequencies, its code. */
import { computed, effect, signal } from '@preact/signals-core';
import { type WavelengthPair, wavelengthBands } from '../../lib/charts/index.js';
import type { EncodingSpec } from '../../lib/types/posenc.js';
import { javascriptCode } from '../code/javascript.js';
import type { Numbers } from '../code/python.js';
import { pythonCode } from '../code/python.js';
import type { Context } from '../context.js';
import { offered } from '../matrix.js';
import { codeView } from '../widgets/code-view.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { counted, short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { said } from '../widgets/said.js';
import { heading } from '../widgets/section.js';
import { specForm } from '../widgets/spec-form.js';
import { tex } from '../widgets/tex.js';
import { encodingTexts } from '../documented/encodings.js';

export function mount(root: HTMLElement, ctx: Context): void {
  heading(
    root,
    4,
    'Turn the knobs',
    'Every parameter of every encoding, as slider and as exact number. All pictures below follow; what the library refuses is said beside the control, and the last good picture stays.',
  );
  const controls = h('div', {});
  const facts = h('div', { class: 'encoding-facts' });
  root.append(h('div', { class: 'split' }, controls, facts));
  mountControls(controls, ctx);
  mountFacts(facts, ctx);
}

function mountControls(root: HTMLElement, ctx: Context): void {
  const follows = h('p', { class: 'follows', role: 'status' });
  const back = h(
    'button',
    { type: 'button', class: 'quiet', on: { click: () => ctx.update({ spec: undefined }) } },
    'Follow the configuration again',
  );
  const form = specForm({
    pe: ctx.pe,
    onInput: (draft, final) => ctx.update({ spec: draft }, final),
    trainedContext: () => ctx.shownLayer.peek()?.trainedContext,
    between: h('div', { class: 'follow-row' }, follows, back),
  });
  root.append(form.element);
  effect(() => form.set(ctx.draft.value));
  effect(() => {
    const own = ctx.state.value.spec !== undefined;
    follows.textContent = own ? 'Set by hand' : `As in ${ctx.configTitle.value}`;
    back.hidden = !own;
  });
  effect(() => form.setFailure(ctx.failure.value));
}

interface Frequencies extends Numbers {
  readonly spec: EncodingSpec;
  /** Frequencies are (pairs, axes). */
  readonly axes: number;
  readonly unscaled: ArrayLike<number> | undefined;
}

/** More points than this are thinned: they would lie within a pixel of each other. */
const mostPoints = 1024;

function mountFacts(root: HTMLElement, ctx: Context): void {
  const about = h('div', { class: 'about' });
  const chart = wavelengthBands(
    { pairs: [] },
    { label: 'Wavelength of each pair of this encoding', describe: ratioText },
  );
  const reading = h('p', { class: 'reading', 'aria-hidden': 'true' });
  const work = job('Computing frequencies');
  const code = codeView('Language', ctx.say);
  const chartBlock = h(
    'figure',
    { class: 'small' },
    h('h3', {}, 'Wavelengths of this encoding'),
    work.element,
    h('div', { class: 'chart-place' }, chart),
    reading,
  );
  root.append(about, chartBlock, h('h3', {}, 'Take it with you'), code.element);

  effect(() => {
    const info = ctx.info.value;
    const spec = ctx.spec.value;
    if (info === undefined || spec === undefined) return;
    const scaling = 'scaling' in spec ? info.scalings?.find((s) => s.id === spec.scaling?.type) : undefined;
    fill(
      about,
      h('h3', {}, info.title, h('span', { class: 'family' }, info.family)),
      tex(encodingTexts.formulaOf(info), { display: true }),
      h('p', { class: 'citation' }, encodingTexts.citationOf(info)),
      encodingTexts.noteOf(info) && h('p', { class: 'citation remark' }, ...said(encodingTexts.noteOf(info) ?? '')),
      ...(scaling
        ? [
            h('h3', {}, scaling.title),
            tex(encodingTexts.formulaOf(scaling), { display: true }),
            h('p', { class: 'citation' }, encodingTexts.citationOf(scaling)),
          ]
        : []),
    );
  });

  const numbers = signal<Frequencies>();
  effect(() => {
    const spec = ctx.spec.value;
    const axes = ctx.shape.value?.axes ?? 1;
    if (spec === undefined) return;
    if (!ctx.info.value?.stages.includes('frequencies')) {
      work.cancel();
      numbers.value = { spec, frequencies: [], axes: 1, amplitude: 1, unscaled: undefined };
      return;
    }
    const scaled = 'scaling' in spec && spec.scaling !== undefined;
    work.run(
      async (signal) => {
        const [frequencies, unscaled, row] = await Promise.all([
          ctx.pe.frequencies(spec, { signal }),
          scaled ? ctx.pe.frequencies({ ...spec, scaling: undefined } as EncodingSpec, { signal }) : undefined,
          // A rotary row at position 0 is cos 0 times the attention factor.
          spec.encoding === 'rope' ? ctx.pe.table(spec, [0], { dtype: 'f64', signal }) : undefined,
        ]);
        return { spec, frequencies, axes, unscaled, amplitude: row?.data[0] ?? 1 };
      },
      (result) => {
        numbers.value = result;
      },
      (error) => ctx.say(failureOf(error).message),
    );
  });

  const points = computed(() => pairsOf(numbers.value));
  effect(() => {
    const shown = points.value;
    chartBlock.hidden = shown.length === 0;
    const spec = numbers.peek()?.spec;
    chart.update(
      { pairs: shown },
      { file: `${spec?.encoding ?? 'encoding'}-wavelengths`, embed: { spec: { ...spec } } },
    );
    read();
  });
  chart.addEventListener('read', read);
  function read(): void {
    const shown = points.peek();
    const all = (numbers.peek()?.frequencies.length ?? 0) / (numbers.peek()?.axes ?? 1);
    const pair = shown[chart.place?.[0] ?? -1];
    const ends = [shown[0], shown[shown.length - 1]].map((p) =>
      typeof p?.wavelength === 'number' ? short(p.wavelength) : '∞',
    );
    reading.textContent = pair
      ? sentence(pair)
      : all > 0
        ? `${counted(all, 'frequency', 'frequencies')}; wavelengths from ${ends[0]} to ${ends[1]} positions.`
        : '';
  }
  effect(() => {
    const found = numbers.value;
    if (found === undefined) return;
    const { start, count, step } = ctx.state.value;
    const info = ctx.info.value;
    const shape = ctx.shape.value;
    if (info === undefined || shape === undefined) return;
    const at = { start, count, step };
    const python = pythonCode(found.spec, at, found);
    code.set({
      JavaScript: javascriptCode(found.spec, at, shape, offered(info)[0]),
      ...(python === undefined ? {} : { Python: python }),
    });
  });
}

function pairsOf(numbers: Frequencies | undefined): WavelengthPair[] {
  if (numbers === undefined) return [];
  const { frequencies, unscaled, axes } = numbers;
  const pairs = frequencies.length / axes;
  const stride = Math.ceil(pairs / mostPoints);
  const out: WavelengthPair[] = [];
  for (let i = 0; i < pairs; i += stride) {
    const now = speed(frequencies, i, axes);
    const before = unscaled === undefined ? now : speed(unscaled, i, axes);
    out.push({
      index: i,
      wavelength: now === 0 ? undefined : (2 * Math.PI) / now,
      unscaledFrequency: before,
    });
  }
  return out;
}

/** rad per unit along the wave's own direction. */
function speed(frequencies: ArrayLike<number>, pair: number, axes: number): number {
  let sum = 0;
  for (let a = 0; a < axes; a++) sum += frequencies[pair * axes + a]! ** 2;
  return axes === 1 ? Math.abs(frequencies[pair]!) : Math.sqrt(sum);
}

function sentence(pair: WavelengthPair): string {
  if (typeof pair.wavelength !== 'number') return `pair ${pair.index}: does not turn`;
  const ratio = ratioText(pair);
  return `pair ${pair.index}: ${short(pair.wavelength)} positions a turn${ratio && `, ${ratio}`}`;
}

function ratioText({ wavelength, unscaledFrequency }: WavelengthPair): string {
  const ratio = ((wavelength ?? NaN) * unscaledFrequency) / (2 * Math.PI);
  return Math.abs(ratio - 1) > 1e-12 ? `${short(Number(ratio.toPrecision(5)))} times the unscaled` : '';
}
