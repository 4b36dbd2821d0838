import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DraftJob } from '../../typescript/index.ts';
import { Table } from '../fields.tsx';
import { number, percent, shortId } from '../format.ts';
import { useLanguage, useTexts } from '../language.ts';
import { Show, useAccess, useLoaded } from '../loaded.tsx';
import { writeRoute } from '../routes.ts';

type PlayOfDraft = NonNullable<DraftJob['play']>;
type PlayedValues = NonNullable<NonNullable<PlayOfDraft['sentences']>['values']>;
type Conversations = NonNullable<PlayOfDraft['conversations']>;
type Change = Conversations['changes'][number];

/** The results of playing a draft: its tests, and how its answers differ from another version's. */
export function Play({ play, isPublished }: { play: PlayOfDraft; isPublished: boolean }): JSX.Element {
  const { play: words } = useTexts().drafts;
  const { comparison, compared_with: other, sentences, conversations } = play;
  return (
    <>
      <Tests tests={play.tests} />
      {isPublished && (
        <section aria-labelledby="draft-comparison">
          <h3 id="draft-comparison">{words.comparison}</h3>
          <p>
            {comparison === 'done' ? words.comparedWith(shortId(other ?? '')) : words.compared[comparison]}
          </p>
          {sentences !== undefined && <Sentences sentences={sentences} />}
          {sentences?.values !== undefined && sentences.values.played + sentences.values.left_off > 0 && (
            <Values values={sentences.values} />
          )}
          {conversations !== undefined && <Conversed conversations={conversations} />}
        </section>
      )}
    </>
  );
}

function Tests({ tests }: { tests: PlayOfDraft['tests'] }): JSX.Element {
  const { play: words } = useTexts().drafts;
  const { passed, failed, failures, left_off: leftOff } = tests;
  return (
    <section aria-labelledby="draft-tests">
      <h3 id="draft-tests">{words.tests}</h3>
      <p>{passed + failed === 0 ? words.noTests : words.testsOf(passed, failed)}</p>
      {failures.length > 0 && (
        <ul>
          {failures.map(({ file, turn, said, message }) => (
            <li key={`${file} ${turn} ${message}`}>
              {words.turn(file, turn)}: <q>{said}</q> {message}
            </li>
          ))}
        </ul>
      )}
      {leftOff > 0 && <p class="soft">{words.more(leftOff)}</p>}
    </section>
  );
}

function Sentences({ sentences }: { sentences: NonNullable<PlayOfDraft['sentences']> }): JSX.Element {
  const { play: words } = useTexts().drafts;
  const { played, right, right_before: before, wrong, left_off: leftOff } = sentences;
  return (
    <>
      <h4>{words.sentences}</h4>
      <p>{played === 0 ? words.noSentences : words.sentencesOf(played, right, before)}</p>
      {wrong.length > 0 && (
        <ul>
          {wrong.map(({ text, language, wanted, after }) => (
            <li key={`${language} ${text}`}>
              <q lang={language}>{text}</q> {words.wrong(wanted, after)}
            </li>
          ))}
        </ul>
      )}
      {leftOff > 0 && <p class="soft">{words.more(leftOff)}</p>}
    </>
  );
}

function Values({ values }: { values: PlayedValues }): JSX.Element {
  const { play: words } = useTexts().drafts;
  const { played, right, right_before: before, wrong, left_off: leftOff } = values;
  return (
    <>
      <h4>{words.values}</h4>
      <p>{words.valuesOf(played, right, before)}</p>
      {wrong.length > 0 && (
        <ul>
          {wrong.map(({ text, language, slot, wanted, after }) => (
            <li key={`${language} ${slot} ${wanted} ${text}`}>
              <q lang={language}>{text}</q> {words.wrongValue(slot, wanted, after)}
            </li>
          ))}
        </ul>
      )}
      {leftOff > 0 && <p class="soft">{words.more(leftOff)}</p>}
    </>
  );
}

