const MOST_CHARACTERS = 300;

/** Shortens a text to fit into a job's item. */
export const clipped = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`;
