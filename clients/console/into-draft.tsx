import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CallError, type Parley } from '../typescript/index.ts';
import type { Accepted } from './accepted.ts';
import { changesBetween, inRequests } from './drafts/working-copy.ts';
import { ChoiceField } from './fields.tsx';
import { useTexts } from './language.ts';
import { Failure, useAccess, useLoaded } from './loaded.tsx';
import { writeRoute } from './routes.ts';

/** What became of accepted phrases. */
interface Put {
  draft: string;
  added: number;
  unplaced: readonly Accepted[];
}

/** Puts the accepted phrases into a draft, for who may change drafts and where there is one. */
export function IntoDraft({
  accepted,
  onPlaced,
}: {
  accepted: readonly Accepted[];
  /** Told what is in the draft now. */
  onPlaced: (placed: readonly Accepted[]) => void;
}): JSX.Element | null {
  const { improve: words } = useTexts();
  const { parley, scopes } = useAccess();
  const [chosen, setChosen] = useState('');
  const [busy, setBusy] = useState(false);
  const [put, setPut] = useState<Put>();
  const [failure, setFailure] = useState<unknown>();
  const mayWrite = scopes.includes('ai_model_write');
  const loaded = useLoaded(
    async (signal) => (mayWrite ? (await parley.listDrafts({ signal })).drafts : []),
    [mayWrite],
  );
  const drafts = (loaded.state === 'loaded' ? loaded.value : []).map(({ draft }) => draft);
  const draft = chosen || (drafts[0] ?? '');
  const send = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { placed, ...result } = await putInto(parley, draft, accepted);
      setPut({ draft, ...result });
      onPlaced(placed);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  if (draft === '') return null;
  return (
    <>
      {accepted.length > 0 && (
        <div class="filters">
          <ChoiceField
            label={words.draft}
            value={draft}
            onInput={setChosen}
            choices={drafts.map((name) => [name, name])}
          />
          <button type="button" disabled={busy} onClick={() => void send()}>
            {words.intoDraft}
          </button>
        </div>
      )}
      <p role="status">
        {put !== undefined && (
          <>
            {words.inDraft(put.added)} <a href={writeRoute({ page: 'drafts', id: put.draft })}>{put.draft}</a>
            . {put.unplaced.length > 0 && words.notInDraft(put.unplaced.map(({ label }) => label))}
          </>
        )}
      </p>
      {failure !== undefined && <Failure error={failure} />}
    </>
  );
}

/** How often it is tried again on what somebody else has saved meanwhile. */
const MAX_TRIES = 5;

async function putInto(
  parley: Parley,
  name: string,
  accepted: readonly Accepted[],
): Promise<{ added: number; placed: Accepted[]; unplaced: Accepted[] }> {
  const { acceptInto } = await import('./drafts/accept-into.ts');
  for (let tried = 1; ; tried += 1) {
    const read = await parley.readDraft(name);
    const { files, ...result } = acceptInto(read.files, accepted);
    try {
      let { revision } = read;
      for (const changes of inRequests(changesBetween(read.files, files))) {
        ({ revision } = await parley.writeDraft(name, { revision, files: changes }));
      }
      return result;
    } catch (error) {
      const isLate = error instanceof CallError && error.status === 409;
      if (!isLate || tried === MAX_TRIES) throw error;
    }
  }
}
