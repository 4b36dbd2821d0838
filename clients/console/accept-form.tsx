import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DraftTrial, UnhandledGroups } from '../typescript/index.ts';
import { type Accepted, isLabel, isMasked, type Kind, kindsFor } from './accepted.ts';
import { ChoiceField, TextField } from './fields.tsx';
import { percent } from './format.ts';
import { directionOf, useLanguage, useTexts } from './language.ts';
import { Failure, useAccess } from './loaded.tsx';
import { writeRoute } from './routes.ts';
import { Trial } from './trial.tsx';

type Group = UnhandledGroups['groups'][number];

export interface AcceptFormProps {
  group: Group;
  /** Labels to propose besides the nearest ones. */
  competencies: readonly string[];
  /** The draft that receives accepted phrases; without a draft, the browser collects them. */
  draft: string | undefined;
  /** The phrases in the draft, each with the label, value or document that contains it. */
  held: ReadonlyMap<string, string>;
  accepted: Accepted | undefined;
  onAccept: (chosen: Accepted | undefined) => void;
  /** Called after the draft has changed. */
  onPut: () => void;
}

/** Accepts phrases of a group: tries them in a draft and adds them to it, or collects them in a list. */
export function AcceptForm(props: AcceptFormProps): JSX.Element {
  const { group, competencies, draft, held, accepted, onAccept } = props;
  const { improve: words } = useTexts();
  const language = useLanguage();
  const { examples, nearest, outcome, slot } = group;
  const kinds = kindsFor(outcome);
  const [kind, setKind] = useState<Kind>(accepted?.kind ?? kinds[0] ?? 'utterance');
  const [label, setLabel] = useState(accepted?.label ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(
    accepted?.utterances ?? examples.filter((text) => !isMasked(text)),
  );
  const choose = (text: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, text] : chosen.filter((utterance) => utterance !== text));
  const open = examples.filter((text) => chosen.includes(text) && !held.has(text));
  const wanted = { kind, label: label.trim(), slot, language: group.language, utterances: open };
  const isName = kind === 'utterance' ? isLabel : (text: string) => text.trim() !== '';
  const isReady = isName(label) && open.length > 0;
  const [near] = nearest;
  const takes =
    draft === undefined &&
    kind === 'utterance' &&
    near !== undefined &&
    isLabel(label) &&
    label !== near.label;
  const known = [...new Set([...nearest.map((neighbour) => neighbour.label), ...competencies])];
  const isOpen = accepted === undefined && examples.some((text) => !held.has(text));
  return (
    <>
      <fieldset disabled={accepted !== undefined}>
        <legend class="unseen">{words.utterances}</legend>
        {examples.map((text) => (
          <label key={text} class="check" dir={directionOf(group.language)} lang={group.language}>
            <input
              type="checkbox"
              checked={chosen.includes(text) && !held.has(text)}
              disabled={isMasked(text) || held.has(text)}
              onChange={({ currentTarget }) => choose(text, currentTarget.checked)}
            />
            {text}
            {held.has(text) && <span class="soft"> {words.held(held.get(text) ?? '')}</span>}
          </label>
        ))}
      </fieldset>
      <p class="small" role="status">
        {takes && accepted === undefined && words.wasNear(near.label, percent(language, near.probability))}
      </p>
      {isOpen && (
        <div class="filters">
          {kinds.length > 1 && (
            <ChoiceField
              label={words.acceptAs}
              value={kind}
              onInput={(value) => setKind(kinds.find((one) => one === value) ?? kind)}
              choices={kinds.map((one) => [one, words.kinds[one]] as const)}
            />
          )}
          <TextField
            label={kind === 'utterance' ? words.label : words[kind]}
            value={label}
            onInput={setLabel}
            known={kind === 'utterance' ? known : []}
            required
          />
          {draft === undefined && (
            <button type="button" disabled={!isReady} onClick={() => onAccept(wanted)}>
              {words.accept}
            </button>
          )}
        </div>
      )}
      {draft !== undefined && (
        <IntoDraft draft={draft} wanted={wanted} isReady={isReady && isOpen} onPut={props.onPut} />
      )}
      {accepted !== undefined && (
        <p>
          {words.acceptedInto} <code>{accepted.label}</code>{' '}
          <button type="button" class="second" onClick={() => onAccept(undefined)}>
            {words.undo}
          </button>
        </p>
      )}
    </>
  );
}

/** The result of adding phrases to a draft. */
interface Put {
  added: number;
  unplaced: readonly Accepted[];
}

/** Tries phrases in a draft, shows what they would change, and adds them. */
function IntoDraft({
  draft,
  wanted,
  isReady,
  onPut,
}: {
  draft: string;
  wanted: Accepted;
  isReady: boolean;
  onPut: () => void;
}): JSX.Element {
  const { improve: words } = useTexts();
  const { parley } = useAccess();
  const [tried, setTried] = useState<{ key: string; trial: DraftTrial }>();
  const [put, setPut] = useState<Put>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { kind, label, language, utterances } = wanted;
  // Any change requires a new trial.
  const key = JSON.stringify([draft, kind, label, utterances]);
  const trial = tried?.key === key && isReady ? tried.trial : undefined;
  const attempt = async (action: () => Promise<void>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const tryNow = () =>
    attempt(async () => {
      setPut(undefined);
      const phrases = [...utterances];
      setTried({ key, trial: await parley.tryInDraft(draft, { phrases, kind, name: label, language }) });
    });
  const accept = () =>
    attempt(async () => {
      // The YAML editor is loaded on demand.
      const { putInto } = await import('./drafts/put-into.ts');
      setPut(await putInto(parley, draft, [wanted]));
      onPut();
    });
  return (
    <>
      {trial !== undefined && <Trial trial={trial} name={label} />}
      {isReady && (
        <p class="buttons">
          {trial === undefined ? (
            <button type="button" disabled={busy} onClick={() => void tryNow()}>
              {words.tryFirst}
            </button>
          ) : (
            <button type="button" disabled={busy || !trial.has_name} onClick={() => void accept()}>
              {words.acceptInto(draft)}
            </button>
          )}
        </p>
      )}
      <p role="status">
        {trial !== undefined && <span class="unseen">{words.trial.done}</span>}
        {put !== undefined && (
          <>
            {words.inDraft(put.added)} <a href={writeRoute({ page: 'drafts', id: draft })}>{draft}</a>.{' '}
            {put.unplaced.length > 0 && words.notInDraft(put.unplaced.map((each) => each.label))}
          </>
        )}
      </p>
      {failure !== undefined && <Failure error={failure} />}
    </>
  );
}
