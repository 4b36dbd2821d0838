/** The languages whose replies, numbers and dates are built in: each has a folder in `engine/language`. */
export const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt', 'it', 'nl', 'ja', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns the same YAML for every language. */
export const each = (text: string): string =>
  `{${LANGUAGES.map((language) => `${language}: ${text}`).join(', ')}}`;

/** Returns the `assistant.yaml` of an assistant in these languages, the first of which is the default. */
export const settingsOf = (name: string, languages: readonly string[] = LANGUAGES, more = ''): string => `
schema: 1
name: ${name}
languages: {default: ${languages[0]}, supported: [${languages.join(', ')}]}
out_of_scope: {say: {${languages.map((language) => `${language}: No.`).join(', ')}}}
${more}`;
