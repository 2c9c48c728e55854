/** Identifies the reader's numbers: the spec or known mistake that produced them, with both curves. */
import '../style/engines.css';
import { effect, signal } from '@preact/signals-core';
import type { Identification, IdentifyCandidate, NumbersToIdentify } from '../../lib/types/posenc.js';
import { button, fileInput } from '../kit/elements.js';
import { fill, freshId, h, html } from '../kit/html.js';
import { section, task } from '../kit/section.js';
import { say } from '../page.js';
import type { Posenc } from '../library.js';
import { factsTable } from '../widgets/facts-table.js';
import { datum, short } from '../widgets/format.js';
import { type SeriesData, seriesView } from '../widgets/series-view.js';
import { sourceLinks } from '../widgets/source.js';

interface Numbers {
  readonly name: string;
  readonly numbers: NumbersToIdentify;
  /** Distinguishes successive choices. */
  readonly turn: number;
}

/** The model that the numbers should belong to. */
export interface Expected {
  readonly name: string;
  readonly text: string;
}

/** @param expected undefined for an unknown model  @param example numbers with a mistake */
export function mountIdentify(
  { asking, result: place }: { readonly asking: Element; readonly result: Element },
  pe: Posenc,
  expected: () => Expected | undefined,
  example: () => Promise<string>,
): void {
  const numbers = signal<Numbers | undefined>(undefined);
  const found = signal<Identification | undefined>(undefined);
  const said = html`<p class="diff-verdict"></p>`;
  const list = html`<div></div>`;
  const curves = seriesView({
    name: () => `Frequencies as given and as computed, ${numbers.peek()?.name ?? ''}`,
    file: () => 'identify',
  });
  const result = html`<div hidden=${() => found.value === undefined}>${said}${list}${curves.element}</div>`;
  let turn = 0;
  const take = (name: string, given: NumbersToIdentify): void => {
    numbers.value = { name, numbers: given, turn: ++turn };
  };
  const id = freshId('numbers');
  const dropped = (files: ArrayLike<File> | undefined): boolean => {
    const chosen = files?.[0];
    if (!chosen) return false;
    reading.run(
      () => read(chosen),
      (given) => take(chosen.name, given),
    );
    return true;
  };
  const area = h('textarea', {
    ...{ id, rows: 8, spellcheck: 'false', autocomplete: 'off', placeholder: 'tensor([1.0000e+00, 8.6596e-01, …' },
    ondragover: (event) => event.preventDefault(),
    ondrop(event) {
      event.stopPropagation(); // the page would treat it as a model's file
      if (dropped((event as DragEvent).dataTransfer?.files)) event.preventDefault();
    },
  });
  const identify = (): void => take('the text', area.value);
  const show = (): void =>
    reading.run(example, (text) => {
      area.value = text;
      identify();
    });
  const readable = '.npy,.safetensors,.gguf,.txt,.json';
  const file = fileInput('Choose a file of numbers', readable, (chosen) => void dropped([chosen]));
  const choice = html`<div class="identify-choice">
    <label for=${id}>Frequencies (inv_freq), or a table of cosines or sines with a row for each position:</label>
    ${area}
    <div class="toolbar">
      ${button('Identify', identify, { class: 'primary' })}${button('Choose a file', () => file.click())}${file}
      ${button('Try an example', show)}
    </div>
  </div>`;
  fill(asking, choice);
  fill(place, result);
  const reading = task({ at: choice, doing: 'Reading the numbers' });
  section({
    at: result,
    doing: 'Looking for what makes these numbers',
    inputs: () => numbers.value && { turn: numbers.value.turn, config: expected()?.text },
    compute: ({ config }, abort) =>
      pe.identify(numbers.value!.numbers, { signal: abort, ...(config !== undefined && { config }) }),
    draw(answer) {
      found.value = answer;
      say(answer.sentence);
    },
    fail: (failure) => void (failure && (found.value = undefined)),
  });
  effect(() => {
    const answer = found.value;
    if (!answer) return;
    const shown = answer.explanations.length > 0 ? answer.explanations : answer.nearest ? [answer.nearest] : [];
    fill(said, answer.sentence);
    fill(list, shown.length > 0 && table(shown));
    const curve = shown[0] && series(answer, shown[0]);
    curves.element.hidden = curve === undefined;
    if (curve) curves.show(curve);
  });
}

/** Maximum rows; many lengths can round to the same ramp. */
const most = 12;

function table(candidates: readonly IdentifyCandidate[]): HTMLElement {
  return factsTable(
    'What makes these numbers',
    ['Mistake', 'Spec', 'Residual', 'Pairs that agree', 'Found before in'],
    candidates.slice(0, most).map((each) => ({
      cells: [
        each.mistakes.length > 0 ? each.mistakes.map(({ title }) => title).join('; and ') : 'none',
        `${each.layer === undefined ? '' : `${each.layer.replaceAll('_', ' ')}: `}${each.description}`,
        datum(each.residual),
        each.parts ? each.agreement : 'all',
        each.mistakes.length > 0
          ? html`<span>${sourceLinks(each.mistakes.flatMap(({ sources }) => sources).join(', '))}</span>`
          : '–',
      ],
    })),
  );
}

/** A pair that does not rotate has no point on a logarithmic axis. */
const drawn = (values: readonly number[]): number[] => values.map((value) => (value > 0 ? value : NaN));

/** The given numbers, the best explanation, and the model's own numbers if they differ. */
function series(answer: Identification, candidate: IdentifyCandidate): SeriesData | undefined {
  const { frequencies, expected } = answer;
  if (frequencies.length !== candidate.frequencies.length) return undefined;
  const other = answer.verdict !== 'expected' && expected?.frequencies.length === frequencies.length;
  return {
    x: frequencies.map((_, pair) => pair),
    xTitle: 'pair',
    yTitle: 'rad per position',
    series: [
      { name: 'as given', colour: 1, values: drawn(frequencies) },
      {
        name: candidate.parts ? 'nearest' : 'as explained',
        colour: 2,
        values: drawn(candidate.frequencies),
        dashed: true,
      },
      ...(other ? [{ name: 'the model', colour: 3 as const, values: drawn(expected.frequencies) }] : []),
    ],
    logY: true,
    describe(pair) {
      const own = other ? `; the file means ${short(expected.frequencies[pair]!)}` : '';
      return `pair ${pair}: ${short(frequencies[pair]!)} as given, ${short(candidate.frequencies[pair]!)} as computed, rad per position${own}`;
    },
    summary: () => 'Frequency of each pair.',
  };
}

async function read(chosen: File): Promise<NumbersToIdentify> {
  if (!/\.(npy|safetensors|gguf)$/i.test(chosen.name)) return chosen.text();
  const { openGguf, openTensors } = await import('../widgets/checkpoint.js');
  if (/\.gguf$/i.test(chosen.name)) return openGguf(chosen);
  const { rotaryNumbers } = await import('../../lib/files/rotary-tensors.js');
  return rotaryNumbers(await openTensors(chosen));
}
