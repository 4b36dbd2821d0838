import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CallError, type Parley } from '../../typescript/index.ts';
import { kindOf } from '../drafts/file-kinds.ts';
import { importFolder, leftOutOf } from '../drafts/import-folder.ts';
import { type Files, inRequests } from '../drafts/working-copy.ts';
import { Table, TextField } from '../fields.tsx';
import { bytes } from '../format.ts';
import { useLanguage, useTexts } from '../language.ts';
import { Failure, Show, useAccess, useLoaded } from '../loaded.tsx';
import { Moment } from '../moment.tsx';
import { type Route, writeRoute } from '../routes.ts';

/** The institution's drafts, or a single draft, whose editor is loaded on demand. */
export function Drafts({ route }: { route: Route }): JSX.Element {
  return route.id === undefined ? <DraftList /> : <OpenedDraft name={route.id} route={route} />;
}

function OpenedDraft({ name, route }: { name: string; route: Route }): JSX.Element {
  const { drafts: words } = useTexts();
  const loaded = useLoaded(() => import('../drafts/draft.tsx'), []);
  return (
    <>
      <h1 tabIndex={-1}>{name}</h1>
      <p>
        <a href={writeRoute({ page: 'drafts' })}>{words.all}</a>
      </p>
      <Show loaded={loaded}>{({ Draft }) => <Draft name={name} route={route} />}</Show>
    </>
  );
}

function DraftList(): JSX.Element {
  const texts = useTexts();
  const { drafts: words } = texts;
  const language = useLanguage();
  const { parley } = useAccess();
  const loaded = useLoaded(async (signal) => parley.listDrafts({ signal }), []);
  return (
    <>
      <h1 tabIndex={-1}>{texts.pages.drafts}</h1>
      <p>{words.about}</p>
      <Show loaded={loaded}>
        {({ drafts }) =>
          drafts.length === 0 ? (
            <p class="empty">{words.none}</p>
          ) : (
            <Table
              caption={texts.pages.drafts}
              head={[words.name, words.files, words.size, words.changed, words.by, words.revision]}
            >
              {drafts.map(({ draft, files, bytes: size, updated_at, updated_by, revision }) => (
                <tr key={draft}>
                  <th scope="row">
                    <a href={writeRoute({ page: 'drafts', id: draft })}>{draft}</a>
                  </th>
                  <td>{files}</td>
                  <td>{bytes(language, size)}</td>
                  <td>
                    <Moment at={updated_at} />
                  </td>
                  <td>{updated_by}</td>
                  <td>{revision}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Show>
      <NewDraft />
    </>
  );
}

/** Creates a draft, empty or from a folder, and opens it. */
function NewDraft(): JSX.Element {
  const { drafts: words } = useTexts();
  const { parley } = useAccess();
  const [name, setName] = useState('');
  const [language, setLanguage] = useState<string>(useLanguage());
  const [folder, setFolder] = useState<readonly File[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const filesOf = async (): Promise<Files | undefined> => {
    if (folder.length === 0) {
      const { newAssistant } = await import('../drafts/skeletons.ts');
      return newAssistant(name, language, words.firstTexts);
    }
    const files = await importFolder(folder);
    if (Object.keys(files).some((path) => kindOf(path) === 'assistant')) return files;
    setProblem(words.noAssistant);
    return undefined;
  };
  const create = async () => {
    setBusy(true);
    setProblem('');
    setFailure(undefined);
    try {
      const files = await filesOf();
      if (files !== undefined) {
        await writeNew(parley, name, files);
        location.hash = writeRoute({ page: 'drafts', id: name });
      }
    } catch (error) {
      if (error instanceof TypeError) setProblem(words.notText);
      else if (error instanceof CallError && isTaken(error)) setProblem(words.exists(name));
      else setFailure(error);
    }
    setBusy(false);
  };
  const leftOut = leftOutOf(folder);
  const send = (event: Event) => {
    event.preventDefault();
    void create();
  };
  return (
    <section>
      <h2>{words.make}</h2>
      {problem !== '' && (
        <p class="failure" role="alert">
          {problem}
        </p>
      )}
      {failure !== undefined && <Failure error={failure} />}
      <form class="column" onSubmit={send}>
        <TextField
          label={words.name}
          hint={words.nameHint}
          value={name}
          onInput={setName}
          required
          pattern="[a-z0-9][a-z0-9_\-]{0,62}"
          autocomplete="off"
        />
        <TextField
          label={words.language}
          hint={words.languageHint}
          value={language}
          onInput={setLanguage}
          required
          pattern="[a-z]{2}"
          autocomplete="off"
        />
        <div class="field">
          <label for="draft-folder">{words.importFolder}</label>
          <input
            id="draft-folder"
            type="file"
            multiple
            ref={(input) => {
              if (input !== null) input.webkitdirectory = true;
            }}
            aria-describedby="draft-folder-hint"
            onChange={({ currentTarget }) => setFolder([...(currentTarget.files ?? [])])}
          />
          <p class="soft" id="draft-folder-hint">
            {words.importHint}
          </p>
          {leftOut.length > 0 && <p>{words.leftOut(leftOut)}</p>}
        </div>
        <button type="submit" disabled={busy}>
          {words.create}
        </button>
      </form>
    </section>
  );
}

const isTaken = ({ status, fields }: CallError): boolean =>
  status === 409 && fields.some(({ field }) => field === 'revision');

async function writeNew(parley: Parley, name: string, files: Files): Promise<void> {
  let revision = 0;
  for (const changes of inRequests(files)) {
    ({ revision } = await parley.writeDraft(name, { revision, files: changes }));
  }
}
