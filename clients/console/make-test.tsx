import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CallError, type ConversationTest, type Parley } from '../typescript/index.ts';
import { ChoiceField } from './fields.tsx';
import { useTexts } from './language.ts';
import { Failure, Show, useAccess, useLoaded } from './loaded.tsx';
import { writeRoute } from './routes.ts';

/** A test in a draft, and whether it was put there now. */
interface MadeTest {
  test: ConversationTest;
  draft: string;
  isNew: boolean;
}

/** Puts a logged session into a draft as a conversation test. */
export function MakeTest({ sessionId }: { sessionId: string }): JSX.Element | null {
  const { makeTest: words } = useTexts();
  const { parley, scopes } = useAccess();
  const isAuthor = scopes.includes('ai_model_write');
  const loaded = useLoaded(
    async (signal) =>
      isAuthor ? (await parley.listDrafts({ signal })).drafts.map(({ draft }) => draft) : [],
    [],
  );
  if (!isAuthor) return null;
  return (
    <section class="card" aria-labelledby="make-test">
      <h2 id="make-test">{words.title}</h2>
      <Show loaded={loaded}>
        {(drafts) =>
          drafts.length === 0 ? <p>{words.none}</p> : <Making sessionId={sessionId} drafts={drafts} />
        }
      </Show>
    </section>
  );
}

function Making({ sessionId, drafts }: { sessionId: string; drafts: readonly string[] }): JSX.Element {
  const { makeTest: words, improve } = useTexts();
  const { parley } = useAccess();
  const [draft, setDraft] = useState(drafts[0] ?? '');
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<MadeTest>();
  const [failure, setFailure] = useState<unknown>();
  const make = async () => {
    setBusy(true);
    setFailure(undefined);
    setMade(undefined);
    try {
      setMade(await putTest(parley, sessionId, draft));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <>
      <p>{words.about}</p>
      {drafts.length > 1 && (
        <ChoiceField
          label={improve.draft}
          value={draft}
          onInput={setDraft}
          choices={drafts.map((name) => [name, name])}
        />
      )}
      <p>
        <button type="button" disabled={busy} onClick={() => void make()}>
          {words.make}
        </button>
      </p>
      <div role="status">{made !== undefined && <Made made={made} />}</div>
      {failure !== undefined && <Failure error={failure} />}
    </>
  );
}

function Made({ made: { test, draft, isNew } }: { made: MadeTest }): JSX.Element {
  const { makeTest: words } = useTexts();
  const { path, masked, unanswered } = test;
  return (
    <>
      <p>{isNew ? words.made(path, draft) : words.already(path, draft)}</p>
      {isNew && masked > 0 && <p>{words.masked(masked)}</p>}
      {isNew && unanswered > 0 && <p>{words.unanswered(unanswered)}</p>}
      <p>
        <a href={writeRoute({ page: 'drafts', id: draft, filter: { file: path } })}>{words.open}</a>
      </p>
    </>
  );
}

/** Maximum attempts when other authors save at the same time. */
const MAX_TRIES = 5;

async function putTest(parley: Parley, sessionId: string, draft: string): Promise<MadeTest> {
  const test = await parley.writeConversationTest(sessionId);
  for (let tried = 1; ; tried += 1) {
    const { revision, files } = await parley.readDraft(draft);
    if (test.path in files) return { test, draft, isNew: false };
    try {
      await parley.writeDraft(draft, { revision, files: { [test.path]: test.text } });
      return { test, draft, isNew: true };
    } catch (error) {
      const isLate = error instanceof CallError && error.status === 409;
      if (!isLate || tried === MAX_TRIES) throw error;
    }
  }
}
