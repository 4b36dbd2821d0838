import {
  AMBIGUOUS,
  type CompiledCompetency,
  type CompiledTransition,
  FAQ,
  OUT_OF_SCOPE,
  ROOT,
} from '../assistant.ts';
import type { FaqAnswer } from '../faq/ask.ts';
import { type Command, SMALL_TALK, type SmallTalk } from '../understand/commands.ts';
import { isDeed } from '../understand/view.ts';
import { labelOf } from './business-logic/label.ts';
import type { CallBusinessLogic } from './business-logic/protocol.ts';
import type { GivenValue } from './fill.ts';
import { beyondTurn, fromSession, intoSession } from './kept-slots.ts';
import { namesOfValues, sayUnknown } from './listed-values.ts';
import { promptOf } from './prompt.ts';
import { replyWith, slotToCorrect } from './reply.ts';
import { resultOf, type TurnResult } from './result.ts';
import { missed, type Settled, sayMissed, settle } from './settle.ts';
import { saySmallTalk } from './small-talk.ts';
import type { Speech } from './speech.ts';
import type { DialogState, StoredFrame, StoredWish } from './state.ts';
import { placeOf, say, sayMessage, sayOf, type TurnContext, titleOf } from './turn-context.ts';
import { missingSlot, type Visit, visitOf } from './visit.ts';
import { interrupted, resumed } from './waiting.ts';
import { explainValues, takenOverBy, unknownInWish, valuesOfWish } from './wish-values.ts';

type Start = Command & { do: 'start' };

/** The most wishes that wait. */
const MAX_WISHES = 3;
/** Queries longer than this are not kept while the user chooses, or a wish waits. */
const MAX_KEPT_QUERY = 500;

/** The commands about the competency under way. */
const OF_THE_FRAME: ReadonlySet<Command['do']> = new Set([
  'set',
  'clear',
  'skip',
  'affirm',
  'deny',
  'cancel',
  'correct',
  'back',
  'restart',
  'unknown_value',
]);

/** Answers a question by a document. */
export type AnswerQuestion = (query: string) => FaqAnswer | null;

/** Carries out the commands of a turn, one after the other, and says what comes of them. */
export async function perform(
  turn: TurnContext,
  commands: readonly Command[],
  call: CallBusinessLogic,
  answer: AnswerQuestion,
): Promise<TurnResult> {
  const course = new Course(turn, call, answer);
  return course.run(commands);
}

/** Asks the business logic again for the deed of the frame on top, whose outcome is not known, and goes on from there. */
export const askAgain = (
  turn: TurnContext,
  call: CallBusinessLogic,
  answer: AnswerQuestion,
): Promise<TurnResult> => new Course(turn, call, answer).askAgain();

/** One turn as it comes together. */
class Course {
  readonly #turn: TurnContext;
  readonly #call: CallBusinessLogic;
  readonly #answer: AnswerQuestion;
  #frames: StoredFrame[];
  #finished: DialogState['finished'];
  #wishes: StoredWish[];
  #choice: DialogState['choice'] = null;
  #kept: DialogState['kept'];
  #sessionInfo: DialogState['sessionInfo'];
  /** The speech that comes from no competency. */
  readonly #asides: Speech[] = [];
  readonly #settled: Settled[] = [];
  #faq: FaqAnswer | null = null;
  /** The name that the answer gives where no competency answered. */
  #speaker: string | null = null;
  #probability: number | null = null;
  #resumes = false;
  /** True once something was told beside the question that waits. */
  #hasTold = false;
  #asksWhatChanges = false;
  /** True once the user said no to what was asked. */
  #isRefused = false;

  constructor(turn: TurnContext, call: CallBusinessLogic, answer: AnswerQuestion) {
    const { frames, finished, wishes, kept, sessionInfo } = turn.before;
    this.#turn = turn;
    this.#call = call;
    this.#answer = answer;
    this.#frames = [...frames];
    const { followUpTurns } = turn.loaded.assistant;
    this.#finished =
      finished === null || finished.turns >= followUpTurns
        ? null
        : { ...finished, turns: finished.turns + 1 };
    this.#wishes = [...wishes];
    this.#kept = kept;
    this.#sessionInfo = sessionInfo;
  }

