import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEnvironment } from '../../local/lambda/execution-environment.ts';
import { cpuMicroseconds } from '../support/processes.ts';
import { type Asked, invokeOften } from './measure.ts';

const PROFILER = fileURLToPath(new URL('profiler.mjs', import.meta.url));
const INTERVAL_US = 200;
const LATE_US = 2 * INTERVAL_US;

/** The part of a V8 profile that is used here. */
export interface Profile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  /** The innermost frame of each sample. */
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}

/** The parts of an invocation by source; the first match counts. */
const PARTS: readonly [part: string, source: RegExp][] = [
  ['the engine', /^engine\/|^wasm:/],
  ['the runtime client (on Lambda its own)', /runtime-client\.mjs$/],
  [
    'the SDK: signatures',
    /@smithy\/signature-v4\/|httpAuthSchemes|http-(auth-scheme|signing)|\/signing-hash\.ts$/,
  ],
  ['the SDK: values of items', /@aws-sdk\/util-dynamodb\/|\/document-operations\.ts$/],
  [
    'the SDK: its JSON',
    /@aws-sdk\/dynamodb-codec\/|@smithy\/core\/.*\/(schema|protocols|serde)\/|\/resolved-calls\.ts$/,
  ],
  ['HTTP to the stores', /@smithy\/node-http-handler\/|\/store\/deadlines\.ts$/],
  ['the SDK: other steps', /@smithy\/|@aws-sdk\/|@aws\//],
  ['checks by zod', /\/zod\//],
  ['lines of the log', /@aws-lambda-powertools\/|\/shared\/http\/(log|metrics|trace)\.ts$/],
  ['keys, seals and digests', /\/(sealing|sealed|sealed-answer|secret-key|dialog|random)\.ts$/],
  ['the conversation log', /\/(logged-turn|with-log|conversation-log|conversation-items|conversations)\.ts$/],
  ['our other code', /^functions\/|@middy\//],
];
const COLLECTOR = 'Node: garbage collector';
const SOCKETS = 'HTTP to the stores';
const REST = 'Node: other';

/** The part that a source belongs to. Undefined for Node's own sources, which count for their caller. */
export const partOf = (source: string): string | undefined =>
  source.startsWith('node:') ? undefined : PARTS.find(([, pattern]) => pattern.test(source))?.[0];

/**
 * The share of each part in the process's working time, largest first. Node's work counts for the part that called
 * it. Without a caller, it counts for sockets or not at all. Late samples are skipped: the process had no CPU then,
 * often because another process took it while this one wrote to a socket.
 * @param sourceOf the source of a frame; empty if it has none
 */
export function sharesOf(profile: Profile, sourceOf: (frame: CallFrame) => string): Map<string, number> {
  const parts = partsOf(profile, sourceOf);
  const sums = new Map<string, number>();
  let total = 0;
  for (const [index, id] of profile.samples.entries()) {
    const part = parts.get(id);
    if (part === undefined) continue;
    const time = profile.timeDeltas[index] ?? 0;
    if (time > LATE_US) continue;
    sums.set(part, (sums.get(part) ?? 0) + time);
    total += time;
  }
  return new Map(
    [...sums].map(([part, sum]): [string, number] => [part, sum / total]).sort(([, a], [, b]) => b - a),
  );
}

/** The part of each frame; none for idle frames. */
function partsOf({ nodes }: Profile, sourceOf: (frame: CallFrame) => string): Map<number, string> {
  const frames = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, string>();
  const visit = (id: number, caller: string | undefined): void => {
    const node = frames.get(id);
    if (node === undefined) return;
    const { functionName, url } = node.callFrame;
    const part = partOf(sourceOf(node.callFrame)) ?? caller ?? (SOCKET_CODE.test(url) ? SOCKETS : undefined);
    if (functionName === '(garbage collector)') parts.set(id, COLLECTOR);
    else if (functionName !== '(idle)') parts.set(id, part ?? REST);
    for (const child of node.children ?? []) visit(child, part);
  };
  const called = new Set(nodes.flatMap(({ children = [] }) => children));
  for (const { id } of nodes) if (!called.has(id)) visit(id, undefined);
  return parts;
}

/** Node's files that run on their own when data arrives. */
const SOCKET_CODE = /^node:(_http|http|net|_tls|internal\/(streams?|js_stream|stream_base))/;

/** The source of a bundle's frame from its source map, or else its address. */
function sourcesOf(codeFolder: string): (frame: CallFrame) => string {
  const map = new SourceMap(JSON.parse(readFileSync(path.join(codeFolder, 'index.mjs.map'), 'utf8')));
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.endsWith('/index.mjs')) return url;
    const entry = map.findEntry(lineNumber, columnNumber);
    const source = 'originalSource' in entry ? entry.originalSource : '';
    const inModules = source.lastIndexOf('node_modules/');
    return inModules < 0
      ? source.replace(/^(?:\.\.\/)*(?:.*\/)?(?=(engine|functions)\/)/, '')
      : source.slice(inModules);
  };
}

/** Profiles warm invocations: CPU microseconds, and the share of each part. */
export async function profileWarm(
  { definition, overrides, event }: Asked,
  folder: string,
  { warmUp, count }: { warmUp: number; count: number },
): Promise<{ cpu: number; shares: Map<string, number> }> {
  const file = path.join(folder, `${definition.name}.cpuprofile`);
  const environment = await startEnvironment(definition, {
    overrides: {
      ...overrides,
      NODE_OPTIONS: `--import ${PROFILER}`,
      PROFILE_FILE: file,
      PROFILE_INTERVAL_US: String(INTERVAL_US),
    },
    onLog: () => undefined,
  });
  try {
    await invokeOften(environment, event, warmUp);
    const before = cpuMicroseconds(environment.pid);
    await invokeOften(environment, event, count, warmUp);
    const cpu = (cpuMicroseconds(environment.pid) - before) / count;
    process.kill(environment.pid, 'SIGUSR2');
    await invokeOften(environment, event, count, warmUp + count);
    process.kill(environment.pid, 'SIGUSR2');
    while (!existsSync(file)) await delay(20);
    const profile: Profile = JSON.parse(readFileSync(file, 'utf8'));
    return { cpu, shares: sharesOf(profile, sourcesOf(definition.codeFolder)) };
  } finally {
    environment.stop();
  }
}
