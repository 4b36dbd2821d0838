import { describe, expect, test } from 'vitest';
import { type Arrival, IMPATIENCE_MS, lastAnswer, unheardAt } from '../../../functions/query/arrival.ts';
import type { LastAnswer, Session } from '../../../functions/shared/domain/query/sessions.ts';

/** A question put by revision 4 at 1,000 ms, in a turn of 200 ms. */
const ANSWERED: LastAnswer = { receivedAt: 800, at: 1_000, asked: { revision: 4, at: 1_000 } };

const session = (revision: number, answered?: LastAnswer): Session => ({
  key: 'session#',
  sessionId: 's',
  revision,
  qid: 'q',
  versionId: 'v',
  state: '',
  endsAt: 9_000,
  ...(answered && { answered }),
});
const arrival = (fields: Partial<Arrival> = {}): Arrival => ({
  at: 1_000,
  hasWaited: false,
  revision: 4,
  ...fields,
});
const ALL = { question: true, answer: true };

describe('a query', () => {
  test('that arrived after the answer left has heard it', () => {
    expect(unheardAt(session(4, ANSWERED), arrival())).toBeUndefined();
  });

  test('that arrived a millisecond before the answer left has not heard it', () => {
    expect(unheardAt(session(4, ANSWERED), arrival({ at: 999 }))).toEqual(ALL);
  });

  test('that was first read at an earlier revision has not heard it, whatever the clocks say', () => {
    expect(unheardAt(session(4, ANSWERED), arrival({ at: 2_000, revision: 3 }))).toEqual(ALL);
  });

  test('that waited while this process gave the answer has not heard it', () => {
    expect(unheardAt(session(4, ANSWERED), arrival({ hasWaited: true }))).toEqual(ALL);
  });

  test('that missed only a later answer may still reply to the earlier question', () => {
    const later = { ...ANSWERED, receivedAt: 1_500, at: 1_600 };
    const expected = { question: false, answer: true };
    expect(unheardAt(session(5, later), arrival({ at: 1_599, revision: 5 }))).toEqual(expected);
    expect(unheardAt(session(5, later), arrival({ at: 1_599, revision: 4 }))).toEqual(expected);
    expect(unheardAt(session(5, later), arrival({ at: 1_200, revision: 5, hasWaited: true }))).toEqual(
      expected,
    );
  });

  test('in a session without recorded times is judged by revisions alone', () => {
    expect(unheardAt(session(4), arrival({ at: 0 }))).toBeUndefined();
    expect(unheardAt(session(4), arrival({ revision: 3 }))).toEqual(ALL);
  });

  test('may be the retry of a caller who gave up on a slow turn, for as long again as it took', () => {
    const slow = { ...ANSWERED, receivedAt: 1_000 - IMPATIENCE_MS };
    const at = (milliseconds: number) => arrival({ at: milliseconds });
    const retry = { question: false, answer: true };
    expect(unheardAt(session(4, slow), at(1_000 + IMPATIENCE_MS - 1))).toEqual(retry);
    expect(unheardAt(session(4, slow), at(1_000 + IMPATIENCE_MS))).toBeUndefined();
    const quick = { ...slow, receivedAt: slow.receivedAt + 1 };
    expect(unheardAt(session(4, quick), at(1_001))).toBeUndefined();
  });
});

describe('an answer', () => {
  const turn = { receivedAt: 2_000, at: 2_100, revision: 5 };

  test('with a new question sets the time from which that question can be answered', () => {
    expect(lastAnswer(session(4, ANSWERED), { ...turn, asksAnew: true })).toEqual({
      receivedAt: 2_000,
      at: 2_100,
      asked: { revision: 5, at: 2_100 },
    });
  });

  test('with an unchanged question keeps that time', () => {
    const { asked } = lastAnswer(session(4, ANSWERED), { ...turn, asksAnew: false });
    expect(asked).toEqual(ANSWERED.asked);
  });

  test('after a session without recorded times sets it', () => {
    const { asked } = lastAnswer(session(4), { ...turn, asksAnew: false });
    expect(asked).toEqual({ revision: 5, at: 2_100 });
  });
});
