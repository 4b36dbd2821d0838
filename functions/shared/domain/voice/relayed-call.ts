import {
  type Call,
  type CallSettings,
  hear,
  isMenu,
  REPEAT_KEY,
  type RelayState,
  type Said,
} from './call.ts';

/** A call over connections. */
export type Relayed = Call & { relay: RelayState };

export const isRelayed = (call: Call): call is Relayed => call.relay !== undefined;

/** A delayed check of a call: whether the caller was silent, has pressed the last key, or lost the worker. */
export interface Look {
  connection: string;
  turn: number;
  /** Number of keys pressed so far. Unset: checks for silence. 0: checks for unfinished work. */
  digits?: number;
}

/**
 * An event of a connection. A gateway that listens to one input at a time sends the `turn` whose reply it listened
 * after: an input of another turn, or a second one of the same turn, is already answered.
 */
export type RelayEvent =
  | { kind: 'connected' }
  | { kind: 'words'; text: string; confidence?: number; turn?: number }
  /** One key, from a gateway that reports each key. */
  | { kind: 'digit'; digit: string }
  /** All keys of an input. */
  | { kind: 'digits'; digits: string; turn: number }
  | { kind: 'silence'; turn: number }
  /** The call to the hand-over number ended. */
  | { kind: 'dialed'; isAnswered: boolean; turn: number }
  | { kind: 'hang_up' }
  /** The caller interrupted a reply after hearing this much of it. */
  | { kind: 'interrupted'; heard: string }
  /** The gateway stopped speaking the latest reply; `wasCut` if it says that the caller interrupted it. */
  | { kind: 'spoken'; wasCut: boolean; turn: number }
  | ({ kind: 'look' } & Look);

/** How a gateway listens. */
export interface Listening {
  /** True if the gateway reports silence, so that no check is needed. */
  tellsSilence: boolean;
  /** How long to wait for earlier messages: each has its own process, so a later one may be handled first. */
  settleMs: number;
}

/** The settings of a call and of its gateway. */
export interface CallRules {
  settings: CallSettings;
  listening: Listening;
}

/** An event of a connection. */
export interface RelayInput {
  connection: string;
  event: RelayEvent;
  /** When the gateway received it, in milliseconds since the epoch. */
  at: number;
}

/** How long a caller may be silent before the assistant asks again, and how long to wait for another key. */
const SILENCE_MS = 8000;
const KEYS_MS = 3000;

/** How long after a reply's end the gateway may still report that the caller interrupted it. */
const CUT_MS = 500;

/** Time to speak a character: voices speak 15 a second. */
const SPOKEN_CHARACTER_MS = 67;

/** Inputs, and keys, that may wait for an answer; more are dropped. */
const MOST_INPUTS = 20;

/** The next thing to do in a call. */
export type Step =
  | { do: 'send'; said: Said; turn: number }
  | { do: 'ask'; query: string; relay: RelayState; turn: number; wasWithPeople: boolean }
  /** Earlier inputs than the next one may still be missing. */
  | { do: 'wait'; until: number }
  /** Nothing to do now. `look`: the check to schedule. */
  | { do: 'rest'; look?: Omit<Look, 'connection'>; delayMs?: number };

export const withRelay = (call: Relayed, change: Partial<RelayState>): Relayed => ({
  ...call,
  relay: { ...call.relay, ...change },
});

export function withoutWorker({ relay: { worker: _worker, ...relay }, ...call }: Relayed): Relayed {
  return { ...call, relay };
}

/** Applies an event to a call. @returns undefined if the event has no effect */
export function take(
  call: Relayed,
  { connection, event, at }: RelayInput,
  settings: CallSettings,
): Relayed | undefined {
  const { relay } = call;
  if ((call.isOver && !relay.isUnsent) || relay.connection !== connection) return undefined;
  if (event.kind !== 'look' && 'turn' in event && !isAwaited(call, event)) return undefined;
  switch (event.kind) {
    case 'connected':
      return call;
    case 'words': {
      if (event.text === '') return undefined;
      const { turn: _turn, ...words } = event;
      // A caller who speaks has pressed the last key.
      return queued(pressed(call, relay.digits.length), { ...words, isFinal: true }, at);
    }
    case 'interrupted':
      return call.said === undefined || isHeardWhole(call.said, event.heard)
        ? undefined
        : withRelay(call, { wasCut: true });
    case 'spoken':
      return event.wasCut
        ? cut(call, at)
        : withRelay(call, { spoken: { turn: event.turn, at: spokenAt(call) ?? at } });
    case 'digit':
      return withRelay(call, { digits: inOrder([...relay.digits, { at, digit: event.digit }]) });
    case 'digits':
      return queued(call, { kind: 'digits', digits: event.digits }, at);
    case 'silence':
      return queued(call, { kind: 'silence' }, at);
    case 'dialed':
    case 'hang_up': {
      const { call: changed, effect } = hear(call, event, settings);
      return withRelay({ ...changed, relay }, { inputs: [], digits: [], isUnsent: effect.do === 'say' });
    }
    case 'look': {
      if (event.digits === 0) return hasWork(call) ? call : undefined;
      const { length } = relay.digits;
      if (event.turn !== call.turn || !isQuiet(call) || length !== (event.digits ?? length)) return undefined;
      return length > 0 ? pressed(call, length) : queued(call, { kind: 'silence' }, at);
    }
  }
}

const isQuiet = ({ asked, relay: { inputs } }: Relayed): boolean =>
  inputs.length === 0 && asked === undefined;

