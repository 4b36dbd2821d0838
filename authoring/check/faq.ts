import { type CheckContext, report } from './context.ts';

/** Checks that the collections that are asked have documents, and that documents are in a collection that is. */
export function checkFaq(context: CheckContext): void {
  const { authored, assistant } = context;
  const source = authored.assistant?.source;
  if (source === undefined) return;
  const asked = new Set<string>();
  for (const [index, { collection }] of (assistant.faq ?? []).entries()) {
    const path = ['faq', index, 'collection'];
    const found = authored.faq.find(({ name }) => name === collection);
    if (asked.has(collection)) {
      report(context, 'error', source, path, `the collection ${collection} is listed already`);
    } else if (found === undefined || found.documents.length === 0) {
      const message = `the collection ${collection} has no documents: add faq/${collection}/*.md or faq/${collection}.json`;
      report(context, 'error', source, path, message);
    }
    asked.add(collection);
  }
  for (const { name, documents } of authored.faq) {
    const [first] = documents;
    if (!asked.has(name) && first !== undefined) {
      const message = `nothing asks this collection: add faq: [{collection: ${name}}] to assistant.yaml`;
      report(context, 'warning', first.source, [], message);
    }
    for (const { document, source } of documents) {
      if (document.language !== null && !context.languages.includes(document.language)) {
        const message = `${document.language} is not a language of this assistant: add it to languages.supported, or remove it`;
        report(context, 'error', source, ['language'], message);
      }
      if (document.content.trim() === '' && document.answer === null) {
        report(context, 'error', source, [], `the document ${document.title} says nothing: write its text`);
      }
    }
  }
}
