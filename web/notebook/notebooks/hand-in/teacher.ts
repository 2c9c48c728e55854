/** The teacher's table of handed-in files. */
import { signal } from '@preact/signals-core';
import { button } from '../../kit/elements.js';
import { type Content, html } from '../../kit/html.js';
import { row, table } from '../../kit/tables.js';
import { messageOf } from '../../kit/errors.js';
import { counted } from '../../widgets/format.js';
import { moment } from '../../widgets/moment.js';
import { saveFile } from '../../widgets/save.js';
import { legible } from '../format.js';
import type { Listed } from '../prepare.js';
import { readHandIn } from './file.js';
import { type Row, type Table, csvOf, tableOf } from './table.js';

export function handIns(notebooks: readonly Listed[]): HTMLElement {
  const made = signal<Table>();
  const refused = signal<readonly string[]>([]);
  const chosen = async ({ target }: Event): Promise<void> => {
    const files = [...((target as HTMLInputElement).files ?? [])].filter(({ name }) => name.endsWith('.json'));
    const wrong: string[] = [];
    const read = await Promise.all(
      files.map(async (file) => {
        try {
          return [{ file: legible(file.name), ...(await readHandIn(await file.text())) }];
        } catch (error) {
          wrong.push(`${legible(file.name)}: ${messageOf(error)}`);
          return [];
        }
      }),
    );
    if (files.length === 0) wrong.push('There is no file that ends with .json among these.');
    refused.value = wrong;
    made.value = tableOf(read.flat(), notebooks);
  };
  const rowOf = ({ file, student, number, made, solved, untouched, older }: Row): Content =>
    row(
      [
        ...[legible(student), number, `${moment(made)}${older ? ', an older one' : ''}`, ...solved],
        ...[untouched ? 'as written' : 'edited or damaged', file],
      ],
      { 'data-older': older ? '' : undefined },
    );
  const shown = (): Content => {
    const now = made.value;
    if (!now || now.rows.length === 0) return '';
    const lessons = now.notebooks.map(({ title, exercises }) => `${title} (of ${exercises})`);
    const students = new Set(now.rows.map(({ student }) => student)).size;
    return [
      html`<p role="status">${counted(now.rows.length, 'file')} of ${counted(students, 'student')}</p>`,
      html`<div class="md-table" tabindex="0" role="group" aria-label="Hand-ins">
        ${table(['student', 'number', 'made', ...lessons, 'the file', 'its name'], { rows: now.rows.map(rowOf) })}
      </div>`,
      button('Save as CSV', () => saveFile(csvOf(now), 'hand-ins.csv', 'text/csv')),
    ];
  };
  return html`<div class="nb-hand-ins">
    <p>
      Students save a file by “Hand in” in the menu of the exercises. Choose their files, or a folder of them: they are
      read here and go nowhere. What a file says is what the student’s browser said; its checksum tells an edited file,
      and is no proof.
    </p>
    <label
      >Files <input type="file" accept=".json,application/json" multiple onchange=${(e: Event) => void chosen(e)}
    /></label>
    <label>A folder <input type="file" webkitdirectory onchange=${(e: Event) => void chosen(e)} /></label>
    <div role="alert">
      ${() =>
        refused.value.length > 0 &&
        html`<ul>
          ${refused.value.map((one) => html`<li>${one}</li>`)}
        </ul>`}
    </div>
    ${shown}
  </div>`;
}
