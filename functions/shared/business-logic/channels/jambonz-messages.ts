import * as z from 'zod/mini';
import { wordsOf } from '../../domain/channels/messages.ts';
import { isSameSecret } from '../../domain/signatures.ts';
import { type Call, isMenu, type Said } from '../../domain/voice/call.ts';
import type { RelayEvent } from '../../domain/voice/relayed-call.ts';
import { plainSpeech, type Speech } from '../../domain/voice/speech.ts';
import type { Gateway } from './gateway.ts';
import { MAX_SAID, PEOPLE } from './jambonz.ts';
import { jsonIn, pieces } from './text.ts';
import { hintsOf, type Sound } from './twiml.ts';

/** The gateway limits its messages to 24 KB, and a transcript longer than a query would be cut anyway. */
const MAX_MESSAGE = 32_768;

/** Choices that are sent to the recogniser as hints, within the same message. */
const MAX_HINTS = 25;

/** How long the gateway waits for the first word or key, for a caller who waits for a person, and for the next key. */
const LISTEN_SECONDS = 8;
const WAIT_SECONDS = 30;
const KEYS_SECONDS = 3;

/** How long the hand-over number rings. */
const RING_SECONDS = 30;

/** The gateway's user name for Basic authentication. */
const USER = 'parley';

/** The path of a turn's hook, which the number of the turn follows. */
const TURN = '/turn/';

const alternative = z.object({ transcript: z.string(), confidence: z.optional(z.number()) });
const speech = z.object({
  is_final: z.optional(z.boolean()),
  alternatives: z.optional(z.array(alternative)),
  transcripts: z.optional(z.array(z.object({ alternatives: z.array(alternative) }))),
});
const hooked = z.object({
  speech: z.optional(speech),
  digits: z.optional(z.string()),
  dial_call_status: z.optional(z.string()),
});
/** Ids of messages and calls: short ids and UUIDs. */
const id = z.string().check(z.regex(/^[\w-]{1,64}$/));
const toTurn = z.object({ hook: z.string() });

/**
 * The gateway's messages. https://docs.jambonz.org/reference/websocket-api/call-control/overview; the payloads of hooks
 * are those of its feature server's `gather`, `dial` and `say`.
 */
const message = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(['session:new', 'session:reconnect']),
    msgid: id,
    call_sid: id,
    data: z.object({ account_sid: z.string(), from: z.optional(z.string()) }),
  }),
  z.object({
    type: z.literal('verb:hook'),
    msgid: id,
    call_sid: id,
    ...toTurn.shape,
    // A hook must be acknowledged even if its data cannot be read, or the call would stop.
    data: z.catch(hooked, {}),
  }),
  z.object({
    type: z.literal('verb:status'),
    call_sid: id,
    data: z.object({ id: z.string(), event: z.enum(['stop-playback', 'kill-playback']) }),
  }),
  z.object({
    type: z.literal('call:status'),
    call_sid: id,
    data: z.object({ call_sid: z.string(), call_status: z.string() }),
  }),
  z.object({ type: z.literal('session:redirect'), msgid: id, call_sid: id, ...toTurn.shape }),
]);

/** The statuses of a call that is over. */
const OVER = ['completed', 'failed', 'no-answer', 'busy'];

/** A message of the gateway. `messageId` is set if the gateway waits for an acknowledgement, for five seconds. */
export type JambonzMessage = { callId: string } & (
  | { kind: 'session'; messageId: string; account: string; caller: string; isNew: boolean }
  /** `event` is unset for an input without effect. */
  | { kind: 'event'; messageId?: string; event?: RelayEvent }
  /** The gateway asks what to do next. `said`: what people want to say into the call, or empty. */
  | { kind: 'redirected'; messageId: string; said: string }
);

/** @returns undefined for a message without effect on a call */
export function readJambonzMessage(text: string): JambonzMessage | undefined {
  if (text.length > MAX_MESSAGE) return undefined;
  const { data: read } = message.safeParse(jsonIn(text));
  if (read === undefined) return undefined;
  const callId = read.call_sid;
  switch (read.type) {
    case 'session:new':
    case 'session:reconnect': {
      const { account_sid: account, from = '' } = read.data;
      const isNew = read.type === 'session:new';
      return { kind: 'session', callId, messageId: read.msgid, account, caller: from, isNew };
    }
    case 'verb:hook': {
      const event = eventOf(read.data, turnOf(read.hook));
      return { kind: 'event', callId, messageId: read.msgid, ...(event && { event }) };
    }
    case 'verb:status': {
      const turn = turnOf(read.data.id);
      const wasCut = read.data.event === 'kill-playback';
      return turn === undefined
        ? undefined
        : { kind: 'event', callId, event: { kind: 'spoken', wasCut, turn } };
    }
    case 'call:status': {
      // The gateway also reports on the call to the hand-over number.
      const isOver = read.data.call_sid === callId && OVER.includes(read.data.call_status);
      return isOver ? { kind: 'event', callId, event: { kind: 'hang_up' } } : undefined;
    }
    case 'session:redirect': {
      const said = read.hook.startsWith(PEOPLE)
        ? (new URLSearchParams(read.hook.slice(PEOPLE.length)).get('text') ?? '')
        : '';
      return { kind: 'redirected', callId, messageId: read.msgid, said };
    }
  }
}

/** The turn in one of our hooks or ids. */
const turnOf = (hook: string): number | undefined => {
  const [, turn] = /^\/turn\/(\d{1,6})$/.exec(hook) ?? [];
  return turn === undefined ? undefined : Number(turn);
};

