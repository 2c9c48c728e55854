/** The table of models and engines at one length. */
import type { Answer, AnswerRow } from '../../lib/advice/answer.js';
import { type MatrixRow, matrixLengths } from '../../lib/advice/matrix.js';
import { type Content, html } from '../kit/html.js';
import { answerWords } from '../widgets/answer-words.js';
import { type EngineName, engineTitles } from '../widgets/engine-titles.js';
import { short } from '../widgets/format.js';

export interface Row extends MatrixRow {
  readonly name: string;
  /** Text of the file, for the reader's own; others load with the first chosen cell. */
  readonly text?: string;
}
export interface Cell {
  readonly model: string;
  readonly engine: AnswerRow['family'];
}

/** Signs that need no colour. */
export const signs: Readonly<Record<Answer, string>> = {
  yes: '●',
  flags: '◐',
  other: '≠',
  ends: '┤',
  refuses: '×',
  'no flag': '–',
  unknown: '?',
};

/** Engines in the order of the menus. */
export const enginesIn = (rows: readonly Row[]): readonly EngineName[] =>
  (Object.keys(engineTitles) as EngineName[]).filter((engine) => rows.some(({ answers }) => engine in answers));

export function tableView(
  rows: readonly Row[],
  length: number,
  isChosen: (cell: Cell) => boolean,
  choose: (cell: Cell) => void,
): HTMLElement {
  const engines = enginesIn(rows);
  const at = matrixLengths.findIndex((one) => one === length);
  const cell = ({ name, answers }: Row, engine: EngineName): HTMLElement => {
    const answer = answers[engine]?.[at];
    if (!answer) return html`<td></td>`;
    const title = `${name} on ${engineTitles[engine]} at ${short(length)}: ${answerWords[answer]}`;
    return html`<td>
      <button
        type="button"
        class="matrix-cell"
        data-answer=${answer}
        aria-label=${title}
        aria-pressed=${() => String(isChosen({ model: name, engine }))}
        title=${title}
        onclick=${() => choose({ model: name, engine })}
      >
        ${signs[answer]}
      </button>
    </td>`;
  };
  return html`<div class="matrix-scroll" tabindex="0" role="region" aria-label="Table">
    <table class="matrix-table">
      <thead>
        <tr>
          <th scope="col">Model</th>
          ${engines.map((engine) => html`<th scope="col"><span>${engineTitles[engine]}</span></th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => {
          const answered = engines.some((engine) => row.answers[engine]?.[at]);
          return html`<tr data-own=${row.text !== undefined}>
            <th scope="row">${nameOf(row, row.methods[at])}</th>
            ${
              answered
                ? engines.map((engine) => cell(row, engine))
                : html`<td class="matrix-none" colspan=${engines.length}>no method here extends it to this length</td>`
            }
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

/** The name after that of its maker, and the method that extends the file. */
function nameOf({ name }: Row, method = ''): Content {
  const slash = name.lastIndexOf('/') + 1;
  return [
    slash > 0 && html`<span class="matrix-maker">${name.slice(0, slash)}</span>`,
    name.slice(slash),
    method !== '' && html`<span class="matrix-method">${` with ${method}`}</span>`,
  ];
}
