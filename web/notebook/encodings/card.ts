/** One encoding of the gallery: picture, formula, citation, stages, parameters, and the way into the notebook. */
import type { Posenc } from '../../lib/types/posenc.js';
import type { EncodingInfo, ParamInfo } from '../../lib/types/registry.js';
import { say } from '../page.js';
import { acceptedDraft, startDraft } from '../start-values.js';
import type { DraftSpec } from '../state.js';
import { encodeState, initialState } from '../state.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { readable } from '../widgets/param-form.js';
import { said } from '../widgets/said.js';
import { saveBlob } from '../widgets/save.js';
import { toolbar } from '../widgets/section.js';
import { sourceLinks } from '../widgets/source.js';
import { tex } from '../widgets/tex.js';
import type { WhenSeen } from '../widgets/when-seen.js';
import { pictureOf } from './picture.js';
import { thumbnail } from './thumbnail.js';
import { encodingTexts } from '../documented/encodings.js';

export function card(info: EncodingInfo, pe: Posenc, seen: WhenSeen): HTMLElement {
  const address = (spec: DraftSpec): string => `./report.html${encodeState({ ...initialState, spec })}`;
  const open = h(
    'a',
    { href: address(startDraft(info, { encoding: info.id })), 'aria-label': `Open ${info.title} in the report` },
    'Open in the report',
  );
  const picture = thumbnail(info.title);
  const caption = h('figcaption', {}, 'Computing …');
  const figure = h('figure', { class: 'card-picture', 'data-state': 'waiting' }, picture.element, caption);
  seen.watch(figure, async (signal) => {
    try {
      const spec = await acceptedDraft(pe, info, { encoding: info.id });
      open.href = address(spec);
      const made = await pictureOf(pe, info, spec, signal);
      picture.show(made);
      fill(caption, made.caption);
      figure.dataset['state'] = 'done';
    } catch (error) {
      if (signal.aborted) throw error;
      figure.dataset['state'] = 'failed';
      fill(caption, h('span', { class: 'fault', role: 'alert' }, failureOf(error).message));
    }
  });
  const titleId = `${info.id}-title`;
  return h(
    'article',
    { id: info.id, class: 'card', 'aria-labelledby': titleId },
    figure,
    h(
      'div',
      { class: 'card-text' },
      h(
        'h3',
        { id: titleId },
        info.title,
        ' ',
        h('a', { class: 'card-id', href: `#${info.id}`, 'aria-label': `Link to ${info.title}` }, info.id),
      ),
      tex(encodingTexts.formulaOf(info), { display: true }),
      h('p', { class: 'citation' }, sourceLinks(encodingTexts.citationOf(info))),
      encodingTexts.noteOf(info) && h('p', { class: 'remark' }, ...said(encodingTexts.noteOf(info) ?? '')),
      encodingTexts.accuracyOf(info) &&
        h('p', { class: 'remark' }, ...said(`Table: ${encodingTexts.accuracyOf(info)}`)),
      h(
        'ul',
        { class: 'stages', 'aria-label': 'What it can do' },
        ...info.stages.map((stage) => h('li', {}, readable(stage))),
      ),
      parameters(info.params),
      h(
        'div',
        { class: 'card-foot' },
        open,
        toolbar(
          `Picture of ${info.title} as a file`,
          [
            {
              label: 'PNG',
              run: async () => {
                const png = await picture.png();
                if (png === undefined) throw new Error('The picture is not computed yet.');
                saveBlob(png, `${info.id}.png`);
              },
            },
          ],
          say,
        ),
      ),
    ),
  );
}

/** What the search looks in. */
export function words(info: EncodingInfo): string {
  return [
    info.id,
    info.title,
    info.family,
    encodingTexts.citationOf(info),
    ...info.stages,
    ...info.params.map((p) => p.name),
  ]
    .join(' ')
    .toLowerCase();
}

function parameters(params: readonly ParamInfo[]): HTMLElement | undefined {
  if (params.length === 0) return undefined;
  const meanings = params.map(() => h('dd', {}));
  const tell = async (): Promise<void> => {
    const { encodingParamTexts } = await import('../documented/encoding-params.js');
    params.forEach((param, i) => fill(meanings[i]!, ...said(encodingParamTexts.docOf(param))));
  };
  return h(
    'details',
    { class: 'card-params', on: { toggle: () => void tell() } },
    h('summary', {}, params.length === 1 ? 'One parameter' : `${params.length} parameters`),
    h(
      'dl',
      {},
      ...params.flatMap((param, i) => [
        h('dt', {}, h('code', {}, param.name), h('span', { class: 'default' }, ` ${startOf(param)}`)),
        meanings[i],
      ]),
    ),
  );
}

function startOf(param: ParamInfo): string {
  if (param.required) return 'required';
  return param.initial === undefined ? 'not set' : `default ${param.initial}`;
}
