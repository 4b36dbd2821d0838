import { createInterface } from 'node:readline';
import type { Accepted } from '../authoring/learn/accept.ts';
import type { UnhandledGroup } from '../functions/shared/domain/conversations/unhandled-groups.ts';
import { tell } from './output.ts';

/** The letters that choose examples; they also limit a group to ten examples. */
const LETTERS = 'abcdefghij';
/** The reply that means out of scope. */
const OUT_OF_SCOPE_REPLY = 'o';

/** An author's reply to a group. */
export type Reply = { does: 'leave' | 'stop' | 'repeat' } | ({ does: 'accept' } & Accepted);

/**
 * Reads a reply: an empty line skips the group, `q` stops, and a number or name chooses a label. Letters
 * after it choose examples.
 * @param labels the possible labels
 */
export function readReply(line: string, group: UnhandledGroup, labels: readonly string[]): Reply {
  const [name = '', letters = ''] = line.trim().split(/\s+/);
  if (name === '') return { does: 'leave' };
  if (name === 'q') return { does: 'stop' };
  const nearest = /^\d$/.test(name) ? group.nearest[Number(name) - 1]?.label : undefined;
  const label =
    name === OUT_OF_SCOPE_REPLY ? labels.at(-1) : (nearest ?? labels.find((candidate) => candidate === name));
  const chosen = [...letters].map((letter) => group.examples[LETTERS.indexOf(letter)]);
  if (label === undefined || !labels.includes(label) || chosen.includes(undefined)) return { does: 'repeat' };
  const utterances = letters === '' ? group.examples : chosen.filter((example) => example !== undefined);
  return { does: 'accept', label, language: group.language, utterances };
}

/**
 * Asks for each group which state should learn it. Stops at the end of the input.
 * @param labels the states that can learn, then out of scope
 */
export async function chooseLabels(
  groups: readonly UnhandledGroup[],
  labels: readonly string[],
): Promise<Accepted[]> {
  const accepted: Accepted[] = [];
  if (groups.length === 0) return accepted;
  const terminal = createInterface({ input: process.stdin });
  try {
    const lines = terminal[Symbol.asyncIterator]();
    for (const [index, group] of groups.entries()) {
      tell(`\n${index + 1} of ${groups.length}  ${formatGroup(group)}`);
      let reply: Reply = { does: 'repeat' };
      while (reply.does === 'repeat') {
        const { value, done } = await lines.next();
        if (done) return accepted;
        reply = readReply(String(value), group, labels);
        if (reply.does === 'repeat') tell(`Unknown state or example. The states are ${labels.join(', ')}.`);
      }
      if (reply.does === 'stop') return accepted;
      if (reply.does !== 'accept') continue;
      const { does: _, ...answer } = reply;
      accepted.push(answer);
    }
    return accepted;
  } finally {
    terminal.close();
  }
}

function formatGroup({ count, sessions, madeUp, language, examples, nearest }: UnhandledGroup): string {
  const labels = nearest.map(
    ({ label, probability }, index) => `${index + 1} ${label} (${Math.round(probability * 100)} %)`,
  );
  return [
    `${count}× in ${sessions} sessions  ${language}${madeUp === 0 ? '' : `  (${madeUp} made up)`}`,
    ...examples.map((text, index) => `  ${LETTERS.charAt(index)}  ${text}`),
    `Which state?  ${[...labels, `${OUT_OF_SCOPE_REPLY} out of scope`].join('  ')}  or a state's name; letters choose examples; Enter skips; q stops.`,
  ].join('\n');
}