/** True for a report about the latest reply, and for the first input after it. */
function isAwaited(call: Relayed, event: { kind: RelayEvent['kind']; turn?: number }): boolean {
  if (event.turn === undefined) return true;
  // Newer inputs may wait, but none may be asked yet.
  if (event.kind === 'spoken') return event.turn === call.turn && call.asked === undefined;
  const isDialling = call.said?.next.do === 'dial';
  return event.turn === call.turn && isQuiet(call) && isDialling === (event.kind === 'dialed');
}

/** When the latest reply ended, if the gateway reported that. */
const spokenAt = ({ turn, relay: { spoken } }: Relayed): number | undefined =>
  spoken?.turn === turn ? spoken.at : undefined;

/**
 * A gateway may report a reply as interrupted although the caller heard its end: a report after that end is ignored. A
 * reply that is not sent cannot have been heard.
 */
function cut(call: Relayed, at: number): Relayed | undefined {
  const { said, relay } = call;
  if (said === undefined) return undefined;
  const toldAt = spokenAt(call);
  const lastAt =
    toldAt === undefined ? relay.sentAt + said.speech.text.length * SPOKEN_CHARACTER_MS : toldAt + CUT_MS;
  return at > lastAt && !relay.isUnsent ? undefined : withRelay(call, { wasCut: true });
}

const hasWork = ({ asked, relay: { isUnsent, inputs } }: Relayed): boolean =>
  asked !== undefined || isUnsent || inputs.length > 0;

const inOrder = <Item extends { at: number }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => one.at - other.at).slice(0, MOST_INPUTS);

const queued = (call: Relayed, heard: RelayState['inputs'][number]['heard'], at: number): Relayed =>
  withRelay(call, { inputs: inOrder([...call.relay.inputs, { at, heard }]) });

/** Queues the first `count` keys as one input. */
function pressed(call: Relayed, count: number): Relayed {
  const taken = call.relay.digits.slice(0, count);
  const digits = taken.map(({ digit }) => digit.replace('#', '')).join('');
  const rest = withRelay(call, { digits: call.relay.digits.slice(count) });
  return digits === '' ? rest : queued(rest, { kind: 'digits', digits }, taken[0]?.at ?? 0);
}

/** True for a key that ends an input: the hash, the repeat key, and any key of a menu. */
function isLastKey(digit: string, { said }: Call, { choice }: CallSettings): boolean {
  return digit === '#' || digit === REPEAT_KEY || isMenu(said?.choices ?? [], choice);
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** True if the caller heard the whole reply before interrupting it. */
const isHeardWhole = ({ speech }: Said, heard: string): boolean =>
  lettersOf(heard).length >= lettersOf(speech.text).length;

/** The next step of a call that this process works on. */
export function stepOf(call: Relayed, rules: CallRules, now: number): { call: Relayed; result: Step } {
  const { settings, listening } = rules;
  const { relay, ...rest } = call;
  const { said, asked, turn, isWithPeople } = call;
  if (relay.isUnsent && said !== undefined) return { call, result: { do: 'send', said, turn } };
  if (asked !== undefined) {
    return { call, result: { do: 'ask', query: asked, relay, turn, wasWithPeople: isWithPeople } };
  }
  const isListening = said === undefined || said.next.do === 'listen';
  const settled = now - listening.settleMs;
  const lastKey = relay.digits.findIndex(({ digit }) => isLastKey(digit, call, settings));
  const keyAt = relay.digits[lastKey]?.at ?? Number.POSITIVE_INFINITY;
  if (keyAt <= settled) return stepOf(pressed(call, lastKey + 1), rules, now);
  const [input, ...inputs] = isListening ? relay.inputs : [];
  // The process that received this input has left it to this one.
  const nextAt = Math.min(keyAt, input?.at ?? Number.POSITIVE_INFINITY);
  if (nextAt > settled && nextAt < Number.POSITIVE_INFINITY)
    return { call, result: { do: 'wait', until: nextAt + listening.settleMs } };
  if (input === undefined) return resting(call, isListening, listening);
  const { call: changed, effect } = hear(rest, input.heard, settings);
  const isSaid = effect.do === 'say';
  // An input from before a reply was sent, or from the middle of it, does not answer it.
  const isEarly = input.at < relay.sentAt || relay.wasCut;
  const heardUntil = isEarly ? Math.min(input.at, relay.askedAt) : input.at;
  const after = { inputs, heardUntil, isUnsent: isSaid, wasCut: relay.wasCut && !isSaid };
  return stepOf({ ...changed, relay: { ...relay, ...after } }, rules, now);
}

/** Releases the call until its next event. */
function resting(
  call: Relayed,
  isListening: boolean,
  { tellsSilence }: Listening,
): { call: Relayed; result: Step } {
  const { said, turn, isWithPeople, isOver, relay } = call;
  const { length: digits } = relay.digits;
  const isReply = isListening && said !== undefined && !isOver && relay.inputs.length === 0;
  const silenceMs = said === undefined ? 0 : said.speech.text.length * SPOKEN_CHARACTER_MS + SILENCE_MS;
  const look =
    digits > 0
      ? { delayMs: KEYS_MS, look: { turn, digits } }
      : isReply && !isWithPeople && !tellsSilence
        ? { delayMs: silenceMs, look: { turn } }
        : undefined;
  return { call: withoutWorker(call), result: { do: 'rest', ...look } };
}
