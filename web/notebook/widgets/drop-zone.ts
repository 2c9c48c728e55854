/**
 * Ways to hand over a config.json: drop it, choose it, paste it; a GGUF file, of which the keys are read, and a checkpoint's
 * tables: drop or choose its file.
 */
import { freshId, h } from './dom.js';

/** A config.json is a few kilobytes; what is far larger is refused before it is read into memory. */
const largestFile = 8 * 1024 * 1024;

export interface DropZoneOptions {
  readonly take: (text: string, name: string) => void;
  /** A file that is no text: of tensors, whatever it turns out to hold. */
  readonly takeTensors: (file: File) => void;
  /** A GGUF file of any size. */
  readonly takeGguf: (file: File) => void;
  readonly refuse: (message: string) => void;
}

/** Files of tensors, and those that hold them elsewhere: what is wrong with the latter, the reader of tensors says. */
const tensors = /\.(npy|npz|safetensors|pt|pth|bin|ckpt|pkl|h5)$/i;

export function dropZone({ take, takeTensors, takeGguf, refuse }: DropZoneOptions): HTMLElement {
  const file = h('input', {
    type: 'file',
    accept: '.json,application/json,.gguf,.npy,.safetensors',
    class: 'visually-hidden',
    'aria-label': 'Choose a config.json, a GGUF file or a checkpoint',
    tabindex: -1,
  });
  const choose = h('button', { type: 'button', class: 'primary', on: { click: () => file.click() } }, 'Choose a file');
  const areaId = freshId('paste');
  const area = h('textarea', { id: areaId, rows: 6, class: 'mono', spellcheck: 'false', autocapitalize: 'off' });
  area.placeholder = '{ "rope_theta": 500000, "head_dim": 128, "max_position_embeddings": 131072, … }';
  const read = h('button', { type: 'button', on: { click: () => take(area.value, 'pasted config') } }, 'Read it');
  const zone = h(
    'div',
    { class: 'drop-zone' },
    h('p', { class: 'drop-title' }, 'Drop a config.json or a .gguf here'),
    h('p', { class: 'drop-more' }, 'or a checkpoint: .safetensors, .npy'),
    h('p', { class: 'drop-choose' }, choose, file),
    h(
      'details',
      { class: 'paste' },
      h('summary', {}, 'or paste it'),
      h('label', { for: areaId, class: 'visually-hidden' }, 'Text of a config.json'),
      area,
      h('p', {}, read),
    ),
  );

  file.addEventListener('change', () => {
    open(file.files?.[0]);
    file.value = '';
  });
  // The whole page takes the drop: a file that misses the box must not replace the page.
  let depth = 0;
  document.addEventListener('dragenter', (event) => {
    if (hasFile(event)) {
      depth++;
      zone.classList.add('over');
    }
  });
  document.addEventListener('dragleave', () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) zone.classList.remove('over');
  });
  document.addEventListener('dragover', (event) => {
    if (hasFile(event)) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    depth = 0;
    zone.classList.remove('over');
    if (!hasFile(event)) return;
    event.preventDefault();
    open(event.dataTransfer?.files[0]);
  });
  return zone;

  function open(given: File | undefined): void {
    if (given === undefined) return;
    if (tensors.test(given.name)) {
      takeTensors(given);
      return;
    }
    if (/\.gguf$/i.test(given.name)) {
      takeGguf(given);
      return;
    }
    if (given.size > largestFile) {
      refuse(
        `${given.name} has ${given.size.toLocaleString('en')} bytes; a config.json has at most ${largestFile.toLocaleString('en')}.`,
      );
      return;
    }
    given.text().then(
      (text) => take(text, given.name),
      () => refuse(`${given.name} could not be read.`),
    );
  }
}

function hasFile(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}
