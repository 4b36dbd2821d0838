import { type Comparison, ComparisonError, readCondition } from './comparison.ts';

/** A node of a parsed template. */
export type TemplateNode =
  | { kind: 'text'; text: string }
  | { kind: 'value'; path: string[]; filters: FilterName[] }
  | {
      kind: 'if';
      path: string[];
      /** Null if the condition only requires a truthy value. */
      comparison: Comparison | null;
      whenTrue: TemplateNode[];
      otherwise: TemplateNode[];
    }
  | { kind: 'each'; path: string[]; body: TemplateNode[] };

const FILTER_NAMES = ['money', 'number', 'date', 'list', 'label'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** Maximum nesting of blocks. */
export const MAX_TEMPLATE_DEPTH = 8;

/** An unreadable template; the message says what to do. */
export class TemplateError extends Error {
  override name = 'TemplateError';
}

interface Block {
  kind: 'if' | 'each';
  path: string[];
  comparison: Comparison | null;
  nodes: TemplateNode[];
  /** The nodes before `{{else}}`. */
  before: TemplateNode[] | null;
}

const TAG = /\{\{([^{}]*)\}\}/g;
const PATH = /^(?:@?[\p{L}_][\p{L}\p{N}_]*)(?:\.[\p{L}\p{N}_]+)*$/u;

/**
 * Parses a template: `{{path}}`, `{{path | filter}}`, `{{#if path}}…{{else}}…{{/if}}`,
 * `{{#if path == 1}}…{{/if}}`, `{{#each path}}…{{/each}}`.
 * @throws {TemplateError} where a tag is unknown, unclosed or nested too deep
 */
export function parseTemplate(source: string): TemplateNode[] {
  const root: TemplateNode[] = [];
  const blocks: Block[] = [];
  const nodes = (): TemplateNode[] => blocks.at(-1)?.nodes ?? root;
  let end = 0;
  for (const match of source.matchAll(TAG)) {
    addText(nodes(), source.slice(end, match.index));
    end = match.index + match[0].length;
    readTag((match[1] ?? '').trim(), match[0], blocks, nodes);
  }
  addText(nodes(), source.slice(end));
  const open = blocks.at(-1);
  if (open !== undefined) throw new TemplateError(`close {{#${open.kind}}} with {{/${open.kind}}}`);
  return root;
}

function readTag(tag: string, whole: string, blocks: Block[], nodes: () => TemplateNode[]): void {
  const opening = /^#(\w+)\s+(.+)$/s.exec(tag);
  if (opening !== null) {
    const [, kind, about = ''] = opening;
    if (kind !== 'if' && kind !== 'each') throw new TemplateError(`${whole} is unknown: use #if or #each`);
    if (blocks.length >= MAX_TEMPLATE_DEPTH) {
      throw new TemplateError(`nest blocks at most ${MAX_TEMPLATE_DEPTH} deep`);
    }
    const { path, comparison } =
      kind === 'if' ? conditionOf(about, whole) : { path: about, comparison: null };
    blocks.push({ kind, path: readPath(path, whole), comparison, nodes: [], before: null });
  } else if (/^else\s/.test(tag)) {
    throw new TemplateError(`${whole} is unknown: write {{else}}, and another {{#if}} inside it`);
  } else if (tag === 'else') {
    const block = blocks.at(-1);
    if (block?.kind !== 'if' || block.before !== null)
      throw new TemplateError('{{else}} belongs inside {{#if}}');
    block.before = block.nodes;
    block.nodes = [];
  } else if (tag.startsWith('/')) {
    const block = blocks.pop();
    if (block === undefined || tag !== `/${block.kind}`)
      throw new TemplateError(`${whole} closes nothing that is open`);
    nodes().push(close(block));
  } else {
    nodes().push(readValue(tag, whole));
  }
}

function conditionOf(about: string, whole: string): ReturnType<typeof readCondition> {
  try {
    return readCondition(about);
  } catch (error) {
    if (!(error instanceof ComparisonError)) throw error;
    throw new TemplateError(`${whole}: ${error.message}`);
  }
}

function close({ kind, path, comparison, nodes, before }: Block): TemplateNode {
  if (kind === 'each') return { kind, path, body: nodes };
  return before === null
    ? { kind, path, comparison, whenTrue: nodes, otherwise: [] }
    : { kind, path, comparison, whenTrue: before, otherwise: nodes };
}

function readValue(tag: string, whole: string): TemplateNode {
  const [path = '', ...filters] = tag.split('|').map((part) => part.trim());
  const known = filters.map((name) => {
    const filter = FILTER_NAMES.find((candidate) => candidate === name);
    if (filter === undefined) throw new TemplateError(`${whole}: the filters are ${FILTER_NAMES.join(', ')}`);
    return filter;
  });
  return { kind: 'value', path: readPath(path, whole), filters: known };
}

function readPath(path: string, whole: string): string[] {
  if (!PATH.test(path))
    throw new TemplateError(`${whole}: write a name, or names joined by dots, such as {{amount.raw}}`);
  return path.split('.');
}

function addText(nodes: TemplateNode[], text: string): void {
  if (text.includes('{{')) throw new TemplateError('close {{ with }}');
  if (text !== '') nodes.push({ kind: 'text', text });
}
