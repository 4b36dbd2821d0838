import { AMBIGUOUS, FAQ, OUT_OF_SCOPE, ROOT } from '../assistant.ts';
import type { FaqAnswer } from '../faq/ask.ts';
import { type Command, isSmallTalk } from '../understand/commands.ts';
import { namesOfValues } from './listed-values.ts';
import { saySmallTalk } from './small-talk.ts';
import type { Speech } from './speech.ts';
import type { DialogState } from './state.ts';
import { placeOf, say, sayMessage, sayOf, type TurnContext, titleOf } from './turn-context.ts';

/** Answers a question from a document. */
export type AnswerQuestion = (query: string) => FaqAnswer | null;

/** Maximum characters kept of a query while the user chooses a label or the request waits. */
export const MAX_KEPT_QUERY = 500;

/** A turn's texts outside of competencies: answers from documents, help, and the question which label is meant. */
export class Asides {
  readonly speech: Speech[] = [];
  /** The document that answered last. */
  faq: FaqAnswer | null = null;
  /** The name that the answer reports, such as `faq`, if no competency answered. */
  speaker: string | null = null;
  probability: number | null = null;
  choice: DialogState['choice'] = null;
  /** True once something was said besides the open question. */
  hasTold = false;
  readonly #turn: TurnContext;
  readonly #answer: AnswerQuestion;

  constructor(turn: TurnContext, answer: AnswerQuestion) {
    this.#turn = turn;
    this.#answer = answer;
  }

  /** The label that the answer reports if no competency answered; null if there is none. */
  get intent(): string | null {
    return this.speaker === AMBIGUOUS ? (this.choice?.labels[0] ?? null) : this.speaker;
  }

  /** Executes a command that changes no state; ignores other commands. */
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
      // Nothing to say here: the turn ends with the open question, which states the values.
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

  /** Answers an empty query: with the welcome at the beginning, later with the `silence` message. */
  silence(): void {
    const turn = this.#turn;
    const { choice, last } = turn.before;
    const { welcome } = turn.loaded.assistant;
    if (last !== null) this.speech.push(sayMessage(turn, 'silence'));
    else if (welcome === undefined) this.speech.push(sayMessage(turn, 'greet'));
    else this.speech.push(sayOf(turn, { text: welcome.say, rich: welcome.rich }, {}));
    if (choice !== null) this.askWhich(choice.labels, choice.query);
  }

  /** Says that a choice was cancelled, or that there is nothing to cancel. */
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
