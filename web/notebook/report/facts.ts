/** The facts of a report with the places they were read from, warnings with sources, and every pair. */
import { effect } from '@preact/signals-core';
import { layerRowCells } from '../../lib/hf/layer-row-text.js';
import type { IndexerRotary, QueryScale, RopeReport } from '../../lib/types/posenc.js';
import { fill, html } from '../kit/html.js';
import { row, table, withRoles } from '../kit/tables.js';
import { handTo } from '../widgets/handed.js';
import { byId, say } from '../page.js';
import { failureOf } from '../kit/errors.js';
import { counted as countOf, datum } from '../widgets/format.js';
import { scroller } from '../widgets/reachable.js';
import { tabs } from '../widgets/tabs.js';
import type { Context } from './context.js';
import { pairs } from './pairs.js';
import { warningItem } from './warning-item.js';

export function mount(ctx: Context): void {
  const panel = html`<div class="report stack gap-5"></div>`;
  const layers = tabs('Layer types', panel, (layer) => ctx.update({ layer }));
  fill(byId('report'), layers.element, panel);
  effect(() => {
    const report = ctx.file.value?.report;
    const shown = ctx.shownLayer.value;
    if (report === undefined || shown === undefined) return;
    const names = Object.keys(report.layers ?? {});
    layers.set(
      names.map((id) => ({ id, label: id.replaceAll('_', ' ') })),
      shown.layerType ?? names[0] ?? '',
    );
    const { towers = [] } = report;
    const turning = towers.some(({ axes }) => axes !== undefined);
    const place = html`<div class="towers" hidden=${!turning}></div>`;
    fill(
      panel,
      shown.assumption !== undefined && html`<p class="means assumption">${shown.assumption}</p>`,
      html`<div class="report-columns">${summary(shown)}${warnings(shown)}</div>`,
      pairs(shown, report, ctx),
      place,
    );
    if (turning) void import('./towers.js').then(({ towersView }) => fill(place, towersView(towers)));
  });
  // a link may include a comparison
  if (ctx.state.peek().other !== undefined) (byId('diff') as HTMLDetailsElement).open = true;
  whenOpened('diff', async (place) => (await import('./config-diff.js')).mountDiff(place, ctx));
  const find = (event: Event): void => {
    const read = ctx.file.peek();
    if (!read) return;
    event.preventDefault();
    void handTo('mistake.html', { name: read.title, text: read.text }, say);
  };
  byId('identify').addEventListener('click', find);
}

/** Loads the content of a details element when it is first opened, even if it is already open. */
function whenOpened(id: string, make: (place: HTMLElement) => Promise<void>): void {
  const details = byId(id) as HTMLDetailsElement;
  const opened = (): void => {
    if (!details.open) return;
    details.removeEventListener('toggle', opened);
    const place = details.querySelector('div')!;
    make(place).catch((error: unknown) =>
      fill(place, html`<p class="fault" role="alert">${failureOf(error).message}</p>`),
    );
  };
  details.addEventListener('toggle', opened);
  opened();
}

type Key = keyof RopeReport & string;
const fact = (key: Key, label: string, value: Node | string, means: string | HTMLElement) =>
  ({ key, label, value, means }) as const;
type Fact = ReturnType<typeof fact>;

/** Explanations of L; no file contains the lengths of training. */
const lengthMeans = {
  'before scaling':
    'positions before scaling, as the file names them; how long the texts were that it was trained on afterwards, no file says',
  named: 'positions that the file names; how long the texts were that it was trained on, no file says',
  unknown:
    'positions that the file names; it says neither how many there were before scaling nor on how long texts it was trained',
} as const;

const unseenMeans =
  'at the context length: angles that L positions, unscaled, do not reach; a model that was trained on longer texts has seen them';

/** The factor at the last position of the context. */
function queryFact({ formula, layers, at }: QueryScale): Fact {
  const { factor, position } = at.at(-1)!;
  const where = layers === 'all' ? 'in every layer' : 'in the layers that do not rotate';
  return fact(
    'queryScale',
    'Queries are multiplied by',
    datum(factor),
    `at position ${position}: ${formula}, ${where}`,
  );
}
function indexerFact({ rotaryDim, layout }: IndexerRotary): Fact {
  const means = layout === 'half' ? `pairs (i, i + ${rotaryDim / 2})` : 'pairs of neighbouring channels';
  return fact('indexer', 'Indexer, rotated channels', datum(rotaryDim), means);
}
const unrotatedFact = (layers: readonly number[]): Fact =>
  fact('unrotatedLayers', 'Layers without positions', datum(layers.length), `their numbers: ${layers.join(', ')}`);

