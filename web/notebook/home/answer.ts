/** Engines' answers for one model at one length: those of the most asked engines first, the others as counts. */
import type { AnswerRow, Answers } from '../../lib/advice/answer.js';
import { html } from '../kit/html.js';
import { allAnswers, answerWords } from '../widgets/answer-words.js';
import { copyText } from '../widgets/copy-text.js';
import { counted, short } from '../widgets/format.js';

/** Engines that are shown with their commands. */
const first = ['vllm', 'llama-cpp'];
const serves = ({ answer }: AnswerRow): boolean => answer === 'yes' || answer === 'flags';

/** @param see a link to the whole report */
export function answerView(model: string, { contextLength, method, rows }: Answers, see: HTMLElement): HTMLElement {
  const yes = rows.filter(serves).length;
  const kind = yes === 0 ? 'no' : yes === rows.length ? 'yes' : 'in part';
  const where = yes === rows.length ? `in all ${rows.length}` : `in ${yes} of ${rows.length}`;
  const verdict = yes === 0 ? `No: in none of ${counted(rows.length, 'engine')}` : `Yes, ${where} engines`;
  const others = rows.filter(({ family }) => !first.includes(family));
  const counts = allAnswers.flatMap((answer) => {
    const some = others.filter((row) => row.answer === answer);
    return some.length > 0 ? [`${some.length} ${answerWords[answer]}`] : [];
  });
  return html`<div class="home-answer" data-answer=${kind}>
    <p class="home-model">${model} at ${short(contextLength)} tokens</p>
    <p class="home-verdict">${verdict}${method !== undefined && `, with ${method}`}</p>
    <ul class="home-rows">
      ${first.flatMap((family) => rows.filter((row) => row.family === family)).map(rowView)}
      <li><strong>${others.length} more</strong><span>${counts.join(' · ')} · ${see}</span></li>
    </ul>
  </div>`;
}

const rowView = ({ family, title, answer, command, note }: AnswerRow): HTMLElement =>
  html`<li data-engine=${family}>
    <strong>${title}</strong>
    <span class="home-word" data-word=${answer}>${answerWords[answer]}</span>
    ${
      command === undefined
        ? note !== undefined && html`<p class="home-why">${note}</p>`
        : copyText(command, `the command for ${title}`)
    }
  </li>`;
