/** Caches a function's result for each text, since readers ask about the same parts of a query repeatedly. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, { value: T }>();
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