function summary(report: RopeReport): HTMLElement {
  const { pairs, pairsWithFullTurn: turning, pairsWithUnseenAngles: unseen } = report;
  const ofAll = (count: number): HTMLElement => datum(count, `${count} of ${pairs.length}`);
  const regime = report.regime ? `regime now: ${report.regime}` : 'the rule for long contexts';
  const formula = html`<span>frequencies are base<sup>−2i/r</sup></span>`;
  const facts: Fact[] = [
    fact('type', 'Context extension', report.type, regime),
    fact('base', 'Base', datum(report.base), formula),
    fact('headDim', 'Head width', datum(report.headDim), 'channels of a query or key'),
    fact('rotaryDim', 'Rotated channels', datum(report.rotaryDim), `r, in ${countOf(pairs.length, 'pair')}`),
    fact('trainedContext', 'Length L', datum(report.trainedContext), lengthMeans[report.trainedContextIs]),
    fact('contextLength', 'Context length', datum(report.contextLength), 'of this report'),
    fact('attentionFactor', 'Attention factor', datum(report.attentionFactor), 'multiplies cos and sin'),
    fact('softmaxMultiplier', 'Softmax multiplier', datum(report.softmaxMultiplier), 'multiplies attention logits'),
    ...(report.queryScale ? [queryFact(report.queryScale)] : []),
    ...(report.indexer ? [indexerFact(report.indexer)] : []),
    ...(report.unrotatedLayers?.length ? [unrotatedFact(report.unrotatedLayers)] : []),
    fact('pairsWithFullTurn', 'Pairs that complete a turn', ofAll(turning), 'within the context length'),
    fact('pairsWithUnseenAngles', 'Pairs with angles beyond L', ofAll(unseen), unseenMeans),
  ];
  const shown = new Set<string>(['trainedContextIs', ...facts.map((fact) => fact.key)]);
  const further = Object.entries(report.readFrom).filter(([key]) => !shown.has(key));
  const rowOf = (key: string, kind: string, name: Node, value: Node | string): HTMLElement => {
    const from = html`<td class="from">${origin(report.readFrom[key])}</td>`;
    return row([name, html`<td class="value">${value}</td>`, from], { 'data-fact': key, class: kind });
  };
  const rows = [
    ...facts.map(({ key, label, means, value }) =>
      rowOf(key, '', html`<span>${label}<span class="means">${means}</span></span>`, value),
    ),
    ...further.map(([key]) => rowOf(key, 'further', html`<code>${key}</code>`, specValue(report, key))),
  ];
  const made = withRoles(table(['Fact', 'Value', 'Read from'], { class: 'facts by-row', rows }));
  return scroller('facts-scroll', 'Facts of the report', made);
}

const origin = (from: string | undefined): HTMLElement =>
  from === undefined ? html`<span class="computed">computed</span>` : html`<code>${from}</code>`;

/** The value of a further field by name: factor, betaFast, modelType … */
function specValue(report: RopeReport, key: string): Node | string {
  if (key === 'byLayer')
    return html`<span
      >${(report.byLayer ?? []).map((row) => html`<span class="means">${layerRowCells(row).filter(Boolean).join('; ')}</span>`)}</span
    >`;
  const name = key.split('.').pop() ?? key;
  const spec = report.spec as unknown as Record<string, unknown>;
  const scaling = (spec['scaling'] ?? {}) as Record<string, unknown>;
  const value = scaling[name] ?? spec[name] ?? (report as unknown as Record<string, unknown>)[name];
  if (typeof value === 'number') return datum(value);
  if (Array.isArray(value)) return countOf(value.length, 'number');
  return value === undefined ? '' : String(value);
}

/** Warnings that apply to every model at such lengths; the page Precision explains them. */
const ofEveryModel: ReadonlySet<string> = new Set(['float32_angles', 'low_precision_positions']);

/** Notes apply to every model of a kind; they are in the same list but counted separately. */
function counted(all: RopeReport['warnings']): string {
  const notes = all.filter(({ note }) => note).length;
  const named = (count: number, name: string): string[] =>
    count === 0 ? [] : [count === 1 ? `one ${name}` : `${count} ${name}s`];
  const text = [...named(all.length - notes, 'warning'), ...named(notes, 'note')].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function warnings(report: RopeReport): HTMLElement {
  const own = report.warnings.filter(({ code }) => !ofEveryModel.has(code));
  return html`<div>
    ${
      own.length === 0
        ? html`<p class="calm">No warning: well-known engines are not known to disagree about this configuration.</p>`
        : html`<div class="warnings">
            <h3>${counted(own)}</h3>
            <ul class="stack gap-4">
              ${own.map(warningItem)}
            </ul>
          </div>`
    }
    ${
      own.length < report.warnings.length &&
      html`<p class="report-remark aside">
        In every model, angles are rounded at such positions, by float32 and more by narrower formats:${' '}
        <a href="precision.html">Precision</a> shows by how much.
      </p>`
    }
  </div>`;
}
