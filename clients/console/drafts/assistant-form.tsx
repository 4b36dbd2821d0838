import type { JSX } from 'preact';
import { useTexts } from '../language.ts';
import { append } from './edit-yaml.ts';
import { recordOf, textsOf } from './form-data.ts';
import { AddForm, type FormFile, Saying } from './form-fields.tsx';
import { isLanguageCode } from './skeletons.ts';
import { Utterances } from './utterances.tsx';

/** The form for `assistant.yaml`: its languages, and its answers to queries that it cannot handle. */
export function AssistantForm({ file }: { file: FormFile }): JSX.Element {
  const { drafts } = useTexts();
  const { form: words } = drafts;
  const outOfScope = recordOf(file.data.out_of_scope);
  const utterances = recordOf(outOfScope.utterances);
  const checkLanguage = (code: string) => {
    if (!isLanguageCode(code)) return words.badLanguage;
    return file.languages.includes(code) ? drafts.nameTaken : undefined;
  };
  return (
    <>
      <h3>{words.languages}</h3>
      <p>{file.languages.join(', ')}</p>
      <AddForm
        label={words.newLanguage}
        field={drafts.language}
        check={checkLanguage}
        onAdd={(code) => file.change((source) => append(source, ['languages', 'supported'], code))}
      />
      <Saying file={file} label={words.outOfScope} at={['out_of_scope', 'say']} value={outOfScope.say} />
      {file.data.welcome !== undefined && (
        <Saying
          file={file}
          label={words.welcome}
          at={['welcome', 'say']}
          value={recordOf(file.data.welcome).say}
        />
      )}
      <h3>{words.outOfScopeUtterances}</h3>
      {file.languages.map((language) => (
        <section key={language}>
          <h4>{words.utterancesIn(language, textsOf(utterances[language]).length)}</h4>
          <Utterances
            file={file}
            name={words.utterancesOf('out_of_scope', language)}
            at={['out_of_scope', 'utterances', language]}
            values={textsOf(utterances[language])}
            language={language}
            slots={[]}
          />
        </section>
      ))}
    </>
  );
}
