/** All strings one edit away from a word: a letter deleted, swapped with the next, replaced or inserted. */
export function* neighbours(word: string, alphabet: string): Generator<string> {
  for (let i = 0; i < word.length; i++) yield word.slice(0, i) + word.slice(i + 1);
  for (let i = 0; i + 1 < word.length; i++) {
    yield word.slice(0, i) + word.charAt(i + 1) + word.charAt(i) + word.slice(i + 2);
  }
  for (let i = 0; i <= word.length; i++) {
    for (const letter of alphabet) {
      if (i < word.length) yield word.slice(0, i) + letter + word.slice(i + 1);
      yield word.slice(0, i) + letter + word.slice(i);
    }
  }
}

/** The number of edits between two words: a letter deleted, inserted, replaced or swapped with the next. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
