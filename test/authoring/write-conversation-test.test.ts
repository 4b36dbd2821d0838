import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatFinding } from '../../authoring/findings.ts';
import { readAssistantFiles } from '../../authoring/read.ts';
import { writeConversationTest } from '../../authoring/write-conversation-test.ts';
import type { ReadTurn } from '../../functions/shared/domain/conversations/conversation-views.ts';
import type { QueryExplanation } from '../../functions/shared/domain/query/query-answer.ts';
import { explanationOf } from '../support/explanation.ts';

const TURN: ReadTurn = {
  qid: 'q',
  ordinal: 1,
  sessionId: 'b1c5d9a4-0000-4000-8000-000000000000',
  at: Date.UTC(2026, 2, 18, 10, 30, 59),
  beganAt: Date.UTC(2026, 2, 18, 10, 30, 59),
  versionId: 'v',
  language: 'en',
  device: null,
  outcome: 'understood',
  competency: 'hours',
  state: 'hours',
  intent: 'hours',
  milliseconds: 4,
};

const words = (query: string | null, slots: Record<string, unknown[]> = {}) => ({
  query,
  spoken: null,
  shown: null,
  slots,
});

describe('a session of the log as a test', () => {
  test('is valid for the check, and has the time of its first turn', () => {
    const said = { ...TURN, words: words('when do you open: "today"?') };
    const { text, masked, unanswered } = writeConversationTest([
      said,
      { ...said, ordinal: 2, competency: 'faq', state: 'faq' },
    ]);
    expect([masked, unanswered]).toEqual([0, 0]);
    const { findings } = readAssistantFiles({
      'assistant.yaml':
        'schema: 1\nname: a\nlanguages: {default: en, supported: [en]}\nout_of_scope: {say: {en: No.}}\n',
      'competencies/hours.yaml': 'competency: hours\nstates: {hours: {say: {en: From 9.}}}\n',
      'tests/logged.yaml': text,
    });
    expect(findings.map(formatFinding)).toEqual([]);
    expect(parse(text)).toMatchObject({
      now: '2026-03-18T10:30',
      language: 'en',
      turns: [{ say: 'when do you open: "today"?' }, { expect: { competency: 'faq' } }],
    });
  });

  test('has the device and the slots, but no slot with a masked or structured value', () => {
    const slots = { _DAY_: ['2026-03-19'], _TAGS_: ['a', 'b'], _WHO_: [{ name: 'x' }], _CARD_: ['1', '•••'] };
    const { text } = writeConversationTest([{ ...TURN, device: 'alexa', words: words('hi', slots) }]);
    expect(parse(text)).toMatchObject({ device: 'alexa' });
    expect(parse(text).turns[0].expect.slots).toEqual({ day: '2026-03-19', tags: ['a', 'b'] });
  });

  test('has what the log knows of the business logic: next state, refused and emptied slots, failures', () => {
    const set = { command: 'set', slot: 'city', start: 0, end: 1, score: 1, by: 'values', became: 'applied' };
    const answered = { status: 'answered' as const, milliseconds: 1 };
    const fixtureOf = (more: Partial<ReadTurn>, told: Partial<QueryExplanation> = {}) => {
      const turn = {
        ...TURN,
        businessLogic: answered,
        words: { ...words('x'), explanation: explanationOf(told) },
        ...more,
      };
      return parse(writeConversationTest([turn]).text).turns[0].bls;
    };
    const moved = {
      transitions: [
        { from: 'a', to: 'b', on: 'yes' },
        { from: 'b', to: 'c', on: 'business_logic' },
      ],
    };
    expect(fixtureOf({}, moved)).toEqual({ state: 'c' });
    const refused = { asked: 'city', proposals: [set] };
    expect(fixtureOf({ outcome: 'not_understood' }, refused)).toEqual({
      slots: { _CITY_: { type: 'string', values: [{ tokens: '', resolved: -1, error: '' }] } },
    });
    expect(fixtureOf({}, refused)).toEqual({ slots: { _CITY_: { type: 'string', values: [] } } });
    expect(fixtureOf({}, { asked: 'city', proposals: [{ ...set, slot: 'day' }] })).toBeUndefined();
    expect(fixtureOf({})).toBeUndefined();
    expect(fixtureOf({ businessLogic: { status: 'failed', milliseconds: 1 } })).toBe('fail');
  });

  test('says in a comment what each turn lacks', () => {
    const { text, masked, unanswered } = writeConversationTest([
      { ...TURN, words: words('from ••• on') },
      { ...TURN, ordinal: 2, words: words(null) },
      {
        ...TURN,
        ordinal: 4,
        language: 'es',
        words: words('hola'),
        businessLogic: { status: 'answered', milliseconds: 1 },
      },
      { ...TURN, ordinal: 5 },
    ]);
    expect([masked, unanswered]).toEqual([3, 1]);
    const comments = text.split('\n').filter((line) => /^ +#/.test(line));
    expect(comments.map((line) => line.replace(/^ +# (\w+ \w+).*/, '$1'))).toEqual(
      ['Masked: replace', 'Not kept', 'Turns before', 'In another', 'The business', 'Not kept'].map((start) =>
        expect.stringContaining(start),
      ),
    );
  });
});
