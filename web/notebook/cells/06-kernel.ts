/** What the encoding does to similarity: the kernel k(Δ), and RoFormer's bound on its decay. */
import '../style/curves.css';
import { computed, effect } from '@preact/signals-core';
import type { Positions } from '../../lib/types/posenc.js';
import type { Stage } from '../../lib/types/registry.js';
import type { Context } from '../context.js';
import { mostOffsets } from '../state.js';
import type { Curve, DenseLine } from '../widgets/dense-line.js';
import { denseLine } from '../widgets/dense-line.js';
import { fill, freshId, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { numberField } from '../widgets/number-field.js';
import { heading, note } from '../widgets/section.js';
import { tex } from '../widgets/tex.js';

export function mount(root: HTMLElement, ctx: Context): void {
  heading(
    root,
    6,
    'How similarity falls with distance',
    'The inner product of two rows depends on their distance only: it is a sum of cosines, exact and far from monotone. One point for every offset.',
  );

  const offsets = numberField({
    name: 'offsets',
    label: 'offsets',
    min: 64,
    max: mostOffsets,
    log: true,
    integer: true,
    onInput: (value, final) => {
      const wrong =
        value === undefined || !Number.isInteger(value) || value < 2 || value > mostOffsets
          ? `offsets must be a whole number from 2 to ${mostOffsets}`
          : undefined;
      offsets.setError(wrong);
      if (wrong === undefined) ctx.update({ offsets: value! }, final);
    },
  });
  const logId = freshId('log');
  const log = h('input', {
    id: logId,
    type: 'checkbox',
    on: { change: () => ctx.update({ logOffsets: log.checked }) },
  });
  effect(() => {
    offsets.set(ctx.state.value.offsets);
    log.checked = ctx.state.value.logOffsets;
  });
  root.append(
    h(
      'div',
      { class: 'controls row' },
      offsets.element,
      h(
        'div',
        { class: 'field inline' },
        h('label', { for: logId }, 'logarithmic offsets'),
        h('div', { class: 'field-control' }, log),
      ),
    ),
  );

  curve(root, ctx, {
    id: 'profile',
    stage: 'kernelProfile',
    title: 'Kernel profile',
    formula:
      'k(\\Delta) = \\langle \\mathrm{row}_m, \\mathrm{row}_{m-\\Delta} \\rangle = a^2 \\sum_i \\cos(\\omega_i \\Delta)',
    run: (spec, x, control) => ctx.pe.kernelProfile(spec, x, control),
    chart: denseLine({
      label: 'Kernel profile k of the offset',
      xTitle: 'offset Δ',
      yTitle: 'k(Δ)',
      colour: 0,
      height: 300,
      fileName: () => `${ctx.spec.peek()?.encoding ?? ''}-kernel-profile`,
      sentence: (x, y) => `k(${short(x)}) = ${short(y)}`,
      overview: (c) =>
        `k(0) = ${short(c.y[0] ?? 0)}; lowest ${short(lowest(c.y))} within ${short(c.x.length)} offsets.`,
    }),
  });
  curve(root, ctx, {
    id: 'decay',
    stage: 'decayBound',
    title: 'Long-term decay curve',
    formula: '\\frac{1}{p} \\sum_{j=1}^{p} \\Bigl| \\sum_{i<j} e^{\\mathrm{i}\\,\\Delta\\,\\theta_i} \\Bigr|',
    run: (spec, x, control) => ctx.pe.decayBound(spec, x, control),
    chart: denseLine({
      label: 'Long-term decay curve',
      xTitle: 'offset Δ',
      yTitle: 'bound',
      colour: 1,
      height: 260,
      fileName: () => `${ctx.spec.peek()?.encoding ?? ''}-decay-bound`,
      sentence: (x, y) => `at offset ${short(x)} the bound is ${short(y)}`,
      overview: (c) =>
        `${short(c.y[0] ?? 0)} at offset 0, ${short(c.y[c.y.length - 1] ?? 0)} at offset ${short(c.x[c.x.length - 1] ?? 0)}.`,
    }),
  });
  root.append(
    note(
      'What to notice',
      h(
        'p',
        {},
        'The kernel is a fact about the encoding. The decay curve, drawn in the RoFormer paper, is an upper bound on a sum of products with queries and keys: it is neither a kernel nor monotone, and it does not show that attention decays.',
      ),
    ),
  );
}

interface CurveOptions {
  readonly id: string;
  readonly stage: Stage;
  readonly title: string;
  readonly formula: string;
  readonly chart: DenseLine;
  readonly run: (
    spec: NonNullable<Context['spec']['value']>,
    offsets: Positions,
    control: { signal: AbortSignal; onProgress: (f: number) => void },
  ) => Promise<Float64Array>;
}

function curve(root: HTMLElement, ctx: Context, options: CurveOptions): void {
  const work = job(options.title);
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const absent = h('p', { class: 'calm', hidden: true });
  const body = options.chart.element;
  root.append(
    h(
      'figure',
      { class: 'curve', 'data-curve': options.id },
      h('h3', {}, options.title, ' ', tex(options.formula)),
      fault,
      absent,
      work.element,
      body,
    ),
  );

  const request = computed(() => ({
    spec: ctx.spec.value,
    info: ctx.info.value,
    shape: ctx.shape.value,
    offsets: ctx.state.value.offsets,
  }));
  let last = '';
  let shown: Curve | undefined;
  effect(() => {
    const { spec, info, shape, offsets } = request.value;
    if (spec === undefined || info === undefined || shape === undefined) return;
    const defined = info.stages.includes(options.stage);
    body.hidden = !defined;
    absent.hidden = defined;
    if (!defined) {
      work.cancel();
      last = '';
      absent.textContent = `${info.title} has none: it is not built from rows that turn with the position.`;
      return;
    }
    const key = keyOf([spec, offsets]);
    if (key === last) return;
    last = key;
    work.run(
      async (signal, onProgress) => ({
        x: Float64Array.from({ length: offsets }, (_, i) => i),
        y: await options.run(spec, along(offsets, shape.axes), { signal, onProgress }),
      }),
      (result) => {
        fault.hidden = absent.hidden = true;
        fill(fault);
        body.hidden = false;
        shown = result;
        options.chart.update(result, ctx.state.peek().logOffsets);
      },
      (error) => {
        last = '';
        const { code, message } = failureOf(error);
        // That a spec has no such curve is a fact about it and not a mistake of the reader.
        const none = code === 'not_defined';
        absent.hidden = !none;
        absent.textContent = message;
        fault.hidden = none;
        fill(fault, message);
        body.hidden = none || shown === undefined;
      },
    );
  });
  const logOffsets = computed(() => ctx.state.value.logOffsets);
  effect(() => {
    const log = logOffsets.value;
    if (shown) options.chart.update(shown, log);
  });
}

/** Offsets 0 … n-1 along the last axis, 0 along the others. */
function along(n: number, axes: number): Positions {
  if (axes === 1) return n;
  const data = new Float64Array(n * axes);
  for (let i = 0; i < n; i++) data[i * axes + axes - 1] = i;
  return { data, rows: n, cols: axes };
}

function lowest(values: Float64Array): number {
  let low = Infinity;
  for (const v of values) if (v < low) low = v;
  return low;
}
