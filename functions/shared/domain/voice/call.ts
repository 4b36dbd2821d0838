import {
  type ChoiceLine,
  NOTHING,
  plainSpeech,
  queryOfDigits,
  type Speech,
  type SpokenAnswer,
  speechOf,
} from './speech.ts';

/** What a telephone platform hears. */
export type Heard =
  | { kind: 'start' }
  /** A transcript. One that is not final may be followed by another one of the same words. */
  | { kind: 'words'; text: string; isFinal: boolean /** 0…1; unknown if absent. */; confidence?: number }
  | { kind: 'digits'; digits: string }
  | { kind: 'silence' }
  /** The caller spoke while something was said. */
  | { kind: 'barge_in' }
  /** The end of the call to the number that took over. */
  | { kind: 'dialed'; isAnswered: boolean }
  | { kind: 'hang_up' };

export type Next = { do: 'listen' } | { do: 'dial'; number: string } | { do: 'hang_up' };

/** What is said, and what follows. */
export interface Said {
  speech: Speech;
  /** The choices that keys can choose. */
  choices: readonly string[];
  next: Next;
}

/** A call, between two of its webhooks or messages. Plain JSON. */
export interface Call {
  /** How many inputs were answered; the number of the input that is awaited. */
  turn: number;
  /** The query of this turn, once it is asked; empty for the beginning and for silence. */
  asked?: string;
  /** Silences and failures in a row. */
  silences: number;
  failures: number;
  said?: Said;
  /** The latest transcript that is not final. */
  partial?: string;
  /** True while people own the conversation. */
  isWithPeople: boolean;
  isOver: boolean;
  /** Set of a call over a connection (`relay.ts`). */
  relay?: RelayState;
}

/** What only a call over a connection has, which hears and speaks at any time. Times are milliseconds since the epoch. */
export interface RelayState {
  /** Who calls, and the platform's id of the call. */
  caller: string;
  callId: string;
  /** The latest connection; messages of earlier ones are not heard. */
  connection?: string;
  /** How many lost or refused ones were replaced since the last answer. */
  connections: number;
  /** What waits to be answered, in the order of its arrival. */
  inputs: readonly {
    at: number;
    heard: Extract<Heard, { kind: 'start' | 'words' | 'digits' | 'silence' }>;
  }[];
  /** Keys that may be followed by others. */
  digits: readonly { at: number; digit: string }[];
  /** Who answers the inputs, and until when others leave them alone. */
  worker?: { id: string; until: number };
  /** Until when the caller of the query that is asked had heard what was said before. */
  heardUntil?: number;
  /** True until what was said last is sent. */
  isUnsent: boolean;
  /** When the query was begun whose answer was said last, and when that was sent. */
  askedAt: number;
  sentAt: number;
  /** True if the caller interrupted what was said last. */
  wasCut: boolean;
  /** When it was told that what was said in a turn is no longer spoken. */
  spoken?: { turn: number; at: number };
  /** The ids of the latest writes, the last one first. */
  writes?: readonly string[];
}

export interface CallSettings {
  /** Said at the beginning, instead of the assistant's welcome. */
  greeting?: string;
  /** A line for each choice, with `{number}` and `{choice}`. Unset: keys choose nothing. */
  choice?: ChoiceLine;
  /** A transcript below this confidence, 0…1, counts as silence. Unset: none does. */
  leastConfidence?: number;
  /** The number that takes over; a number in the answer has precedence. */
  handOverTo?: string;
  /** Said if there is no answer, if that number does not answer, and before hanging up on silence. */
  sorry: string;
  unreachable: string;
  goodbye: string;
}

/** What is to be done about something heard. */
export type Effect =
  | { do: 'ask'; query: string }
  | { do: 'say'; said: Said }
  /** Nothing: more is to come. */
  | { do: 'wait' }
  | { do: 'end' };

/** The answer of the assistant, as far as a call is concerned. */
export type CallAnswer =
  | (SpokenAnswer & {
      /** True if people take over or have taken over, or the caller asked for them. */
      handsOver: boolean;
      isWithPeople: boolean;
      /** The number that the answer gives to call. */
      number?: string;
      /** True if the caller said goodbye and nothing is asked. */
      ends: boolean;
    })
  | 'failed';

export const NEW_CALL: Call = { turn: 0, silences: 0, failures: 0, isWithPeople: false, isOver: false };

/** How often silence is asked again. */
export const MOST_SILENCES = 2;
const MOST_FAILURES = 2;

/** True if one key chooses: choices have numbers from 1 to 9, and no choice has digits of its own. */
export const isMenu = (choices: readonly string[], choice: ChoiceLine | undefined): boolean =>
  choice !== undefined &&
  choices.length > 0 &&
  choices.length < 10 &&
  !choices.some((text) => /\p{Nd}/u.test(text));

/** The key that repeats what was said. “Say that again” is the assistant's to understand, in its languages. */
export const REPEAT_KEY = '*';

