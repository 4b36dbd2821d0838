import type * as z from 'zod/mini';
import type { FaqDocument } from '../engine/faq/document.ts';
import { headingOf } from '../engine/faq/passages.ts';
import { FAQ_PATH } from '../functions/shared/domain/drafts/assistant-paths.ts';
import type { Finding } from './findings.ts';
import { readForm } from './form.ts';
import { COLLECTION_NAME, type FaqFields, faqFrontMatter, faqJsonDocument } from './forms/faq-file.ts';
import { readYaml, type YamlSource } from './yaml-source.ts';

/** An FAQ collection in a folder. */
export interface AuthoredCollection {
  name: string;
  documents: { document: FaqDocument; source: YamlSource }[];
}

const KNOWN_KEYS = new Set(['title', 'source', 'tags', 'questions', 'language', 'answer', 'content']);

/** Reads the collections among an assistant's files, with documents in order of their paths. */
export function readCollections(files: Readonly<Record<string, string>>): {
  collections: AuthoredCollection[];
  findings: Finding[];
} {
  const collections = new Map<string, AuthoredCollection>();
  const findings: Finding[] = [];
  for (const path of Object.keys(files).sort()) {
    const match = FAQ_PATH.exec(path);
    if (match === null) continue;
    const name = match[1] ?? match[2] ?? '';
    if (!COLLECTION_NAME.test(name)) {
      const message = 'use letters, digits, - and _ in the name of the collection';
      findings.push({ file: path, line: 1, column: 1, severity: 'error', message });
      continue;
    }
    const collection = collections.get(name) ?? { name, documents: [] };
    collections.set(name, collection);
    const text = (files[path] ?? '').replace(/^\uFEFF/, '');
    const read = path.endsWith('.json') ? readJsonFile(path, text) : readMarkdown(path, text);
    for (const finding of read.findings) findings.push(finding);
    collection.documents.push(...read.documents);
  }
  return { collections: [...collections.values()], findings };
}

/** The front matter: at the start of the file, between two lines of three hyphens. */
const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/;

type Read = { documents: AuthoredCollection['documents']; findings: Finding[] };

function readMarkdown(path: string, text: string): Read {
  const parts = FRONT_MATTER.exec(text);
  const hasFrontMatter = parts !== null;
  const content = hasFrontMatter ? text.slice(parts[0].length) : text;
  // An empty first line replaces the fence, so that findings have the file's own line numbers.
  const source = readYaml(path, hasFrontMatter ? `\n${parts[1] ?? ''}` : '');
  if (source.findings.length === 0) source.data ??= {};
  const { authored, findings } = readForm(source, faqFrontMatter);
  if (authored === null) return { documents: [], findings };
  const fields = authored.form;
  const title = fields.title ?? titleIn(content);
  if (title === undefined) {
    const message = 'add the key title to the front matter, or a first heading: # Title';
    return {
      documents: [],
      findings: [...findings, { file: path, line: 1, column: 1, severity: 'error', message }],
    };
  }
  const file = path.split('/').at(-1) ?? path;
  return {
    documents: [{ document: documentOf(fields, title, file, content), source }],
    findings: [...findings, ...misplacedContent(source, fields), ...shadowed(source, [], fields)],
  };
}

/** The first non-empty top-level heading. */
const titleIn = (content: string): string | undefined =>
  content
    .split(/\r?\n/)
    .map(headingOf)
    .find((heading) => heading?.level === 1 && heading.text !== '')?.text;

function readJsonFile(path: string, text: string): Read {
  // JSON is read as YAML, whose reader knows the position of values.
  const source = readYaml(path, text);
  const file = path.split('/').at(-1) ?? path;
  const at = (message: string): Finding => ({ file: path, line: 1, column: 1, severity: 'error', message });
  if (source.findings.length > 0) return { documents: [], findings: source.findings };
  if (!Array.isArray(source.data)) {
    return { documents: [], findings: [at('write a list of documents: [{"title": …, "content": …}]')] };
  }
  const read: Read = { documents: [], findings: [] };
  for (const [index, data] of source.data.entries()) {
    const inside: YamlSource = {
      ...source,
      data,
      locate: (place) => source.locate([index, ...place]),
      locateKey: (place) => source.locateKey([index, ...place]),
    };
    const schema: z.ZodMiniType<FaqFields & { content?: string | undefined }> = faqJsonDocument;
    const { authored, findings } = readForm(inside, schema);
    read.findings.push(...findings);
    if (authored === null) continue;
    const { content, ...fields } = authored.form;
    read.findings.push(...shadowed(inside, [], fields));
    const document = documentOf(fields, fields.title ?? '', file, content ?? '');
    read.documents.push({ document, source: inside });
  }
  return read;
}

function documentOf(fields: FaqFields, title: string, file: string, content: string): FaqDocument {
  const metadata = Object.entries(fields).filter(([key]) => !KNOWN_KEYS.has(key));
  return {
    title,
    source: fields.source ?? file,
    tags: listOf(fields.tags),
    ...(fields.questions && { questions: fields.questions }),
    language: fields.language ?? null,
    metadata: Object.fromEntries(metadata.map(([key, value]) => [key, listOf(value)])),
    content,
    answer: fields.answer ?? null,
  };
}

const listOf = (value: unknown): string[] =>
  value === undefined || value === null ? [] : [value].flat().map(String);

/** A Markdown document's text belongs below the front matter only. */
function misplacedContent(source: YamlSource, fields: FaqFields): Finding[] {
  if (!Object.hasOwn(fields, 'content')) return [];
  const message = 'content is only for JSON files: write the text below the front matter';
  return [{ file: source.file, ...source.locateKey(['content']), severity: 'error', message }];
}

/** Reports keys so similar to a known key that filters would miss them. */
function shadowed(source: YamlSource, path: readonly PropertyKey[], fields: FaqFields): Finding[] {
  return Object.keys(fields).flatMap((key) => {
    const meant = [...KNOWN_KEYS, 'collection'].find(
      (known) => known !== key && [known, `${known}s`, known.replace(/s$/, '')].includes(key.toLowerCase()),
    );
    if (meant === undefined && key !== 'collection') return [];
    const message =
      key === 'collection'
        ? 'the key collection is reserved, since filters use it for the collection itself: choose another name'
        : `the key ${key} looks like ${meant}, but filters and citations do not treat it as ${meant}: write ${meant}, or choose another name`;
    const severity = key === 'collection' ? 'error' : 'warning';
    return [{ file: source.file, ...source.locateKey([...path, key]), severity, message } satisfies Finding];
  });
}
