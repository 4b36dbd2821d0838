/** The languages whose replies, numbers and dates are built in. */
export const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The same YAML in every language. */
export const each = (text: string): string =>
  `{${LANGUAGES.map((language) => `${language}: ${text}`).join(', ')}}`;
