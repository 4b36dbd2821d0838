import {
  type ChoiceLine,
  NOTHING,
  plainSpeech,
  queryOfDigits,
  type Speech,
  type SpokenAnswer,
  speechOf,
} from './speech.ts';

/** An input of a call, as its platform reports it. */
export type Heard =
  | { kind: 'start' }
  /** A transcript. A later one may replace it unless it is final. */
  | { kind: 'words'; text: string; isFinal: boolean /** 0…1; unknown if absent. */; confidence?: number }
  | { kind: 'digits'; digits: string }
  | { kind: 'silence' }
  /** The caller spoke while the assistant was speaking. */
  | { kind: 'barge_in' }
  /** The call to the hand-over number ended. */
  | { kind: 'dialed'; isAnswered: boolean }
  | { kind: 'hang_up' };

export type Next = { do: 'listen' } | { do: 'dial'; number: string } | { do: 'hang_up' };

/** A spoken reply, and what the call does next. */
export interface Said {
  speech: Speech;
  /** The choices that keys can select. */
  choices: readonly string[];
  next: Next;
}

/** The state of a call between two webhooks or messages. Plain JSON. */
export interface Call {
  /** Number of inputs answered so far; also the number of the next input. */
  turn: number;
  /** The query of this turn, once asked. Empty at the start of the call and after silence. */
  asked?: string;
  /** Consecutive silences, and consecutive failures. */
  silences: number;
  failures: number;
  said?: Said;
  /** The latest transcript if it is not final. */
  partial?: string;
  /** True while people own the conversation. */
  isWithPeople: boolean;
  isOver: boolean;
  /** Set only for a call over a connection (`relay.ts`). */
  relay?: RelayState;
}

/** The state of a call over a connection, which can hear and speak at any time. Times are epoch milliseconds. */
export interface RelayState {
  /** The caller, and the platform's id of the call. */
  caller: string;
  callId: string;
  /** The latest connection; messages of earlier ones are ignored. */
  connection?: string;
  /** Lost or refused connections replaced since the last answer. */
  connections: number;
  /** Inputs that wait for an answer, in order of arrival. */
  inputs: readonly {
    at: number;
    heard: Extract<Heard, { kind: 'start' | 'words' | 'digits' | 'silence' }>;
  }[];
  /** Keys pressed so far; more may follow. */
  digits: readonly { at: number; digit: string }[];
  /** The process that answers the inputs, and when its claim expires. */
  worker?: { id: string; until: number };
  /** The caller had heard everything said up to this time before making the current query. */
  heardUntil?: number;
  /** True until the latest reply is sent. */
  isUnsent: boolean;
  /** When the query for the latest reply was asked, and when that reply was sent. */
  askedAt: number;
  sentAt: number;
  /** True if the caller interrupted the latest reply. */
  wasCut: boolean;
  /** When the gateway first reported the end of a turn's speech. */
  spoken?: { turn: number; at: number };
  /** Ids of the latest writes, newest first. */
  writes?: readonly string[];
}

export interface CallSettings {
  /** Spoken at the start of the call, instead of the assistant's welcome. */
  greeting?: string;
  /** The line read out for each choice, with `{number}` and `{choice}`. Unset: keys select nothing. */
  choice?: ChoiceLine;
  /** Transcripts below this confidence, 0…1, count as silence. Default: 0. */
  leastConfidence?: number;
  /** The number to dial on a hand-over, unless the answer gives one. */
  handOverTo?: string;
  /** Spoken if there is no answer, if the hand-over number does not answer, and before hanging up on silence. */
  sorry: string;
  unreachable: string;
  goodbye: string;
}

/** What to do about an input. */
export type Effect =
  | { do: 'ask'; query: string }
  | { do: 'say'; said: Said }
  /** Nothing yet: more input follows. */
  | { do: 'wait' }
  | { do: 'end' };

/** The parts of the assistant's answer that a call uses. */
export type CallAnswer =
  | (SpokenAnswer & {
      /** True if people own the conversation, or the caller asked for a person and none can take over. */
      handsOver: boolean;
      isWithPeople: boolean;
      /** The number to dial, if the answer gives one. */
      number?: string;
      /** True if the caller said goodbye and the assistant asks nothing. */
      ends: boolean;
    })
  | 'failed';

export const NEW_CALL: Call = { turn: 0, silences: 0, failures: 0, isWithPeople: false, isOver: false };

/** Consecutive silences after which the assistant repeats its question; one more ends the call. */
export const MOST_SILENCES = 2;
const MOST_FAILURES = 2;

/** True if a single key selects a choice: `choice` is set, there are 1 to 9 choices, and none contains a digit. */
export const isMenu = (choices: readonly string[], choice: ChoiceLine | undefined): boolean =>
  choice !== undefined &&
  choices.length > 0 &&
  choices.length < 10 &&
  !choices.some((text) => /\p{Nd}/u.test(text));

/** The key that repeats the reply. A spoken “say that again” goes to the assistant, which knows the languages. */
export const REPEAT_KEY = '*';

/** A reply after which the call listens. */
export const listening = (speech: Speech, choices: readonly string[] = []): Said => ({
  speech,
  choices,
  next: { do: 'listen' },
});

/** Applies an input to a call. A call that is over stays as it is. */
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
      // The platform may have lost the end of a sentence: its beginning is the query.
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

/** A reply ends the turn. */
function saying({ asked: _asked, ...call }: Call, said: Said): { call: Call; effect: Effect } {
  const isOver = said.next.do === 'hang_up';
  return { call: { ...call, turn: call.turn + 1, said, isOver }, effect: { do: 'say', said } };
}

const over = ({ said: _said, asked: _asked, ...call }: Call): { call: Call; effect: Effect } => ({
  call: { ...call, isOver: true },
  effect: { do: 'end' },
});

/** Lets the assistant repeat its question. A caller who waits for a person may stay silent. */
function silent(call: Call, { goodbye }: CallSettings): { call: Call; effect: Effect } {
  if (call.isWithPeople) return saying(call, listening(NOTHING));
  if (call.silences >= MOST_SILENCES) {
    return saying(call, { speech: plainSpeech(goodbye), choices: [], next: { do: 'hang_up' } });
  }
  return asking({ ...call, silences: call.silences + 1 }, '');
}

/**
 * The number to dial for a hand-over; undefined if the answer hands nothing over or there is no number.
 * @param wasWithPeople true if people already own the conversation: their number is not dialled again
 */
export const numberToDial = (
  { handsOver, number }: Pick<Exclude<CallAnswer, 'failed'>, 'handsOver' | 'number'>,
  { handOverTo }: Pick<CallSettings, 'handOverTo'>,
  wasWithPeople: boolean,
): string | undefined => (handsOver && !wasWithPeople ? (number ?? handOverTo) : undefined);

/** Applies the answer to the query of this turn. */
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

/** Says that there is no answer, then dials the hand-over number or hangs up. Drops the pending query. */
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
