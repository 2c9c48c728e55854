/** The encoding below the pictures: controls from the registry, formula, frequencies, code. */
import { computed, effect, signal } from '@preact/signals-core';
import { bandOf, lengthsOf } from '../../lib/charts/core/bands.js';
import { type WavelengthPair, wavelengthBands } from '../../lib/charts/index.js';
import type { EncodingSpec } from '../../lib/types/posenc.js';
import { javascriptCode } from '../code/javascript.js';
import type { Numbers } from '../code/python.js';
import { pythonCode } from '../code/python.js';
import { encodingParamTexts } from '../documented/encoding-params.js';
import { encodingTexts } from '../documented/encodings.js';
import { fill, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import { offered } from '../widgets/matrix.js';
import { byId, say } from '../page.js';
import { codeView } from '../widgets/code-view.js';
import { counted, short } from '../widgets/format.js';
import { said } from '../widgets/said.js';
import { specForm } from '../widgets/spec-form.js';
import { specName } from '../widgets/spec-name.js';
import { tex } from '../widgets/tex.js';
import type { Context } from './context.js';

export function mount(ctx: Context): void {
  const own = (): boolean => ctx.state.value.spec !== undefined;
  const startOver = (): void => {
    ctx.reset();
    say('Everything is as at the start.');
  };
  const form = specForm({
    pe: ctx.pe,
    texts: encodingParamTexts,
    onInput: (draft, final) => ctx.update({ spec: draft }, final),
    trainedContext: () => ctx.shownLayer.peek()?.trainedContext,
    between: html`<div class="follow-row flow aside">
      <p class="follows" role="status">${() => (own() ? 'Set by hand' : `As in ${ctx.title.value ?? 'no file'}`)}</p>
      <button type="button" class="quiet" hidden=${() => !own()} onclick=${() => ctx.update({ spec: undefined })}>
        Follow the configuration again
      </button>
      <button type="button" class="quiet" onclick=${startOver}>Reset the page</button>
    </div>`,
  });
  fill(byId('controls'), form.element);
  effect(() => form.set(ctx.draft.value));
  effect(() => form.setFailure(ctx.failure.value));
  mountFacts(ctx);
}

interface Frequencies extends Numbers {
  readonly spec: EncodingSpec;
  /** Frequencies are (pairs, axes). */
  readonly axes: number;
  readonly unscaled: ArrayLike<number> | undefined;
}

/** Maximum number of points; more would be less than a pixel apart. */
const mostPoints = 1024;

function mountFacts(ctx: Context): void {
  const chart = wavelengthBands(
    { pairs: [] },
    { label: 'Wavelength of each pair of this encoding', describe: ratioText },
  );
  const block = byId('own-bands');
  const reading = block.querySelector('.reading')!;
  const place = block.querySelector('.chart-place')!;
  const code = codeView('Language');
  fill(place, chart);
  fill(byId('code'), code.element);

  effect(() => {
    const info = ctx.info.value;
    const spec = ctx.spec.value;
    if (info === undefined || spec === undefined) return;
    const scaling = 'scaling' in spec ? info.scalings?.find((s) => s.id === spec.scaling?.type) : undefined;
    const remark = encodingTexts.noteOf(info);
    const formula = (row: Parameters<typeof encodingTexts.formulaOf>[0]) => [
      tex(encodingTexts.formulaOf(row), { display: true }),
      html`<p class="citation fine">${encodingTexts.citationOf(row)}</p>`,
    ];
    fill(
      byId('about'),
      html`<h3>${info.title}<span class="family fine">${info.family}</span></h3>`,
      formula(info),
      remark !== undefined && remark !== '' && html`<p class="citation fine remark">${said(remark)}</p>`,
      scaling && [html`<h3>${scaling.title}</h3>`, formula(scaling)],
    );
  });

  const numbers = signal<Frequencies>();
  section({
    at: place,
    doing: 'Computing frequencies',
    inputs: () =>
      ctx.spec.value && {
        spec: ctx.spec.value,
        axes: ctx.shape.value?.axes ?? 1,
        has: ctx.info.value?.stages.includes('frequencies') ?? false,
      },
    async compute({ spec, axes, has }, signal): Promise<Frequencies> {
      if (!has) return { spec, frequencies: [], axes: 1, amplitude: 1, unscaled: undefined };
      const scaled = 'scaling' in spec && spec.scaling !== undefined;
      const [frequencies, unscaled, row] = await Promise.all([
        ctx.pe.frequencies(spec, { signal }),
        scaled ? ctx.pe.frequencies({ ...spec, scaling: undefined } as EncodingSpec, { signal }) : undefined,
        // A rotary row at position 0 is cos 0 times the attention factor.
        spec.encoding === 'rope' ? ctx.pe.table(spec, [0], { dtype: 'f64', signal }) : undefined,
      ]);
      return { spec, frequencies, axes, unscaled, amplitude: row?.data[0] ?? 1 };
    },
    draw: (found) => (numbers.value = found),
  });

  const points = computed(() => pairsOf(numbers.value));
  effect(() => {
    const shown = points.value;
    block.hidden = shown.length === 0;
    const spec = numbers.peek()?.spec;
    chart.update(
      { pairs: shown, ...(spec && lengthsOf(spec)) },
      {
        label: `Wavelength of each pair, ${specName(spec)}`,
        file: `${spec?.encoding ?? 'encoding'}-wavelengths`,
        embed: { spec: { ...spec } },
      },
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
  const { spec, frequencies, unscaled, axes } = numbers;
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
      ...(unscaled && { band: bandOf(spec, now, before) }),
    });
  }
  return out;
}

/** rad per unit in the direction of the wave. */
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
