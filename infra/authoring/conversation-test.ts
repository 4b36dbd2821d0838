import type {
  ConversationTest,
  ConversationTurn,
} from '../../functions/shared/engine/authoring/test-file.ts';
import type {
  BusinessLogicOutcome,
  BusinessLogicRequest,
} from '../../functions/shared/engine/business-logic.ts';
import { initialState } from '../../functions/shared/engine/dialog/state.ts';
import type { LoadedAssistant } from '../../functions/shared/engine/load.ts';
import { wireName } from '../../functions/shared/engine/slots/wire.ts';
import { type TurnResult, takeTurn } from '../../functions/shared/engine/turn.ts';

/** What became of one conversation. */
export interface TestOutcome {
  name: string;
  passed: boolean;
  failures: TestFailure[];
}

export interface TestFailure {
  /** Counts from 0. */
  turn: number;
  /** What the user said in it. */
  said: string;
  /** What was expected and what came instead. */
  message: string;
}

type Fixture = NonNullable<ConversationTurn['bls']>;

/** Plays a conversation against a loaded assistant; the business logic answers from the test's fixtures. */
export async function runConversationTest(
  loaded: LoadedAssistant,
  test: ConversationTest,
): Promise<TestOutcome> {
  const now = test.now === undefined ? USUAL_NOW : Date.parse(`${test.now}Z`);
  const language = test.language ?? loaded.assistant.languages.default;
  const failures: TestFailure[] = [];
  let state = initialState();
  for (const [turn, { say, bls, expect }] of test.turns.entries()) {
    const shared = Array.isArray(test.bls) ? test.bls[turn] : test.bls;
    const result = await takeTurn(
      loaded,
      state,
      { ...INPUT, now, qid: `test-${turn + 1}`, query: say, language, device: test.device ?? null },
      (request) => Promise.resolve(answerOf(request, bls ?? shared ?? {})),
    );
    state = result.state;
    for (const message of differences(result, expect ?? {})) failures.push({ turn, said: say, message });
  }
  return { name: test.name, passed: failures.length === 0, failures };
}

/** Thursday, 1 January 2026, 12:00: where a test names no other time. */
const USUAL_NOW = Date.UTC(2026, 0, 1, 12);

const INPUT = {
  lat: null,
  lon: null,
  timeOffset: 0,
  externalUserId: 'test',
  aiVersion: '00000000-0000-8000-8000-000000000000',
  dialog: 'test',
  sessionId: 'test',
  arbitraryFields: {},
};

/** The request itself with the fixture's fields over it; its slots are merged one by one. */
function answerOf(request: BusinessLogicRequest, fixture: Fixture): BusinessLogicOutcome {
  if (fixture === 'fail') return { status: 'failed', reason: 'the test lets it fail' };
  const { slots } = fixture;
  const merged = typeof slots === 'object' && slots !== null ? { ...request.slots, ...slots } : request.slots;
  return { status: 'answered', body: { ...request, ...fixture, slots: merged } };
}

function differences(result: TurnResult, expect: NonNullable<ConversationTurn['expect']>): string[] {
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
  if (expect.asks !== undefined && expect.asks !== result.state.asked) {
    differ('a question for', expect.asks, result.state.asked);
  }
  for (const [name, expected] of Object.entries(expect.slots ?? {})) {
    const values = result.slots[wireName(name)]?.values.map(({ value }) => value) ?? [];
    const actual = Array.isArray(expected) ? values : (values[0] ?? null);
    if (JSON.stringify(actual) !== JSON.stringify(expected)) differ(`slot ${name}`, expected, actual);
  }
  if (expect.said !== undefined && !speak.includes(expect.said) && !show.includes(expect.said)) {
    differ('an answer with', expect.said, speak);
  }
  if (messages.length === 0) return [];
  const ranked = result.explanation.ranked
    .slice(0, 3)
    .map(({ label, probability }) => `${label} ${probability.toFixed(2)}`);
  const how = `decided by ${result.explanation.decision}${ranked.length === 0 ? '' : `; best: ${ranked.join(', ')}`}`;
  return messages.map((message) => `${message} (${how}; said ${JSON.stringify(speak)})`);
}