/** Says something, and then listens. */
export const listening = (speech: Speech, choices: readonly string[] = []): Said => ({
  speech,
  choices,
  next: { do: 'listen' },
});

/** Takes what was heard into the call. It changes nothing of a call that is over. */
export function hear(call: Call, heard: Heard, settings: CallSettings): { call: Call; effect: Effect } {
  if (call.isOver) return { call, effect: { do: 'end' } };
  const { partial, ...rest } = call;
  switch (heard.kind) {
    case 'start':
      return settings.greeting === undefined
        ? asking(rest, '')
        : saying(rest, listening(plainSpeech(settings.greeting)));
    case 'words':
      if (!heard.isFinal) return { call: { ...call, partial: heard.text }, effect: { do: 'wait' } };
      return isClear(heard, settings) ? asking(rest, heard.text.trim()) : silent(rest, settings);
    case 'digits':
      return heard.digits === REPEAT_KEY && call.said !== undefined
        ? saying(rest, call.said)
        : asking(rest, queryOfDigits(heard.digits, call.said?.choices ?? [], settings.choice));
    case 'silence':
      // A platform that lost the end of a sentence has heard its beginning.
      return partial === undefined || partial.trim() === ''
        ? silent(rest, settings)
        : asking(rest, partial.trim());
    case 'barge_in':
      return { call, effect: { do: 'wait' } };
    case 'dialed':
      return heard.isAnswered
        ? over(rest)
        : saying(rest, listening(plainSpeech(settings.unreachable), call.said?.choices));
    case 'hang_up':
      return over(rest);
  }
}

const isClear = ({ text, confidence }: { text: string; confidence?: number }, settings: CallSettings) =>
  text.trim() !== '' && (confidence ?? 1) >= (settings.leastConfidence ?? 0);

const asking = (call: Call, query: string): { call: Call; effect: Effect } => ({
  call: { ...call, asked: query, silences: query === '' ? call.silences : 0 },
  effect: { do: 'ask', query },
});

/** What is said ends the turn. */
function saying({ asked: _asked, ...call }: Call, said: Said): { call: Call; effect: Effect } {
  const isOver = said.next.do === 'hang_up';
  return { call: { ...call, turn: call.turn + 1, said, isOver }, effect: { do: 'say', said } };
}

const over = ({ said: _said, asked: _asked, ...call }: Call): { call: Call; effect: Effect } => ({
  call: { ...call, isOver: true },
  effect: { do: 'end' },
});

/** The assistant asks again, in its own words. While people own the conversation, the caller may wait for them. */
function silent(call: Call, { goodbye }: CallSettings): { call: Call; effect: Effect } {
  if (call.isWithPeople) return saying(call, listening(NOTHING));
  if (call.silences >= MOST_SILENCES) {
    return saying(call, { speech: plainSpeech(goodbye), choices: [], next: { do: 'hang_up' } });
  }
  return asking({ ...call, silences: call.silences + 1 }, '');
}

/**
 * The number that takes over; undefined if the answer hands nothing over, or no number is given.
 * @param wasWithPeople true if people own the conversation already: who waits for them is not called a second time
 */
export const numberToDial = (
  { handsOver, number }: Pick<Exclude<CallAnswer, 'failed'>, 'handsOver' | 'number'>,
  { handOverTo }: Pick<CallSettings, 'handOverTo'>,
  wasWithPeople: boolean,
): string | undefined => (handsOver && !wasWithPeople ? (number ?? handOverTo) : undefined);

/** Takes the answer to the query of this turn into the call. */
export function answered(call: Call, answer: CallAnswer, settings: CallSettings): { call: Call; said: Said } {
  if (answer === 'failed') return failed(call, settings);
  const { isWithPeople, ends } = answer;
  const number = numberToDial(answer, settings, call.isWithPeople);
  return ended(
    { ...call, failures: 0, isWithPeople },
    {
      speech: speechOf(answer, settings.choice),
      choices: answer.choices,
      next: number === undefined ? { do: ends ? 'hang_up' : 'listen' } : { do: 'dial', number },
    },
  );
}

function failed(call: Call, settings: CallSettings): { call: Call; said: Said } {
  const counted = { ...call, failures: call.failures + 1 };
  return counted.failures >= MOST_FAILURES
    ? givenUp(counted, settings)
    : ended(counted, listening(plainSpeech(settings.sorry), call.said?.choices));
}

/** Says that there is no answer, and has the number take over or ends the call. Whatever was asked is asked no more. */
export const givenUp = (
  call: Call,
  { sorry, handOverTo }: Pick<CallSettings, 'sorry' | 'handOverTo'>,
): { call: Call; said: Said } =>
  ended(call, {
    ...listening(plainSpeech(sorry), call.said?.choices),
    next: handOverTo === undefined ? { do: 'hang_up' } : { do: 'dial', number: handOverTo },
  });

const ended = (call: Call, said: Said): { call: Call; said: Said } => ({
  call: saying(call, said).call,
  said,
});
