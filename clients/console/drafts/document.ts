/** A Markdown document of an FAQ: its fields in YAML, and its answer. */
export interface MarkdownDocument {
  /** Empty if the document has no fields. */
  fields: string;
  answer: string;
}

const FRONT = /^(---\r?\n)([\s\S]*?)(^---[^\S\n]*(?:\r?\n|$))/m;

/** Reads a document; `writeDocument` gives the same bytes back. */
export function readDocument(text: string): MarkdownDocument {
  const match = text.startsWith('---') ? FRONT.exec(text) : null;
  return match === null || match.index !== 0
    ? { fields: '', answer: text }
    : { fields: match[2] ?? '', answer: text.slice(match[0].length) };
}

/** The document's text with other fields or another answer; the rest stays byte for byte. */
export function writeDocument(text: string, { fields, answer }: Partial<MarkdownDocument>): string {
  const before = readDocument(text);
  const match = text.startsWith('---') ? FRONT.exec(text) : null;
  const isFront = match !== null && match.index === 0;
  const [open, close] = isFront ? [match[1] ?? '', match[3] ?? ''] : ['---\n', '---\n'];
  const front = fields ?? before.fields;
  return `${front === '' && !isFront ? '' : `${open}${front}${close}`}${answer ?? before.answer}`;
}
