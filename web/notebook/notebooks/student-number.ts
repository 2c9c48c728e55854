/**
 * The student-number field in the exercises menu: exercises that use `seeded` have individual numbers. Loads when the
 * menu is opened.
 */
import '../style/notebook-student.css';
import { h, html } from '../kit/html.js';
import { keepStudentNumber, mostStudent, studentNumber, studentOf } from './progress.js';

/** @param changed called with the new number */
export function studentNumberBox(changed: (number: number) => void): HTMLElement {
  const set = (): void => {
    const before = studentNumber();
    const number = studentOf(box.value.trim() === '' ? 0 : Number(box.value)) ?? before;
    // reverts invalid input
    box.value = String(number);
    if (number === before) return;
    keepStudentNumber(number);
    changed(number);
  };
  const box = h('input', {
    ...{ type: 'number', class: 'number-box small', min: 0, max: mostStudent, step: 1, value: studentNumber() },
    title: 'Your teacher gives it to you. Some exercises then have numbers of your own.',
    onchange: set,
  });
  return html`<label class="nb-student">Your number ${box}</label>`;
}
