import * as z from 'zod/mini';
import { parameter } from './authorization.ts';

export const ACCOUNT_PARAMETERS = [
  parameter('institution', 'Prefills the institution if the browser is not signed in.', {}),
  parameter('done', 'The action just completed, which the page confirms.', {
    enum: ['signed_out', 'withdrawn'],
  }),
];

/** The fields of the page's forms. */
export const ACCOUNT_FORM = z.object({
  form_token: z.string(),
  action: z.enum(['sign-in', 'sign-out', 'sign-out-all', 'withdraw']),
  institution: z.optional(z.string()),
  username: z.optional(z.string()),
  password: z.optional(z.string()),
  keep: z.optional(z.enum(['yes'])),
  session: z.optional(z.string()),
  client: z.optional(z.string()),
});

export const ACCOUNT_REDIRECT = {
  303: {
    description: 'Redirects back to the page.',
    headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } },
  },
};
