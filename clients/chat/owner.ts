import type { CallError } from '../typescript/errors.ts';

/** Tells the page's owner, in the browser's console, what keeps the chat from answering, and what to do. */
export function tellOwner({ code, status, message, requestId }: CallError, service: string): void {
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  const words = `<parley-chat>: ${status ?? 'no answer'} ${code}: ${message}${request} ${hintOf(code, status, service)}`;
  // biome-ignore lint/suspicious/noConsole: the browser's console is where a page's owner looks.
  console.error(words.trim());
}

function hintOf(code: string, status: number | undefined, service: string): string {
  if (code === 'network') {
    return `Is ${service} reached from here, and does it let pages of ${location.origin} call it (its CORS origins)?`;
  }
  if (status === 401) return 'Give the element an app-key, or a token-url, that is valid.';
  if (status === 403) {
    return `The key needs the scope query, and ${location.hostname} among its referrer_addresses.`;
  }
  return '';
}
