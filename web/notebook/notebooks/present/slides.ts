/**
 * A notebook as slides: a prose cell begins one, with the cells after it; an exercise is its own slide. Prose that
 * waits for a guess stays with the guess; prose for readers is in
 * the notes, and the cells after it are on no slide. Exercises begin on the slide of their
 * heading.
 */
import { guessBefore, withoutAfter } from '../after-guess.js';
import { posesExercise } from '../exercise-cells.js';
import type { Cell } from '../format.js';
import { pairs } from '../pairs.js';
import { isForReaders, withoutReader } from '../reader-only.js';
import { template } from '../template.js';

export interface Slide {
  /** Ids of its cells. */
  readonly cells: readonly number[];
  readonly title: string;
  /** Speaker notes, never shown to readers. */
  readonly notes: string;
}

/** Fences are always hidden; teacher's details are folded on the page only (style/notebook-prose.css). */
const notes = /^```notes\n([^]*?)^```\n?|^<details teacher>\n<summary>.*<\/summary>\n([^]*?)^<\/details>\n?/gm;
/** Prose for exports. */
export const withoutNotes = (text: string): string => withoutReader(withoutAfter(text.replace(notes, '')));
const heading = /^#{1,4} +(.+)$/m;

/** Prose as plain text for the notes: formulas as written, without citations and labels. */
const plain = (text: string): string =>
  template(withoutNotes(text))
    .map((part) => (typeof part === 'string' ? part : 'tex' in part ? part.tex : '…'))
    .join('')
    .replace(/\s*\[@[^\]\n]*\]| \{#[\w-]+\}|\*\*/g, '')
    .trim();

export function slidesOf(cells: readonly Cell[]): Slide[] {
  const slides: { cells: number[]; title: string; notes: string }[] = [];
  let onlyHeading = false;
  /** The prose before is for readers, as are the cells after it. */
  let forReaders = false;
  for (const [cell] of pairs(cells)) {
    const { id, mode, value } = cell;
    const before = slides.at(-1);
    const asks = posesExercise(cell) && !onlyHeading;
    onlyHeading = mode === 'md' && /^#{1,4} +.+\s*$/.test(value.trim());
    if (mode === 'md') forReaders = before !== undefined && isForReaders(value);
    if (before && forReaders && !asks) {
      if (mode === 'md') before.notes = [before.notes, plain(value)].filter(Boolean).join('\n\n');
      continue;
    }
    const told =
      mode === 'md'
        ? [...value.matchAll(notes)].map(([, fence, details]) => (fence ?? details)!.trim()).join('\n\n')
        : '';
    if (before && !asks && (mode !== 'md' || guessBefore(value))) {
      before.cells.push(id);
      before.notes = [before.notes, told].filter(Boolean).join('\n\n');
      continue;
    }
    const title = mode === 'md' ? heading.exec(value)?.[1] : asks ? 'Exercise' : undefined;
    slides.push({ cells: [id], title: title ?? before?.title ?? '', notes: told });
  }
  return slides;
}
