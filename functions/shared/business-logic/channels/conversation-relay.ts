import * as z from 'zod/mini';
import { wordsOf } from '../../domain/channels/messages.ts';
import { isSignedByTwilio } from '../../domain/signatures.ts';
import type { Said } from '../../domain/voice/call.ts';
import type { RelayEvent } from '../../domain/voice/relayed-call.ts';
import type { Speech } from '../../domain/voice/speech.ts';
import type { Gateway } from './gateway.ts';
import { jsonIn } from './text.ts';
import { type Sound, twilioAttributes, twiml } from './twiml.ts';

/** Twilio's messages are smaller, and a transcript longer than a query would be cut anyway. */
const MAX_MESSAGE = 32_768;

/** Twilio's messages. https://www.twilio.com/docs/voice/conversationrelay/websocket-messages */
const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('setup'), callSid: z.string(), accountSid: z.string() }),
  z.object({ type: z.literal('prompt'), voicePrompt: z.string(), last: z.optional(z.boolean()) }),
  z.object({ type: z.literal('dtmf'), digit: z.string().check(z.regex(/^[0-9*#]$/)) }),
  z.object({ type: z.literal('interrupt'), utteranceUntilInterrupt: z.optional(z.string()) }),
]);

export type RelayMessage =
  | { kind: 'setup'; callId: string; account: string }
  | Exclude<RelayEvent, { kind: 'connected' | 'look' }>;

/** @returns undefined for a message without effect on a call, such as a transcript that may still change */
export function readRelayMessage(text: string): RelayMessage | undefined {
  if (text.length > MAX_MESSAGE) return undefined;
  const { data } = message.safeParse(jsonIn(text));
  switch (data?.type) {
    case 'setup':
      return { kind: 'setup', callId: data.callSid, account: data.accountSid };
    case 'prompt':
      return data.last === false ? undefined : { kind: 'words', text: wordsOf(data.voicePrompt) };
    case 'dtmf':
      return { kind: 'digit', digit: data.digit };
    case 'interrupt':
      return { kind: 'interrupted', heard: wordsOf(data.utteranceUntilInterrupt ?? '') };
    case undefined:
      return undefined;
  }
}

/**
 * The message that speaks a text; undefined if the text is empty. SSML is sent only if the author wrote it and the
 * channel sets a voice.
 */
const textMessage = ({ text, xml }: Speech, { voice }: Pick<Sound, 'voice'>): string | undefined => {
  const token = voice !== undefined && xml.includes('<') ? xml : text;
  return token === '' ? undefined : JSON.stringify({ type: 'text', token, last: true, interruptible: true });
};

/** The message that ends the session. Twilio passes `handoffData` to the next address, which does not read it. */
const endMessage = ({ next }: Said): string =>
  JSON.stringify({ type: 'end', handoffData: JSON.stringify({ reason: next.do }) });

/** Twilio listens at any time and does not report silence. */
export const CONVERSATION_RELAY: Gateway<'voice'> = {
  listening: { tellsSilence: false, settleMs: 120 },
  said: (said, _turn, sound) =>
    said.next.do === 'listen' ? textMessage(said.speech, sound) : endMessage(said),
  oneMoment: textMessage,
};

/** The address of the connection for a call. */
export const relayAddress = (url: string, channel: string, call: string): string =>
  `${url}?channel=${encodeURIComponent(channel)}&call=${encodeURIComponent(call)}`;

/**
 * True if Twilio signed the request for a connection. Twilio's documentation and its library (2026) sign an address
 * with a query differently, so both forms count: the whole address, or the address without its query followed by the
 * parameters, as for a form.
 */
export function isSignedRelay(
  url: string,
  { channel, call }: { channel: string; call: string },
  signature: string,
  authToken: string,
): boolean {
  const forms = [
    { url: relayAddress(url, channel, call), parameters: new Map<string, string>() },
    { url, parameters: new Map(Object.entries({ channel, call })) },
  ];
  return forms.some((form) => isSignedByTwilio({ ...form, signature }, authToken));
}

/**
 * The prefixes of `<Say>` voices and their providers:
 * https://www.twilio.com/docs/voice/conversationrelay/voice-configuration
 */
const PROVIDERS = [
  ['Polly.', 'Amazon'],
  ['Google.', 'Google'],
] as const;

function voiceOf(voice: string | undefined): Record<string, string> {
  if (voice === undefined) return {};
  const known = PROVIDERS.find(([prefix]) => voice.startsWith(prefix));
  return known === undefined ? { voice } : { ttsProvider: known[1], voice: voice.slice(known[0].length) };
}

/**
 * TwiML that holds the call over a connection.
 * @param url the address of the connection
 * @param action the address that Twilio calls when the connection has ended
 */
export function relayDocument(url: string, action: string, { locale, voice }: Sound): string {
  const attributes = twilioAttributes({
    url,
    language: locale,
    ...voiceOf(voice),
    dtmfDetection: 'true',
    interruptible: 'any',
  });
  return twiml(
    `<Connect${twilioAttributes({ action, method: 'POST' })}><ConversationRelay${attributes}/></Connect>`,
  );
}
