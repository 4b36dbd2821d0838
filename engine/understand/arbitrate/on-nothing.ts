import { CERTAINTY, WORDS } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import type { View } from '../view.ts';
import { anyOf, type Do, type Hearing, type Rule } from './hearing.ts';

/** The rules while no question is open. */
export const ON_NOTHING: readonly Rule[] = [
  wantedDocument,
  yesOnceMore,
  wishesInClauses,
  followUp,
  wish,
  (hearing) => (hearing.values.length > 0 ? hearing.with(...hearing.values) : null),
  (hearing) => anyOf([hearing.best('clarify')]),
  (hearing) => anyOf([hearing.likely('cancel', 'back', 'restart')]),
  smallTalk,
  (hearing) => (hearing.answer > 0 ? hearing.askFaq() : null),
];

/** The highest-scoring wish of the whole query. */
const wishOf = (hearing: Hearing): Proposal | undefined => hearing.start((_, by) => by !== 'follow-up');

function wantedDocument(hearing: Hearing): Proposal[] | null {
  const { wantsDocument, answerScore, text } = hearing.evidence;
  return wantsDocument && answerScore(text) !== null ? hearing.askFaq() : null;
}

/** A repeated yes after the deed is done. */
function yesOnceMore(hearing: Hearing): Proposal[] | null {
  const isWish = (wishOf(hearing)?.score ?? 0) >= CERTAINTY.sure || hearing.beside.length > 0;
  return isWish ? null : anyOf([hearing.likely('already_done')]);
}

function wishesInClauses(hearing: Hearing): Proposal[] | null {
  return hearing.wishesBeside && wishOf(hearing)?.by !== 'utterances' ? [...hearing.beside] : null;
}

/** Continues the finished competency: "and for two people?" */
function followUp(hearing: Hearing): Proposal[] | null {
  const { all, view } = hearing;
  const follow = all.find(({ by }) => by === 'follow-up');
  if (follow === undefined) return null;
  const wish = wishOf(hearing);
  // A wish for the finished competency is also a follow-up.
  const isOther = wish !== undefined && wish.score >= follow.score && !isFinished(wish, view);
  return isOther || hearing.hasDocument(follow.score) ? null : [follow];
}

/** A document that is likelier than the label, or a clear wish with the questions in separate clauses. */
function wish(hearing: Hearing): Proposal[] | null {
  const wish = wishOf(hearing);
  if (wish === undefined) return null;
  if (hearing.hasDocument(wish.score)) return hearing.askFaq();
  const isClear = hearing.best('clarify') === undefined;
  return isClear && !isTalk(hearing, wish) ? hearing.with(wish) : null;
}

/** Small talk that yields to a document or an out-of-scope answer. */
const VAGUE: ReadonlySet<Do> = new Set(['acknowledge', 'remark', 'cannot_answer', 'not_understood']);

function smallTalk(hearing: Hearing): Proposal[] | null {
  const { talk } = hearing;
  if (opensQuery(hearing) && hearing.answer > 0) return hearing.askFaq();
  return talk !== undefined && !VAGUE.has(talk.command.do) ? hearing.with(talk) : null;
}

/** True for a greeting that only opens a wish or a question. */
const opensQuery = ({ talk, length }: Hearing): boolean =>
  talk?.command.do === 'greet' && length >= WORDS.few;

/** True if small talk is likelier than a wish that is not sure. */
function isTalk(hearing: Hearing, wish: Proposal): boolean {
  const { talk, evidence } = hearing;
  if (talk === undefined) return false;
  // A request for a person is a wish too: the likelier of the two wins.
  if (talk.command.do === 'hand_off') return wish.score < talk.score;
  // A query that some label serves is no remark, even if two labels share it. A sure wish outranks all small talk.
  const score = talk.command.do === 'remark' ? Math.max(wish.score, evidence.served) : wish.score;
  return !opensQuery(hearing) && score < Math.min(talk.score, CERTAINTY.sure);
}

/** True for a wish for the finished competency. */
const isFinished = ({ command }: Proposal, { assistant, finished }: View): boolean =>
  command.do === 'start' && assistant.states[command.label]?.competency === finished?.competency.name;
