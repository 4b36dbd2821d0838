import type { JSX } from 'preact';
import { useTexts } from '../language.ts';
import { readDocument, writeDocument } from './document.ts';
import { put, remove } from './edit-yaml.ts';
import { textsOf } from './form-data.ts';
import { FileText, type FormFile, TextList } from './form-fields.tsx';

/** The form for an FAQ document: its title, its questions and its answer. */
export function DocumentForm({ file, text }: { file: FormFile; text: string }): JSX.Element {
  const { form: words } = useTexts().drafts;
  const { title, language, questions } = file.data;
  const code = typeof language === 'string' ? language : undefined;
  /** The same file, limited to the document's YAML fields. */
  const fields: FormFile = {
    ...file,
    change: (edit) =>
      file.change((source) => writeDocument(source, { fields: edit(readDocument(source).fields) })),
  };
  const set = (key: string) => (value: string) =>
    fields.change((source) => (value === '' ? remove(source, [key]) : put(source, [key], value)));
  return (
    <>
      <FileText label={words.title} value={String(title ?? '')} onCommit={set('title')} />
      <FileText
        label={words.languageOfDocument}
        value={String(language ?? '')}
        known={file.languages}
        onCommit={set('language')}
      />
      <h3>{words.questions}</h3>
      <TextList
        file={fields}
        name={words.questions}
        at={['questions']}
        values={textsOf(questions)}
        {...(code !== undefined && { language: code })}
      />
      <FileText
        label={words.answer}
        value={readDocument(text).answer}
        isLong
        {...(code !== undefined && { language: code })}
        onCommit={(answer) => file.change((source) => writeDocument(source, { answer }))}
      />
    </>
  );
}
