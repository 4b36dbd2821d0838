import { redirectVerb, saidDocument, sayVerb, twiml } from '../shared/business-logic/channels/twiml.ts';
import { RESUME } from '../shared/business-logic/channels/voice.ts';
import { wordsOf } from '../shared/domain/channels/messages.ts';
import type { Heard } from '../shared/domain/voice/call.ts';
import type { CallReply } from '../shared/domain/voice/conversation.ts';
import { plainSpeech } from '../shared/domain/voice/speech.ts';
import type { ApiRequest } from '../shared/http/request.ts';

/** What Twilio says of a call that is over. */
const OVER = ['completed', 'busy', 'failed', 'no-answer', 'canceled'];

/** The place of an input in its call, which the address carries. */
export interface Step {
  turn: number | 'resume';
  /** True after a connection over which the call was held (ConversationRelay). */
  isAfterRelay: boolean;
  /** How often Twilio came back for the answer of this turn. */
  wait: number;
  /** The query of the address, as it was given to Twilio. */
  query: string;
}

/** The query of the address that Twilio calls when a connection has ended. */
export const AFTER_RELAY = '?relay=1';

const queryOf = (turn: number, wait = 0): string => `?turn=${turn}${wait > 0 ? `&wait=${wait}` : ''}`;

/** Another query than ours fails the check of the signature, which covers it. */
export function stepOf(query: ApiRequest['query']): Step {
  const numberIn = (name: string) => Number(/^\d{1,4}$/.exec(query.get(name)?.[0] ?? '')?.[0] ?? 0);
  if (query.has('resume')) return { turn: 'resume', isAfterRelay: false, wait: 0, query: RESUME };
  if (query.has('relay')) return { turn: 0, isAfterRelay: true, wait: 0, query: AFTER_RELAY };
  const [turn, wait] = [numberIn('turn'), numberIn('wait')];
  return { turn, isAfterRelay: false, wait, query: query.size === 0 ? '' : queryOf(turn, wait) };
}

/** What Twilio heard. https://www.twilio.com/docs/voice/twiml/gather, …/dial */
export function heardIn(parameters: ReadonlyMap<string, string>, turn: number | 'resume'): Heard {
  const [status = '', dialed = '', digits = '', words = '', confidence = ''] = [
    'CallStatus',
    'DialCallStatus',
    'Digits',
    'SpeechResult',
    'Confidence',
  ].map((name) => wordsOf(parameters.get(name) ?? ''));
  if (OVER.includes(status)) return { kind: 'hang_up' };
  if (dialed !== '') return { kind: 'dialed', isAnswered: ['completed', 'answered'].includes(dialed) };
  if (digits !== '') return { kind: 'digits', digits };
  if (words !== '') {
    const sure = Number(confidence);
    return { kind: 'words', text: words, isFinal: true, ...(sure > 0 && { confidence: sure }) };
  }
  return turn === 0 ? { kind: 'start' } : { kind: 'silence' };
}

/** A caller who hides the number is another one in each call. */
export const callerOf = (parameters: ReadonlyMap<string, string>, callId: string): string => {
  const from = parameters.get('From') ?? '';
  return /^\+?\d{3,15}$|^(?:sip|client):/.test(from) ? from : callId;
};

/**
 * The document for a reply.
 * @param wait how often Twilio came back for it
 * @param addressOf the address with a query
 */
export function documentOf(
  reply: CallReply,
  wait: number,
  addressOf: (query: string) => string,
  channel: Parameters<typeof saidDocument>[2] & { oneMoment: string },
): string {
  switch (reply.do) {
    case 'end':
      return twiml('<Hangup/>');
    case 'come_back':
      return twiml(
        wait === 0 ? sayVerb(plainSpeech(channel.oneMoment), channel) : '<Pause length="1"/>',
        redirectVerb(addressOf(queryOf(reply.turn, wait + 1))),
      );
    case 'say':
      return saidDocument(reply.said, addressOf(queryOf(reply.turn)), channel);
  }
}
