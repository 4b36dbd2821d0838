/** Utterances that were not understood and that an author accepts, with their label. */
export interface Accepted {
  label: string;
  language: string;
  utterances: readonly string[];
}

/** Marks masked parts in the log; a text with it is not a real utterance. */
const MASK = '•••';

export const isMasked = (text: string): boolean => text.includes(MASK);

/** True for a valid label of an assistant. */
export const isLabel = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}_-]{0,127}$/u.test(text);

/** JSON strings are valid double-quoted YAML strings. */
const quoted = (text: string): string => JSON.stringify(text);

/**
 * The accepted utterances as YAML: each label once, with its utterances by language.
 * @param day when they were accepted
 */
export function acceptedYaml(accepted: readonly Accepted[], day: string): string {
  const labels = Map.groupBy(accepted, ({ label }) => label);
  const lines = [...labels].flatMap(([label, ofLabel]) => [
    `- label: ${quoted(label)}`,
    '  utterances:',
    ...[...Map.groupBy(ofLabel, ({ language }) => language)].flatMap(([language, ofLanguage]) => [
      `    ${quoted(language)}:`,
      ...[...new Set(ofLanguage.flatMap(({ utterances }) => utterances))].map(
        (text) => `      - ${quoted(text)}`,
      ),
    ]),
  ]);
  return `${[`# What was not understood and was accepted in the console on ${day}.`, ...lines].join('\n')}\n`;
}
