/** The fewest letters of a shared stem: `transfer`, `transferencia`. */
const STEM_LETTERS = 4;

/** True if two normalised words share a stem. Short words may differ only in one last letter. */
export function sharesStem(word: string, otherWord: string): boolean {
  const [short, long] = word.length <= otherWord.length ? [word, otherWord] : [otherWord, word];
  if (short.length < STEM_LETTERS) return short === long;
  if (short.length === STEM_LETTERS) return long.length <= STEM_LETTERS + 1 && long.startsWith(short);
  const letters = Math.max(STEM_LETTERS, Math.min(short.length - 2, 7));
  return short.slice(0, letters) === long.slice(0, letters);
}

/** The fewest letters that two forms of a word share: "block", "blocked". */
const LEAST_OF_A_FORM = 5;

/**
 * True if two normalised words differ only in their endings. Stricter than `sharesStem`, which equates “Marco” and
 * “March”: a user who consents to a deed by repeating a word of the question must mean that word.
 */
export function isFormOf(word: string, otherWord: string): boolean {
  if (word === otherWord) return true;
  const shorter = Math.min(word.length, otherWord.length);
  const letters = Math.max(LEAST_OF_A_FORM, shorter - 1);
  return shorter >= LEAST_OF_A_FORM && word.slice(0, letters) === otherWord.slice(0, letters);
}

/** The fewest letters of a compound's last part: “Flugnummer”. */
const LEAST_OF_A_COMPOUND = 5;

/**
 * True if a word is the last part of a compound.
 * @param stem removes endings: “Karten” ends “Kinokarte”
 */
export const endsCompound = (
  part: string,
  compound: string,
  stem: (word: string) => string = (word) => word,
): boolean => part.length >= LEAST_OF_A_COMPOUND && stem(compound).endsWith(stem(part));

/** True if a normalised word is a form of a name, or a compound that ends in the name. */
export const isCalledBy = (name: string, word: string): boolean =>
  sharesStem(name, word) || endsCompound(name, word);

/** The most letters that a noun's ending adds: `child`, `children`. */
const LONGEST_ENDING = 3;
const LEAST_OF_A_NOUN = 3;

/**
 * True if two words differ in a noun's ending alone, in either order: `box`, `boxes`; `biglietto`, `biglietti`.
 * @param otherNoun what added to the shorter word makes another noun
 */
export function isInflected(noun: string, word: string, otherNoun: RegExp): boolean {
  const [short, long] = noun.length < word.length ? [noun, word] : [word, noun];
  const stem = short.length > LEAST_OF_A_NOUN + 1 ? short.slice(0, -1) : short;
  const isEnding = long.length - short.length <= LONGEST_ENDING && long.startsWith(stem);
  return short.length >= LEAST_OF_A_NOUN && isEnding && !otherNoun.test(long.slice(short.length));
}
