import { setImmediate } from 'node:timers/promises';
import { initialState } from '../../engine/dialogue/state.ts';
import { takeTurn } from '../../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import type { DraftPlay } from '../../functions/shared/domain/drafts/play.ts';
import type { AuthoredAssistant } from '../read.ts';
import { answerOf, USUAL_INPUT, USUAL_NOW } from '../run-conversation-test.ts';
import { type Sentence, sentencesOf } from '../sentences.ts';
import { clipped } from './clipped.ts';
import { sentencesOfNewValues, valueGiven, wantedValue } from './values.ts';

const MOST_PLAYED = 500;
const MOST_WRONG = 50;

type Played = NonNullable<DraftPlay['sentences']>;
type PlayedValues = NonNullable<Played['values']>;
type Versions = { before: LoadedAssistant; after: LoadedAssistant };

/**
 * Plays the sentences that are new in a draft, each as the first query of a conversation, and looks whether the values
 * that they mark reach their slots. Then plays the draft's new values and synonyms in sentences of the draft.
 * @param until epoch milliseconds; sentences not played by then are left out
 */
export async function playSentences(
  versions: Versions,
  { old, draft }: { old: AuthoredAssistant; draft: AuthoredAssistant },
  { now, until, signal }: { now: () => number; until: number; signal: AbortSignal },
): Promise<Played> {
  const known = new Set(sentencesOf(old).map(keyOf));
  const added = sentencesOf(draft).filter((sentence) => !known.has(keyOf(sentence)));
  const ofValues = sentencesOfNewValues(old, draft);
  const values: PlayedValues = { played: 0, right_before: 0, right: 0, wrong: [], left_off: 0 };
  const outcome: Played = { played: 0, right_before: 0, right: 0, wrong: [], left_off: 0, values };
  const isAdded = new Set(added);
  for (const sentence of [...added.slice(0, MOST_PLAYED), ...ofValues.slice(0, MOST_PLAYED)]) {
    if (now() >= until) break;
    await setImmediate();
    signal.throwIfAborted();
    const [was, is] = [await taken(versions.before, sentence), await taken(versions.after, sentence)];
    if (isAdded.has(sentence)) countSentence(outcome, sentence, { was, is });
    countValues(values, draft, sentence, { was, is });
  }
  outcome.left_off = added.length - outcome.played;
  values.left_off = [...added, ...ofValues].flatMap(({ marks }) => marks).length - values.played;
  return outcome;
}

const keyOf = ({ text, language, wanted, marks }: Sentence): string =>
  [language, wanted, text, ...marks.map(({ slot, start, end }) => `${slot} ${start} ${end}`)].join('\n');

interface Taken {
  was: Result;
  is: Result;
}
type Result = Awaited<ReturnType<typeof takeTurn>> | null;

function countSentence(outcome: Played, sentence: Sentence, { was, is }: Taken): void {
  const { text, language, wanted } = sentence;
  const [before, after] = [nameOf(was, sentence), nameOf(is, sentence)];
  outcome.played += 1;
  if (before === wanted) outcome.right_before += 1;
  if (after === wanted) outcome.right += 1;
  else if (outcome.wrong.length < MOST_WRONG)
    outcome.wrong.push({ text: clipped(text), language, wanted: clipped(wanted), before, after });
}

function countValues(
  outcome: PlayedValues,
  draft: AuthoredAssistant,
  sentence: Sentence,
  { was, is }: Taken,
): void {
  const { text, language } = sentence;
  for (const mark of sentence.marks) {
    const wanted = wantedValue(draft, sentence, mark);
    const [before, after] = [was, is].map((result) => result && valueGiven(result, mark, wanted));
    outcome.played += 1;
    if (before?.isRight) outcome.right_before += 1;
    if (after?.isRight) outcome.right += 1;
    else if (outcome.wrong.length < MOST_WRONG) {
      const given = (value: string | null = null) => (value === null ? null : clipped(value));
      outcome.wrong.push({
        ...{ text: clipped(text), language, slot: mark.slot, wanted: clipped(wanted) },
        ...{ before: given(before?.value), after: given(after?.value) },
      });
    }
  }
}

/** A version's turn on a sentence, as the first query; null if it does not support the language. */
async function taken(loaded: LoadedAssistant, { text, language }: Sentence): Promise<Result> {
  if (!loaded.assistant.languages.supported.includes(language)) return null;
  const input = { ...USUAL_INPUT, externalUserId: 'play', now: USUAL_NOW, qid: 'play', device: null };
  return takeTurn(loaded, initialState(), { ...input, language, query: text }, async (request) =>
    answerOf(request, {}),
  );
}

/** The label that a turn recognised in a sentence, or the title of the document that answers it, or null. */
function nameOf(result: Result, { wanted, kind }: Sentence): string | null {
  if (result?.faq === undefined) return result?.intent ?? null;
  const titles = [result.faq, ...(result.faq.more ?? [])].map(({ title }) => title);
  return kind === 'question' && titles.includes(wanted) ? wanted : (titles[0] ?? null);
}
