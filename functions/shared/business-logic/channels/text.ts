/** Splits a text into pieces of at most `most` UTF-16 units, at line ends or spaces if possible. */
export function pieces(text: string, most: number): string[] {
  const rest = text.trim();
  if (rest === '') return [];
  if (rest.length <= most) return [rest];
  const window = rest.slice(0, most + 1);
  const at = [window.lastIndexOf('\n'), window.lastIndexOf(' ')].find((place) => place > most / 2) ?? most;
  // Do not split a surrogate pair.
  const end = /[\ud800-\udbff]/.test(rest.charAt(at - 1)) ? at - 1 : at;
  return [rest.slice(0, end).trimEnd(), ...pieces(rest.slice(end), most)];
}

/** Shortens a label to at most `most` UTF-16 units, with an ellipsis if it is cut. */
export const shortened = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')
        .trimEnd()}…`;

/** True if a platform's servers can load the address. */
export const isAbsolute = (url: string): boolean => /^https:\/\//i.test(url);

/** The JSON value of a text; undefined if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
