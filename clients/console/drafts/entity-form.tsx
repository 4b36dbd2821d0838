import type { JSX } from 'preact';
import { useTexts } from '../language.ts';
import { type Path, put, remove } from './edit-yaml.ts';
import { isRecord, recordOf, textsOf } from './form-data.ts';
import { AddForm, FileText, type FormFile, PagedList, TextList } from './form-fields.tsx';

/** An entity: its values and synonyms, its pattern, or its examples. */
export function EntityForm({ file }: { file: FormFile }): JSX.Element {
  const { drafts } = useTexts();
  const { form: words } = drafts;
  const { pattern, values, examples } = file.data;
  return (
    <>
      {pattern !== undefined && (
        <FileText
          label={words.pattern}
          value={String(pattern)}
          onCommit={(text) => file.change((source) => put(source, ['pattern'], text))}
        />
      )}
      {(values !== undefined || (pattern === undefined && examples === undefined)) && (
        <Values file={file} values={recordOf(values)} />
      )}
      {examples !== undefined && (
        <Synonyms file={file} name={words.examples} at={['examples']} value={examples} />
      )}
    </>
  );
}

function Values({ file, values }: { file: FormFile; values: Record<string, unknown> }): JSX.Element {
  const { drafts } = useTexts();
  const { form: words } = drafts;
  const add = (name: string) =>
    file.change((source) =>
      put(source, ['values', name], Object.fromEntries(file.languages.map((language) => [language, [name]]))),
    );
  return (
    <>
      <h3>{words.values}</h3>
      <PagedList items={Object.entries(values)} name={words.values} textOf={([name]) => name}>
        {([name, value]) => (
          <li key={name}>
            <details class="part">
              <summary>
                {name} <span class="soft">{allTexts(value).slice(0, 4).join(', ')}</span>
              </summary>
              <Synonyms file={file} name={words.synonymsOf(name)} at={['values', name]} value={value} />
              <p>
                <button
                  type="button"
                  class="second"
                  onClick={() => file.change((source) => remove(source, ['values', name]))}
                >
                  {words.removeValue(name)}
                </button>
              </p>
            </details>
          </li>
        )}
      </PagedList>
      <AddForm
        label={words.newValue}
        field={words.value}
        check={(name) => (Object.hasOwn(values, name) ? drafts.nameTaken : undefined)}
        onAdd={add}
      />
    </>
  );
}

const allTexts = (value: unknown): string[] =>
  isRecord(value) ? Object.values(value).flatMap(textsOf) : textsOf(value);

/** The synonyms of a value: one list, or a list for each language. */
function Synonyms({
  file,
  name,
  at,
  value,
}: {
  file: FormFile;
  name: string;
  at: Path;
  value: unknown;
}): JSX.Element {
  if (Array.isArray(value)) return <TextList file={file} name={name} at={at} values={textsOf(value)} />;
  const lists = recordOf(value);
  const languages = [...new Set([...file.languages, ...Object.keys(lists)])];
  return (
    <>
      {languages.map((language) => (
        <section key={language}>
          <h4>{language}</h4>
          <TextList
            file={file}
            name={`${name} (${language})`}
            at={[...at, language]}
            values={textsOf(lists[language])}
            language={language}
          />
        </section>
      ))}
    </>
  );
}