/** A hook without content is silence: of the caller, or of a recogniser that failed. */
function eventOf(
  { speech: heard, digits = '', dial_call_status: dialed }: z.output<typeof hooked>,
  turn: number | undefined,
): RelayEvent | undefined {
  if (turn === undefined) return undefined;
  if (dialed !== undefined) return { kind: 'dialed', isAnswered: dialed === 'completed', turn };
  if (/^[0-9*#]{1,64}$/.test(digits)) return { kind: 'digits', digits, turn };
  return heard === undefined ? { kind: 'silence', turn } : heardIn(heard, turn);
}

/** Older gateways put the alternatives into a list of transcripts. A transcript that may still change is no event. */
function heardIn(heard: z.output<typeof speech>, turn: number): RelayEvent | undefined {
  if (heard.is_final === false) return undefined;
  const [best] = heard.alternatives ?? heard.transcripts?.[0]?.alternatives ?? [];
  const text = wordsOf(best?.transcript ?? '');
  if (text === '') return { kind: 'silence', turn };
  const confidence = best?.confidence ?? 0;
  return { kind: 'words', text, turn, ...(confidence > 0 && confidence <= 1 && { confidence }) };
}

/** True if the header has the channel's password (RFC 7617). */
export function isJambonz(authorization: string, password: string): boolean {
  const [, given = ''] = /^basic +([A-Za-z0-9+/=]+)$/i.exec(authorization) ?? [];
  return isSameSecret(Buffer.from(given, 'base64').toString('utf8'), `${USER}:${password}`);
}

/** The WebSocket subprotocol that the gateway requires. */
export const SUBPROTOCOL = 'ws.jambonz.org';

type Verb = Record<string, unknown> & { verb: string };

const acknowledged = (msgid: string, data?: readonly Verb[]): string =>
  JSON.stringify({ type: 'ack', msgid, ...(data && { data }) });

/** Acknowledges a message; what to do next follows in another message. */
export const acknowledgement = (messageId: string): string => acknowledged(messageId);

/** Acknowledges the beginning of a call, which needs a verb. */
export const beginningOf = (messageId: string): string =>
  acknowledged(messageId, [{ verb: 'config', notifyEvents: true }]);

export const endOf = (messageId: string): string => acknowledged(messageId, [{ verb: 'hangup' }]);

/** Speaks what people say, and listens again unless a query is being answered. */
export function redirection(
  messageId: string,
  text: string,
  { said, turn, asked }: Call,
  sound: Sound,
): string {
  const people = plainSpeech(wordsOf(text));
  const verbs =
    asked === undefined ? [gather(people, said?.choices ?? [], turn, sound)] : sayVerb(people, sound);
  return acknowledged(messageId, verbs);
}

/** A command that replaces what the gateway is doing. */
const redirect = (...data: Verb[]): string => JSON.stringify({ type: 'command', command: 'redirect', data });

/** `default` is the vendor that the gateway's application sets. */
const soundOf = ({ locale, voice }: Sound) => ({
  vendor: 'default',
  language: locale,
  ...(voice !== undefined && { voice }),
});

/** SSML is sent only if the author wrote it, the channel sets a voice, and it is short enough. */
function textOf({ text, xml }: Speech, { voice }: Sound): string | string[] {
  const ssml = `<speak>${xml}</speak>`;
  if (voice !== undefined && xml.includes('<') && ssml.length <= MAX_SAID) return ssml;
  const [said = ''] = pieces(text, MAX_SAID);
  return said;
}

const say = (said: Speech, sound: Sound, turn?: number) => ({
  text: textOf(said, sound),
  synthesizer: soundOf(sound),
  ...(turn !== undefined && { id: TURN + turn }),
});

const sayVerb = (said: Speech, sound: Sound): Verb[] =>
  said.text === '' ? [] : [{ verb: 'say', ...say(said, sound) }];

function gather(said: Speech, choices: readonly string[], turn: number, sound: Sound): Verb {
  const hints = hintsOf(choices).slice(0, MAX_HINTS);
  return {
    verb: 'gather',
    input: ['speech', 'digits'],
    actionHook: TURN + turn,
    bargein: true,
    dtmfBargein: true,
    finishOnKey: '#',
    minDigits: 1,
    interDigitTimeout: KEYS_SECONDS,
    ...(isMenu(choices, sound.choice) && { numDigits: 1 }),
    timeout: said.text === '' ? WAIT_SECONDS : LISTEN_SECONDS,
    recognizer: { vendor: 'default', language: sound.locale, ...(hints.length > 0 && { hints }) },
    ...(said.text !== '' && { say: say(said, sound, turn) }),
  };
}

/** The message for a reply and what follows it. */
function saidMessage({ speech: said, choices, next }: Said, turn: number, sound: Sound): string {
  switch (next.do) {
    case 'hang_up':
      return redirect(...sayVerb(said, sound), { verb: 'hangup' });
    case 'dial':
      return redirect(...sayVerb(said, sound), {
        verb: 'dial',
        actionHook: TURN + turn,
        answerOnBridge: true,
        timeout: RING_SECONDS,
        target: [{ type: 'phone', number: next.number }],
      });
    case 'listen':
      return redirect(gather(said, choices, turn, sound));
  }
}

/** Jambonz listens to one input at a time and reports silence. */
export const JAMBONZ_GATEWAY: Gateway<'jambonz'> = {
  listening: { tellsSilence: true, settleMs: 120 },
  said: saidMessage,
  oneMoment: (text, sound) => redirect(...sayVerb(text, sound)),
};

/** The caller's id. A caller with a hidden number gets a new id for each call. */
export const callerOf = (from: string, callId: string): string =>
  /^\+?\d{3,15}$|^sips?:/.test(from) ? from : callId;
