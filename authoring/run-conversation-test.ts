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
import { type ConversationTest, type ExpectedSlot, type TestTurn, timeOf } from './forms/test-file.ts';
import type { Recording } from './read-recordings.ts';

/** The result of a conversation test. */
export interface TestOutcome {
  name: string;
  passed: boolean;
  failures: TestFailure[];
  /** The state that answered each turn, and the transitions to that state. */
  visited: { state: string; transitions: TurnResult['explanation']['transitions'] }[];
  /** The query of each turn, and how it was understood. */
  read: { query: string; explanation: TurnResult['explanation'] }[];
  /** The live business logic's answers, turn by turn. */
  recording: BusinessLogicOutcome[][];
}

export interface TestFailure {
  /** Numbered from 0. */
  turn: number;
  /** The query of the turn. */
  said: string;
  /** What was expected and what happened. */
  message: string;
}

export type Fixture = NonNullable<TestTurn['bls']>;

/** The business logic's fixture for a turn (from 0), if the turn or its test has one. */
export const fixtureOf = (test: ConversationTest, turn: number): Fixture | undefined =>
  test.turns[turn]?.bls ?? (Array.isArray(test.bls) ? test.bls[turn] : test.bls) ?? undefined;

export interface RunOptions {
  /** Answers turns without a fixture. */
  live?: CallBusinessLogic;
  /** The answers of an earlier run. */
  recording?: Recording;
  /** The end user's id: a live server may remember users between conversations. */
  user?: string;
}

/**
 * Plays a conversation with a loaded assistant. Business-logic answers come from the turn's fixture, else the test's,
 * else a live server or recording; otherwise the request is echoed.
 */
export async function runConversationTest(
  loaded: LoadedAssistant,
  test: ConversationTest,
  { live, recording, user: externalUserId = 'test' }: RunOptions = {},
): Promise<TestOutcome> {
  let now = timeOf(test.now ?? '') ?? USUAL_NOW;
  const user = {
    ...USUAL_INPUT,
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
  // Each run needs its own keys, since a server remembers the calls that it has answered.
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
  'the business logic was called, but no answer is recorded for it: record again with parley ai test --record';

/** The default time of a test: Thursday, 1 January 2026, 12:00. */
export const USUAL_NOW = Date.UTC(2026, 0, 1, 12);

/** The default fields of a test's query besides its words. */
export const USUAL_INPUT = {
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

/** The request, overridden by the fixture's fields; slots are merged individually. */
export function answerOf(request: BusinessLogicRequest, fixture: Fixture): BusinessLogicOutcome {
  if (fixture === 'fail') return { status: 'failed', reason: 'the test makes it fail' };
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
    if (!isExpected(actual, expected)) differ(`slot ${name}`, expected, actual);
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

/** True if a slot's value, or its list of values, is as expected. */
function isExpected(actual: unknown, expected: ExpectedSlot): boolean {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected))
    return JSON.stringify(actual) === JSON.stringify(expected);
  if ('contains' in expected) return typeof actual === 'string' && actual.includes(expected.contains);
  return actual !== null;
}

/** True if a value matches what is expected: objects in part, anything else completely. */
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
