/** Exports a notebook to files. */
import type { Cell, Notebook } from '../format.js';
import type { Output } from '../protocol.js';
import type { CellContent } from '../outputs/shown.js';
import { type ShownCell, toJupyter } from './jupyter.js';
import { toLatex } from './latex.js';
import { svgsIn } from './plot-text.js';
import { type ContentOf, type Surroundings, toStandalone } from './standalone.js';

export type FileKind = 'page' | 'latex' | 'jupyter-javascript' | 'jupyter-python' | 'jupyter-python-solutions';

export function fileOf(kind: FileKind, notebook: Notebook, contentOf: ContentOf, around: Surroundings): string {
  if (kind === 'page') return toStandalone(notebook, contentOf, around);
  if (kind === 'latex') return toLatex(notebook, contentOf);
  const cell = (one: Cell): ShownCell => {
    const { drawn } = contentOf(one);
    const prose = drawn.find(({ output }) => output.kind === 'markdown')?.output;
    return {
      text: one.mode === 'md' && prose?.kind === 'markdown' ? prose.text : undefined,
      exercises: drawn.flatMap(({ output }) => (output.kind === 'exercise' ? [output] : [])),
      outputs: drawn.flatMap(jupyterOutput),
    };
  };
  const flavour = kind === 'jupyter-javascript' ? 'javascript' : 'python';
  const { student = 0 } = around;
  return toJupyter(notebook, flavour, { shown: cell, student, solutions: kind === 'jupyter-python-solutions' });
}

function jupyterOutput({ output, element }: CellContent['drawn'][number]): object[] {
  if (output.kind === 'chart' || output.kind === 'view')
    return svgsIn(element).map((svg) => displayed({ 'image/svg+xml': svg }));
  const text = textOf(output);
  return text === undefined ? [] : [displayed({ 'text/plain': text })];
}

const displayed = (data: object): object => ({ output_type: 'display_data', data, metadata: {} });

function textOf(output: Output): string | undefined {
  if (output.kind === 'text') return output.text;
  if (output.kind === 'check') return `${output.passes ? '✓' : '✗'} ${output.claim}: ${output.value}`;
  return undefined;
}
