import { speechOf } from '../../domain/voice/speech.ts';
import type { Speaker } from './speaker.ts';
import { pieces } from './text.ts';
import { callPlaceOf, NOWHERE, spokenAnswer } from './voice.ts';

/** Characters that are spoken at once: the gateway closes a connection that sends it more than 24 KB in a message. */
export const MAX_SAID = 5000;

/** The hook for what people say: the REST call sets it, and the gateway then asks its connection for it. */
export const PEOPLE = '/people?';

/** The address of the connections of a channel. */
export const jambonzAddress = (url: string, channel: string): string =>
  `${url}?channel=${encodeURIComponent(channel)}`;

/** Telephone calls over Jambonz: what people say is spoken into the call, which then listens again. */
export const JAMBONZ: Speaker<'jambonz'> = {
  calls: ({ url, channel }, { address }, visuals) => {
    if (address === NOWHERE) return [];
    const { text } = speechOf(spokenAnswer(visuals), channel.choice);
    const [said] = pieces(text, MAX_SAID);
    if (said === undefined) return [];
    const hook = { url: `${PEOPLE}${new URLSearchParams({ text: said })}`, method: 'POST' };
    return [
      {
        url: `${url}/Calls/${callPlaceOf(address).call}`,
        method: 'PUT',
        headers: authorized(channel.apiKey),
        body: JSON.stringify({ call_hook: hook }),
      },
    ];
  },
  check: ({ url, channel }) => ({ url, method: 'GET', headers: authorized(channel.apiKey), body: '' }),
};

const authorized = (key: string) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${key}`,
});
