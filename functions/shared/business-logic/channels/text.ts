/** Splits a text into pieces of at most so many UTF-16 units, at line ends or spaces where there are any. */
export function pieces(text: string, most: number): string[] {
  const rest = text.trim();
  if (rest === '') return [];
  if (rest.length <= most) return [rest];
  const window = rest.slice(0, most + 1);
  const at = [window.lastIndexOf('\n'), window.lastIndexOf(' ')].find((place) => place > most / 2) ?? most;
  // Not between the halves of a character.
  const end = /[\ud800-\udbff]/.test(rest.charAt(at - 1)) ? at - 1 : at;
  return [rest.slice(0, end).trimEnd(), ...pieces(rest.slice(end), most)];
}

/** A label of at most so many units, with an ellipsis if something is left out. */
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
