/** Controls made from registry rows; the kind of a parameter determines its control. */
import type { ParamInfo } from '../../lib/types/registry.js';
import { select } from '../kit/elements.js';
import { h } from '../kit/dom.js';
import type { Field } from './number-field.js';
import { isLongList } from '../key.js';
import { labelled, numberField } from './number-field.js';
import type { ParamValue, ParamValues } from '../state.js';
import { readable } from './readable.js';
import type { Texts } from '../documented/texts.js';

export interface ParamForm {
  readonly element: HTMLElement;
  set(values: ParamValues): void;
  /** Shows a message at a field; returns false if it does not exist. */
  setError(name: string, message: string): boolean;
  clearErrors(): void;
}

/** @param texts descriptions of the parameters */
export function paramForm(
  texts: Texts,
  params: readonly ParamInfo[],
  onInput: (name: string, value: ParamValue, final: boolean) => void,
): ParamForm {
  const fields = params.map((param) =>
    field(param, texts.docOf(param), (value, final) => onInput(param.name, value, final)),
  );
  return {
    element: h('div', { class: 'param-form' }, ...fields.map((f) => f.element)),
    set(values) {
      params.forEach((param, i) => fields[i]?.set(values[param.name] ?? param.initial));
    },
    setError(name, message) {
      const found = fields.find((f) => f.name === name);
      found?.setError(message);
      return found !== undefined;
    },
    clearErrors() {
      for (const f of fields) f.setError(undefined);
    },
  };
}

const mostWritten = 4096;

type OnInput = (value: ParamValue, final: boolean) => void;

function field(param: ParamInfo, doc: string, onInput: OnInput): Field<ParamValue> {
  if (param.kind === 'choice') return choiceField(param, doc, onInput);
  if (param.kind === 'boolean') return booleanField(param, doc, onInput);
  if (param.kind === 'numbers') return numbersField(param, doc, onInput);
  const span = sliderSpan(param);
  const number = numberField({
    name: param.name,
    label: readable(param.name),
    doc,
    ...span,
    integer: param.kind === 'integer',
    optional: !param.required,
    onInput,
  });
  return { ...number, set: (value) => number.set(typeof value === 'number' ? value : undefined) };
}

/** The registry's range, else one around the default value or the bounds. */
export function sliderSpan(param: ParamInfo): { min: number; max: number; log: boolean } {
  if (param.slider) return { min: param.slider.min, max: param.slider.max, log: param.slider.log === true };
  const initial = typeof param.initial === 'number' ? param.initial : undefined;
  const min = param.min ?? 0;
  if (param.max !== undefined && param.max <= 1) return { min, max: param.max, log: false };
  const max = Math.min(
    param.max ?? Infinity,
    initial === undefined ? (param.kind === 'integer' ? 65536 : 64) : Math.max(8, Math.abs(initial) * 16),
  );
  return { min: param.kind === 'integer' ? min : Math.max(min, 0), max, log: param.kind === 'integer' && min >= 1 };
}

function choiceField({ name, choices = [] }: ParamInfo, doc: string, onInput: OnInput): Field<ParamValue> {
  const options = choices.map((choice) => [choice, choice] as const);
  const menu = select(options, { name }, (value) => onInput(value, true));
  const set = (value: ParamValue): void => void (menu.value = String(value ?? ''));
  return { ...labelled(name, readable(name), doc, [menu]), set };
}

function booleanField({ name }: ParamInfo, doc: string, onInput: OnInput): Field<ParamValue> {
  const box: HTMLInputElement = h('input', { type: 'checkbox', name, onchange: () => onInput(box.checked, true) });
  const set = (value: ParamValue): void => void (box.checked = value === true);
  return { ...labelled(name, readable(name), doc, [box], 'field inline'), set };
}

function numbersField({ name }: ParamInfo, doc: string, onInput: OnInput): Field<ParamValue> {
  const area: HTMLTextAreaElement = h('textarea', {
    ...{ name, rows: 3, spellcheck: 'false', class: 'mono' },
    oninput: () => onInput(parse(area.value), false),
    onchange: () => onInput(parse(area.value), true),
  });
  return {
    ...labelled(name, readable(name), doc, [area]),
    set: (value) => {
      if (document.activeElement === area) return;
      // The numbers of a checkpoint are too many to edit.
      const numbers = Array.isArray(value) ? (value as readonly number[]) : [];
      const long = isLongList(value, mostWritten);
      area.placeholder = long ? `${numbers.length.toLocaleString('en')} numbers` : '';
      area.value = long ? '' : numbers.join(', ');
    },
  };

  /** Parses numbers separated by commas or white space; ignores the brackets of a JSON array. */
  function parse(text: string): number[] | undefined {
    const words = text.split(/[\s,[\]]+/).filter((word) => word !== '');
    return words.length === 0 ? undefined : words.map(Number);
  }
}
