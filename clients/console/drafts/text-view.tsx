import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useTexts } from '../language.ts';
import { CodeEditor, type NamesByKey } from './code-editor.tsx';
import { isYaml } from './file-kinds.ts';
import { type FileFinding, findingsNow } from './places.ts';
import { schemaOf } from './schemas.ts';
import type { OpenDraft } from './use-draft.ts';
import { syntaxErrors } from './yaml-text.ts';

/** Milliseconds after the last change until the text is parsed for errors. */
const READ_AFTER_MS = 400;

/** A file as text, with the findings of the check and of the YAML parser. */
export function TextView({
  draft,
  path,
  text,
  line,
  names,
}: {
  draft: OpenDraft;
  path: string;
  text: string;
  /** A line number from the address, to scroll to. */
  line: string | undefined;
  names: NamesByKey;
}): JSX.Element {
  const { drafts: words } = useTexts();
  const { findings, checked, edit } = draft;
  const [shown, setShown] = useState<readonly FileFinding[]>([]);
  useEffect(() => {
    const read = () => {
      const found = (findings?.findings ?? []).filter(({ file }) => file === path);
      // For an unchanged text, the check's findings include those of the parser.
      const syntax = checked[path] !== text && isYaml(path) ? syntaxErrors(text) : [];
      setShown([...findingsNow(checked[path] ?? '', text, found), ...syntax]);
    };
    if (shown.length === 0) read();
    const timer = setTimeout(read, READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [path, text, findings, checked]);
  const goTo = useMemo(() => (line === undefined ? undefined : { line: Number(line) }), [line, path]);
  return (
    <>
      <p class="soft small">{words.textHint}</p>
      <CodeEditor
        key={path}
        label={words.textOf(path)}
        text={text}
        schema={schemaOf(path)}
        names={names}
        findings={shown}
        goTo={goTo}
        phrases={words.editor}
        onInput={(changed) => edit(path, changed)}
      />
    </>
  );
}
