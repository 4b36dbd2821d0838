import { wordsOf } from '../../engine/text/words.ts';
import { parseUtterance } from '../utterance.ts';
import { type CheckContext, report } from './context.ts';

/** Words that do not affect the meaning. */
const SMALL = new Set(
  'a an the my please to of for i me could can you would kindly un una el la los las mi por favor de quiero'.split(
    ' ',
  ),
);

/**
 * Reports utterances of two states that differ only in small words, word order and slot values: a classifier can only
 * guess between them.
 */
export function checkNearDuplicates(context: CheckContext): void {
  const seen = new Map<string, { label: string; text: string; where: string }>();
  for (const { source, form } of context.authored.competencies) {
    for (const [label, { utterances }] of Object.entries(form.states)) {
      for (const [language, list] of Object.entries(utterances ?? {})) {
        for (const [index, utterance] of list.entries()) {
          const { key, text } = essence(utterance, (slot) => form.slots?.[slot]?.entity ?? slot);
          if (key === '') continue;
          const path = ['states', label, 'utterances', language, index];
          const where = `${source.file}:${source.locate(path).line}`;
          const first = seen.get(`${language} ${key}`);
          if (first === undefined) seen.set(`${language} ${key}`, { label, text, where });
          else if (first.label !== label && first.text !== text) {
            const message = `this is nearly the same as “${first.text}” of ${first.label} (${first.where}): make the difference clear`;
            report(context, 'warning', source, path, message);
          }
        }
      }
    }
  }
}

/** The significant words in alphabetical order, with entities in place of slot values. */
function essence(utterance: string, entityOf: (slot: string) => string): { key: string; text: string } {
  const { text, annotations } = parseUtterance(utterance);
  const words = wordsOf(text)
    .filter(
      ({ start, end }) => !annotations.some((annotation) => annotation.start < end && start < annotation.end),
    )
    .map((word) => word.text)
    .filter((word) => !SMALL.has(word));
  const key = [...words, ...annotations.map(({ slot }) => `<${entityOf(slot)}>`)].sort().join(' ');
  return { key: words.length === 0 || words.length + annotations.length < 2 ? '' : key, text };
}
