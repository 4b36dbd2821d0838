import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../language.ts';
import { AssistantForm } from './assistant-form.tsx';
import { CompetencyForm } from './competency-form.tsx';
import { readDocument } from './document.ts';
import { DocumentForm } from './document-form.tsx';
import { CannotEdit, dataOf } from './edit-yaml.ts';
import { EntityForm } from './entity-form.tsx';
import { kindOf, nameOf } from './file-kinds.ts';
import { recordOf, textsOf } from './form-data.ts';
import type { FormFile } from './form-fields.tsx';
import type { OpenDraft } from './use-draft.ts';
import type { Files } from './working-copy.ts';

/** True for a file that can be edited in a form. */
export function hasForm(path: string): boolean {
  const kind = kindOf(path);
  return kind === 'faq' ? path.endsWith('.md') : kind !== undefined && kind !== 'tests';
}

/** The languages of a draft's assistant, the default one first. */
export function languagesOf(files: Files): string[] {
  const settings = Object.keys(files).find((path) => kindOf(path) === 'assistant');
  const languages = recordOf(dataOf(files[settings ?? ''] ?? '')?.languages);
  return [...new Set([...textsOf([languages.default].filter(Boolean)), ...textsOf(languages.supported)])];
}

/** A file as a form. An edit changes only the lines that it concerns. */
export function FormView({
  draft,
  path,
  text,
}: {
  draft: OpenDraft;
  path: string;
  text: string;
}): JSX.Element {
  const { form: words } = useTexts().drafts;
  const [isRefused, setIsRefused] = useState(false);
  const kind = kindOf(path);
  const data = kind === 'faq' ? documentData(text) : dataOf(text);
  if (data === undefined) return <p class="failure">{words.broken}</p>;
  const change: FormFile['change'] = (edit) => {
    const current = draft.textOf(path);
    try {
      if (current !== undefined) draft.edit(path, edit(current));
      setIsRefused(false);
      return true;
    } catch (error) {
      if (!(error instanceof CannotEdit)) throw error;
      setIsRefused(true);
      return false;
    }
  };
  const { files } = draft.copy;
  const entities = Object.keys(files)
    .filter((each) => kindOf(each) === 'entities')
    .map(nameOf);
  const file: FormFile = { path, data, languages: languagesOf(files), entities, change };
  return (
    <div class="form">
      {isRefused && (
        <p class="failure" role="alert">
          {words.refused}
        </p>
      )}
      {kind === 'assistant' && <AssistantForm file={file} />}
      {kind === 'competencies' && <CompetencyForm file={file} />}
      {kind === 'entities' && <EntityForm file={file} />}
      {kind === 'faq' && <DocumentForm file={file} text={text} />}
    </div>
  );
}

/** The fields of a document; empty without front matter. */
function documentData(text: string): Record<string, unknown> | undefined {
  const { fields } = readDocument(text);
  return fields.trim() === '' ? {} : dataOf(fields);
}