function Conversed({ conversations: told }: { conversations: Conversations }): JSX.Element {
  const { play: words } = useTexts().drafts;
  const language = useLanguage();
  const { from, to, played, turns, better, worse, other, same, unplayed, changes } = told;
  const range = ({ low, high }: Conversations['better']) =>
    words.range(percent(language, low), percent(language, high));
  return (
    <>
      <h4>{words.conversations}</h4>
      <p>{played === 0 ? words.nothingPlayed(from, to) : words.played(played, turns, from, to)}</p>
      {told.made_up > 0 && <p class="soft">{words.madeUp}</p>}
      {played > 0 && (
        <>
          <p>
            <strong>{verdictOf(words, told)}</strong>
          </p>
          <Table caption={words.conversations} head={[words.found, words.count, words.share]}>
            {(
              [
                [words.kinds.better, better.count, range(better)],
                [words.kinds.worse, worse.count, range(worse)],
                [words.kinds.other, other, '–'],
                [words.kinds.same, same, '–'],
              ] as const
            ).map(([kind, count, share]) => (
              <tr key={kind}>
                <th scope="row">{kind}</th>
                <td>{number(language, count)}</td>
                <td>{share}</td>
              </tr>
            ))}
          </Table>
          <p class="soft small">{words.shareHint}</p>
        </>
      )}
      {(unplayed.length > 0 || told.left_off > 0) && (
        <ul class="soft small">
          {unplayed.map(({ reason, turns }) => (
            <li key={reason}>{words.unplayed(turns, words.reasons[reason])}</li>
          ))}
          {told.left_off > 0 && <li>{words.leftOff(told.left_off)}</li>}
        </ul>
      )}
      {changes.length > 0 && <Changes changes={changes} leftOff={told.changes_left_off} />}
    </>
  );
}

/** The verdict as a sentence, or why there is no verdict. */
function verdictOf(
  words: ReturnType<typeof useTexts>['drafts']['play'],
  { verdict, verdict_from: from, better, worse }: Conversations,
): string {
  if (verdict !== 'open') return words[verdict];
  const deciding = better.count + worse.count;
  return deciding < from ? words.tooFew(deciding, from) : words.chance(better.count, worse.count);
}

/** Maximum number of turns shown at once. */
const MOST_SHOWN = 20;

function Changes({ changes, leftOff }: { changes: readonly Change[]; leftOff: number }): JSX.Element {
  const { play: words } = useTexts().drafts;
  const more = changes.length - MOST_SHOWN + leftOff;
  return (
    <>
      <h4>{words.changes}</h4>
      <Table caption={words.changes} head={[words.what, words.before, words.after, words.where]}>
        {changes.slice(0, MOST_SHOWN).map((change) => (
          <tr key={change.qid}>
            <th scope="row">{words.kinds[change.verdict]}</th>
            <td>
              <Place place={change.before} />
            </td>
            <td>
              <Place place={change.after} />
            </td>
            <td>
              <Said change={change} />
            </td>
          </tr>
        ))}
      </Table>
      {more > 0 && <p class="soft">{words.more(more)}</p>}
    </>
  );
}

function Place({ place: { outcome, state, asked } }: { place: Change['before'] }): JSX.Element {
  const { turnOutcomes } = useTexts();
  return (
    <>
      {turnOutcomes[outcome]} <code>{asked === null ? state : `${state}: ${asked}?`}</code>
    </>
  );
}

/** Maximum number of turns in the service's answer. */
const MOST_TURNS = 100;

/** A user's query, read from the log on demand, with a link to the turn. */
function Said({ change: { session_id: session, qid, turn } }: { change: Change }): JSX.Element {
  const { play: words } = useTexts().drafts;
  const { parley } = useAccess();
  const [isOpen, setIsOpen] = useState(false);
  const loaded = useLoaded(
    async (signal) => {
      if (!isOpen) return { query: null };
      const limit = Math.min(turn, MOST_TURNS);
      const { turns } = await parley.readConversation(session, { limit }, { signal });
      return { query: null, ...turns.find((each) => each.qid === qid) };
    },
    [isOpen],
  );
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{words.said}</summary>
      <Show loaded={loaded}>
        {(said) =>
          isOpen && (
            <a href={writeRoute({ page: 'conversations', id: session, filter: { turn: qid } })}>
              {said.query ?? words.notKept}
            </a>
          )
        }
      </Show>
    </details>
  );
}
