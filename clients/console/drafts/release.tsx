import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SureButton, TextField, useVersions } from '../fields.tsx';
import { percent, shortId } from '../format.ts';
import { useLanguage, useTexts } from '../language.ts';
import { Failure, useAccess } from '../loaded.tsx';

/** The default share of users for a trial. */
const TRIAL_PERCENT = '10';

/**
 * Assigns a new version to some or all users of an application, and rolls it back. Only for those who may
 * assign versions.
 */
export function Release({ version }: { version: string }): JSX.Element | null {
  const texts = useTexts();
  const { release: words } = texts.drafts;
  const language = useLanguage();
  const { parley, scopes } = useAccess();
  const [changes, setChanges] = useState(0);
  const [chosen, setChosen] = useState<string>();
  const [share, setShare] = useState(TRIAL_PERCENT);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const loaded = useVersions(changes);
  if (!scopes.includes('version_write') || loaded.state === 'failed' || loaded.value === undefined)
    return null;
  const { assignments, versions } = loaded.value;
  const application = chosen ?? assignments[0]?.application ?? 'default';
  const assignment = assignments.find((each) => each.application === application);
  const nameOf = (id: string) =>
    `${versions.find(({ ai_version }) => ai_version === id)?.name ?? ''} ${shortId(id)}`.trim();
  const shown = percent(language, Number(share) / 100);
  const make = (change: () => Promise<unknown>) => async () => {
    setBusy(true);
    setFailure(undefined);
    setDone('');
    try {
      await change();
      setDone(words.done(application));
      setChanges((count) => count + 1);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const assign = (canary: { canary_percent?: number }) =>
    void make(() => parley.assignVersion({ application, ai_version: version, ...canary }))();
  const isServed = assignment?.ai_version === version;
  return (
    <section aria-labelledby="draft-release">
      <h3 id="draft-release">{words.title}</h3>
      <div class="filters">
        <TextField
          label={texts.application}
          value={application}
          onInput={setChosen}
          known={assignments.map((each) => each.application)}
        />
        <TextField label={words.percent} type="number" min="1" max="99" value={share} onInput={setShare} />
      </div>
      <p>
        {assignment === undefined ? words.nothingServes : words.serves(nameOf(assignment.ai_version))}{' '}
        {assignment?.canary != null &&
          words.canary(
            nameOf(assignment.canary.ai_version),
            percent(language, assignment.canary.percent / 100),
          )}
      </p>
      <p class="buttons">
        <button
          type="button"
          disabled={
            busy || assignment === undefined || isServed || !(Number(share) > 0 && Number(share) < 100)
          }
          onClick={() => assign({ canary_percent: Number(share) })}
        >
          {words.tryWith(shown)}
        </button>
        <button type="button" class="second" disabled={busy || isServed} onClick={() => assign({})}>
          {words.forAll}
        </button>
        {(isServed || assignment?.canary?.ai_version === version) && (
          <SureButton
            label={words.takeBack}
            question={words.takeBackQuestion(application)}
            busy={busy}
            onSure={() => void make(() => parley.rollBackVersion(application))()}
          />
        )}
      </p>
      <p role="status">{done}</p>
      {failure !== undefined && <Failure error={failure} />}
    </section>
  );
}
