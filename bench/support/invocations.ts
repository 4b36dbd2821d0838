import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PROBE = fileURLToPath(new URL('invocation-probe.mjs', import.meta.url));

/** What an invocation took, without what it waited for a processor of this machine. */
export interface Invocation {
  requestId: string;
  /** Beginning and end in milliseconds since the epoch. */
  from: number;
  to: number;
  /** Milliseconds of processor time; the first of a process includes the process's start. */
  cpu: number;
  /** Calls that were answered, as many as followed each other. */
  rounds: number;
  /** Milliseconds without work and without a call that is answered: timers, and calls that hang. */
  waited: number;
}

/** A measurement of each invocation of a deployment's functions, from inside their processes. */
export interface Invocations {
  /** Environment variables with which to start the functions. */
  variables: Record<string, string>;
  /** The invocations so far, by function. */
  read(): Map<string, Invocation[]>;
  /** Forgets the invocations so far. */
  forget(): void;
}

type Line = readonly [
  kind: 'begin' | 'end' | 'call' | 'answer',
  id: string | number,
  at: number,
  ran: number,
  waited: number,
];

/** @param folder where the functions write */
export function measureInvocations(folder: string): Invocations {
  const place = path.join(folder, 'invocations');
  mkdirSync(place);
  return {
    variables: { NODE_OPTIONS: `--import=${pathToFileURL(PROBE)}`, INVOCATIONS_FOLDER: place },
    read: () => {
      const invocations = new Map<string, Invocation[]>();
      for (const file of readdirSync(place)) {
        const name = file.replace(/-\d+\.jsonl$/, '');
        const lines = readFileSync(path.join(place, file), 'utf8').trim().split('\n');
        const found = invocationsOf(lines.map((line) => JSON.parse(line)));
        invocations.set(name, [...(invocations.get(name) ?? []), ...found]);
      }
      return invocations;
    },
    forget: () => {
      for (const file of readdirSync(place)) rmSync(path.join(place, file));
    },
  };
}

/** The invocations of one process, from the lines that it wrote. */
export function invocationsOf(lines: readonly Line[]): Invocation[] {
  const answered = new Map(lines.flatMap(([kind, id, at]) => (kind === 'answer' ? [[id, at] as const] : [])));
  const invocations: Invocation[] = [];
  /** Calls under way that will be answered. */
  const open = new Set<string | number>();
  let begun: { cpu: number; from: number; rounds: number; waited: number } | undefined;
  /** The end of the last call that counts as a round. */
  let roundEndsAt = 0;
  let before: Line | undefined;
  for (const line of lines) {
    const [kind, id, at, ran, delayed] = line;
    if (begun !== undefined && before !== undefined && open.size === 0)
      begun.waited += Math.max(0, at - before[2] - (ran - before[3]) - (delayed - before[4]));
    before = line;
    if (kind === 'begin') {
      begun = { cpu: invocations.length === 0 ? 0 : ran, from: at, rounds: 0, waited: 0 };
      roundEndsAt = 0;
    } else if (kind === 'call' && answered.has(id)) open.add(id);
    else if (kind === 'answer') {
      open.delete(id);
    } else if (kind === 'end' && begun !== undefined) {
      invocations.push({ ...begun, requestId: String(id), to: at, cpu: ran - begun.cpu });
      begun = undefined;
    }
    const endsAt = answered.get(id);
    if (kind !== 'call' || begun === undefined || endsAt === undefined) continue;
    if (at >= roundEndsAt) {
      begun.rounds += 1;
      roundEndsAt = endsAt;
    } else roundEndsAt = Math.min(roundEndsAt, endsAt);
  }
  return invocations;
}
