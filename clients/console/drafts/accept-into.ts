import type { Accepted } from '../accepted.ts';
import { readDocument, writeDocument } from './document.ts';
import { append, CannotEdit, dataOf, type Path } from './edit-yaml.ts';
import { kindOf, nameOf } from './file-kinds.ts';
import { recordOf, textsOf } from './form-data.ts';
import type { Files } from './working-copy.ts';

/** The result of adding accepted phrases to a draft's files. */
export interface AcceptedInto {
  /** The files with the phrases, each at the end of its list. */
  files: Files;
  /** How many phrases were added. */
  added: number;
  /** The phrases that were added or already present. */
  placed: Accepted[];
  /**
   * The phrases that could not be added: the label, value or document is unknown, or only a text edit can add
   * to it.
   */
  unplaced: Accepted[];
}

/** A list of texts in a file. */
interface Place {
  file: string;
  path: Path;
  /** True for the fields of a Markdown document. */
  isFront?: boolean;
}

/** Adds accepted phrases to the lists of a draft that they belong to, without duplicates. */
export function acceptInto(files: Files, accepted: readonly Accepted[]): AcceptedInto {
  const result: Record<string, string> = { ...files };
  const placed: Accepted[] = [];
  const unplaced: Accepted[] = [];
  let added = 0;
  for (const each of accepted) {
    const place = placeOf(result, each);
    const texts =
      place === undefined ? undefined : withTexts(result[place.file] ?? '', place, each.utterances);
    if (place === undefined || texts === undefined) {
      unplaced.push(each);
      continue;
    }
    result[place.file] = texts.text;
    added += texts.added;
    placed.push(each);
  }
  return { files: result, added, placed, unplaced };
}

function placeOf(files: Files, { kind, label, slot, language }: Accepted): Place | undefined {
  if (kind === 'utterance') return placeOfLabel(files, label, language);
  return kind === 'value' ? placeOfValue(files, label, slot ?? '', language) : placeOfDocument(files, label);
}

const pathsOf = (files: Files, kind: ReturnType<typeof kindOf>): string[] =>
  Object.keys(files).filter((path) => kindOf(path) === kind);

function placeOfLabel(files: Files, label: string, language: string): Place | undefined {
  if (label === 'out_of_scope') {
    const [file] = pathsOf(files, 'assistant');
    return file === undefined ? undefined : { file, path: [label, 'utterances', language] };
  }
  // Only transitions lead to a state without utterances; adding some would let queries enter it.
  const file = pathsOf(files, 'competencies').find(
    (path) => recordOf(recordOf(dataOf(files[path] ?? '')?.states)[label]).utterances !== undefined,
  );
  return file === undefined ? undefined : { file, path: ['states', label, 'utterances', language] };
}

function placeOfValue(files: Files, value: string, slot: string, language: string): Place | undefined {
  const entities = pathsOf(files, 'competencies').flatMap((path) => {
    const { entity } = recordOf(recordOf(dataOf(files[path] ?? '')?.slots)[slot]);
    return entity === undefined ? [] : [String(entity)];
  });
  const file = pathsOf(files, 'entities').find((path) =>
    entities.includes(String(dataOf(files[path] ?? '')?.entity)),
  );
  if (file === undefined) return undefined;
  const values = recordOf(dataOf(files[file] ?? '')?.values);
  const path = ['values', value];
  return { file, path: Array.isArray(values[value]) ? path : [...path, language] };
}

function placeOfDocument(files: Files, name: string): Place | undefined {
  const file = pathsOf(files, 'faq').find(
    (path) =>
      path.endsWith('.md') &&
      [
        path,
        nameOf(path),
        path.replace(/^.*\/|\.md$/g, ''),
        dataOf(readDocument(files[path] ?? '').fields)?.title,
      ].includes(name),
  );
  return file === undefined ? undefined : { file, path: ['questions'], isFront: true };
}

function withTexts(
  source: string,
  { path, isFront = false }: Place,
  utterances: readonly string[],
): { text: string; added: number } | undefined {
  let text = isFront ? readDocument(source).fields : source;
  let added = 0;
  try {
    for (const utterance of utterances) {
      const list = path.reduce<unknown>((data, key) => recordOf(data)[String(key)], dataOf(text) ?? {});
      // Only brackets by an author mark values.
      const plain = utterance.replaceAll('[', '(').replaceAll(']', ')');
      if (textsOf(list).includes(plain)) continue;
      text = append(text, path, plain);
      added += 1;
    }
  } catch (error) {
    if (error instanceof CannotEdit) return undefined;
    throw error;
  }
  return { text: isFront ? writeDocument(source, { fields: text }) : text, added };
}
