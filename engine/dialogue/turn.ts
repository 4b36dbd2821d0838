import { askFaq, type FaqAnswer } from '../faq/ask.ts';
import type { LoadedAssistant } from '../load.ts';
import { remembered } from '../text/remembered.ts';
import { TooMuchWork } from '../text/work.ts';
import type { ForeignProducer } from '../understand/producers/producer.ts';
import { type Understanding, understand } from '../understand/understand.ts';
import type { CallBusinessLogic } from './business-logic/protocol.ts';
import { asksAnew, comesTooEarly, digestOfQuery } from './early-replies.ts';
import { explained } from './explanation.ts';
import { askAgain, perform } from './perform.ts';
import type { TurnResult } from './result.ts';
import { spokenLanguage } from './spoken-language.ts';
import type { DialogState } from './state.ts';
import { beginTurn, type TurnContext, titleOf, viewOf } from './turn-context.ts';
import type { TurnInput } from './turn-input.ts';

export type { TurnResult } from './result.ts';
export type { TurnInput } from './turn-input.ts';

/** A deployment's additions to the engine. */
export interface TurnOptions {
  /** Additional producers of commands. */
  producers?: readonly ForeignProducer[];
  /** The work limit for reading a query, in units. Default `MOST_UNITS`. */
  mostUnits?: number;
}

/** The result of a turn. */
export interface TakenTurn extends TurnResult {
  /** True if the question is new, so that nobody can have replied to it yet. */
  asksAnew: boolean;
}

/**
 * Answers one query: understands it in context, executes its commands, calls business logic where needed, and says the
 * results. The call is its only side effect. It never throws because of a user's words or a business logic's answer.
 * If a deed's outcome is unknown, the turn asks for that outcome, whatever the query says. A reply sent before its
 * question was heard changes nothing and gets the last answer again.
 */
export async function takeTurn(
  loaded: LoadedAssistant,
  state: DialogState,
  input: TurnInput,
  callBusinessLogic: CallBusinessLogic,
  options: TurnOptions = {},
): Promise<TakenTurn> {
  const begun = beginTurn(loaded, state, input, options.mostUnits);
  const language = languageOfTurn(begun);
  const turn =
    language === input.language ? begun : beginTurn(loaded, state, { ...input, language }, options.mostUnits);
  const result = await answer(turn, callBusinessLogic, options);
  const { spoken: _, ...stateBefore } = result.state;
  const spoken = language === input.language ? {} : { spoken: { requested: input.language, language } };
  const next: DialogState = { ...stateBefore, ...spoken, heard: digestOfQuery(input.query) };
  return { ...result, state: next, asksAnew: asksAnew(state, next) };
}

/** The language of the answer: the detected language if the version detects languages, else the language sent. */
function languageOfTurn(turn: TurnContext): string {
  const { loaded, before, input } = turn;
  if (loaded.detector === undefined) return input.language;
  return spokenLanguage(loaded.detector, before, {
    query: input.query,
    requested: input.language,
    isReply: viewOf(turn).awaited.kind !== 'nothing',
  });
}

async function answer(
  turn: TurnContext,
  callBusinessLogic: CallBusinessLogic,
  { producers = [] }: TurnOptions,
): Promise<TurnResult> {
  const { loaded, input, explanation } = turn;
  const current = turn.before.frames.at(-1);
  const about = current && titleOf(turn, current.state);
  const answerFromFaq = remembered((query): FaqAnswer | null => {
    const { faq } = loaded;
    if (faq === undefined || faq.collections.length === 0) return null;
    turn.utterance.work?.spendText(query);
    const asked = askFaq(faq, query, input.language, { filters: input.faqFilters, about });
    explanation.faq = asked.explanation;
    return asked.answer;
  });
  if (turn.before.frames.at(-1)?.pending !== undefined)
    return askAgain(turn, callBusinessLogic, answerFromFaq);
  if (isSilent(input.query)) return perform(turn, [{ do: 'silence' }], callBusinessLogic, answerFromFaq);
  const view = viewOf(turn);
  const understood = await withinBudget(turn, () =>
    understand(loaded, view, turn.utterance, {
      producers,
      wantsDocument: Object.keys(input.faqFilters ?? {}).length > 0,
      answerScore: (query) => answerFromFaq(query)?.citation.score ?? null,
    }),
  );
  if (understood === null) return perform(turn, [{ do: 'not_understood' }], callBusinessLogic, answerFromFaq);
  const { commands, proposals, reading } = understood;
  explanation.ranked = reading.whole.ranked.slice(0, 5);
  explanation.outOfScope = reading.whole.outOfScope;
  explanation.outcome = reading.whole.outcome;
  explanation.acts = Object.fromEntries(
    Object.entries(reading.acts.likelihood).filter(([, score]) => score >= LIKELY),
  );
  explanation.proposals = proposals.map(explained);
  if (comesTooEarly(turn, view, understood)) {
    explanation.findings.push('the query was sent before the last answer was heard, and is no reply to it');
    return perform(turn, [{ do: 'repeat' }], callBusinessLogic, answerFromFaq);
  }
  return perform(turn, commands, callBusinessLogic, answerFromFaq);
}

/** Reads the query. Beyond the turn's work limit, returns null and notes that in the explanation. */
async function withinBudget(
  { utterance: { work }, explanation }: TurnContext,
  read: () => Promise<Understanding>,
): Promise<Understanding | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    explanation.work.isExceeded = true;
    explanation.findings.push(`reading the query would take too much work: ${error.message}`);
    return null;
  } finally {
    explanation.work.units = work?.units ?? 0;
    work?.end();
  }
}

const isSilent = (query: string): boolean => query.trim() === '';

/** The minimum probability of reported acts. */
const LIKELY = 0.05;
