import { readFileSync } from 'node:fs';
import type { Act, Awaited } from '../../understand/acts/acts.ts';
import type { ActExample } from './rows.ts';

interface DialogueTurn {
  who: 'user' | 'system';
  text: string;
  acts: { act: string; slot?: string; values?: string[] }[];
}

/** Our names for the acts of the Schema-Guided Dialogue Dataset (Rastogi et al. 2020). */
const DIALOGUE_ACTS: Readonly<Record<string, Act>> = {
  AFFIRM: 'affirm',
  AFFIRM_INTENT: 'affirm',
  NEGATE: 'deny',
  NEGATE_INTENT: 'deny',
  INFORM: 'inform',
  REQUEST: 'ask',
  REQUEST_ALTS: 'ask',
  THANK_YOU: 'thank',
  GOODBYE: 'goodbye',
  INFORM_INTENT: 'wish',
};

/** Our names for the acts of NLU++ (Casanueva et al. 2022). */
const CALL_INTENTS: Readonly<Record<string, Act>> = {
  affirm: 'affirm',
  deny: 'deny',
  dont_know: 'unsure',
  acknowledge: 'acknowledge',
  greet: 'greet',
  end_call: 'goodbye',
  handoff: 'handoff',
  thank: 'thank',
  repeat: 'repeat',
  cancel_close_leave_freeze: 'cancel',
  change: 'change',
};

const readLines = <Row>(path: string): Row[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line));

/** The kind of reply that the preceding turn of the system awaits. */
function awaitedAfter(acts: readonly { act: string }[]): Awaited {
  const has = (name: string) => acts.some(({ act }) => act === name);
  if (has('CONFIRM')) return 'confirm';
  if (has('OFFER_INTENT')) return 'offer';
  return has('REQUEST') ? 'value' : 'nothing';
}

/** A user's turn with the acts that the data set labels. */
export interface DialogueReply {
  text: string;
  acts: readonly Act[];
  awaited: Awaited;
  prompt: string;
}

/** The user's turns of dialogues in the format of `sgd/*.jsonl`. */
export function dialogueReplies(path: string): DialogueReply[] {
  return readLines<{ turns: DialogueTurn[] }>(path).flatMap(({ turns }) =>
    turns.flatMap(({ who, text, acts }, index) => {
      if (who !== 'user') return [];
      const before = turns[index - 1];
      const labelled = new Set(acts.flatMap(({ act }) => DIALOGUE_ACTS[act] ?? []));
      if (acts.some(({ values }) => values?.includes('dontcare'))) labelled.add('any');
      return [
        { text, acts: [...labelled], awaited: awaitedAfter(before?.acts ?? []), prompt: before?.text ?? '' },
      ];
    }),
  );
}

/** The acts that make a turn more than agreement. */
const MORE_THAN_A_YES: readonly Act[] = ['deny', 'ask', 'wish', 'any'];

/** The same turns as training examples. Acts that the data set does not label count little. */
export const dialogueExamples = (path: string): ActExample[] =>
  dialogueReplies(path).map((reply, index) => {
    const isYesNo = reply.awaited === 'confirm' || reply.awaited === 'offer';
    const saysMore = reply.acts.some((act) => MORE_THAN_A_YES.includes(act));
    const hasLabel = isYesNo && (saysMore || reply.acts.includes('affirm')) && !reply.acts.includes('inform');
    return {
      ...reply,
      acts: saysMore ? [...reply.acts, 'reservation'] : reply.acts,
      hasty: null,
      awaited: [reply.awaited],
      copies: 1,
      group: `dialogues:${index}`,
      weights: {
        others: 0.15,
        affirm: isYesNo ? 3 : 0.5,
        deny: isYesNo ? 3 : 0.5,
        inform: 0.5,
        ask: 0.5,
        thank: 0.5,
        goodbye: 0.5,
        wish: 0.5,
        any: 0.3,
        acknowledge: 0,
        change: 0,
        chatter: 0.05,
        // A value beside a yes may only repeat the value in the question.
        reservation: hasLabel ? 0.5 : 0,
      },
    };
  });

export interface CallRow {
  text: string;
  acts: readonly Act[];
}

/** The acts that rows in the format of `nlupp/*.jsonl` label. */
const LABELLED_CALL_ACTS: readonly Act[] = Object.values(CALL_INTENTS);

export const callRows = (path: string): CallRow[] =>
  readLines<{ text: string; intents: string[] }>(path).map(({ text, intents }) => ({
    text,
    acts: intents.flatMap((intent) => CALL_INTENTS[intent] ?? []),
  }));

/** The same rows as training examples. */
export const callExamples = (path: string): ActExample[] =>
  callRows(path).map(({ text, acts }, index) => ({
    text,
    hasty: null,
    acts,
    awaited: ['nothing'],
    prompt: '',
    copies: 4,
    group: `calls:${index}`,
    weights: {
      others: 0.15,
      ...Object.fromEntries(LABELLED_CALL_ACTS.map((act) => [act, 2])),
      inform: 0,
      ask: 0,
      wish: 0,
      drop: 0,
      reservation: 0,
    },
  }));
