/**
 * File input: drop, choose or paste a config.json; drop or choose a GGUF file or a checkpoint. Only the keys of GGUF
 * files are read; tables of checkpoints can be shown. The bar names the file that was read; failures appear below it.
 */
import { computed, effect, signal } from '@preact/signals-core';
import { button, fileInput, toggle } from '../kit/elements.js';
import { fill, freshId, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import { takeFiles } from '../widgets/given-files.js';
import { handed } from '../widgets/handed.js';
import { byId, say } from '../page.js';
import { configOf, presets } from '../presets.js';
import { ownConfig } from '../state.js';
import { failureOf } from '../kit/errors.js';
import { counted } from '../widgets/format.js';
import { sourceLink } from '../widgets/source.js';
import type { Context, ReadFile } from './context.js';
import { modelName } from './model-name.js';
import { isStart } from './start.js';
import { chosenPreset } from './state.js';
import { tensorList } from './tensor-list.js';

/** Larger files are rejected before they are read; a config.json has a few kilobytes. */
const largestFile = 8 * 1024 * 1024;
/** Tensor files, including unsupported formats, for which the reader of tensors has messages. */
const tensors = /\.(npy|npz|safetensors|pt|pth|bin|ckpt|pkl|h5)$/i;
/** State that is reset for a new file; the requested length is kept. */
const afresh = { method: undefined, layer: undefined, spec: undefined };

export function mountIntake(ctx: Context): void {
  const { state, update, file, fault, axial, title } = ctx;
  const config = computed(() => state.value.config);
  const contextLength = computed(() => state.value.contextLength);
  const first = computed(() => isStart(state.value));
  effect(() => {
    if (!first.value) ctx.asked.value = true;
  });
  let newest = 0;
  const changing = signal(false);
  const model = computed(() => {
    const read = axial.value ?? file.value;
    return read && modelName(read);
  });
  const own = (): boolean => !('preset' in state.value.config);
  const over = signal(false);
  const checkpoint = tensorList((draft, name) => {
    update({ spec: draft, picture: 'table' });
    say(`${name} is the encoding of all pictures now.`);
    byId('table').scrollIntoView();
  }, refuse);
  const accepted = '.json,application/json,.gguf,.npy,.safetensors';
  const input = fileInput('Choose a config.json, a GGUF file or a checkpoint', accepted, open);
  const choose = button('Choose a file', () => input.click(), { class: 'primary' });
  const area = freshId('paste');
  const pasted = html`<textarea
    id=${area}
    rows="6"
    class="mono"
    spellcheck="false"
    autocapitalize="off"
    placeholder='{ "rope_theta": 500000, "head_dim": 128, "max_position_embeddings": 131072, … }'
  ></textarea>` as HTMLTextAreaElement;
  const begins = (): void => {
    changing.value = true;
    choose.focus();
  };
  const change = button('Change', begins, { hidden: () => !own() });
  const isChosen = (id: string) => (): boolean => 'preset' in state.value.config && state.value.config.preset === id;
  const preset = ({ id, title }: (typeof presets)[number]): HTMLElement => {
    const pick = (): void => {
      begin();
      update({ ...afresh, config: chosenPreset(id) });
    };
    return html`<li>${toggle(title.split(': ')[0], isChosen(id), pick, { 'data-preset': id })}</li>`;
  };
  fill(
    byId('intake'),
    html`<div class="intake" hidden=${() => own() && !changing.value}>
      <div class=${() => `drop-zone${over.value ? ' over' : ''}`}>
        <p class="drop-title">Drop a config.json or a .gguf on this page</p>
        <p class="drop-choose">${choose}${input}</p>
        <details class="paste">
          <summary>or paste it</summary>
          <label for=${area} class="visually-hidden">Text of a config.json</label>
          ${pasted}
          <p>
            <button type="button" onclick=${() => paste(pasted.value)}>Read it</button>
          </p>
        </details>
      </div>
      <div class="presets">
        <h3>Look at a published one</h3>
        <ul class="preset-list">
          ${presets.map(preset)}
        </ul>
      </div>
    </div>`,
    html`<p class="file-bar flow">
      ${() => own() && model.value && html`<strong class="report-model">${model.value}</strong>`}
      <strong class="report-title">${() => title.value}</strong>
      ${() => about(config.value)} ${change}
    </p>`,
    html`<p class="fault" role="alert" hidden=${() => fault.value === undefined}>
      ${() => fault.value !== undefined && `${fault.value.replace(/\.$/, '')}.${title.value ? ` Below is still ${title.value}.` : ''}`}
    </p>`,
    html`<div class="report stack gap-5" id="axial" hidden=${() => axial.value === undefined}></div>`,
    checkpoint.element,
  );
  effect(() => {
    const read = axial.value;
    if (read)
      void import('./axial.js').then(({ axialView }) => {
        if (axial.peek() === read) fill(byId('axial'), axialView(read.report));
      });
  });
  takeFiles(
    (given) => (given instanceof File ? open(given) : paste(given.text)),
    (is) => (over.value = is),
  );
  const other = handed();
  if (other) paste(other.text, other.name);

  section({
    at: byId('verdict'),
    doing: 'Reading the file',
    inputs: () => (ctx.asked.value ? { config: config.value, length: contextLength.value } : undefined),
    async compute({ config, length }, abort): Promise<ReadFile> {
      const { text, title } = configOf(config);
      const report = await ctx.pe.report(text, { signal: abort, contextLength: length });
      return { report, title, text, contextLength: length };
    },
    draw(read) {
      const { report, title } = read;
      // A failed file leaves the previous one on the page, under its own name.
      if (!report.axes && report.instead) return refuse(`${title}: ${report.instead.text}`);
      refuse(undefined);
      axial.value = report.axes ? read : undefined;
      if (report.axes) return say(`Report ready: ${counted(report.axes.length, 'axis', 'axes')}.`);
      file.value = read;
      const { type, pairs, warnings } = report;
      say(`Report ready: ${type}, ${counted(pairs.length, 'pair')}, ${counted(warnings.length, 'warning')}.`);
    },
    fail(failure) {
      if (failure) refuse(`${configOf(state.peek().config).title}: ${failure.message}`);
      return false;
    },
  });

  /** Shows an error of a file; undefined clears it. */
  function refuse(message: string | undefined): void {
    fault.value = message;
  }

  /** Starts reading a file: clears the previous error and supersedes a read in progress. */
  function begin(): number {
    refuse(undefined);
    return ++newest;
  }

  async function take(text: string, name: string, turn: number): Promise<void> {
    const focused = byId('intake').querySelector('.intake')?.contains(document.activeElement);
    const config = await ownConfig(text, name);
    // Until the file is valid, the whole page shows the previous one.
    const { axes, instead } = await ctx.pe.report(text, { contextLength: contextLength.peek() });
    if (turn !== newest) return;
    if (!axes && instead) return refuse(`${name}: ${instead.text}`);
    update({ ...afresh, config });
    changing.value = false;
    if (focused) change.focus();
  }

  function open(given: File | undefined): void {
    if (given === undefined) return;
    const turn = begin();
    if (tensors.test(given.name)) return checkpoint.open(given);
    if (!/\.gguf$/i.test(given.name) && given.size > largestFile)
      return refuse(
        `${given.name} has ${given.size.toLocaleString('en')} bytes; a config.json has at most ${largestFile.toLocaleString('en')}`,
      );
    orRefuse(given.name, turn, read(given, turn));
  }
  function paste(text: string, name = 'pasted config'): void {
    const turn = begin();
    orRefuse(name, turn, take(text, name, turn));
  }
  function orRefuse(name: string, turn: number, taken: Promise<void>): void {
    taken.catch((error: unknown) => {
      if (turn === newest) refuse(`${name}: ${failureOf(error).message}`);
    });
  }

  /** Keeps only the position keys of a GGUF file, which fit into a link like a config. */
  async function read(given: File, turn: number): Promise<void> {
    if (!/\.gguf$/i.test(given.name)) return take(await given.text(), given.name, turn);
    const { configOfGguf, openGguf } = await import('../widgets/checkpoint.js');
    return take(JSON.stringify(configOfGguf(await openGguf(given))), given.name, turn);
  }
}

/** Note and source of a published file. */
function about(config: Parameters<typeof configOf>[0]): HTMLElement | undefined {
  const { note, source, fromMemory } = configOf(config);
  if (source === undefined) return undefined;
  const short = /^https:\/\/huggingface\.co\/([^/]+\/[^/]+)/.exec(source)?.[1] ?? source.replace(/^https:\/\//, '');
  return html`<span class="report-remark aside"
    >${note}${' '}${sourceLink(source, short)}${fromMemory && html`, <strong class="from-memory">typed from memory</strong>`}</span
  >`;
}
