import type { JSX } from 'preact';
import { useTexts } from '../language.ts';
import { writeRoute } from '../routes.ts';
import { AddForm } from './form-fields.tsx';
import { languagesOf } from './form-view.tsx';
import { isIdentifier, newCompetency, newDocument, newEntity } from './skeletons.ts';
import type { OpenDraft } from './use-draft.ts';

/** Creates files of a draft by name and opens them. */
export function NewFiles({ draft }: { draft: OpenDraft }): JSX.Element {
  const { drafts: words } = useTexts();
  const languages = languagesOf(draft.copy.files);
  const isTaken = (folder: string, name: string) =>
    Object.keys(draft.copy.files).some((path) => path.replace(/\.\w+$/, '') === `${folder}/${name}`);
  const check = (folder: string) => (name: string) => {
    if (!isIdentifier(name)) return words.badName;
    return isTaken(folder, name) ? words.nameTaken : undefined;
  };
  const add = (path: string, text: string) => {
    draft.edit(path, text);
    location.hash = writeRoute({ page: 'drafts', id: draft.name, filter: { file: path } });
    return true;
  };
  const { answer } = words.firstTexts;
  return (
    <details class="new-files">
      <summary>{words.newFile}</summary>
      <AddForm
        label={words.newCompetency}
        field={words.newNames.competency}
        check={check('competencies')}
        onAdd={(name) => add(`competencies/${name}.yaml`, newCompetency(name, languages, answer))}
      />
      <AddForm
        label={words.newEntity}
        field={words.newNames.entity}
        check={check('entities')}
        onAdd={(name) => add(`entities/${name}.yaml`, newEntity(name))}
      />
      <AddForm
        label={words.newDocument}
        field={words.newNames.document}
        check={check('faq/help')}
        onAdd={(name) => add(`faq/help/${name}.md`, newDocument(name, languages[0], answer))}
      />
    </details>
  );
}
