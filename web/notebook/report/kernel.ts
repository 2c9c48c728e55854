/** The kernel k(Δ) of the encoding, and RoFormer's bound on its decay. */
import '../style/curves.css';
import { computed, effect } from '@preact/signals-core';
import type { Positions } from '../../lib/types/posenc.js';
import type { Stage } from '../../lib/types/registry.js';
import { numberControl } from '../widgets/controls.js';
import { fill, freshId, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import { byId } from '../page.js';
import { type Curve, denseLine } from '../widgets/dense-line.js';
import { short } from '../widgets/format.js';
import { specName } from '../widgets/spec-name.js';
import { tex } from '../widgets/tex.js';
import type { Context } from './context.js';
import { fits, mostOffsets } from './state.js';

export function mount(ctx: Context): void {
  const offsets = numberControl(ctx, {
    name: 'offsets',
    label: 'offsets',
    min: 64,
    max: mostOffsets,
    log: true,
    integer: true,
    fits: fits.offsets,
  });
  const id = freshId('log');
  const toggle = ({ target }: Event): void => ctx.update({ logOffsets: (target as HTMLInputElement).checked });
  fill(
    byId('curves'),
    html`<div class="controls row">
      ${offsets}
      <div class="field inline">
        <label for=${id}>logarithmic offsets</label>
        <div class="field-control">
          <input id=${id} type="checkbox" checked=${() => ctx.state.value.logOffsets} onchange=${toggle} />
        </div>
      </div>
    </div>`,
  );
  const root = byId('curves');

  curve(root, ctx, {
    id: 'profile',
    stage: 'kernelProfile',
    title: 'Kernel profile',
    formula:
      'k(\\Delta) = \\langle \\mathrm{row}_m, \\mathrm{row}_{m-\\Delta} \\rangle = a^2 \\sum_i \\cos(\\omega_i \\Delta)',
    run: (spec, x, control) => ctx.pe.kernelProfile(spec, x, control),
    chart: denseLine({
      label: () => `Kernel profile k of the offset, ${specName(ctx.spec.peek())}`,
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
      label: () => `Long-term decay curve, ${specName(ctx.spec.peek())}`,
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
}

interface CurveOptions {
  readonly id: string;
  readonly stage: Stage;
  readonly title: string;
  readonly formula: string;
  readonly chart: ReturnType<typeof denseLine>;
  readonly run: (
    spec: NonNullable<Context['spec']['value']>,
    offsets: Positions,
    control: { signal: AbortSignal; onProgress: (f: number) => void },
  ) => Promise<Float64Array>;
}

function curve(root: HTMLElement, ctx: Context, { id, stage, title, formula, chart, run }: CurveOptions): void {
  const body = html`<div>${chart.element}</div>`;
  const absent = html`<p class="calm" hidden></p>`;
  root.append(
    html`<figure class="curve" data-curve=${id} aria-label=${title}>
      <h3>${title} ${tex(formula)}</h3>
      ${absent}${body}
    </figure>`,
  );
  const none = (why: string | undefined): void => {
    absent.hidden = why === undefined;
    absent.textContent = why ?? '';
    body.hidden = why !== undefined;
  };
  let shown: Curve | undefined;
  const work = computed(() => ({
    spec: ctx.spec.value,
    info: ctx.info.value,
    axes: ctx.shape.value?.axes,
    offsets: ctx.state.value.offsets,
  }));
  section({
    at: body,
    doing: title,
    inputs() {
      const { spec, info, axes, offsets } = work.value;
      if (!spec || !info || axes === undefined) return undefined;
      return { spec, axes, offsets, defined: info.stages.includes(stage), named: info.title };
    },
    async compute({ spec, axes, offsets, defined, named }, signal, onProgress): Promise<Curve | string> {
      if (!defined) return `${named} has none: it is not built from rows that turn with the position.`;
      const x = Float64Array.from({ length: offsets }, (_, i) => i);
      return { x, y: await run(spec, along(offsets, axes), { signal, onProgress }) };
    },
    draw(found) {
      none(typeof found === 'string' ? found : undefined);
      if (typeof found === 'string') return;
      shown = found;
      chart.update(found, ctx.state.peek().logOffsets);
    },
    // A spec without such a curve is not an error of the reader.
    fail(failure) {
      const isNone = failure?.code === 'not_defined';
      if (failure) none(isNone ? failure.message : undefined);
      return !isNone;
    },
  });
  const logOffsets = computed(() => ctx.state.value.logOffsets);
  effect(() => {
    const log = logOffsets.value;
    if (shown) chart.update(shown, log);
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
