import type { ListedOutcome } from './outcomes.ts';

/** What an author can make of a phrase: an utterance of a label, a value or a synonym of a slot, a document's question. */
export type Kind = 'utterance' | 'value' | 'document';

/** Phrases that an author accepts, with what is to answer them. */
export interface Accepted {
  kind: Kind;
  /** The name of the label, value or document. */
  label: string;
  /** The slot of a value. */
  slot?: string | null;
  language: string;
  utterances: readonly string[];
}

/** Stands in the log for what was hidden; with it, a text is nobody's utterance any more. */
const MASK = '•••';

export const isMasked = (text: string): boolean => text.includes(MASK);

/** What may fit a group of an outcome, likeliest first; empty for what was understood. */
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

/** A label as an assistant's folder can name it. */
export const isLabel = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}_-]{0,127}$/u.test(text);

/** JSON's texts are YAML's double-quoted ones, whatever stands in them. */
const quoted = (text: string): string => JSON.stringify(text);

/**
 * The accepted phrases as YAML: each label once with its utterances by language. Values and questions of documents
 * stand in comments, since they go into other files of the folder.
 * @param day when they were accepted
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
