import { serve } from './front.ts';

/** The HTTP server with a constant answer: the minimum cost of any endpoint. */
const body = JSON.stringify({
  access_token: 'a'.repeat(30),
  expires_in: 36_000,
  token_type: 'Bearer',
  scope: 'query',
});
const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Pragma: 'no-cache' };
serve(async (_, form) => {
  Object.fromEntries(new URLSearchParams(form));
  return { status: 200, headers, body };
});
