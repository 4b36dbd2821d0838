import * as z from 'zod/mini';
import type { ChatwootApi } from '../domain/chatwoot/chatwoot.ts';
import type { Attempt } from '../domain/webhooks/deliveries.ts';
import { publicAddressRule } from './addresses.ts';
import { type CallPlatform, platformCaller } from './channels/platform-call.ts';

const contact = z.object({ source_id: z.string() });
const conversation = z.object({ id: z.number() });

/** The name of every contact in Chatwoot: Parley knows no names of end users. */
const CONTACT_NAME = 'Parley';

/**
 * Calls Chatwoot's client API, whose addresses contain the identifier of an API inbox and need no token.
 * https://developers.chatwoot.com/api-reference/contacts-api
 */
export function chatwootApi(call: CallPlatform = platformCaller(publicAddressRule())): ChatwootApi {
  const post = (url: string, body: object) =>
    call({ url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const failed = (reason: string) => ({ delivered: false as const, reason });
  return {
    async begin({ url }, identifier) {
      const made = await post(`${url}/contacts`, { identifier, name: CONTACT_NAME });
      if ('reason' in made) return { delivered: false, ...made };
      const source = contact.safeParse(made.answer).data?.source_id;
      if (source === undefined || !/^[\w.:@-]+$/.test(source)) return failed('chatwoot_unreadable');
      const begun = await post(`${url}/contacts/${source}/conversations`, {});
      if ('reason' in begun) return { delivered: false, ...begun };
      const id = conversation.safeParse(begun.answer).data?.id;
      if (id === undefined) return failed('chatwoot_unreadable');
      return { contact: source, conversation: String(id) };
    },
    async write({ url }, place, content): Promise<Attempt> {
      const address = `${url}/contacts/${place.contact}/conversations/${place.conversation}/messages`;
      const sent = await post(address, { content });
      return 'reason' in sent ? { delivered: false, ...sent } : { delivered: true, status: 200 };
    },
  };
}
