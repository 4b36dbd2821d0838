import { FAQ, ROOT, TEXT_ENTITY } from '../assistant.ts';
import { askFaq } from '../faq/ask.ts';
import type { FoundSlot } from '../understand/find-slots.ts';
import { isAnyText } from './any-text.ts';
import type { Decision } from './interpret.ts';
import { awaitsReply } from './moves.ts';
import { promptOf } from './prompt.ts';
import { resultOf } from './result.ts';
import type { Speech } from './speech.ts';
import type { TurnResult } from './turn.ts';
import type { Turn } from './turn-context.ts';

/** An answer to a question of ours that has fewer words than this is no question of the user's. */
const WORDS_OF_A_QUESTION = 3;
/** A label that is less likely than this gives way to a document that has nearly all of the question. */
const SURE_LABEL = 0.6;
const SURE_ANSWER = 0.85;

/**
 * Lets the FAQ collections answer what no competency does: a query out of scope or between two competencies, and one
 * that fits nothing while something is asked for and denies no value, or that is a question while free text is, which
 * is asked for again then. Filters are a sign that a collection is meant, so that with them it comes before the
 * classification, as a sure answer does before an unsure one; but never before the answer to a question.
 * @returns null where no collection is asked or none has an answer
 */
export function answerFromFaq(turn: Turn, decision: Decision): TurnResult | null {
  const { loaded, input, before } = turn;
  if (loaded.faq === undefined || loaded.faq.collections.length === 0) return null;
  const filters = input.faqFilters ?? {};
  const filtered = Object.keys(filters).length > 0;
  if (!isAsked(turn, decision, filtered)) return null;
  const { answer, explanation } = askFaq(loaded.faq, input.query, input.language, filters);
  turn.explanation.faq = explanation;
  if (answer === null || answer.citation.score < leastScore(decision, filtered)) return null;
  turn.explanation.decision = 'faq';
  const result = resultOf(turn, {
    state: { ...before, choice: null },
    competency: FAQ,
    classifierState: FAQ,
    intent: FAQ,
    probability: null,
    speech: [answer, ...askedAgain(turn)],
    hasTold: true,
  });
  return { ...result, faq: answer.citation };
}

function isAsked(turn: Turn, decision: Decision, filtered: boolean): boolean {
  const { before, utterance } = turn;
  switch (decision.kind) {
    case 'out_of_scope':
    case 'ambiguous':
      return true;
    case 'not_understood':
      return decision.isDenial !== true && utterance.words.length >= WORDS_OF_A_QUESTION;
    case 'stay':
      return utterance.words.length >= WORDS_OF_A_QUESTION && isQuestion(turn, decision.found);
    case 'enter':
      if (decision.by !== 'classification' || before.asked !== null) return false;
      return filtered || (before.state === ROOT && (decision.probability ?? 1) < SURE_LABEL);
    default:
      return false;
  }
}

/** Whoever types in haste leaves out the question mark. Normalised first words. */
const QUESTION_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: ['where', 'what', 'when', 'how', 'which', 'who', 'why'],
  es: ['donde', 'que', 'cuando', 'como', 'cual', 'quien', 'cuanto'],
  de: ['wo', 'was', 'wann', 'wie', 'welche', 'wer', 'warum'],
  fr: ['ou', 'que', 'quand', 'comment', 'quel', 'quelle', 'qui', 'pourquoi', 'combien'],
  pt: ['onde', 'que', 'quando', 'como', 'qual', 'quem', 'quanto'],
  it: ['dove', 'che', 'quando', 'come', 'quale', 'chi', 'quanto'],
};

/**
 * True of a question that only free text was found in, which takes any answer. Without its mark a question is one
 * for what has an entity of its own, such as a name: a note may say anything.
 */
function isQuestion({ utterance, current }: Turn, found: readonly FoundSlot[]): boolean {
  const isFreeText =
    found.some(({ candidate }) => isAnyText(candidate)) ||
    (found.length > 0 && found.every(({ candidate }) => candidate.quality === 'learned'));
  if (!isFreeText || /\?\s*$/u.test(utterance.text)) return isFreeText;
  const entityOf = (name: string) => current?.competency.slots.find((slot) => slot.name === name)?.entity;
  const begins = (QUESTION_WORDS[utterance.language] ?? []).includes(utterance.words[0]?.text ?? '');
  return begins && found.every(({ slot }) => entityOf(slot) !== TEXT_ENTITY);
}

const leastScore = (decision: Decision, filtered: boolean): number =>
  decision.kind === 'enter' && !filtered ? SURE_ANSWER : 0;

/** What the FAQ's answer came in between of, a slot's question or one for a yes, as it was said. */
function askedAgain(turn: Turn): Speech[] {
  const { current, before } = turn;
  const prompt = promptOf(turn, before);
  const awaits = before.asked !== null || (current !== null && awaitsReply(current.state));
  return awaits && prompt !== null ? [prompt] : [];
}
