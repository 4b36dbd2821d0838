/** The words of a text as a set; empty for an empty text. */
export const wordSet = (words = ''): ReadonlySet<string> =>
  new Set(words.split(/\s+/).filter((word) => word !== ''));

/** The words of a text. */
export const spaced = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The phrases of a list as a language's folder writes it: bars or lines part them. An empty text has none. */
export const listed = (written = ''): string[] => written.split(/[|\n]\s*/).filter((phrase) => phrase !== '');

/** The phrases of each list by its name. */
export const listsOf = <K extends string>(written: Readonly<Record<K, string>>): Record<K, string[]> =>
  // The keys are those of `written`.
  Object.fromEntries(
    Object.entries<string>(written).map(([name, phrases]) => [name, listed(phrases)]),
  ) as Record<K, string[]>;