  async run(commands: readonly Command[]): Promise<TurnResult> {
    const ofFrame = commands.filter((command) => OF_THE_FRAME.has(command.do));
    const starts = commands.filter((command): command is Start => command.do === 'start');
    if (ofFrame.length > 0) await this.#onFrame(ofFrame);
    const { choice } = this.#turn.before;
    const stillAsks = choice !== null && commands.length > 0 && commands.every(isSmallTalk);
    for (const command of commands)
      if (!OF_THE_FRAME.has(command.do) && command.do !== 'start' && !(stillAsks && command.do === 'repeat'))
        await this.#aside(command);
    if (stillAsks) this.#askWhich(choice.labels, choice.query);
    await this.#start(starts);
    if (commands.length === 0) this.#outOfScope();
    return this.#result();
  }

  async askAgain(): Promise<TurnResult> {
    const stored = this.#frames.at(-1);
    const place = stored && placeOf(this.#turn.loaded, stored.state);
    if (stored !== undefined && place !== undefined && place !== null)
      this.#settle(await settle(this.#turn, visitOf(place, stored, this.#session), [], this.#call));
    await this.#start([]);
    return this.#result();
  }

  async #onFrame(commands: readonly Command[]): Promise<void> {
    const [first] = commands;
    const stored = this.#frames.at(-1);
    const place = stored && placeOf(this.#turn.loaded, stored.state);
    if (first === undefined) return;
    // A no to "this or that?" leaves the choice, and nothing that waits behind it.
    const leavesChoice = this.#turn.before.choice !== null && (first.do === 'deny' || first.do === 'cancel');
    if (leavesChoice && stored !== undefined) return;
    if (stored === undefined || place === undefined || place === null) {
      if (first.do === 'cancel' || first.do === 'deny') this.#cancelNothing();
      return;
    }
    const visit = visitOf(place, stored, this.#session);
    visit.label = labelOf(commands, place.competency, this.#turn.explanation.proposals);
    const given = commands.flatMap((command): GivenValue[] => (command.do === 'set' ? [command] : []));
    for (const command of commands) {
      if (command.do !== 'clear') continue;
      delete visit.slots[command.slot];
      visit.wanted = command.slot;
    }
    const reply = commands.find(({ do: what }) => !['set', 'clear'].includes(what));
    this.#isRefused = reply?.do === 'deny';
    this.#asksWhatChanges = reply?.do === 'correct' && slotToCorrect(place.competency, reply) === null;
    this.#settle(await replyWith(reply, { visit, stored, given }, this.#turn, this.#call));
  }

  #cancelNothing(): void {
    const isChoice = this.#turn.before.choice !== null;
    this.#asides.push(sayMessage(this.#turn, isChoice ? 'cancelled' : 'nothing_to_cancel'));
    this.#speaker ??= ROOT;
  }

  /** Takes over the outcome of a competency: it stays on top, or it has ended. */
  #settle(settled: Settled): void {
    const { visit, frame, leavesAll } = settled;
    this.#settled.push(settled);
    this.#sessionInfo = visit.sessionInfo;
    this.#kept = intoSession(visit.competency, visit.slots, visit.kept);
    if (leavesAll) this.#frames = [];
    else this.#frames = this.#frames.slice(0, -1);
    if (frame !== null) {
      const isKept = frame.pending !== undefined;
      this.#frames.push(isKept ? frame : { ...frame, slots: beyondTurn(visit.competency, frame.slots) });
      return;
    }
    const slots = Object.fromEntries(
      Object.entries(visit.slots).filter(
        ([name]) => visit.competency.slots.find((slot) => slot.name === name)?.sensitive === false,
      ),
    );
    const { intent } = visit;
    const stored: StoredFrame = {
      state: visit.state.name,
      intent,
      slots,
      asked: null,
      misses: {},
      skipped: [],
      prompt: null,
    };
    // A "you're welcome" cannot be gone on with; a list may be pointed at, if nothing else is there to go on with.
    const isList = visit.competency.businessLogic && this.#finished === null;
    if (visit.competency.slots.length === 0 && !isList) return;
    this.#finished = this.#turn.loaded.assistant.followUpTurns > 0 ? { frame: stored, turns: 0 } : null;
  }

  get #session(): Pick<Visit, 'kept' | 'sessionInfo'> {
    return { kept: this.#kept, sessionInfo: this.#sessionInfo };
  }

  // Wishes.

  async #start(starts: readonly Start[]): Promise<void> {
    for (const [index, start] of starts.entries()) {
      const isWaiting = this.#settled.some(({ frame }) => frame !== null) && this.#frames.length > 0;
      if (isWaiting && !this.#isQuick(start)) {
        this.#postpone(starts.slice(index));
        break;
      }
      await this.#enter(start);
    }
    // A wish beside something else comes once that has ended.
    while (this.#frames.length === 0 && this.#endedSomething) {
      const next = this.#wishes.shift();
      if (next === undefined) break;
      const before = sayMessage(this.#turn, 'next_wish', { competency: titleOf(this.#turn, next.label) });
      await this.#enter({ do: 'start', ...next }, before);
    }
    this.#resume();
  }

  get #endedSomething(): boolean {
    return this.#settled.length > 0 && this.#settled.at(-1)?.frame === null;
  }

