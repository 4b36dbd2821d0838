import type { ReadFeedback, ReadTurn } from '../functions/shared/domain/conversations/conversation-views.ts';
import { isMadeUp } from '../functions/shared/domain/conversations/made-up.ts';
import { MASK } from '../functions/shared/domain/conversations/masking.ts';
import type { WholeConversation } from '../functions/shared/domain/conversations/whole-conversations.ts';
import { readConversation } from '../functions/shared/domain/conversations/whole-conversations.ts';
import { toConversation } from '../functions/shared/http/conversation-messages.ts';
import { formatExplanation } from './explanation-lines.ts';
import type { Operator } from './operator.ts';
import { CommandFailed } from './output.ts';

/**
 * Reads a logged session.
 * @throws {CommandFailed} if it does not exist or has expired
 */
export async function requireConversation(
  operator: Operator,
  institution: string,
  sessionId: string,
): Promise<WholeConversation> {
  await operator.requireInstitution(institution);
  const conversation = await readConversation(operator.conversations, institution, sessionId, operator.now());
  if (conversation !== undefined) return conversation;
  throw new CommandFailed(
    `The log of ${institution} has no session ${sessionId}: it may have expired, or the data of its person was erased.`,
  );
}

/** A session as in `GET /v1/conversations/{session_id}`. */
export const conversationDocument = ({ turns, feedback }: WholeConversation) => ({
  ...toConversation(turns[0], turns, feedback),
  made_up: isMadeUp(turns[0].application),
});

/** A session as a chat, with the outcome of each turn. @param isExplained also shows how each query was understood */
export function formatConversation({ turns, feedback }: WholeConversation, isExplained: boolean): string {
  const [{ sessionId, application, versionId, beganAt }] = turns;
  const head = [
    sessionId,
    new Date(beganAt).toISOString(),
    application ?? 'no application',
    `version ${versionId}`,
  ];
  const session = feedback.find(({ qid }) => qid === undefined);
  return [
    head.join('  '),
    ...(isMadeUp(application) ? ['This session is made up.'] : []),
    ...(session === undefined ? [] : [feedbackLine('The session', session)]),
    ...turns.flatMap((turn) => turnLines(turn, feedback, isExplained)),
  ].join('\n');
}

function turnLines(turn: ReadTurn, feedback: readonly ReadFeedback[], isExplained: boolean): string[] {
  const { ordinal, at, outcome, competency, state, language, device, businessLogic, words } = turn;
  const query = words?.query ?? null;
  const certainty = words?.explanation?.ranked[0];
  const facts = [
    `${ordinal}  ${new Date(at).toISOString()}  ${outcome}  ${competency} / ${state}`,
    language,
    ...(device === null ? [] : [device]),
    ...(certainty === undefined
      ? []
      : [`nearest ${certainty.label} ${Math.round(certainty.probability * 100)} %`]),
    ...(businessLogic === undefined
      ? []
      : [`business logic ${businessLogic.status} in ${businessLogic.milliseconds} ms`]),
  ];
  const given = feedback.find(({ qid }) => qid === turn.qid);
  // Positions in a masked query do not match those in the original query.
  const said = query === null || query.includes(MASK) ? null : query;
  const why =
    isExplained && words?.explanation !== undefined
      ? [formatExplanation({ query: said, explanation: words.explanation })]
      : [];
  return [
    '',
    facts.join('  '),
    ...why,
    `> ${query ?? NOT_KEPT(words !== undefined)}`,
    words?.spoken ?? NOT_KEPT(words !== undefined),
    ...(given === undefined ? [] : [feedbackLine('It', given)]),
  ];
}

const NOT_KEPT = (isReadable: boolean): string =>
  isReadable ? '(not kept)' : '(encrypted with another deployment key)';

const feedbackLine = (what: string, { rating, words }: ReadFeedback): string =>
  `${what} was rated ${rating}${words === undefined ? '' : `: ${words}`}`;
