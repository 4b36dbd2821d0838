import {
  type Call,
  type CallSettings,
  hear,
  isMenu,
  REPEAT_KEY,
  type RelayState,
  type Said,
} from './call.ts';

/** A call that is held over connections. */
export type Relayed = Call & { relay: RelayState };

export const isRelayed = (call: Call): call is Relayed => call.relay !== undefined;

/** A time at which a call is looked at: whether its caller was silent, presses no more keys, or lost its worker. */
export interface Look {
  connection: string;
  turn: number;
  /** How many keys wait for others. Unset: the look is for silence. 0: it is for work that nobody does any more. */
  digits?: number;
}

/**
 * What a connection tells. `turn` is that of what was said last when a gateway listened that listens to one input at a
 * time: an input of another turn, or a second one of the same, was answered already.
 */
export type RelayEvent =
  | { kind: 'connected' }
  | { kind: 'words'; text: string; confidence?: number; turn?: number }
  /** A key, of a gateway that tells of each. */
  | { kind: 'digit'; digit: string }
  /** All keys of an input. */
  | { kind: 'digits'; digits: string; turn: number }
  | { kind: 'silence'; turn: number }
  /** The end of the call to the number that took over. */
  | { kind: 'dialed'; isAnswered: boolean; turn: number }
  | { kind: 'hang_up' }
  /** The caller spoke while something was said, of which this much was heard. */
  | { kind: 'interrupted'; heard: string }
  /** What was said last is no longer spoken, and whether the caller is why, as far as the gateway tells. */
  | { kind: 'spoken'; wasCut: boolean; turn: number }
  | ({ kind: 'look' } & Look);

/** How a gateway listens. */
export interface Listening {
  /** True if it tells of silence, so that no call is looked at for it. */
  tellsSilence: boolean;
  /** How much later than another message one may be taken that arrived earlier, since each has a process of its own. */
  settleMs: number;
}

/** The rules by which a call goes on. */
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

/** How long callers are silent before they are asked again, and for how long a key may be followed by another. */
const SILENCE_MS = 8000;
const KEYS_MS = 3000;

/** How much later than its end the caller’s interruption of what was said may be told. */
const CUT_MS = 500;

/** How fast voices speak: 15 characters a second. */
const SPOKEN_CHARACTER_MS = 67;

/** What a caller says while an answer is awaited; more is dropped. */
const MOST_INPUTS = 20;

/** What is to be done in a call. */
export type Step =
  | { do: 'send'; said: Said; turn: number }
  | { do: 'ask'; query: string; relay: RelayState; turn: number; wasWithPeople: boolean }
  /** What may have arrived before what is next is not there yet. */
  | { do: 'wait'; until: number }
  /** `look`: what the call is looked at for later. */
  | { do: 'rest'; look?: Omit<Look, 'connection'>; delayMs?: number };

export const withRelay = (call: Relayed, change: Partial<RelayState>): Relayed => ({
  ...call,
  relay: { ...call.relay, ...change },
});

export function withoutWorker({ relay: { worker: _worker, ...relay }, ...call }: Relayed): Relayed {
  return { ...call, relay };
}

/** @returns undefined if it means nothing to the call */
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
      const { text, confidence } = event;
      const sure = confidence === undefined ? {} : { confidence };
      // Whoever speaks presses no more keys.
      return queued(pressed(call, relay.digits.length), { kind: 'words', text, isFinal: true, ...sure }, at);
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

/** True of what a gateway tells about what was said last, and heard first after it. */
function isAwaited(call: Relayed, event: { kind: RelayEvent['kind']; turn?: number }): boolean {
  if (event.turn === undefined) return true;
  // What was heard since is not answered yet.
  if (event.kind === 'spoken') return event.turn === call.turn && call.asked === undefined;
  const isDialling = call.said?.next.do === 'dial';
  return event.turn === call.turn && isQuiet(call) && isDialling === (event.kind === 'dialed');
}

/** When what was said last was no longer spoken, if that was told. */
const spokenAt = ({ turn, relay: { spoken } }: Relayed): number | undefined =>
  spoken?.turn === turn ? spoken.at : undefined;

/** A gateway may tell of an end that was heard as if the caller had cut it. What is not sent yet was not heard. */
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

/** Takes so many keys as what was pressed. */
function pressed(call: Relayed, many: number): Relayed {
  const taken = call.relay.digits.slice(0, many);
  const digits = taken.map(({ digit }) => digit.replace('#', '')).join('');
  const rest = withRelay(call, { digits: call.relay.digits.slice(many) });
  return digits === '' ? rest : queued(rest, { kind: 'digits', digits }, taken[0]?.at ?? 0);
}

/** True of a key that no others follow: the hash, the one that repeats, and that of a choice. */
function isLastKey(digit: string, { said }: Call, { choice }: CallSettings): boolean {
  return digit === '#' || digit === REPEAT_KEY || isMenu(said?.choices ?? [], choice);
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** True if a caller who interrupted had heard everything. */
const isHeardWhole = ({ speech }: Said, heard: string): boolean =>
  lettersOf(heard).length >= lettersOf(speech.text).length;

/** The next thing to do in a call, of which the process is the worker. */
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
  // Whoever told of it leaves it to this process.
  const nextAt = Math.min(keyAt, input?.at ?? Number.POSITIVE_INFINITY);
  if (nextAt > settled && nextAt < Number.POSITIVE_INFINITY)
    return { call, result: { do: 'wait', until: nextAt + listening.settleMs } };
  if (input === undefined) return resting(call, isListening, listening);
  const { call: changed, effect } = hear(rest, input.heard, settings);
  const isSaid = effect.do === 'say';
  // What was said before an answer was sent, or in the middle of it, does not answer it.
  const isEarly = input.at < relay.sentAt || relay.wasCut;
  const heardUntil = isEarly ? Math.min(input.at, relay.askedAt) : input.at;
  const after = { inputs, heardUntil, isUnsent: isSaid, wasCut: relay.wasCut && !isSaid };
  return stepOf({ ...changed, relay: { ...relay, ...after } }, rules, now);
}

/** Leaves the call to whoever hears something next. */
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