  /** True if a wish is served at once: its competency lacks no value, and does no deed. */
  #isQuick({ label, query }: Start): boolean {
    const place = placeOf(this.#turn.loaded, label);
    if (place === null || !place.state.terminal || isDeed(this.#turn.loaded.assistant, label)) return false;
    const slots = valuesOfWish(this.#turn, place, query);
    const held = Object.fromEntries(
      slots.map(({ slot, candidate, raw }) => [
        slot,
        { value: candidate.value, raw, resolved: -1 as const, details: {} },
      ]),
    );
    return missingSlot({ competency: place.competency, slots: held, skipped: [] })?.required !== true;
  }

  #postpone(starts: readonly Start[]): void {
    const all = [
      ...starts.map(({ label, query, probability }) => ({
        label,
        probability,
        query: query.slice(0, MAX_KEPT_QUERY),
      })),
      ...this.#wishes,
    ];
    this.#wishes = all.slice(0, MAX_WISHES);
    const titles = starts.map(({ label }) => titleOf(this.#turn, label));
    const current = this.#frames.at(-1);
    const competency = current === undefined ? '' : titleOf(this.#turn, current.state);
    this.#asides.push(sayMessage(this.#turn, 'later', { competency, later: titles }));
  }

  async #enter(start: Start, before?: Speech): Promise<void> {
    const { label, query, probability, follows } = start;
    const turn = this.#turn;
    const place = placeOf(turn.loaded, label);
    if (place === null) return;
    const from = this.#frames.at(-1);
    turn.explanation.transitions.push({ from: from?.state ?? ROOT, to: label, on: 'classification' });
    const comesBack = from !== undefined && placeOf(turn.loaded, from.state)?.competency === place.competency;
    const session = fromSession(place.competency, this.#kept, turn.utterance.clock);
    const goesOn = follows === true && this.#finished !== null;
    const slots = comesBack
      ? from.slots
      : goesOn
        ? { ...session, ...this.#finished?.frame.slots }
        : { ...session, ...this.#takenOver(place.competency, label, query) };
    const { misses = {}, skipped = [] } = comesBack ? from : goesOn ? (this.#finished?.frame ?? {}) : {};
    const visit = visitOf(place, { intent: label, slots, misses, skipped }, this.#session);
    visit.probability = probability;
    visit.label = labelOf([start], place.competency, turn.explanation.proposals);
    const way = this.#transitionTo(label, from ?? this.#finished?.frame);
    if (visit.label !== null && way?.label !== undefined) visit.label.name = way.label;
    if (before !== undefined) visit.speech.push(before);
    const given = valuesOfWish(turn, place, query, slots);
    explainValues(turn, query, given);
    for (const { slot, raw } of unknownInWish(turn, place.competency, query, given)) {
      if (Object.hasOwn(visit.slots, slot.name) || given.some((value) => value.slot === slot.name)) continue;
      visit.speech.push(sayUnknown(turn, visit, { slot: slot.name, raw }));
      visit.wanted = slot.name;
    }
    const waiting = interrupted(turn, comesBack ? this.#frames.slice(0, -1) : this.#frames, place.competency);
    this.#frames = [
      ...waiting,
      { state: label, intent: label, slots, asked: null, misses, skipped, prompt: null },
    ];
    this.#settle(await settle(turn, visit, given, this.#call));
  }

  /** The values that a wish takes over from the competency that it leaves, or from the one just finished. */
  #takenOver(competency: CompiledCompetency, label: string, query: string): Visit['slots'] {
    const finished = this.#finished?.frame;
    const stored = this.#isRefused ? finished : (this.#frames.at(-1) ?? finished);
    return stored === undefined
      ? {}
      : takenOverBy(this.#turn, { competency, label, query }, stored, this.#isRefused);
  }

  /** The transition that leads where the user's own words have led, where the author gives it a label. */
  #transitionTo(label: string, from: StoredFrame | undefined): CompiledTransition | undefined {
    const place = from && placeOf(this.#turn.loaded, from.state);
    return place?.state.transitions.find(
      (transition) => transition.label !== undefined && transition.to.includes(label),
    );
  }

  /** Goes back to the competency that waits, once the last has ended. */
  #resume(): void {
    const last = this.#settled.at(-1);
    if (last === undefined || last.frame !== null) return;
    const waiting = this.#frames.at(-1);
    if (waiting === undefined) return;
    const isOfThisTurn = this.#settled.some(({ frame }) => frame !== null && frame.state === waiting.state);
    if (isOfThisTurn) return;
    const { frame, speech } = resumed(this.#turn, waiting, this.#session);
    this.#frames = [...this.#frames.slice(0, -1), frame];
    this.#asides.push(...speech);
    this.#resumes = true;
  }

  // Asides.

  async #aside(command: Command): Promise<void> {
    const turn = this.#turn;
    switch (command.do) {
      case 'ask_faq': {
        const answer = this.#answer(command.query);
        if (answer === null) return;
        this.#faq = answer;
        this.#asides.push(answer);
        this.#hasTold = true;
        this.#speaker ??= FAQ;
        return;
      }
      case 'ask_values': {
        const place = placeOf(turn.loaded, turn.before.frames.at(-1)?.state ?? ROOT);
        if (place === null) return;
        this.#asides.push(
          sayMessage(turn, 'values', { values: namesOfValues(turn, place.competency, command.slot) }),
        );
        this.#hasTold = true;
        return;
      }
      case 'clarify':
        this.#probability = command.probability;
        return this.#askWhich(command.labels, turn.input.query.slice(0, MAX_KEPT_QUERY));
      case 'confirm_again':
        this.#asides.push(sayMessage(turn, 'clarify'));
        return;
      case 'silence':
        return this.#silence();
      case 'not_understood':
      case 'cannot_answer':
        return this.#miss(command.do);
      default:
        if (isSmallTalk(command)) {
          const speech = saySmallTalk(turn, command.do);
          this.#hasTold ||= speech.length > 0;
          this.#asides.push(...speech);
        }
    }
  }

  #askWhich(labels: readonly string[], query: string): void {
    const [first, second] = labels.map((label) => titleOf(this.#turn, label));
    this.#choice = { labels: [...labels], query };
    this.#asides.push(sayMessage(this.#turn, 'ambiguous', { first, second }));
    this.#speaker = AMBIGUOUS;
  }

  /** Nothing was said: at the very beginning the user is welcomed, later asked again. */
  async #silence(): Promise<void> {
    const turn = this.#turn;
    const { choice, frames, last } = turn.before;
    if (choice === null && frames.at(-1)?.asked != null) return this.#miss('silence');
    const { welcome } = turn.loaded.assistant;
    if (last !== null) this.#asides.push(sayMessage(turn, 'silence'));
    else if (welcome === undefined) this.#asides.push(sayMessage(turn, 'greet'));
    else this.#asides.push(sayOf(turn, { text: welcome.say, rich: welcome.rich }, {}));
    if (choice !== null) this.#askWhich(choice.labels, choice.query);
  }

  /** Counts a failed attempt at the question that waits. */
  async #miss(why: 'not_understood' | 'cannot_answer' | 'silence'): Promise<void> {
    const turn = this.#turn;
    const stored = this.#frames.at(-1);
    const place = stored && placeOf(turn.loaded, stored.state);
    const slot = place?.competency.slots.find(({ name }) => name === stored?.asked);
    if (stored === undefined || place === undefined || place === null || slot === undefined) {
      this.#asides.push(sayMessage(turn, stored === undefined ? 'not_understood' : 'clarify'));
      return;
    }
    const visit = visitOf(place, stored, this.#session);
    this.#settle(await missed(turn, visit, slot, [sayMissed(turn, visit, slot, why)], this.#call));
  }

  #outOfScope(): void {
    this.#asides.push(say(this.#turn, this.#turn.loaded.assistant.outOfScope, {}));
    this.#speaker = OUT_OF_SCOPE;
    this.#probability = this.#turn.explanation.outOfScope;
  }

  // The result.

  #result(): TurnResult {
    const turn = this.#turn;
    const settled = this.#spokesman();
    const top = this.#frames.at(-1);
    const state: DialogState = {
      schema: 2,
      frames: this.#frames,
      finished: this.#frames.length === 0 ? this.#finished : null,
      wishes: this.#frames.length === 0 ? [] : this.#wishes,
      choice: this.#choice,
      hasTold: false,
      ...(this.#asksWhatChanges ? { asksWhatChanges: true } : {}),
      last: null,
      kept: this.#kept,
      sessionInfo: this.#sessionInfo,
    };
    if (settled === undefined) {
      // Nothing moved: what is waited for is asked again.
      const prompt = this.#speaker === AMBIGUOUS ? null : promptOf(turn, top);
      const place = top === undefined ? null : placeOf(turn.loaded, top.state);
      return resultOf(turn, {
        state,
        competency: this.#speaker ?? place?.competency.name ?? ROOT,
        classifierState: this.#speaker ?? place?.state.name ?? ROOT,
        intent:
          this.#speaker === null || this.#speaker === ROOT ? (top?.intent ?? null) : this.#intentOfSpeaker(),
        probability: this.#probability,
        speech: prompt === null || this.#repeats(prompt) ? this.#asides : [...this.#asides, prompt],
        hasTold: this.#hasTold,
        faq: this.#faq,
        ...(place === null || top === undefined || this.#speaker !== null
          ? {}
          : { slots: { competency: place.competency, values: top.slots } }),
      });
    }
    const { visit, spokenBy } = settled;
    return resultOf(turn, {
      state,
      competency: visit.competency.name,
      classifierState: spokenBy,
      intent: visit.intent,
      probability: visit.probability,
      speech: this.#speech(),
      hasTold: this.#resumes,
      slots: { competency: visit.competency, values: visit.slots },
      visualPayload: Object.assign({}, ...this.#settled.map((settled) => settled.visit.visualPayload)),
      businessLogic:
        this.#settled.map((settled) => settled.visit.businessLogic).findLast((body) => body !== null) ?? null,
      faq: this.#faq,
    });
  }

  #intentOfSpeaker(): string | null {
    return this.#speaker === AMBIGUOUS ? (this.#choice?.labels[0] ?? null) : this.#speaker;
  }

  /** The competency that the answer names: the one that awaits the next, else the first that did more than to end. */
  #spokesman(): Settled | undefined {
    return (
      this.#settled.findLast(({ frame }) => frame !== null) ??
      this.#settled.find(({ spokenBy }) => spokenBy !== ROOT) ??
      this.#settled[0]
    );
  }

  #repeats(prompt: Speech): boolean {
    return this.#asides.some(({ speak }) => speak.includes(prompt.speak));
  }

  /** The speech in order: the question that waits for an answer comes last. */
  #speech(): Speech[] {
    const over = this.#settled.filter(({ frame }) => frame === null).flatMap(({ speech }) => speech);
    const open = this.#settled.filter(({ frame }) => frame !== null).flatMap(({ speech }) => speech);
    return open.length === 0 ? [...over, ...this.#asides] : [...over, ...this.#asides, ...open];
  }
}

const isSmallTalk = (command: Command): command is Command & { do: SmallTalk } =>
  SMALL_TALK.some((talk) => talk === command.do);
