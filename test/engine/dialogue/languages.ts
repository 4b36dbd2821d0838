/** The languages whose replies, numbers and dates are built in: each has a folder in `engine/language`. */
export const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt', 'it', 'nl', 'ja', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The same YAML in every language. */
export const each = (text: string): string =>
  `{${LANGUAGES.map((language) => `${language}: ${text}`).join(', ')}}`;
