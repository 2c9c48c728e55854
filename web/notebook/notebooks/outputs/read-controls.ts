/** Validates exercises and inputs from the sandbox, and input values (read.ts). */
import {
  type AnswerKind,
  type Curve,
  type InputSpec,
  type InputValue,
  type Output,
  type Verdict,
  answerKinds,
  most,
} from '../protocol.js';
import { type Fields, clipped, fields, finite, flag, list, number, refuse, text, whole } from './fields.js';

export function exerciseOf(of: Fields): Output {
  const answer = of('answer') as AnswerKind;
  const verdict = of('verdict');
  const texts = (value: unknown, longest: number): string[] =>
    list(value, longest).map((one) => clipped(one, most.text));
  return {
    kind: 'exercise',
    index: whole(of('index'), 0, most.outputs),
    key: text(of('key'), 80),
    question: text(of('question'), most.text),
    answer: answerKinds.includes(answer) ? answer : refuse(),
    choices: texts(of('choices'), most.choices),
    ...(answer === 'point' ? { curve: curveOf(fields(of('curve'))) } : {}),
    hints: texts(of('hints'), most.hints),
    verdict: verdict === undefined ? undefined : verdictOf(fields(verdict)),
  };
}
function curveOf(of: Fields): Curve {
  const xs = placesOf(of('xs'), most.pointed);
  const values = list(of('values'), most.pointed).map(finite);
  return values.length === xs.length ? { xs, values, label: clipped(of('label'), most.label) } : refuse();
}
const verdictOf = (of: Fields): Verdict => ({
  given: clipped(of('given'), most.answer),
  passes: flag(of('passes')),
  reason: clipped(of('reason'), most.text),
});

export function inputOf(value: unknown): InputSpec {
  const of = fields(value);
  const input = of('input');
  const label = clipped(of('label'), most.label);
  switch (input) {
    case 'range':
    case 'number':
    case 'play': {
      const [min, max, step, set] = [finite(of('min')), finite(of('max')), finite(of('step')), finite(of('value'))];
      const rate = input === 'play' ? { rate: Math.min(most.rate, Math.max(0.1, finite(of('rate')))) } : {};
      return { input, label, min, max, step, value: set, ...rate };
    }
    case 'select':
    case 'radio':
    case 'checkbox': {
      const options = list(of('options'), most.options).map((one) => clipped(one, most.label));
      const index = (one: unknown): number => whole(one, 0, most.options);
      const set = of('value');
      return input === 'checkbox'
        ? { input, label, options, value: list(set, most.options).map(index) }
        : { input, label, options, value: index(set) };
    }
    case 'color': {
      const set = text(of('value'), 7);
      return /^#[\da-f]{6}$/i.test(set) ? { input, label, value: set } : refuse();
    }
    case 'button':
      return { input, label, value: whole(of('value'), 0, Number.MAX_SAFE_INTEGER) };
    case 'text':
      return {
        input,
        label,
        placeholder: clipped(of('placeholder'), most.label),
        value: clipped(of('value'), most.text),
      };
    case 'toggle':
      return { input, label, value: flag(of('value')) };
    case 'matrix': {
      const rows = whole(of('rows'), 1, most.matrix);
      const cols = whole(of('cols'), 1, most.matrix);
      const numbers = list(of('value'), rows * cols).map(number);
      return numbers.length === rows * cols ? { input, label, rows, cols, value: numbers } : refuse();
    }
    case 'file':
      return { input, label, accept: clipped(of('accept'), most.label) };
    case 'predict':
      return { input, label, min: finite(of('min')), max: finite(of('max')), step: finite(of('step')) };
    case 'predictOne':
      return { input, label, options: list(of('options'), most.options).map((one) => clipped(one, most.label)) };
    case 'predictCurve': {
      const xs = placesOf(of('xs'), most.drawn);
      const [min, max, step] = [finite(of('min')), finite(of('max')), finite(of('step'))];
      if (min >= max || step <= 0) return refuse();
      return { input, label, xs, x: clipped(of('x'), most.label), min, max, step };
    }
    default:
      return refuse();
  }
}

/** At least two numbers in ascending order. */
function placesOf(value: unknown, longest: number): readonly number[] {
  const places = list(value, longest).map(finite);
  return places.length > 1 && places.every((one, i) => i === 0 || places[i - 1]! < one) ? places : refuse();
}

/** The value of an input from the page or from a link; files keep only name and bytes. */
export function valueOf(value: unknown): InputValue {
  if (typeof value === 'string') return value.slice(0, most.text);
  if (typeof value === 'boolean' || Number.isFinite(value)) return value as InputValue;
  if (Array.isArray(value)) return list(value, most.matrix ** 2).map(finite);
  const of = fields(value);
  const bytes = of('bytes');
  return { name: clipped(of('name'), most.label), bytes: bytes instanceof ArrayBuffer ? bytes : refuse() };
}
