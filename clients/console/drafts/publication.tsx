import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DraftJob } from '../../typescript/index.ts';
import { ChoiceField, SureButton, useVersions, versionChoices } from '../fields.tsx';
import { shortId } from '../format.ts';
import { useTexts } from '../language.ts';
import { Failure, useAccess } from '../loaded.tsx';
import { writeRoute } from '../routes.ts';
import { forget } from './kept.ts';
import { Play } from './play.tsx';
import { Release } from './release.tsx';
import type { OpenDraft } from './use-draft.ts';
import { changedPaths } from './working-copy.ts';

/** Milliseconds between two requests for a training's progress. */
const LOOK_AFTER_MS = 1000;

/**
 * Publishes the saved revision of a draft, shows the latest job (of any author) and its results, releases its
 * version, and deletes the draft.
 */
export function Publication({ draft }: { draft: OpenDraft }): JSX.Element {
  const { drafts: words } = useTexts();
  const { parley, institution } = useAccess();
  const { name, copy, busy, hasJob } = draft;
  const [job, setJob] = useState<DraftJob>();
  const [isAsked, setIsAsked] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [looks, setLooks] = useState(0);
  const [compareWith, setCompareWith] = useState('');
  const versions = useVersions(job?.ai_version);
  const isTraining = job?.state === 'training';
  useEffect(() => {
    if (job === undefined ? !hasJob : !isTraining) return;
    const stop = new AbortController();
    const look = async () => {
      try {
        const latest = await parley.readDraftJob(name, { signal: stop.signal });
        setFailure(undefined);
        setJob(latest);
      } catch (error) {
        if (stop.signal.aborted) return;
        setFailure(error);
        if (isTraining) setLooks((before) => before + 1);
      }
    };
    const timer = setTimeout(() => void look(), job === undefined ? 0 : LOOK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [name, hasJob, job, looks]);
  const attempt = async (action: () => Promise<void>) => {
    setIsAsked(true);
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      setFailure(error);
    }
    setIsAsked(false);
  };
  const publish = (choice: { despite_failed_tests?: true; only_tests?: true } = {}) =>
    void attempt(async () =>
      setJob(
        await parley.publishDraft(name, {
          revision: copy.base.revision,
          ...(compareWith !== '' && { compare_with: compareWith }),
          ...choice,
        }),
      ),
    );
  const remove = () =>
    void attempt(async () => {
      await parley.deleteDraft(name);
      forget(institution, name);
      location.hash = writeRoute({ page: 'drafts' });
    });
  const isUnsaved = changedPaths(copy).length > 0;
  const isBusy = busy || isAsked;
  const choices = versionChoices(versions.state === 'loaded' ? versions.value.versions : []);
  const hasFailedTests =
    job?.state === 'failed' && (job.play?.tests.failed ?? 0) > 0 && job.revision === copy.base.revision;
  return (
    <section aria-labelledby="draft-publication">
      <h2 id="draft-publication">{words.publication}</h2>
      {job !== undefined && <Outcome job={job} />}
      {job?.play !== undefined && <Play play={job.play} isPublished={job.state === 'published'} />}
      {job?.state === 'published' && job.ai_version !== undefined && (
        <Release key={job.ai_version} version={job.ai_version} />
      )}
      {failure !== undefined && <Failure error={failure} />}
      {isUnsaved && (
        <p class="soft" id="draft-unsaved">
          {words.publishSavedOnly}
        </p>
      )}
      {choices.length > 0 && (
        <div class="filters">
          <ChoiceField
            label={words.play.compareWith}
            value={compareWith}
            onInput={setCompareWith}
            choices={[['', words.play.whatServes], ...choices]}
          />
        </div>
      )}
      <p class="buttons">
        <button
          type="button"
          disabled={isBusy || isUnsaved || isTraining}
          aria-describedby={isUnsaved ? 'draft-unsaved' : undefined}
          onClick={() => publish()}
        >
          {words.publish(copy.base.revision)}
        </button>
        <button
          type="button"
          class="second"
          disabled={isBusy || isUnsaved || isTraining}
          aria-describedby={isUnsaved ? 'draft-unsaved' : undefined}
          onClick={() => publish({ only_tests: true })}
        >
          {words.runTests}
        </button>
        {hasFailedTests && (
          <button
            type="button"
            class="second"
            disabled={isBusy || isUnsaved}
            onClick={() => publish({ despite_failed_tests: true })}
          >
            {words.play.publishAnyway}
          </button>
        )}
        <SureButton
          label={words.deleteDraft}
          question={words.deleteDraftQuestion(name)}
          busy={isBusy || isTraining}
          onSure={remove}
        />
      </p>
    </section>
  );
}

/** The result of the latest training. */
function Outcome({ job }: { job: DraftJob }): JSX.Element {
  const { drafts: words } = useTexts();
  const { revision, started_by: who, state, progress, ai_version: version, failure = '' } = job;
  if (state === 'training') {
    return (
      <p role="status">
        <label>
          {words.training(revision, who)} <progress max={1} value={progress} />
        </label>
      </p>
    );
  }
  if (state === 'published' && version !== undefined) {
    return (
      <p role="status">
        {words.published(revision, who)} <a href={writeRoute({ page: 'versions' })}>{shortId(version)}</a>
      </p>
    );
  }
  if (state === 'tested') return <p role="status">{words.tested(revision, who)}</p>;
  return (
    <p class="failure" role="status">
      {state === 'dead' ? words.trainingDead(revision, who) : words.trainingFailed(revision, failure)}
    </p>
  );
}
