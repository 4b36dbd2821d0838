import type { CallError } from '../typescript/errors.ts';

/** Tells the page's owner in the browser console why the chat cannot answer, and what to do. */
export function tellOwner({ code, status, message, requestId }: CallError, service: string): void {
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  const words = `<parley-chat>: ${status ?? 'no answer'} ${code}: ${message}${request} ${hintOf(code, status, service)}`;
  // biome-ignore lint/suspicious/noConsole: the page's owner looks in the browser console.
  console.error(words.trim());
}

function hintOf(code: string, status: number | undefined, service: string): string {
  if (code === 'network') {
    return `Can ${service} be reached from here, and do its CORS origins include ${location.origin}?`;
  }
  if (status === 401) return 'Set a valid app-key or token-url on the element.';
  if (status === 403) {
    return `The key needs the scope query, and ${location.hostname} in its referrer_addresses.`;
  }
  return '';
}
