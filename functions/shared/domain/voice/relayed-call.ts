import { type Call, type CallSettings, hear, REPEAT_KEY, type RelayState, type Said } from './call.ts';

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

/** What a connection tells. */
export type RelayEvent =
  | { kind: 'connected' }
  | { kind: 'words'; text: string }
  | { kind: 'digit'; digit: string }
  /** The caller spoke while something was said, of which this much was heard. */
  | { kind: 'interrupted'; heard: string }
  | ({ kind: 'look' } & Look);

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

/** How much later than another message one may be taken that arrived earlier, since each has a process of its own. */
export const SETTLE_MS = 120;

/** How fast voices speak: 15 characters a second. */
const SPOKEN_CHARACTER_MS = 67;

/** What a caller says while an answer is awaited; more is dropped. */
const MOST_INPUTS = 20;

/** What is to be done in a call. */
export type Step =
  | { do: 'send'; said: Said }
  | { do: 'ask'; query: string; relay: RelayState; turn: number; wasWithPeople: boolean }
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
export function take(call: Relayed, connection: string, event: RelayEvent, at: number): Relayed | undefined {
  const { relay } = call;
  if ((call.isOver && !relay.isUnsent) || relay.connection !== connection) return undefined;
  switch (event.kind) {
    case 'connected':
      return call;
    case 'words':
      // Whoever speaks presses no more keys.
      return event.text === ''
        ? undefined
        : queued(pressed(call, relay.digits.length), { kind: 'words', text: event.text, isFinal: true }, at);
    case 'interrupted':
      return call.said === undefined || isHeardWhole(call.said, event.heard)
        ? undefined
        : withRelay(call, { wasCut: true });
    case 'digit':
      return withRelay(call, { digits: inOrder([...relay.digits, { at, digit: event.digit }]) });
    case 'look': {
      if (event.digits === 0) return hasWork(call) ? call : undefined;
      const isQuiet = event.turn === call.turn && relay.inputs.length === 0 && call.asked === undefined;
      const { length } = relay.digits;
      if (!isQuiet || length !== (event.digits ?? length)) return undefined;
      return length > 0 ? pressed(call, length) : queued(call, { kind: 'silence' }, at);
    }
  }
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
  const choices = choice === undefined ? [] : (said?.choices ?? []);
  const isMenu = choices.length > 0 && choices.length < 10 && !choices.some((text) => /\p{Nd}/u.test(text));
  return digit === '#' || digit === REPEAT_KEY || isMenu;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** True if a caller who interrupted had heard everything. */
const isHeardWhole = ({ speech }: Said, heard: string): boolean =>
  lettersOf(heard).length >= lettersOf(speech.text).length;

/** The next thing to do in a call, of which the process is the worker. */
export function stepOf(call: Relayed, settings: CallSettings, now: number): { call: Relayed; result: Step } {
  const { relay, ...rest } = call;
  const { said, asked, turn, isWithPeople } = call;
  if (relay.isUnsent && said !== undefined) return { call, result: { do: 'send', said } };
  if (asked !== undefined) {
    return { call, result: { do: 'ask', query: asked, relay, turn, wasWithPeople: isWithPeople } };
  }
  const isListening = said === undefined || said.next.do === 'listen';
  const lastKey = relay.digits.findIndex(
    ({ at, digit }) => at <= now - SETTLE_MS && isLastKey(digit, call, settings),
  );
  if (lastKey >= 0) return stepOf(pressed(call, lastKey + 1), settings, now);
  const [input, ...inputs] = relay.inputs;
  if (!isListening || input === undefined || input.at > now - SETTLE_MS) return resting(call, isListening);
  const { call: changed, effect } = hear(rest, input.heard, settings);
  const isSaid = effect.do === 'say';
  // What was said before an answer was sent, or in the middle of it, does not answer it.
  const isEarly = input.at < relay.sentAt || relay.wasCut;
  const heardUntil = isEarly ? Math.min(input.at, relay.askedAt) : input.at;
  const after = { inputs, heardUntil, isUnsent: isSaid, wasCut: relay.wasCut && !isSaid };
  return stepOf({ ...changed, relay: { ...relay, ...after } }, settings, now);
}

/** Leaves the call to whoever hears something next. */
function resting(call: Relayed, isListening: boolean): { call: Relayed; result: Step } {
  const { said, turn, isWithPeople, isOver, relay } = call;
  const { length: digits } = relay.digits;
  const isAwaited = isListening && said !== undefined && !isOver && relay.inputs.length === 0;
  const silenceMs = said === undefined ? 0 : said.speech.text.length * SPOKEN_CHARACTER_MS + SILENCE_MS;
  const look =
    digits > 0
      ? { delayMs: KEYS_MS, look: { turn, digits } }
      : isAwaited && !isWithPeople
        ? { delayMs: silenceMs, look: { turn } }
        : undefined;
  return { call: withoutWorker(call), result: { do: 'rest', ...look } };
}
