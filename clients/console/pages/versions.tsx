import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Assignment, VersionList } from '../../typescript/index.ts';
import { Comparison } from '../comparison.tsx';
import { Deeds } from '../deeds.tsx';
import {
  type AiVersion,
  ChoiceField,
  SureButton,
  Table,
  TextField,
  useVersions,
  versionChoices,
} from '../fields.tsx';
import { number, shortId } from '../format.ts';
import { useLanguage, useTexts } from '../language.ts';
import { Failure, Show, useAccess, useLoaded } from '../loaded.tsx';
import { Moment } from '../moment.tsx';
import type { Route } from '../routes.ts';

type Change = () => Promise<Assignment>;

/** The versions that serve the applications, and forms to change them. */
export function Versions({ route }: { route: Route }): JSX.Element {
  const texts = useTexts();
  const { versions: words } = texts;
  const language = useLanguage();
  const [changes, setChanges] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [done, setDone] = useState('');
  const loaded = useVersions(changes);
  const make = async (change: Change) => {
    setBusy(true);
    setFailure(undefined);
    setDone('');
    try {
      const { application, ai_version, canary } = await change();
      const beside = canary && {
        version: shortId(canary.ai_version),
        percent: number(language, canary.percent),
      };
      setDone(words.done(application, shortId(ai_version), beside ?? undefined));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
    setChanges((count) => count + 1);
  };
  return (
    <>
      <h1 tabIndex={-1}>{texts.pages.versions}</h1>
      <p role="status">{done}</p>
      {failure !== undefined && <Failure error={failure} />}
      <Show loaded={loaded}>
        {(list) => (
          <>
            <Serving list={list} busy={busy} onChange={make} />
            <Comparison list={list} route={route} />
            <History list={list} changes={changes} />
            <Assign list={list} busy={busy} onChange={make} />
            <All list={list} onNoted={() => setChanges((count) => count + 1)} />
            <Deeds list={list} />
          </>
        )}
      </Show>
    </>
  );
}

interface PartProps {
  list: VersionList;
  busy: boolean;
  onChange: (change: Change) => Promise<void>;
}

const nameIn = ({ versions }: VersionList, id: string): string =>
  `${versions.find(({ ai_version }) => ai_version === id)?.name ?? ''} ${shortId(id)}`.trim();

function Serving({ list, busy, onChange }: PartProps): JSX.Element {
  const { versions: words } = useTexts();
  const language = useLanguage();
  const { parley } = useAccess();
  if (list.assignments.length === 0) return <p class="empty">{words.nothingServes}</p>;
  return (
    <section>
      <h2>{words.serving}</h2>
      <Table
        asCards
        caption={words.serving}
        head={[words.application, words.version, words.canary, words.since, words.by, words.change]}
      >
        {list.assignments.map(({ application, ai_version, canary, assigned_at, assigned_by }) => (
          <tr key={application}>
            <th scope="row">{application}</th>
            <td>{nameIn(list, ai_version)}</td>
            <td>
              {canary === null
                ? '–'
                : words.share(nameIn(list, canary.ai_version), number(language, canary.percent))}
            </td>
            <td>
              <Moment at={assigned_at} />
            </td>
            <td>{assigned_by}</td>
            <td>
              <SureButton
                label={words.rollBack}
                question={words.rollBackQuestion(application)}
                busy={busy}
                onSure={() => void onChange(() => parley.rollBackVersion(application))}
              />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** The versions that have served an application, latest first. */
function History({ list, changes }: { list: VersionList; changes: number }): JSX.Element | null {
  const { versions: words } = useTexts();
  const language = useLanguage();
  const { parley } = useAccess();
  const [chosen, setChosen] = useState('');
  const applications = list.assignments.map((assignment) => assignment.application);
  const loaded = useLoaded(
    async (signal) =>
      chosen === ''
        ? { history: [] }
        : parley.readVersionHistory({ application: chosen, limit: MAX_HISTORY }, { signal }),
    [chosen, changes],
  );
  if (applications.length === 0) return null;
  return (
    <section>
      <h2>{words.history}</h2>
      <div class="filters">
        <ChoiceField
          label={words.historyOf}
          value={chosen}
          onInput={setChosen}
          choices={[['', '–'], ...applications.map((name): [string, string] => [name, name])]}
        />
      </div>
      <Show loaded={loaded}>
        {({ history }) =>
          history.length > 0 && (
            <Table
              caption={`${words.history}: ${chosen}`}
              head={[words.revision, words.version, words.canary, words.since, words.by]}
            >
              {history.map((assignment) => (
                <tr key={assignment.revision}>
                  <th scope="row">
                    {assignment.revision}
                    {assignment.restores !== null && ` (${words.backTo(assignment.restores)})`}
                  </th>
                  <td>{nameIn(list, assignment.ai_version)}</td>
                  <td>
                    {assignment.canary === null
                      ? '–'
                      : words.share(
                          nameIn(list, assignment.canary.ai_version),
                          number(language, assignment.canary.percent),
                        )}
                  </td>
                  <td>
                    <Moment at={assignment.assigned_at} />
                  </td>
                  <td>{assignment.assigned_by}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Show>
    </section>
  );
}

/** Maximum number of changes in the service's answer. */
const MAX_HISTORY = 100;

function Assign({ list, busy, onChange }: PartProps): JSX.Element {
  const { versions: words } = useTexts();
  const { parley } = useAccess();
  const choices = versionChoices(list.versions);
  const [application, setApplication] = useState('');
  const [chosen, setChosen] = useState('');
  const [percent, setPercent] = useState('');
  const version = chosen || (choices[0]?.[0] ?? '');
  const send = (event: Event) => {
    event.preventDefault();
    const canary = percent === '' ? {} : { canary_percent: Number(percent) };
    void onChange(() => parley.assignVersion({ application, ai_version: version, ...canary }));
  };
  return (
    <section>
      <h2>{words.assign}</h2>
      <form class="filters" onSubmit={send}>
        <TextField
          label={words.application}
          hint={words.applicationHint}
          value={application}
          onInput={setApplication}
          known={[...list.assignments.map((assignment) => assignment.application)]}
          required
        />
        <ChoiceField label={words.version} value={version} onInput={setChosen} choices={choices} />
        <TextField
          label={words.percent}
          hint={words.percentHint}
          type="number"
          min="1"
          max="99"
          value={percent}
          onInput={setPercent}
        />
        <button type="submit" disabled={busy || choices.length === 0}>
          {percent === '' ? words.assign : words.assignCanary}
        </button>
      </form>
    </section>
  );
}

function All({ list, onNoted }: { list: VersionList; onNoted: () => void }): JSX.Element {
  const { versions: words } = useTexts();
  return (
    <section>
      <h2>{words.all}</h2>
      {list.versions.length === 0 ? (
        <p class="empty">{words.none}</p>
      ) : (
        <Table
          asCards
          caption={words.all}
          head={[words.name, words.id, words.created, words.by, words.languages, words.serves, words.note]}
        >
          {list.versions.toReversed().map((version) => (
            <tr key={version.ai_version}>
              <th scope="row">{version.name}</th>
              <td>
                <code>{version.ai_version}</code>
              </td>
              <td>
                <Moment at={version.created_at} />
              </td>
              <td>{version.created_by}</td>
              <td>{version.languages.join(', ')}</td>
              <td>{version.serves.join(', ') || '–'}</td>
              <td>
                <Note version={version} onNoted={onNoted} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

/** What people wrote about a version, and a form to change it. */
function Note({ version, onNoted }: { version: AiVersion; onNoted: () => void }): JSX.Element {
  const { versions: words } = useTexts();
  const { parley } = useAccess();
  const [typed, setTyped] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const edit = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isOpen = typed !== undefined;
  const wasOpen = useRef(false);
  // Keeps the focus for keyboard users.
  useLayoutEffect(() => {
    if (isOpen) field.current?.focus();
    else if (wasOpen.current) edit.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const send = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      await parley.noteVersion({ ai_version: version.ai_version, note: typed ?? '' });
      setTyped(undefined);
      onNoted();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  if (typed === undefined) {
    return (
      <>
        {version.note !== null && <span class="note">{version.note} </span>}
        <button
          type="button"
          class="second"
          ref={edit}
          aria-label={words.editNoteOf(shortId(version.ai_version))}
          onClick={() => setTyped(version.note ?? '')}
        >
          {words.editNote}
        </button>
      </>
    );
  }
  return (
    <form class="column" onSubmit={(event) => void send(event)}>
      <input
        ref={field}
        value={typed}
        maxLength={500}
        aria-label={words.noteOf(shortId(version.ai_version))}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <p class="buttons">
        <button type="submit" disabled={busy}>
          {words.saveNote}
        </button>
        <button type="button" class="second" disabled={busy} onClick={() => setTyped(undefined)}>
          {words.cancelNote}
        </button>
      </p>
      {failure !== undefined && <Failure error={failure} />}
    </form>
  );
}
