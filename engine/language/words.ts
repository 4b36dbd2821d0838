/** The words of a text as a set; none of an empty one. */
export const wordSet = (words = ''): ReadonlySet<string> =>
  new Set(words.split(/\s+/).filter((word) => word !== ''));
