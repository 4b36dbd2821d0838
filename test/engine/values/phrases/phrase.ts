/** The clock of all phrase tables: Wednesday, 18 March 2026, 10:30 at an offset of 60 minutes. */
export const NOW = Date.UTC(2026, 2, 18, 9, 30);
export const TIME_OFFSET = 60;

/** `[text, entity, the user's words, value, end or currency]`; null where nothing may be found. */
export type Phrase =
  | readonly [text: string, entity: string, raw: string, value: string | number, extra?: string]
  | readonly [text: string, entity: string, raw: null];
