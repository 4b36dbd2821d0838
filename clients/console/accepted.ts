import type { ListedOutcome } from './outcomes.ts';

/** The use of a phrase: an utterance of a label, a synonym of a slot's value, or a question of a document. */
export type Kind = 'utterance' | 'value' | 'document';

/** Accepted phrases and where they belong. */
export interface Accepted {
  kind: Kind;
  /** The name of the label, value or document. */
  label: string;
  /** The slot of a value. */
  slot?: string | null;
  language: string;
  utterances: readonly string[];
}

/** Replaces hidden text in the log. A text with it cannot serve as an utterance. */
const MASK = '•••';

export const isMasked = (text: string): boolean => text.includes(MASK);

/** Possible uses of a group's phrases by its outcome, likeliest first; empty for understood queries. */
export function kindsFor(outcome: ListedOutcome): readonly Kind[] {
  switch (outcome) {
    case 'value_refused':
      return [];
    case 'value_not_read':
      return ['value', 'utterance'];
    case 'not_in_documents':
      return ['document', 'utterance'];
    case 'out_of_scope':
      return ['utterance', 'document'];
    default:
      return ['utterance'];
  }
}

/** True for a label that an assistant's folder can use. */
export const isLabel = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}_-]{0,127}$/u.test(text);

/** A JSON string is a valid double-quoted YAML string. */
const quoted = (text: string): string => JSON.stringify(text);

/**
 * The accepted phrases as YAML: each label with its utterances by language. Values and document questions
 * become comments, since they belong in other files of the folder.
 * @param day the day of acceptance
 */
export function acceptedYaml(accepted: readonly Accepted[], day: string): string {
  const utterances = accepted.filter(({ kind }) => kind === 'utterance');
  const others = accepted.filter(({ kind }) => kind !== 'utterance');
  const labels = Map.groupBy(utterances, ({ label }) => label);
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
  const head = `# What went wrong and was accepted in the console on ${day}.`;
  const list = lines.length === 0 ? ['[]'] : lines;
  return `${[head, ...others.flatMap(commentOf), ...list].join('\n')}\n`;
}

const commentOf = ({ kind, label, slot, language, utterances }: Accepted): string[] => [
  kind === 'document'
    ? `# Questions for the document ${quoted(label)}, ${language}:`
    : `# Under values in the entity of the slot ${slot ?? ''}: ${quoted(label)}, ${language}:`,
  ...utterances.map((text) => `#   - ${quoted(text)}`),
];
