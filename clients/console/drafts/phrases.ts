import { readDocument } from './document.ts';
import { dataOf } from './edit-yaml.ts';
import { kindOf, nameOf } from './file-kinds.ts';
import { isRecord, recordOf, textsOf } from './form-data.ts';
import { readMarks } from './marks.ts';
import type { Files } from './working-copy.ts';

/** The phrases of a draft, without marks, each with the label, value or document that contains it. */
export function phrasesOf(files: Files): ReadonlyMap<string, string> {
  const phrases = new Map<string, string>();
  const add = (texts: unknown, name: string) => {
    // One list, or a list for each language.
    const lists = isRecord(texts) ? Object.values(texts) : [texts];
    for (const text of lists.flatMap(textsOf)) phrases.set(readMarks(text).text, name);
  };
  for (const [path, text] of Object.entries(files)) {
    const kind = kindOf(path);
    if (kind === 'competencies') {
      for (const [label, state] of Object.entries(recordOf(dataOf(text)?.states)))
        add(recordOf(state).utterances, label);
    } else if (kind === 'assistant') {
      add(recordOf(dataOf(text)?.out_of_scope).utterances, 'out_of_scope');
    } else if (kind === 'entities') {
      for (const [value, synonyms] of Object.entries(recordOf(dataOf(text)?.values))) add(synonyms, value);
    } else if (kind === 'faq' && path.endsWith('.md')) {
      const fields = dataOf(readDocument(text).fields);
      add(fields?.questions, typeof fields?.title === 'string' ? fields.title : nameOf(path));
    }
  }
  return phrases;
}
