/**
 * The cell editor, CodeMirror 6, loaded on the first edit. It is in a shadow root, where it uses constructed style
 * sheets, which the page's policy allows, instead of inline styles.
 */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { HighlightStyle, bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  drawSelection,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { StateEffect, StateField } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { effect } from '@preact/signals-core';
import { completions } from './completions.js';
import type { Mode } from './format.js';
import { hoverAt } from './hover.js';

export type Editor = ReturnType<typeof editor>;
interface EditorOptions {
  readonly value: string;
  readonly mode: Mode;
  /** Re-evaluated when a signal it read changes. */
  readonly label: () => string;
  /** Names of other cells. */
  readonly names: () => readonly string[];
  readonly run: () => void;
  readonly changed: () => void;
}

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.function(tags.variableName), tags.propertyName], color: 'var(--code-name)' },
]);

const look = EditorView.theme({
  '&': { fontSize: '0.8125rem', backgroundColor: 'var(--raised)', color: 'var(--ink)', borderRadius: 'var(--radius)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-content': { fontFamily: 'var(--mono)', lineHeight: '1.55', caretColor: 'var(--ink)', padding: '0.75rem 0' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--muted)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--rule)',
    borderRadius: 'var(--radius)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.nb-hover': { maxWidth: '30rem', padding: '0.5rem 0.75rem', fontFamily: 'var(--sans)', fontSize: '0.8125rem' },
  '.nb-hover code': { fontFamily: 'var(--mono)', overflowWrap: 'anywhere' },
  '.nb-hover p': { margin: '0.375rem 0 0' },
  '.cm-tooltip.cm-completionInfo': {
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
    maxWidth: '22rem',
    padding: '0.5rem 0.75rem',
    fontFamily: 'var(--sans)',
  },
  '.wrong': { textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '3px' },
  '.wrong-line': { backgroundColor: 'var(--bad-soft)' },
});

const setMarks = StateEffect.define<DecorationSet>();
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, change) {
    for (const effect of change.effects) if (effect.is(setMarks)) return effect.value;
    return change.docChanged ? Decoration.none : set.map(change.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * Handles typing over a selection. Chromium would insert the text into an element with an inline style, which the
 * policy forbids.
 */
const overSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main } = view.state.selection;
    const { data: text } = event;
    if (event.inputType !== 'insertText' || event.isComposing || main.empty || text === null) return false;
    event.preventDefault();
    const typed = () =>
      view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
    const handled = view.state.facet(EditorView.inputHandler).some((one) => one(view, main.from, main.to, text, typed));
    if (!handled) view.dispatch(typed());
    return true;
  },
});

export function editor(options: EditorOptions) {
  const element = document.createElement('div');
  element.className = 'nb-editor';
  const root = element.attachShadow({ mode: 'open' });
  const script = options.mode === 'js';
  const run = (): boolean => {
    options.run();
    return true;
  };
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.value,
      extensions: [
        keymap.of([
          { key: 'Mod-Enter', run },
          { key: 'Shift-Enter', run },
        ]),
        overSelection,
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of(() => ({ 'aria-label': options.label() })),
        EditorView.updateListener.of(({ docChanged }) => docChanged && options.changed()),
        syntaxHighlighting(colours),
        look,
        marks,
        autocompletion({ icons: false }),
        ...(script
          ? [
              lineNumbers(),
              javascript(),
              javascriptLanguage.data.of({ autocomplete: completions(options.names) }),
              hoverTooltip(hoverAt),
            ]
          : []),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
      ],
    }),
  });
  // re-evaluated with each update
  const unname = effect(() => {
    options.label();
    view.dispatch({});
  });
  return {
    element,
    value: () => view.state.doc.toString(),
    focus: () => view.focus(),
    /** Marks the position of an error; undefined clears it. One-based. */
    mark(line: number | undefined, column = 1): void {
      const { doc } = view.state;
      if (line === undefined || line < 1 || line > doc.lines)
        return view.dispatch({ effects: setMarks.of(Decoration.none) });
      const { from, to } = doc.line(line);
      const at = Math.min(to, from + Math.max(0, column - 1));
      const word = view.state.wordAt(at);
      const [begin, end] = word ? [word.from, word.to] : [Math.max(from, at - 1), Math.max(at, Math.min(to, at + 1))];
      const all = [Decoration.line({ class: 'wrong-line' }).range(from)];
      if (end > begin) all.push(Decoration.mark({ class: 'wrong' }).range(begin, end));
      view.dispatch({ effects: setMarks.of(Decoration.set(all, true)) });
    },
    destroy(): void {
      unname();
      view.destroy();
    },
  };
}
