/** The platform functions that a client uses. */
export interface Surroundings {
  fetch: typeof fetch;
  /** Milliseconds since the epoch. */
  now(): number;
  /** 0…1. */
  random(): number;
  newId(): string;
  /** Resolves after `milliseconds`; rejects with the signal's reason if aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const OWN_SURROUNDINGS: Surroundings = {
  fetch: (input, init) => fetch(input, init),
  now: Date.now,
  random: Math.random,
  newId: () => (crypto.randomUUID === undefined ? uuid() : crypto.randomUUID()),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', end);
        resolve();
      }, milliseconds);
      if (signal?.aborted) end();
      else signal?.addEventListener('abort', end, { once: true });
    }),
};

/** Pages over plain http have no `randomUUID` (RFC 9562 §5.4). */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  }).join('');
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
