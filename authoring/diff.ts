import { createHash } from 'node:crypto';
import type { AuthoredAssistant } from './read.ts';

/** A difference between two assistants. */
export interface Difference {
  change: 'added' | 'removed' | 'changed';
  /** The place, from the outside in: `competency transfer`, `state transfer`, `utterance en`. */
  place: string[];
  /** The old and the new text; absent if they add nothing to the place. */
  before?: string;
  after?: string;
}

const SIGNS = { added: '+', removed: '-', changed: '~' };

/** `~ competency transfer › state transfer › say en: "Done." → "All done."` */
export function formatDifference({ change, place, before, after }: Difference): string {
  const text = change === 'changed' ? `${before} → ${after}` : (after ?? before);
  return `${SIGNS[change]} ${place.join(' › ')}${text === undefined ? '' : `: ${text}`}`;
}

/** A tree of what is compared, by name. Leaves are compared as JSON. */
type Tree = Map<string, Tree | string>;

/**
 * Lists the differences in meaning between two assistants, regardless of files, order and layout. Related changes are
 * listed together.
 */
export const diffAssistants = (before: AuthoredAssistant, after: AuthoredAssistant): Difference[] =>
  diffTrees(treeOfAssistant(before), treeOfAssistant(after), []);

function diffTrees(before: Tree, after: Tree, place: string[]): Difference[] {
  const differences: Difference[] = [];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(name), after.get(name)];
    const inside = [...place, name];
    if (old instanceof Map && now instanceof Map) differences.push(...diffTrees(old, now, inside));
    else if (old === undefined) differences.push({ change: 'added', place: inside, ...leaf('after', now) });
    else if (now === undefined)
      differences.push({ change: 'removed', place: inside, ...leaf('before', old) });
    else if (old !== now) {
      differences.push({ change: 'changed', place: inside, ...leaf('before', old), ...leaf('after', now) });
    }
  }
  return differences;
}

/** Branches are identified by their place. An empty text is a member of a set and also named by its place. */
const leaf = (side: 'before' | 'after', value: Tree | string | undefined): Partial<Difference> =>
  typeof value === 'string' && value !== '' ? { [side]: value } : {};

function treeOfAssistant({ assistant, competencies, entities, tests, faq }: AuthoredAssistant): Tree {
  const tree: Tree = new Map();
  for (const [key, value] of Object.entries(assistant?.form ?? {})) {
    if (value !== undefined) tree.set(key, treeOfValue(key, value));
  }
  for (const { form } of competencies) {
    const { competency, states, slots, ...rest } = form;
    const inside = treeOfValue('', rest);
    if (!(inside instanceof Map)) continue;
    for (const [name, slot] of Object.entries(slots ?? {})) inside.set(`slot ${name}`, treeOfValue('', slot));
    for (const [name, state] of Object.entries(states)) inside.set(`state ${name}`, treeOfValue('', state));
    tree.set(`competency ${competency}`, inside);
  }
  for (const { form } of entities) {
    const { entity, ...rest } = form;
    tree.set(`entity ${entity}`, treeOfValue('', rest));
  }
  for (const { form } of tests) tree.set(`test ${form.name}`, JSON.stringify(form));
  for (const { name, documents } of faq) {
    for (const { document } of documents) {
      const { source, title, language, content, answer, tags, questions, metadata } = document;
      const text = createHash('sha256')
        .update(JSON.stringify([content, answer]))
        .digest('hex')
        .slice(0, 12);
      const inside: Tree = new Map([
        ['title', JSON.stringify(title)],
        ['tags', JSON.stringify(tags)],
        ['metadata', JSON.stringify(metadata)],
        ['text', text],
        ...(questions === undefined ? [] : ([['questions', JSON.stringify(questions)]] as const)),
      ]);
      tree.set(`faq ${name} › ${source}${language === null ? '' : ` ${language}`}`, inside);
    }
  }
  return tree;
}

/** Sets are compared by members, mappings by keys, everything else as JSON. */
function treeOfValue(key: string, value: unknown): Tree | string {
  if (Array.isArray(value)) {
    if (key === 'transitions') return new Map(value.map((member) => transitionEntry(member)));
    if (value.every((member) => typeof member === 'string')) {
      return new Map(value.map((member) => [JSON.stringify(member), '']));
    }
    return JSON.stringify(value);
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return new Map(entries.map(([name, member]) => [name, treeOfValue(name, member)]));
}

function transitionEntry(transition: object): [string, Tree | string] {
  const { on, to, ...rest } = { on: '', to: '', ...transition };
  return [`transition ${on} → ${[to].flat().join(', ')}`, treeOfValue('', rest)];
}
