import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type {
  BusinessLogicOutcome,
  BusinessLogicRequest,
  CallBusinessLogic,
} from '../engine/dialogue/business-logic/protocol.ts';
import { wireName } from '../engine/dialogue/business-logic/wire.ts';
import { initialState } from '../engine/dialogue/state.ts';
import { type TurnResult, takeTurn } from '../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../engine/load.ts';
import { type ConversationTest, type TestTurn, timeOf } from './forms/test-file.ts';
import type { Recording } from './read-recordings.ts';

/** The outcome of a conversation test. */
export interface TestOutcome {
  name: string;
  passed: boolean;
  failures: TestFailure[];
  /** The state that spoke in each turn, and the moves on the way to it. */
  visited: { state: string; transitions: TurnResult['explanation']['transitions'] }[];
  /** The query of each turn, and how it was read. */
  read: { query: string; explanation: TurnResult['explanation'] }[];
  /** The answers of the live business logic, turn by turn. */
  recording: BusinessLogicOutcome[][];
}

export interface TestFailure {
  /** Counts from 0. */
  turn: number;
  /** The query of the turn. */
  said: string;
  /** The expectation, and what came instead. */
  message: string;
}

export type Fixture = NonNullable<TestTurn['bls']>;

/** The business logic's answer in a turn (from 0), where the turn or its test has one written down. */
export const fixtureOf = (test: ConversationTest, turn: number): Fixture | undefined =>
  test.turns[turn]?.bls ?? (Array.isArray(test.bls) ? test.bls[turn] : test.bls) ?? undefined;

export interface RunOptions {
  /** Answers the turns that have no fixture of their own. */
  live?: CallBusinessLogic;
  /** The same, of an earlier run. */
  recording?: Recording;
  /** The id of the end user: a live server may remember its users from one conversation to the next. */
  user?: string;
}

/**
 * Plays a conversation against a loaded assistant. The business logic answers from the turn's fixture, else the
 * test's, else live or from a recording; where there is nothing of all that, it echoes the request.
 */
export async function runConversationTest(
  loaded: LoadedAssistant,
  test: ConversationTest,
  { live, recording, user: externalUserId = 'test' }: RunOptions = {},
): Promise<TestOutcome> {
  let now = timeOf(test.now ?? '') ?? USUAL_NOW;
  const user = {
    ...INPUT,
    externalUserId,
    language: test.language ?? loaded.assistant.languages.default,
    device: test.device ?? null,
  };
  const outcome: TestOutcome = {
    name: test.name,
    passed: true,
    failures: [],
    visited: [],
    read: [],
    recording: [],
  };
  // A server remembers what it did under a key: every run of a test is another conversation.
  const run = randomUUID();
  let state = initialState();
  for (const [turn, { say, expect, filters, now: later }] of test.turns.entries()) {
    now = timeOf(later ?? '') ?? now;
    const fixture = fixtureOf(test, turn);
    const requests: BusinessLogicRequest[] = [];
    const answers: BusinessLogicOutcome[] = [];
    let unrecorded = 0;
    const result = await takeTurn(
      loaded,
      state,
      {
        ...user,
        now,
        qid: `test-${turn + 1}`,
        turnKey: `${run}:${turn + 1}`,
        query: say,
        faqFilters: filters,
      },
      async (request, purpose) => {
        const recorded = recording?.[turn]?.[requests.length];
        requests.push(request);
        if (fixture !== undefined) return answerOf(request, fixture);
        if (live === undefined) {
          if (recording !== undefined && recorded === undefined) unrecorded += 1;
          return recorded ?? answerOf(request, {});
        }
        const answer = await live(request, purpose);
        answers.push(answer);
        return answer;
      },
    );
    state = result.state;
    outcome.recording.push(answers);
    outcome.visited.push({ state: result.classifier_state, transitions: result.explanation.transitions });
    outcome.read.push({ query: say, explanation: result.explanation });
    if (unrecorded > 0) outcome.failures.push({ turn, said: say, message: NOT_RECORDED });
    for (const message of differences(result, requests, expect ?? {})) {
      outcome.failures.push({ turn, said: say, message });
    }
  }
  outcome.passed = outcome.failures.length === 0;
  return outcome;
}

