import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorSelection, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { FileFinding } from './places.ts';
import { keysAt, type Schema, valuesAt, writingPlace } from './schema-places.ts';

/** Passes the page's colours to the editor through custom properties. */
const THEME = EditorView.theme({
  '&': {
    backgroundColor: 'var(--card)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '0.5rem',
    fontSize: '0.875rem',
    maxBlockSize: '70vh',
  },
  '&.cm-focused': { outline: '3px solid var(--main)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', overflow: 'auto', minBlockSize: '12rem' },
  '.cm-gutters': { backgroundColor: 'var(--bubble)', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--main) 8%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--main) 30%, transparent)',
  },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--card)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--main)',
    color: 'var(--on-main)',
  },
  '.cm-diagnostic': { whiteSpace: 'pre-wrap' },
  // The package draws these as images in its stylesheet, which the page's policy blocks.
  '.cm-lintRange': { backgroundImage: 'none', textDecoration: 'underline wavy' },
  '.cm-lintRange-error': { textDecorationColor: 'var(--bad)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--shade-2)' },
  '.cm-lint-marker': { content: 'normal', fontWeight: '700', textAlign: 'center' },
  '.cm-lint-marker-error::before': { content: '"!"', color: 'var(--bad)' },
  '.cm-lint-marker-warning::before': { content: '"?"', color: 'var(--shade-2)' },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--shade-1)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.meta, tags.typeName], color: 'var(--shade-3)' },
]);

/** Starts a line with the indentation of the previous line, plus one level after a key. */
function breakLine({ state, dispatch }: EditorView): boolean {
  const change = state.changeByRange(({ from, to }) => {
    const line = state.doc.lineAt(from);
    const before = line.text.slice(0, from - line.from);
    const indent = (/^ */.exec(before)?.[0] ?? '') + (/:\s*$/.test(before) ? '  ' : '');
    const insert = state.lineBreak + indent;
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + 1 + indent.length) };
  });
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return true;
}

const BASICS: Extension[] = [
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  highlightSpecialChars(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  search({ top: true }),
  indentUnit.of('  '),
  EditorView.lineWrapping,
  syntaxHighlighting(COLOURS),
  THEME,
  // Tab leaves the editor, as everywhere on the page; Ctrl-] and Ctrl-[ indent.
  keymap.of([
    { key: 'Enter', run: breakLine },
    ...defaultKeymap,
    ...historyKeymap,
    ...searchKeymap,
    ...completionKeymap,
    ...lintKeymap,
  ]),
];

/** Proposed values by key. */
export type NamesByKey = Readonly<Record<string, readonly string[]>>;

const completeFrom =
  (schema: Schema, names: () => NamesByKey) =>
  ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const place = writingPlace(state.doc.sliceString(0, pos), pos);
    if (place === undefined) return null;
    const { path, writes, from } = place;
    if (!explicit && from === pos && writes === 'key') return null;
    const known = names()[path.at(-1) ?? ''] ?? [];
    const options =
      writes === 'key'
        ? keysAt(schema, path).map((label) => ({ label, apply: `${label}: `, type: 'property' }))
        : [...new Set([...valuesAt(schema, path), ...known])].map((label) => ({ label, type: 'enum' }));
    return options.length === 0 ? null : { from, options, validFor: /^["\w-]*$/ };
  };

/** The texts of the editor's controls, in the console's language. */
export type EditorPhrases = Readonly<Record<string, string>>;

/**
 * A text editor with line numbers and findings. A shadow tree contains it, since its stylesheets are allowed
 * there.
 * @param schema the schema of the file, if it is YAML
 * @param goTo a line to scroll to; passing a new object scrolls again
 */
export function CodeEditor({
  label,
  text,
  schema,
  names,
  findings,
  goTo,
  phrases,
  onInput,
}: {
  label: string;
  text: string;
  schema: Schema | undefined;
  names: NamesByKey;
  findings: readonly FileFinding[];
  goTo: { line: number } | undefined;
  phrases: EditorPhrases;
  onInput: (text: string) => void;
}): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | undefined>(undefined);
  const latest = useRef({ onInput, names });
  latest.current = { onInput, names };
  // Texts passed to `onInput` that have not yet arrived as a new `text`. The user may have typed more since,
  // so they must not replace the editor's content.
  const told = useRef<string[]>([]);
  const isTakenOver = useRef(false);
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          BASICS,
          // Keeps the file's line endings.
          EditorState.lineSeparator.of(text.includes('\r\n') ? '\r\n' : '\n'),
          EditorState.phrases.of(phrases),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          schema === undefined
            ? []
            : [yaml(), autocompletion({ override: [completeFrom(schema, () => latest.current.names)] })],
          EditorView.updateListener.of(({ docChanged, view: { state } }) => {
            if (!docChanged || isTakenOver.current) return;
            const typed = state.sliceDoc();
            told.current.push(typed);
            latest.current.onInput(typed);
          }),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, [label, schema, phrases]);
  useEffect(() => {
    const { current: view } = editor;
    const index = told.current.lastIndexOf(text);
    told.current.splice(0, index + 1);
    if (view === undefined || index !== -1 || view.state.sliceDoc() === text) return;
    isTakenOver.current = true;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    isTakenOver.current = false;
  }, [text]);
  useEffect(() => {
    const { current: view } = editor;
    if (view === undefined) return;
    view.dispatch(
      setDiagnostics(
        view.state,
        findings.map((finding) => diagnosticOf(view, finding)),
      ),
    );
  }, [findings, label, schema, phrases]);
  useEffect(() => {
    const { current: view } = editor;
    if (view === undefined || goTo === undefined) return;
    const { from } = view.state.doc.line(Math.min(goTo.line, view.state.doc.lines));
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    view.focus();
  }, [goTo]);
  return <div class="code" ref={host} />;
}

function diagnosticOf({ state }: EditorView, { line, column, severity, message }: FileFinding): Diagnostic {
  const { from, to } = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
  return { from: Math.min(from + column - 1, to), to, severity, message };
}
