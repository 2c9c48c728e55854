/** Details of one encoding: picture, formula, parameters, sources, and links to other pages. */
import type { Posenc } from '../library.js';
import type { EncodingInfo, ParamInfo } from '../../lib/types/registry.js';
import { encodingParamTexts } from '../documented/encoding-params.js';
import { encodingTexts } from '../documented/encodings.js';
import { html } from '../kit/html.js';
import { fact } from '../kit/tables.js';
import { say } from '../page.js';
import { acceptedDraft } from '../start-values.js';
import type { DraftSpec } from '../state.js';
import { readable } from '../widgets/readable.js';
import { said } from '../widgets/said.js';
import { saveFile } from '../widgets/save.js';
import { sourceLinks } from '../widgets/source.js';
import { figureOf } from './figure.js';
import { wholeFormula } from './formula.js';
import { comparisonOf, pageOf } from './links.js';
import { usersOf, yearOf } from './origin.js';

export async function rowView(pe: Posenc, info: EncodingInfo): Promise<HTMLElement> {
  const draft = await acceptedDraft(pe, info, { encoding: info.id });
  const figure = figureOf(pe, info, () => Promise.resolve(draft));
  void figure.draw(new AbortController().signal);
  const [year, users] = [yearOf(info), usersOf(info)];
  const [note, accuracy] = [encodingTexts.noteOf(info), encodingTexts.accuracyOf(info)];
  const save = async (): Promise<void> => {
    const png = await figure.png();
    if (png === undefined) say('The picture is not computed yet.');
    else saveFile(png, `${info.id}.png`);
  };
  return html`<div class="row-view stack gap-4">
    ${ways(pe, info)}
    <header>
      <h1 tabindex="-1">${info.title}</h1>
      <p class="row-facts means">
        ${[info.family, year].filter(Boolean).join(' · ')}<code class="card-id">${info.id}</code>
      </p>
    </header>
    <div class="row-body">
      <div class="row-picture stack gap-4">
        ${figure.element}
        <div class="toolbar">
          <button type="button" class="quiet" onclick=${() => void save()}>Save the picture (PNG)</button>
        </div>
      </div>
      <div class="row-text stack gap-4">
        ${await wholeFormula(encodingTexts.formulaOf(info))}
        <dl class="row-list stack">
          ${users !== '' && fact('Used by', users)} ${note !== undefined && fact('Remark', said(note))}
          ${accuracy !== undefined && fact('Accuracy of the table', said(accuracy))}
          ${fact('What it gives', info.stages.map(readable).join(', '))}
          ${fact('Sources', html`<span class="citation fine">${sourceLinks(encodingTexts.citationOf(info))}</span>`)}
        </dl>
        ${otherPages(pe, info, draft)}
      </div>
    </div>
    ${info.params.length > 0 && parameters(info.params)}
  </div>`;
}

/** Links to the list and to the previous and next encoding. */
function ways(pe: Posenc, { id }: EncodingInfo): HTMLElement {
  const at = pe.encodings.findIndex((row) => row.id === id);
  const [previous, next] = [pe.encodings[at - 1], pe.encodings[at + 1]];
  return html`<nav class="row-ways" aria-label="Encodings">
    <a href="encodings.html" data-open="">← All encodings</a>
    <span>
      ${previous && html`<a href=${`#${previous.id}`} data-open=${previous.id} rel="prev">‹ ${previous.title}</a>`}
      ${next && html`<a href=${`#${next.id}`} data-open=${next.id} rel="next">${next.title} ›</a>`}
    </span>
  </nav>`;
}

function otherPages(pe: Posenc, info: EncodingInfo, draft: DraftSpec): HTMLElement {
  const has = (...stages: readonly EncodingInfo['stages'][number][]): boolean =>
    stages.some((stage) => info.stages.includes(stage));
  const other = pe.encodings.find(({ id }) => id === (info.id === 'rope' ? 'sinusoidal' : 'rope'));
  const links: readonly (readonly [string, string] | false | undefined)[] = [
    [`Open it in the Report`, pageOf('report', draft)],
    other && [`Compare it with ${other.title} in Variants`, comparisonOf([draft, { encoding: other.id, dim: 64 }])],
    has('gram', 'attentionBias') && ['See its kernel in Kernels', pageOf('kernels', draft)],
    has('table', 'gram') && ['Compute with it in Analyses', pageOf('analyses', draft)],
  ];
  return html`<ul class="stack gap-2" aria-label=${`${info.title} on other pages`}>
    ${links.map((link) => link && html`<li><a href=${link[1]}>${link[0]}</a></li>`)}
  </ul>`;
}

function parameters(params: readonly ParamInfo[]): HTMLElement {
  return html`<section class="row-params" aria-labelledby="row-params">
    <h2 id="row-params">Parameters</h2>
    <dl class="stack">${params.map((param) => fact(nameOf(param), said(encodingParamTexts.docOf(param))))}</dl>
  </section>`;
}

function nameOf({ name, required, initial }: ParamInfo): HTMLElement[] {
  const start = required ? 'required' : initial === undefined ? 'not set' : `default ${initial}`;
  return [html`<code>${name}</code>`, html`<span class="default means">${start}</span>`];
}
