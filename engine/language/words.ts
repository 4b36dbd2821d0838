/** The words of a text as a set; empty for an empty text. */
export const wordSet = (words = ''): ReadonlySet<string> =>
  new Set(words.split(/\s+/).filter((word) => word !== ''));

/** The words of a text. */
export const spaced = (text: string): readonly string[] => text.trim().split(/\s+/);
