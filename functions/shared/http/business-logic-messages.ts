import * as z from 'zod/mini';
import type { ListedName } from '../domain/institutions/business-logic-names.ts';

const send = (what: string) => ({ error: `send ${what}` });

const server = z.object({
  /** The name after `env:` in an assistant. */
  name: z.string(),
  /** The application that this value is for; null: for every application without its own value. */
  application: z.nullable(z.string()),
  /** The server's address without its password and query; null if the name only has a secret. */
  url: z.nullable(z.string()),
  /** The first 16 hex digits of the SHA-256 of each signing secret, the current one first: two during a rotation. */
  secrets: z.array(z.string()),
});

export const serversResponse = z.object({ business_logic: z.array(server) });

export const serverActRequest = z.object({
  action: z.enum(
    ['set_url', 'rotate_secret', 'retire_secret'],
    send('set_url, rotate_secret or retire_secret as action'),
  ),
  /** With `set_url`: a public https address. */
  url: z.optional(z.string(send('an address'))),
  /** `env_name:app_name`, to change the value for this application only. */
  application: z.optional(z.nullable(z.string(send('an application')))),
});

export const serverActResponse = z.object({
  ...server.shape,
  /** The new secret, after `rotate_secret`. */
  secret: z.optional(z.string()),
});

export const removeServerResponse = z.object({ removed: z.string() });

export const toServer = ({ name, application, url, secrets }: ListedName): z.output<typeof server> => ({
  name,
  application,
  url,
  secrets,
});
