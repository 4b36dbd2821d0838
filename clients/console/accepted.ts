/** Utterances that were not understood and that an author accepts, with the label that is to answer them. */
export interface Accepted {
  label: string;
  language: string;
  utterances: readonly string[];
}

/** Stands in the log for what was hidden; with it, a text is nobody's utterance any more. */
const MASK = '•••';

export const isMasked = (text: string): boolean => text.includes(MASK);

/** A label as an assistant's folder can name it. */
export const isLabel = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}_-]{0,127}$/u.test(text);

/** JSON's texts are YAML's double-quoted ones, whatever stands in them. */
const quoted = (text: string): string => JSON.stringify(text);

/**
 * The accepted utterances as YAML, each label once with its utterances by language.
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
