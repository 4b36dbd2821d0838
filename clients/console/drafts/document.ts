/** A Markdown document of an FAQ: its YAML fields and its answer. */
export interface MarkdownDocument {
  /** Empty if the document has no fields. */
  fields: string;
  answer: string;
}

const FRONT = /^(---\r?\n)([\s\S]*?)(^---[^\S\n]*(?:\r?\n|$))/m;

/** Reads a document; `writeDocument` reproduces it byte for byte. */
export function readDocument(text: string): MarkdownDocument {
  const match = text.startsWith('---') ? FRONT.exec(text) : null;
  return match === null || match.index !== 0
    ? { fields: '', answer: text }
    : { fields: match[2] ?? '', answer: text.slice(match[0].length) };
}

/** Changes the fields or the answer of a document; the rest stays byte for byte the same. */
export function writeDocument(text: string, { fields, answer }: Partial<MarkdownDocument>): string {
  const before = readDocument(text);
  const match = text.startsWith('---') ? FRONT.exec(text) : null;
  const isFront = match !== null && match.index === 0;
  const [open, close] = isFront ? [match[1] ?? '', match[3] ?? ''] : ['---\n', '---\n'];
  const front = fields ?? before.fields;
  return `${front === '' && !isFront ? '' : `${open}${front}${close}`}${answer ?? before.answer}`;
}
