import { AMBIGUOUS, type CompiledCompetency, type CompiledTransition, ROOT } from '../assistant.ts';
import { isDeed } from '../deeds.ts';
import { type Command, isSmallTalk } from '../understand/commands.ts';
import { type AnswerQuestion, Asides, MAX_KEPT_QUERY } from './asides.ts';
import { labelOf } from './business-logic/label.ts';
import type { CallBusinessLogic } from './business-logic/protocol.ts';
import { clear, fill, type GivenValue } from './fill.ts';
import { beyondTurn, fromSession, intoSession } from './kept-slots.ts';
import { sayUnknown } from './listed-values.ts';
import { stateBySlots } from './moves.ts';
import { promptOf } from './prompt.ts';
import { replyWith, slotToCorrect } from './reply.ts';
import { resultOf, type TurnResult } from './result.ts';
import { asksWhether, missed, type Settled, sayMissed, settle } from './settle.ts';
import type { Speech } from './speech.ts';
import { type StoredValue, spokenWith } from './spoken-values.ts';
import { type DialogState, STATE_SCHEMA, type StoredFrame, type StoredWish } from './state.ts';
import { sayFound } from './told-deeds.ts';
import { placeOf, sayMessage, type TurnContext, titleOf } from './turn-context.ts';
import { holdsAll } from './unknown-deeds.ts';
import { missingSlot, type Visit, visitOf } from './visit.ts';
import { interrupted, resumed } from './waiting.ts';
import { explainValues, readWish, takenOverBy, unknownInWish, valuesOfWish } from './wish-values.ts';

type Start = Command & { do: 'start' };

/** Maximum number of waiting requests. */
const MAX_WISHES = 3;
/** The commands for the current competency. */
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

/** Executes the commands of a turn one by one, and says the results. */
export async function perform(
  turn: TurnContext,
  commands: readonly Command[],
  call: CallBusinessLogic,
  answer: AnswerQuestion,
): Promise<TurnResult> {
  const course = new Course(turn, call, answer);
  return course.run(commands);
}

/** Asks the business logic again about the top frame's deed, whose outcome is unknown, and continues from there. */
export const askAgain = (
  turn: TurnContext,
  call: CallBusinessLogic,
  answer: AnswerQuestion,
): Promise<TurnResult> => new Course(turn, call, answer).askAgain();

/** A turn in progress. */
class Course {
  readonly #turn: TurnContext;
  readonly #call: CallBusinessLogic;
  #frames: StoredFrame[];
  #finished: DialogState['finished'];
  #wishes: StoredWish[];
  #kept: DialogState['kept'];
  #values: readonly StoredValue[];
  #sessionInfo: DialogState['sessionInfo'];
  readonly #asides: Asides;
  readonly #settled: Settled[] = [];
  #resumes = false;
  #asksWhatChanges = false;
  /** True once the user has said no to the open question. */
  #isRefused = false;

  constructor(turn: TurnContext, call: CallBusinessLogic, answer: AnswerQuestion) {
    const { frames, finished, wishes, kept, sessionInfo, values } = turn.before;
    this.#turn = turn;
    this.#call = call;
    this.#asides = new Asides(turn, answer);
    this.#frames = [...frames];
    const { followUpTurns } = turn.loaded.assistant;
    this.#finished =
      finished === null || finished.turns >= followUpTurns
        ? null
        : { ...finished, turns: finished.turns + 1 };
    this.#wishes = [...wishes];
    this.#kept = kept;
    this.#values = values ?? [];
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
    if (stillAsks) this.#asides.askWhich(choice.labels, choice.query);
    await this.#start(starts);
    if (commands.length === 0) this.#asides.outOfScope();
    return this.#result();
  }

  async askAgain(): Promise<TurnResult> {
    const top = this.#top;
    if (top !== null)
      this.#settle(await settle(this.#turn, visitOf(top.place, top.stored, this.#session), [], this.#call));
    await this.#start([]);
    return this.#result();
  }

