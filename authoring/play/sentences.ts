import { setImmediate } from 'node:timers/promises';
import { initialState } from '../../engine/dialogue/state.ts';
import { takeTurn } from '../../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import type { DraftPlay } from '../../functions/shared/domain/drafts/play.ts';
import type { AuthoredAssistant } from '../read.ts';
import { answerOf, USUAL_INPUT, USUAL_NOW } from '../run-conversation-test.ts';
import { type Sentence, sentencesOf } from '../sentences.ts';
import { clipped } from './clipped.ts';

const MOST_PLAYED = 500;
const MOST_WRONG = 50;

/**
 * Plays the sentences that a draft has but another version lacks, each as the first query of a conversation.
 * @param until epoch milliseconds; sentences not played by then are left off
 */
export async function playSentences(
  { before, after }: { before: LoadedAssistant; after: LoadedAssistant },
  { old, draft }: { old: AuthoredAssistant; draft: AuthoredAssistant },
  { now, until, signal }: { now: () => number; until: number; signal: AbortSignal },
): Promise<NonNullable<DraftPlay['sentences']>> {
  const known = new Set(sentencesOf(old).map(keyOf));
  const added = sentencesOf(draft).filter((sentence) => !known.has(keyOf(sentence)));
  const outcome = { played: 0, right_before: 0, right: 0, wrong: [], left_off: 0 } as NonNullable<
    DraftPlay['sentences']
  >;
  for (const sentence of added.slice(0, MOST_PLAYED)) {
    if (now() >= until) break;
    await setImmediate();
    signal.throwIfAborted();
    const [was, is] = [await takenBy(before, sentence), await takenBy(after, sentence)];
    outcome.played += 1;
    if (was === sentence.wanted) outcome.right_before += 1;
    if (is === sentence.wanted) outcome.right += 1;
    else if (outcome.wrong.length < MOST_WRONG) {
      const { text, language, wanted } = sentence;
      outcome.wrong.push({ text: clipped(text), language, wanted: clipped(wanted), before: was, after: is });
    }
  }
  outcome.left_off = added.length - outcome.played;
  return outcome;
}

const keyOf = ({ text, language, wanted }: Sentence): string => [language, wanted, text].join('\n');

/** A version's result for a sentence: the label, the title of the answering document, or null. */
async function takenBy(
  loaded: LoadedAssistant,
  { text, language, wanted, kind }: Sentence,
): Promise<string | null> {
  if (!loaded.assistant.languages.supported.includes(language)) return null;
  const input = { ...USUAL_INPUT, externalUserId: 'play', now: USUAL_NOW, qid: 'play', device: null };
  const result = await takeTurn(
    loaded,
    initialState(),
    { ...input, language, query: text },
    async (request) => answerOf(request, {}),
  );
  if (result.faq === undefined) return result.intent;
  const titles = [result.faq, ...(result.faq.more ?? [])].map(({ title }) => title);
  return kind === 'question' && titles.includes(wanted) ? wanted : (titles[0] ?? null);
}
