/** Caches a function's result for each text, since readers ask about the same parts of a query repeatedly. */
export function remembered<T, Key = string>(read: (key: Key) => T): (key: Key) => T {
  const known = new Map<Key, { value: T }>();
  return (text) => {
    let reading = known.get(text);
    if (reading === undefined) {
      reading = { value: read(text) };
      known.set(text, reading);
    }
    return reading.value;
  };
}

/**
 * Caches a function's result for each of an owner's own texts, such as titles, as long as the owner is in use. An
 * owner has few texts, so nothing is dropped.
 */
export function rememberedOf<Owner extends object, T>(
  read: (owner: Owner, language: string, text: string) => T,
): (owner: Owner, language: string, text: string) => T {
  const known = new WeakMap<Owner, Map<string, { value: T }>>();
  return (owner, language, text) => {
    const texts = known.get(owner) ?? new Map<string, { value: T }>();
    known.set(owner, texts);
    const key = `${language} ${text}`;
    const reading = texts.get(key) ?? { value: read(owner, language, text) };
    texts.set(key, reading);
    return reading.value;
  };
}

/** Keeps the latest results of a function, up to a sum of sizes. */
export class Latest<T> {
  readonly #most: number;
  /** Ordered from oldest to latest. */
  readonly #made = new Map<string, { made: T; size: number }>();
  #size = 0;

  /** @param most the limit for the sum of sizes; a larger single result is not kept */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param sizeOf the size of a result. Default 1. */
  of(key: string, make: () => T, sizeOf: (made: T) => number = () => 1): T {
    const known = this.#made.get(key);
    if (known !== undefined) {
      this.#made.delete(key);
      this.#made.set(key, known);
      return known.made;
    }
    const made = make();
    const size = sizeOf(made);
    if (size > this.#most) return made;
    this.#made.set(key, { made, size });
    this.#size += size;
    for (const [oldest, dropped] of this.#made) {
      if (this.#size <= this.#most) break;
      this.#made.delete(oldest);
      this.#size -= dropped.size;
    }
    return made;
  }
}
