import { isMenu, type Said } from '../../domain/voice/call.ts';
import type { Speech } from '../../domain/voice/speech.ts';
import { escapeXml } from '../../domain/voice/ssml.ts';
import { pieces } from './text.ts';

/** The settings for speech and recognition of a channel. */
export interface Sound {
  /** The language of the call, as the platform writes it: `de-DE`. */
  locale: string;
  /** A voice of the platform. Unset: its default, which may not support SSML. */
  voice?: string;
  /** Set if keys select choices. */
  choice?: string;
}

/** Characters of one `<Say>`: Twilio refuses more than 4,096. */
const MAX_SAID = 4000;

/** How long Twilio waits for the first word or key, and for a caller who waits for a person. */
const LISTEN_SECONDS = 5;
const WAIT_SECONDS = 30;

/** How long the hand-over number rings. */
const RING_SECONDS = 30;

/** https://www.twilio.com/docs/voice/twiml/gather: at most 500 hints of 100 characters, separated by commas. */
const MAX_HINTS = 500;
const MAX_HINT = 100;

export const twilioAttributes = (given: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');

export const twiml = (...verbs: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs.join('')}</Response>`;

export function sayVerb({ text, xml }: Speech, { locale, voice }: Sound): string {
  const say = (content: string) => `<Say${twilioAttributes({ language: locale, voice })}>${content}</Say>`;
  if (voice !== undefined && xml.length <= MAX_SAID) return xml === '' ? '' : say(xml);
  return pieces(text, MAX_SAID)
    .map((piece) => say(escapeXml(piece)))
    .join('');
}

export const redirectVerb = (address: string): string =>
  `<Redirect method="POST">${escapeXml(address)}</Redirect>`;

/**
 * TwiML for a reply and what follows it.
 * @param action the address of the next input
 */
export function saidDocument({ speech, choices, next }: Said, action: string, sound: Sound): string {
  const said = sayVerb(speech, sound);
  switch (next.do) {
    case 'hang_up':
      return twiml(said, '<Hangup/>');
    case 'dial':
      return twiml(
        said,
        `<Dial${twilioAttributes({ action, method: 'POST', timeout: RING_SECONDS, answerOnBridge: 'true' })}>`,
        `<Number>${escapeXml(next.number)}</Number></Dial>`,
      );
    case 'listen': {
      const hints = hintsOf(choices);
      const listening = {
        input: 'dtmf speech',
        language: sound.locale,
        timeout: said === '' ? WAIT_SECONDS : LISTEN_SECONDS,
        speechTimeout: 'auto',
        // Silence is an input too.
        actionOnEmptyResult: 'true',
        ...(isMenu(choices, sound.choice) && { numDigits: 1 }),
        ...(hints.length > 0 && { hints: hints.join(', ') }),
        action,
        method: 'POST',
      };
      return twiml(`<Gather${twilioAttributes(listening)}>${said}</Gather>`);
    }
  }
}

/** Hints for the recogniser: what the caller is likely to say. */
export const hintsOf = (choices: readonly string[]): string[] =>
  choices
    .map((choice) => choice.replace(/[,\s]+/g, ' ').trim())
    .filter((choice) => choice !== '' && choice.length <= MAX_HINT)
    .slice(0, MAX_HINTS);
