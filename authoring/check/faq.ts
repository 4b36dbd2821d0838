import { termsOf } from '../../engine/faq/terms.ts';
import { parseUtterance } from '../utterance.ts';
import type { Path, YamlSource } from '../yaml-source.ts';
import { type CheckContext, report } from './context.ts';

/** Checks that listed collections have documents, and that every document belongs to a listed collection. */
export function checkFaq(context: CheckContext): void {
  const { authored, assistant } = context;
  const source = authored.assistant?.source;
  if (source === undefined) return;
  const asked = new Set<string>();
  for (const [index, { collection }] of (assistant.faq ?? []).entries()) {
    const path = ['faq', index, 'collection'];
    const kept = authored.faq.find(({ name }) => name === collection);
    if (asked.has(collection)) {
      report(context, 'error', source, path, `the collection ${collection} is listed twice`);
    } else if (kept === undefined || kept.documents.length === 0) {
      const message = `the collection ${collection} has no documents: add faq/${collection}/*.md or faq/${collection}.json`;
      report(context, 'error', source, path, message);
    }
    asked.add(collection);
  }
  for (const { name, documents } of authored.faq) {
    const [first] = documents;
    if (!asked.has(name) && first !== undefined) {
      const message = `this collection is not used: add faq: [{collection: ${name}}] to assistant.yaml`;
      report(context, 'warning', first.source, [], message);
    }
    for (const { document, source } of documents) {
      if (document.language !== null && !context.languages.includes(document.language)) {
        const message = `${document.language} is not a language of this assistant: add it to languages.supported, or remove it`;
        report(context, 'error', source, ['language'], message);
      }
      if (document.content.trim() === '' && document.answer === null) {
        report(context, 'error', source, [], `the document ${document.title} is empty: write its text`);
      }
    }
  }
}

/** A question with fewer significant words is too vague to compare. */
const FEWEST_WORDS = 2;

/** Warns of questions that two documents, or a document and a competency, would answer. */
export function checkSharedQuestions(context: CheckContext): void {
  const answered = new Map<string, { by: unknown; what: string }>();
  const note = (
    question: string,
    language: string,
    place: { by: unknown; source: YamlSource; path: Path; what: string },
  ): void => {
    const terms = [...new Set(termsOf(question, language))].sort();
    if (terms.length < FEWEST_WORDS) return;
    const key = `${language} ${terms.join(' ')}`;
    const first = answered.get(key);
    const line = place.source.locate(place.path).line;
    if (first === undefined) {
      const what = `${place.what} (${place.source.file}:${line})`;
      answered.set(key, { by: place.by, what });
    } else if (first.by !== place.by) {
      const message = `“${question}” is also answered by ${first.what}: let one of them answer it`;
      report(context, 'warning', place.source, place.path, message);
    }
  };
  for (const { source, form } of context.authored.competencies) {
    for (const [label, { utterances }] of Object.entries(form.states)) {
      for (const [language, list] of Object.entries(utterances ?? {})) {
        for (const [index, utterance] of list.entries()) {
          const path = ['states', label, 'utterances', language, index];
          // Utterances shared by two competencies are reported by the check of utterances.
          const place = { by: 'competencies', source, path, what: `the state ${label}` };
          note(parseUtterance(utterance).text, language, place);
        }
      }
    }
  }
  for (const { documents } of context.authored.faq) {
    for (const { document, source } of documents) {
      const language = document.language ?? context.assistant.languages.default;
      const what = `the document ${document.title}`;
      note(document.title, language, { by: document, source, path: ['title'], what });
      for (const [index, question] of (document.questions ?? []).entries())
        note(question, language, { by: document, source, path: ['questions', index], what });
    }
  }
}