  async #onFrame(commands: readonly Command[]): Promise<void> {
    const [first] = commands;
    const top = this.#top;
    const leaves = first?.do === 'deny' || first?.do === 'cancel';
    // A no to the choice of a label cancels only the choice. The competency that waits for it stays.
    if (leaves && this.#turn.before.choice !== null && this.#frames.length > 0) return;
    if (top === null) {
      if (leaves) this.#asides.cancelNothing();
      return;
    }
    const { stored, place } = top;
    const visit = visitOf(place, stored, this.#session);
    visit.label = labelOf(commands, place.competency, this.#turn.explanation.proposals);
    const given = commands.flatMap((command): GivenValue[] => (command.do === 'set' ? [command] : []));
    for (const command of commands) {
      if (command.do === 'clear') clear(visit, command);
    }
    const reply = commands.find(({ do: what }) => !['set', 'clear'].includes(what));
    this.#isRefused = reply?.do === 'deny';
    this.#asksWhatChanges = reply?.do === 'correct' && slotToCorrect(place.competency, reply) === null;
    this.#settle(await replyWith(reply, { visit, stored, given }, this.#turn, this.#call));
  }

  /** Applies an outcome: the competency stays on top or ends. */
  #settle(settled: Settled): void {
    const { visit, frame, leavesAll } = settled;
    this.#settled.push(settled);
    this.#sessionInfo = visit.sessionInfo;
    this.#kept = intoSession(visit.competency, visit.slots, visit.kept);
    this.#values = spokenWith(this.#values, visit.competency, visit.slots);
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
    // A competency without slots is kept for follow-ups only if it calls business logic and no other competency is
    // kept.
    const isList = visit.competency.businessLogic && this.#finished === null;
    if (visit.competency.slots.length === 0 && !isList) return;
    this.#finished = this.#turn.loaded.assistant.followUpTurns > 0 ? { frame: stored, turns: 0 } : null;
  }

  /** The competency on top with its definition; null if there is none. */
  get #top() {
    const stored = this.#frames.at(-1);
    const place = stored === undefined ? null : placeOf(this.#turn.loaded, stored.state);
    return stored === undefined || place === null ? null : { stored, place };
  }

  get #session(): Pick<Visit, 'kept' | 'sessionInfo'> {
    return { kept: this.#kept, sessionInfo: this.#sessionInfo };
  }

  // Requests.

  async #start(starts: readonly Start[]): Promise<void> {
    for (const [index, start] of starts.entries()) {
      const isWaiting = this.#settled.some(({ frame }) => frame !== null) && this.#frames.length > 0;
      if (isWaiting && !this.#isQuick(start)) {
        this.#postpone(starts.slice(index));
        break;
      }
      await this.#enter(start);
    }
    // A waiting request starts once the current competency has ended.
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

  /** True if a request can be done at once: it needs no further value and does no deed. */
  #isQuick({ label, query, asks }: Start): boolean {
    const { loaded } = this.#turn;
    const place = placeOf(loaded, label);
    if (asks || place === null) return false;
    const slots = Object.fromEntries(
      valuesOfWish(this.#turn, place, query).map(({ slot, candidate, raw }) => [
        slot,
        { value: candidate.value, raw, resolved: -1 as const, details: {} },
      ]),
    );
    const state = stateBySlots(loaded, { ...place, slots });
    if (!state.terminal || isDeed(loaded.assistant, state.name)) return false;
    const missing = missingSlot({ competency: place.competency, slots, skipped: [] });
    return !state.isLabel || missing?.required !== true;
  }

  #postpone(starts: readonly Start[]): void {
    const all = [
      ...starts.map(({ label, query, probability, asks }) => ({
        label,
        probability,
        query: query.slice(0, MAX_KEPT_QUERY),
        ...(asks && { asks }),
      })),
      ...this.#wishes,
    ];
    this.#wishes = all.slice(0, MAX_WISHES);
    const titles = starts.map(({ label }) => titleOf(this.#turn, label));
    const current = this.#frames.at(-1);
    const competency = current === undefined ? '' : titleOf(this.#turn, current.state);
    this.#asides.speech.push(sayMessage(this.#turn, 'later', { competency, later: titles }));
  }

  async #enter(start: Start, before?: Speech): Promise<void> {
    const { label, query, probability, follows } = start;
    const turn = this.#turn;
    const place = placeOf(turn.loaded, label);
    if (place === null) return;
    const from = this.#frames.at(-1);
    const comesBack = from !== undefined && placeOf(turn.loaded, from.state)?.competency === place.competency;
    // Does not ask whether to begin a competency that is in progress.
    if (start.asks && comesBack) return;
    turn.explanation.transitions.push({
      from: from?.state ?? ROOT,
      to: label,
      on: start.asks ? 'asked' : 'classification',
    });
    const session = fromSession(place.competency, this.#kept, turn.utterance.clock);
    const goesOn = follows === true && this.#finished !== null;
    const slots = comesBack
      ? from.slots
      : goesOn
        ? { ...session, ...this.#finished?.frame.slots }
        : { ...session, ...this.#takenOver(place.competency, label, query) };
    const { misses = {}, skipped = [] } = comesBack ? from : goesOn ? (this.#finished?.frame ?? {}) : {};
    const lengths = comesBack ? from.lengths : undefined;
    const visit = visitOf(
      place,
      { intent: label, slots, misses, skipped, ...(lengths && { lengths }) },
      this.#session,
    );
    visit.probability = probability;
    // A deed with utterances of its own needs no yes. A follow-up still does.
    visit.assent = !goesOn && isDeed(turn.loaded.assistant, label);
    visit.label = labelOf([start], place.competency, turn.explanation.proposals);
    const way = this.#transitionTo(label, from ?? this.#finished?.frame);
    if (visit.label !== null && way?.label !== undefined) visit.label.name = way.label;
    if (before !== undefined) visit.speech.push(before);
    const { values: given, cleared } = readWish(turn, place, query, slots);
    const declined = cleared.filter(({ isDeclined }) => isDeclined);
    for (const slot of declined) clear(visit, slot);
    explainValues(turn, query, given, declined);
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
    if (start.asks) {
      fill(visit, given, turn.utterance.clock, turn.loaded.assistant.entities);
      this.#settle(asksWhether(turn, visit, label));
      return;
    }
    if (await this.#isAllThatIsTold(visit, given)) return;
    this.#settle(await settle(turn, visit, given, this.#call));
  }

  /**
   * Before a new request, asks for the outcome of its competency's unresolved deeds and reports it.
   * @param given the request's values
   * @returns true if the request must not begin, since a deed with the same values was or may have been done
   */
  async #isAllThatIsTold(wish: Visit, given: readonly GivenValue[]): Promise<boolean> {
    const turn = this.#turn;
    const wanted = { ...wish.slots };
    for (const { slot, candidate, raw } of given)
      wanted[slot] = { value: candidate.value, raw, resolved: -1, details: candidate.details };
    const deeds = turn.unknown.filter(
      ({ state }) => placeOf(turn.loaded, state)?.competency.name === wish.competency.name,
    );
    for (const deed of deeds) {
      const place = placeOf(turn.loaded, deed.state);
      if (place === null) continue;
      turn.unknown = turn.unknown.filter((unknown) => unknown !== deed);
      const settled = await settle(turn, visitOf(place, deed, this.#session), [], this.#call);
      const isUnknown = settled.visit.pending !== null;
      const speech = isUnknown ? settled.speech : sayFound(turn, deed.state, settled.speech);
      const isAnswer = !settled.visit.isRefused && holdsAll(wanted, deed.slots);
      const below = this.#frames;
      this.#settle({ ...settled, speech, ...(isAnswer ? {} : { frame: null }) });
      if (isAnswer) return true;
      this.#frames = below;
      // If the server does not answer, the turn asks about no further deed.
      if (isUnknown) break;
    }
    return false;
  }

  /** The values that a request takes over from the current competency, or else from the one just finished. */
  #takenOver(competency: CompiledCompetency, label: string, query: string): Visit['slots'] {
    const finished = this.#finished?.frame;
    const stored = this.#isRefused ? finished : (this.#frames.at(-1) ?? finished);
    return stored === undefined
      ? {}
      : takenOverBy(this.#turn, { competency, label, query }, stored, this.#isRefused);
  }

  /** The transition to the label of the user's request, if the author labelled that transition. */
  #transitionTo(label: string, from: StoredFrame | undefined): CompiledTransition | undefined {
    const place = from && placeOf(this.#turn.loaded, from.state);
    return place?.state.transitions.find(
      (transition) => transition.label !== undefined && transition.to.includes(label),
    );
  }

  /** Returns to the waiting competency once the current one has ended. */
  #resume(): void {
    const last = this.#settled.at(-1);
    if (last === undefined || last.frame !== null) return;
    const waiting = this.#frames.at(-1);
    if (waiting === undefined) return;
    const isOfThisTurn = this.#settled.some(({ frame }) => frame !== null && frame.state === waiting.state);
    if (isOfThisTurn) return;
    const { frame, speech } = resumed(this.#turn, waiting, this.#session);
    this.#frames = [...this.#frames.slice(0, -1), frame];
    this.#asides.speech.push(...speech);
    this.#resumes = true;
  }

  // Asides.

  async #aside(command: Command): Promise<void> {
    switch (command.do) {
      case 'silence': {
        const { choice, frames } = this.#turn.before;
        if (choice === null && frames.at(-1)?.asked != null) return this.#miss('silence');
        this.#asides.silence();
        return;
      }
      case 'not_understood':
      case 'cannot_answer':
        return this.#miss(command.do);
      default:
        this.#asides.tell(command);
    }
  }

  /** Counts a failed attempt at the open question. */
  async #miss(why: 'not_understood' | 'cannot_answer' | 'silence'): Promise<void> {
    const turn = this.#turn;
    const top = this.#top;
    const slot = top?.place.competency.slots.find(({ name }) => name === top.stored.asked);
    if (top === null || slot === undefined) {
      const message = this.#frames.length === 0 ? 'not_understood' : 'clarify';
      this.#asides.speech.push(sayMessage(turn, message));
      return;
    }
    const visit = visitOf(top.place, top.stored, this.#session);
    turn.explanation.missed.push({
      slot: slot.name,
      why: why === 'not_understood' ? 'not_read' : 'unanswered',
    });
    this.#settle(await missed(turn, visit, slot, [sayMissed(turn, visit, slot, why)], this.#call));
  }

  // The result.

  #result(): TurnResult {
    const turn = this.#turn;
    const settled = this.#spokesman();
    const top = this.#frames.at(-1);
    const state: DialogState = {
      schema: STATE_SCHEMA,
      frames: this.#frames,
      finished: this.#frames.length === 0 ? this.#finished : null,
      wishes: this.#frames.length === 0 ? [] : this.#wishes,
      choice: this.#asides.choice,
      hasTold: false,
      ...(this.#asksWhatChanges ? { asksWhatChanges: true } : {}),
      last: null,
      kept: this.#kept,
      ...(this.#values.length > 0 ? { values: this.#values } : {}),
      sessionInfo: this.#sessionInfo,
      ...(turn.unknown.length > 0 ? { unknown: turn.unknown } : {}),
      ...this.#doneByNow(),
    };
    const { speaker, intent, probability, hasTold, faq, speech } = this.#asides;
    if (settled === undefined) {
      // Nothing changed: asks the open question again.
      const prompt = speaker === AMBIGUOUS ? null : promptOf(turn, top);
      const place = top === undefined ? null : placeOf(turn.loaded, top.state);
      return resultOf(turn, {
        state,
        competency: speaker ?? place?.competency.name ?? ROOT,
        classifierState: speaker ?? place?.state.name ?? ROOT,
        intent: speaker === null || speaker === ROOT ? (top?.intent ?? null) : intent,
        probability,
        speech: prompt === null || this.#repeats(prompt) ? speech : [...speech, prompt],
        hasTold,
        faq,
        ...(place === null || top === undefined || speaker !== null
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
      faq,
    });
  }

  /** The state of the deed last reported as done. An earlier turn's report counts only if nothing has changed since. */
  #doneByNow(): Pick<DialogState, 'done'> {
    const { answered, before } = this.#turn;
    const done = this.#settled.length === 0 ? before.done : this.#toldDone(answered);
    return done === undefined ? {} : { done };
  }

  #toldDone(answered: readonly StoredFrame[]): string | undefined {
    return this.#settled
      .map(({ spokenBy }) => spokenBy)
      .findLast((state) => answered.some((deed) => deed.state === state));
  }

  /** The competency that the answer names: the one that awaits the next query, else the first whose state spoke. */
  #spokesman(): Settled | undefined {
    return (
      this.#settled.findLast(({ frame }) => frame !== null) ??
      this.#settled.find(({ spokenBy }) => spokenBy !== ROOT) ??
      this.#settled[0]
    );
  }

  #repeats(prompt: Speech): boolean {
    return this.#asides.speech.some(({ speak }) => speak.includes(prompt.speak));
  }

  /** The texts in order: the question that awaits an answer comes last. */
  #speech(): Speech[] {
    const over = this.#settled.filter(({ frame }) => frame === null).flatMap(({ speech }) => speech);
    const open = this.#settled.filter(({ frame }) => frame !== null).flatMap(({ speech }) => speech);
    return [...over, ...this.#asides.speech, ...open];
  }
}
