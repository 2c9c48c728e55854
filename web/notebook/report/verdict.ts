/** Which engines serve the file at the requested length: one sentence, and one row per engine with its command. */
import '../style/verdict.css';
import { computed, effect } from '@preact/signals-core';
import { cacheText } from '../../lib/advice/cache-text.js';
import { jsonText } from '../../lib/advice/text.js';
import { ageText } from '../../lib/engines/standing.js';
import { type VerdictRow, verdictOn } from '../../lib/advice/verdict.js';
import type { ExtensionAdvice, MethodAdvice } from '../../lib/types/posenc.js';
import { choiceControl } from '../kit/choice-control.js';
import { button } from '../kit/elements.js';
import { type Content, fill, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import { byId, say } from '../page.js';
import { copyText } from '../widgets/copy-text.js';
import { counted, short } from '../widgets/format.js';
import { numberField } from '../widgets/number-field.js';
import { sourceLinks } from '../widgets/source.js';
import { tabs } from '../widgets/tabs.js';
import type { Context } from './context.js';
import { isStart, startAdvice } from './start.js';
import { engineTitles } from '../widgets/engine-titles.js';
import { fits } from './state.js';

const longest = 2 ** 24;
/** Applicable methods; the first is used until the reader chooses. */
export const waysOf = ({ methods }: ExtensionAdvice): readonly MethodAdvice[] =>
  methods.filter(({ refused }) => refused === undefined);
const chosenWay = (advice: ExtensionAdvice, id: string | undefined): MethodAdvice | undefined =>
  waysOf(advice).find((method) => method.id === id) ?? waysOf(advice)[0];

export function mountVerdict(ctx: Context): void {
  const { pe, state, update, file, unserved, advice } = ctx;
  const [method, engine] = [computed(() => state.value.method), computed(() => state.value.engine)];
  const field = numberField({
    name: 'contextLength',
    label: 'Serve it at so many positions',
    min: 64,
    max: longest,
    log: true,
    integer: true,
    optional: true,
    onInput(value, final) {
      const fit = value === undefined || fits.contextLength(value);
      field.setError(fit ? undefined : `A context length ${fits.contextLength.must}, but ${value} was given`);
      if (fit) update({ contextLength: value }, final);
    },
  });
  const text = html`<p class="verdict-text"></p>`;
  const panel = html`<div></div>`;
  const ways = tabs('Methods', panel, (method) => update({ method: method as MethodAdvice['id'] }));
  const shown = html`<div class="verdict">${text}${ways.element}${panel}</div>`;
  fill(
    byId('verdict'),
    html`<div class="serve-row flow">
      ${field.element}${choiceControl(ctx, 'engine', 'With', engineTitles)}
      <div class="toolbar" role="group" aria-label="Lengths of note">${[1, 2, 4].map(lengthButton)}</div>
    </div>`,
    shown,
  );

  const draw = (found: ExtensionAdvice): void => {
    const way = chosenWay(found, method.value);
    const family = engine.value === 'all' ? undefined : engine.value;
    const every = verdictOn(found, way);
    const isRead = every.rows.length === 0 || family === undefined || every.rows.some((row) => row.family === family);
    const verdict = isRead ? verdictOn(found, way, family) : every;
    const cache = cacheText(found);
    const compared = (way?.engines ?? found.engines).some(
      ({ engine, supported }) => supported && engine === 'transformers-5',
    );
    shown.dataset['answer'] = isRead ? verdict.answer : 'not known';
    text.textContent = isRead
      ? verdict.text
      : `Not known for ${engineTitles[engine.value]}: of a GGUF file, only ${every.rows.map(({ title }) => title).join(' and ')} is asked here. Its answer follows.`;
    ways.set(
      waysOf(found).map(({ id, title }) => ({ id, label: title })),
      way?.id ?? '',
    );
    fill(
      panel,
      html`<ul class="verdict-rows">
        ${isRead && family !== undefined ? verdict.rows.map(rowWithVersions) : verdict.rows.map((row) => rowOf(row))}
      </ul>`,
      cache !== undefined && html`<p class="means">${cache}</p>`,
      way ? inTheFile(way) : waysNot(found),
      verdict.rows.length > 0 &&
        html`<p class="means">
          ${compared && 'Yes: by its own rules for this file the engine computes what transformers 5 does, the reference. '}Put
          the names of your own files in place of MODEL and model.gguf.
        </p>`,
    );
  };
  effect(() => advice.value && draw(advice.value));
  const length = computed(() => state.value.contextLength ?? advice.value?.servedContext);
  effect(() => showLength(length.value));

  if (isStart(state.peek())) advice.value = startAdvice;
  section({
    at: shown,
    doing: 'Asking the engines’ rules',
    inputs: () => file.value && { text: file.value.text, length: lengthOf(file.value) },
    compute: async (asked, signal) =>
      isStart(state.peek()) ? startAdvice : pe.extendContext(asked.text, asked.length, { signal }),
    draw(found, { length }) {
      advice.value = found;
      shown.dataset['length'] = String(length);
      say(text.textContent ?? '');
    },
    fail(failure) {
      unserved.value = failure?.message;
      // The verdict on the previous file does not apply.
      if (failure) advice.value = undefined;
      shown.hidden = failure !== undefined;
    },
  });

  function showLength(value: number | undefined): void {
    field.set(value);
    field.setError(undefined);
  }
  /** A button for a multiple of the file's length. */
  function lengthButton(times: number): HTMLElement {
    const served = (): number => times * (advice.value?.servedContext ?? 0);
    const choose = (): void => {
      update({ contextLength: times === 1 ? undefined : served() });
      showLength(length.peek());
    };
    const said = (): string => `${short(served())}${times === 1 ? ', by the file' : ''}`;
    return button(said, choose, { hidden: () => advice.value === undefined });
  }
}

/** The longest of its layer types, because windowed layers have shorter ones. */
function lengthOf({ report, contextLength }: NonNullable<Context['file']['value']>): number {
  const layers = Object.values(report.layers ?? { report });
  return contextLength ?? Math.max(...layers.map((layer) => layer.contextLength));
}

const rowWithVersions = (row: VerdictRow): HTMLElement =>
  rowOf(
    row,
    html`<span class="engine-version"
      >${row.versions.map(({ version, asOf }) => `${version}${ageText(asOf, new Date())}`).join(' and ')}</span
    >`,
  );

const rowOf = (
  { family, title, supported, why, needs, commands, notes }: VerdictRow,
  versions: Content = false,
): HTMLElement =>
  html`<li data-engine=${family} class=${supported ? 'served' : 'refused'}>
    <p class="verdict-engine">
      <span class="verdict-mark">${supported ? 'yes' : why === 'unknown' ? 'not known' : 'no'}</span
      ><strong>${title}</strong>${
        needs !== undefined && html`<span class="verdict-needs">, with ${counted(flagsIn(needs), 'flag')}</span>`
      }${versions}
    </p>
    <div>
      ${commands.map((command) => copyText(command, `the command for ${title}`))}
      ${
        notes.length > 0 &&
        html`<ul class="engine-notes">
          ${notes.map((note) => html`<li>${note}</li>`)}
        </ul>`
      }
    </div>
  </li>`;

const flagsIn = (needs: string): number => needs.split(' ').filter((word) => word.startsWith('--')).length;

/** The fields to change, for engines that read them from the file. */
function inTheFile({ config, source, title }: MethodAdvice): Content {
  const forms = config ? (['current', 'legacy'] as const).filter((form) => config[form]) : [];
  return html`<details class="in-the-file">
    <summary>
      ${title} in config.json${config && config.at !== '' ? `, under ${config.at}` : ''}, and its source
    </summary>
    <p>Source: ${sourceLinks(source)}</p>
    ${forms.map((form) => {
      const gone = config?.without[form] ?? [];
      const schema = form === 'current' ? 'transformers 5' : 'earlier versions';
      return [
        html`<p>
          As ${schema} read
          it.${gone.length > 0 && ` Take ${gone.join(' and ')} out, because these would be read first.`}
        </p>`,
        copyText(jsonText(config?.[form]), `the fields of ${schema}`),
      ];
    })}
  </details>`;
}

/** Methods that do not apply, grouped by reason. */
export function waysNot({ methods }: ExtensionAdvice): Content {
  const refused = methods.filter((method) => method.refused !== undefined);
  const reasons = [...new Set(refused.map((method) => method.refused))];
  if (reasons.length === 0) return undefined;
  const said = reasons.map((reason) => {
    const titles = refused.filter((method) => method.refused === reason).map(({ title }) => title);
    return `${titles.join(', ')} (${reason})`;
  });
  return html`<p class="means ways-not">These ways are none for this file: ${said.join('; ')}.</p>`;
}