const NOT_RECORDED =
  'the business logic is called, and no answer was recorded for that: record again with parley ai test --record';

/** Thursday, 1 January 2026, 12:00: where a test names no other time. */
export const USUAL_NOW = Date.UTC(2026, 0, 1, 12);

const INPUT = {
  institution: null,
  application: null,
  lat: null,
  lon: null,
  timeOffset: 0,
  aiVersion: '00000000-0000-8000-8000-000000000000',
  dialog: 'test',
  sessionId: 'test',
  arbitraryFields: {},
};

/** The request itself with the fixture's fields over it; its slots are merged one by one. */
export function answerOf(request: BusinessLogicRequest, fixture: Fixture): BusinessLogicOutcome {
  if (fixture === 'fail') return { status: 'failed', reason: 'the test lets it fail' };
  const { slots } = fixture;
  const merged = typeof slots === 'object' && slots !== null ? { ...request.slots, ...slots } : request.slots;
  return { status: 'answered', body: { ...request, ...fixture, slots: merged } };
}

function differences(
  result: TurnResult,
  requests: readonly BusinessLogicRequest[],
  expect: NonNullable<TestTurn['expect']>,
): string[] {
  const { speakableResponse: speak, formattedResponse: show } = result.visuals;
  const messages: string[] = [];
  const differ = (what: string, expected: unknown, actual: unknown): void => {
    messages.push(`expected ${what} ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  };
  if (expect.competency !== undefined && expect.competency !== result.competency) {
    differ('competency', expect.competency, result.competency);
  }
  if (expect.state !== undefined && expect.state !== result.classifier_state) {
    differ('state', expect.state, result.classifier_state);
  }
  if (expect.asks !== undefined && expect.asks !== result.explanation.asked) {
    differ('a question for', expect.asks, result.explanation.asked);
  }
  for (const [name, expected] of Object.entries(expect.slots ?? {})) {
    const values = result.slots[wireName(name)]?.values.map(({ value }) => value) ?? [];
    const actual = Array.isArray(expected) ? values : (values[0] ?? null);
    if (JSON.stringify(actual) !== JSON.stringify(expected)) differ(`slot ${name}`, expected, actual);
  }
  if (expect.said !== undefined && !speak.includes(expect.said) && !show.includes(expect.said)) {
    differ('an answer with', expect.said, speak);
  }
  for (const [name, expected] of Object.entries(expect.visuals ?? {})) {
    const actual = result.visuals[name] ?? null;
    if (!holds(actual, expected)) differ(`visuals.${name}`, expected, actual);
  }
  const sources: (string | null)[] =
    result.faq === undefined
      ? [null]
      : [result.faq, ...(result.faq.more ?? [])].map((document) => document.source);
  if (expect.faq !== undefined && !sources.includes(expect.faq))
    differ('an answer from', expect.faq, sources.length > 1 ? sources : sources[0]);
  const request = requests.at(-1) ?? null;
  if (expect.bls !== undefined && !(expect.bls === null ? request === null : holds(request, expect.bls))) {
    const shown = expect.bls === null || request === null ? request : pick(request, expect.bls);
    differ('a business-logic request with', expect.bls, shown);
  }
  if (messages.length === 0) return [];
  const ranked = result.explanation.ranked
    .slice(0, 3)
    .map(({ label, probability }) => `${label} ${probability.toFixed(2)}`);
  const did = result.explanation.proposals
    .filter(({ became }) => became === 'applied')
    .map(({ command }) => command);
  const how = `did ${did.join(', ') || 'nothing'}${ranked.length === 0 ? '' : `; best: ${ranked.join(', ')}`}`;
  return messages.map((message) => `${message} (${how}; said ${JSON.stringify(speak)})`);
}

/** True where a value has all that is expected of it: objects in part, anything else whole. */
function holds(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
    return isDeepStrictEqual(actual, expected);
  }
  if (typeof actual !== 'object' || actual === null) return false;
  const fields = new Map(Object.entries(actual));
  return Object.entries(expected).every(([name, value]) => holds(fields.get(name), value));
}

const pick = (request: BusinessLogicRequest, expected: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(expected).map((name) => [name, request[name]]));
