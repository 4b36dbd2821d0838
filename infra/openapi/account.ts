import * as z from 'zod/mini';
import { parameter } from './authorization.ts';

export const ACCOUNT_PARAMETERS = [
  parameter('institution', 'Fills in the institution for a browser that is not signed in.', {}),
  parameter('done', 'What was done just before, which the page then says.', {
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
    description: 'Back to the page.',
    headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } },
  },
};
