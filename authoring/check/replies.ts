import { isConnecting } from '../../engine/understand/values/bare.ts';
import { wordsIn } from '../../engine/values/words-in.ts';
import type { Authored } from '../form.ts';
import type { CompetencyFile } from '../forms/competency-file.ts';
import { parseUtterance } from '../utterance.ts';
import { type CheckContext, reportKey } from './context.ts';

/** The minimum share of replies among a state's utterances for a report. */
const MOST = 0.5;

/** Warns of states for a yes, a no or a thank you, which the engine understands by itself. */
export function checkReplies(context: CheckContext, { source, form }: Authored<CompetencyFile>): void {
  for (const [state, { utterances }] of Object.entries(form.states)) {
    for (const [language, list] of Object.entries(utterances ?? {})) {
      const replies = list.filter((utterance) => isReply(utterance, language));
      if (replies.length === 0 || replies.length < MOST * list.length) continue;
      const message = `${state} is a state for replies (“${replies[0]}”), which the assistant understands by itself: write transitions on yes and no in the states that ask`;
      reportKey(context, 'warning', source, ['states', state, 'utterances', language], message);
    }
  }
}

/** True if the utterance is nothing but a reply. */
function isReply(utterance: string, language: string): boolean {
  const { text, annotations } = parseUtterance(utterance);
  const words = wordsIn(text, language);
  return (
    annotations.length === 0 && words.length > 0 && words.every((word) => isConnecting(word.text, language))
  );
}
