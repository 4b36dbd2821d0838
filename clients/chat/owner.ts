import type { CallError } from '../typescript/errors.ts';

/** The scope that a request of the chat needs. */
export type Wanted = 'query' | 'conversation_write';

/** Tells the page's owner, in the browser's console, why the service refused a request and how to fix it. */
export function tellOwner(
  { code, status, message, requestId }: CallError,
  service: string,
  wanted: Wanted,
): void {
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  const words = `<parley-chat>: ${status ?? 'no answer'} ${code}: ${message}${request} ${hintOf(code, status, service, wanted)}`;
  // biome-ignore lint/suspicious/noConsole: the browser's console is where a page's owner looks.
  console.error(words.trim());
}

function hintOf(code: string, status: number | undefined, service: string, wanted: Wanted): string {
  if (code === 'network') {
    return `Is ${service} reached from here, and does it let pages of ${location.origin} call it (its CORS origins)?`;
  }
  if (status === 401) return 'Give the element an app-key, or a token-url, that is valid.';
  if (status === 403) {
    return `The key needs the scope ${wanted}, and ${location.hostname} among its referrer_addresses.`;
  }
  if (status === 404 && wanted === 'conversation_write') {
    return 'Only answers in the conversation log can be rated: the assistant needs a setting conversations.';
  }
  return '';
}
