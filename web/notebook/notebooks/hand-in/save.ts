/** Asks for the student's name and saves the progress as a file to hand in. */
import { h, html } from '../../kit/html.js';
import { saveFile } from '../../widgets/save.js';
import { progress, studentNumber } from '../progress.js';
import { writeHandIn } from './file.js';

export function askForHandIn(): void {
  const attributes = { class: 'text-box', name: 'student', required: true, maxlength: 120, autocomplete: 'name' };
  const name = h('input', attributes);
  const save = async (): Promise<void> => {
    const student = name.value.trim();
    if (student === '') return;
    const made = new Date().toISOString();
    const text = await writeHandIn({ student, number: studentNumber(), made, notebooks: progress() });
    // allows any script, without characters that file systems forbid
    const named = student.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-');
    saveFile(text, `${named} ${made.slice(0, 10)}.json`, 'application/json');
  };
  const dialog = html`<dialog class="nb-dialog" aria-labelledby="hand-in-title">
    <form method="dialog" onsubmit=${() => void save()}>
      <h2 id="hand-in-title">Hand in</h2>
      <p>
        The file says which exercises you have solved in this browser, with your answers, and when it was made. Give it
        to your teacher; nothing is sent from here. Its checksum shows later edits, and proves nothing about who solved
        them.
      </p>
      <label>Your name, as your teacher knows it ${name}</label>
      <div class="toolbar">
        <button type="submit" class="primary">Save the file</button>
        <button type="button" class="quiet" onclick=${() => dialog.close()}>Cancel</button>
      </div>
    </form>
  </dialog>` as HTMLDialogElement;
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
