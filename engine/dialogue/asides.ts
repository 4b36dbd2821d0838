import { AMBIGUOUS, FAQ, OUT_OF_SCOPE, ROOT } from '../assistant.ts';
import type { FaqAnswer } from '../faq/ask.ts';
import { type Command, isSmallTalk } from '../understand/commands.ts';
import { namesOfValues } from './listed-values.ts';
import { saySmallTalk } from './small-talk.ts';
import type { Speech } from './speech.ts';
import type { DialogState } from './state.ts';
import { placeOf, say, sayMessage, sayOf, type TurnContext, titleOf } from './turn-context.ts';

/** Answers a question from the documents. */
export type AnswerQuestion = (query: string) => FaqAnswer | null;

/** Longer queries are not stored with a pending choice or wish. */
export const MAX_KEPT_QUERY = 500;

/** A turn's speech outside any competency: answers, help and clarifying questions. */
export class Asides {
  readonly speech: Speech[] = [];
  /** The last answer from a document. */
  faq: FaqAnswer | null = null;
  /** The name reported when no competency answered. */
  speaker: string | null = null;
  probability: number | null = null;
  choice: DialogState['choice'] = null;
  /** True once the turn has said something besides the open question. */
  hasTold = false;
  readonly #turn: TurnContext;
  readonly #answer: AnswerQuestion;

  constructor(turn: TurnContext, answer: AnswerQuestion) {
    this.#turn = turn;
    this.#answer = answer;
  }

  /** The speaker's label; null if there is no speaker. */
  get intent(): string | null {
    return this.speaker === AMBIGUOUS ? (this.choice?.labels[0] ?? null) : this.speaker;
  }

  /** Carries out a command that changes no state; ignores all others. */
  tell(command: Command): void {
    const turn = this.#turn;
    switch (command.do) {
      case 'ask_faq':
        this.#answerQuestion(command.query);
        return;
      case 'ask_values': {
        const place = placeOf(turn.loaded, turn.before.frames.at(-1)?.state ?? ROOT);
        if (place === null) return;
        const values = namesOfValues(turn, place.competency, command.slot);
        this.speech.push(sayMessage(turn, 'values', { values }));
        this.hasTold = true;
        return;
      }
      case 'clarify':
        this.probability = command.probability;
        this.askWhich(command.labels, turn.input.query.slice(0, MAX_KEPT_QUERY));
        return;
      case 'confirm_again':
        this.speech.push(sayMessage(turn, 'clarify'));
        return;
      // The open question contains the values and is repeated at the end of the turn.
      case 'say_back':
        return;
      case 'unknown_answer':
        this.speech.push(sayMessage(turn, 'unknown_answer'));
        this.hasTold = true;
        return;
      case 'already_done':
        this.speech.push(sayMessage(turn, 'already_done'));
        this.speaker ??= ROOT;
        return;
      default:
        if (isSmallTalk(command)) {
          const speech = saySmallTalk(turn, command.do);
          this.hasTold ||= speech.length > 0;
          this.speech.push(...speech);
        }
    }
  }

  #answerQuestion(query: string): void {
    const answer = this.#answer(query);
    if (answer === null) return;
    this.faq = answer;
    this.speech.push(answer);
    this.hasTold = true;
    this.speaker ??= FAQ;
  }

  askWhich(labels: readonly string[], query: string): void {
    const [first, second] = labels.map((label) => titleOf(this.#turn, label));
    this.choice = { labels: [...labels], query };
    this.speech.push(sayMessage(this.#turn, 'ambiguous', { first, second }));
    this.speaker = AMBIGUOUS;
  }

  /** Handles an empty query: a welcome at the beginning, later the question again. */
  silence(): void {
    const turn = this.#turn;
    const { choice, last } = turn.before;
    const { welcome } = turn.loaded.assistant;
    if (last !== null) this.speech.push(sayMessage(turn, 'silence'));
    else if (welcome === undefined) this.speech.push(sayMessage(turn, 'greet'));
    else this.speech.push(sayOf(turn, { text: welcome.say, rich: welcome.rich }, {}));
    if (choice !== null) this.askWhich(choice.labels, choice.query);
  }

  /** Says that the choice is cancelled, or that there is nothing to cancel. */
  cancelNothing(): void {
    const isChoice = this.#turn.before.choice !== null;
    this.speech.push(sayMessage(this.#turn, isChoice ? 'cancelled' : 'nothing_to_cancel'));
    this.speaker ??= ROOT;
  }

  outOfScope(): void {
    this.speech.push(say(this.#turn, this.#turn.loaded.assistant.outOfScope, {}));
    this.speaker = OUT_OF_SCOPE;
    this.probability = this.#turn.explanation.outOfScope;
  }
}
