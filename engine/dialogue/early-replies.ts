import { createHash } from 'node:crypto';
import { BOOLEAN_ENTITY } from '../built-in-entities.ts';
import { isDeed } from '../deeds.ts';
import { CERTAINTY } from '../understand/certainty.ts';
import type { Command, Proposal } from '../understand/commands.ts';
import type { Understanding } from '../understand/understand.ts';
import type { View } from '../understand/view.ts';
import type { DialogState } from './state.ts';
import type { TurnContext } from './turn-context.ts';

/** Commands that are replies. They cannot reply to a question that the user has not heard. */
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

/** A digest of a query, used to recognise repeats. */
export const digestOfQuery = (query: string): string =>
  createHash('sha256').update(query.trim()).digest('base64url').slice(0, 22);

/**
 * True if the query must not count, since the user had not heard the last answer when sending it: a reply to an unheard
 * question, or a repeat of the last query that would now be a reply or do a deed again.
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
  // A no without an open question yields no command, only a proposal.
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

/** True if the conversation awaits a different answer than before, or the same answer about different values. */
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
