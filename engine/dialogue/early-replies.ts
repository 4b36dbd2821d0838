import { createHash } from 'node:crypto';
import { BOOLEAN_ENTITY } from '../built-in-entities.ts';
import { isDeed } from '../deeds.ts';
import { CERTAINTY } from '../understand/certainty.ts';
import type { Command, Proposal } from '../understand/commands.ts';
import type { Understanding } from '../understand/understand.ts';
import type { View } from '../understand/view.ts';
import type { DialogState } from './state.ts';
import type { TurnContext } from './turn-context.ts';

/** Commands that answer the open question, or are given when none is open: they say nothing about another question. */
const REPLIES: ReadonlySet<Command['do']> = new Set([
  'affirm',
  'deny',
  'cancel',
  'skip',
  'back',
  'restart',
  'acknowledge',
  'confirm_again',
  'already_done',
]);

/** A digest of a query, to recognise its repeat. */
export const digestOfQuery = (query: string): string =>
  createHash('sha256').update(query.trim()).digest('base64url').slice(0, 22);

/**
 * True of a query that its user sent before they had heard what it would now be an answer to: a reply to a question that
 * had not been put yet, and the last query once more where that would answer something, or do a deed again.
 */
export function comesTooEarly(
  turn: TurnContext,
  view: View,
  { commands, proposals }: Pick<Understanding, 'commands' | 'proposals'>,
): boolean {
  const { input, before } = turn;
  const { unheard } = input;
  if (unheard === undefined) return false;
  const isRepeat = unheard.answer && before.heard === digestOfQuery(input.query);
  if (!unheard.question && !isRepeat) return false;
  // A no without a question is answered as not understood.
  const read = commands.length > 0 ? commands : likelyAmong(proposals);
  return (
    read.some((command) => isReply(command, view)) ||
    (isRepeat && commands.some((command) => command.do === 'start' && isDeed(view.assistant, command.label)))
  );
}

const likelyAmong = (proposals: readonly Proposal[]): Command[] =>
  proposals.filter(({ score }) => score >= CERTAINTY.likely).map(({ command }) => command);

function isReply(command: Command, { awaited }: View): boolean {
  if (REPLIES.has(command.do)) return true;
  if (command.do === 'start') return awaited.kind === 'choice' && command.query === awaited.query;
  const isYesOrNo = awaited.kind === 'value' && awaited.slot.entity === BOOLEAN_ENTITY;
  return isYesOrNo && command.do === 'set' && command.slot === awaited.slot.name && command.way === 'answer';
}

/** True if a conversation awaits something other than before, or the same about other values. */
export const asksAnew = (before: DialogState, after: DialogState): boolean =>
  questionOf(before) !== questionOf(after);

function questionOf({ frames, choice, done }: DialogState): string {
  const top = frames.at(-1);
  return JSON.stringify([
    top && [top.state, top.asked, top.prompt?.speak ?? top.slots],
    choice?.labels ?? null,
    top === undefined ? done : null,
  ]);
}
