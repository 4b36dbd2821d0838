import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  mergeAnswer,
  type QueryResponse,
  queryResponse,
} from '../../../../../functions/shared/domain/query/query-answer.ts';

const payload: QueryResponse = {
  qid: 'q',
  session_id: 's',
  dialog: 'd',
  query: 'hello',
  competency: 'greeting',
  classifier_state: 'greeting',
  visuals: { speakableResponse: 'Hi', formattedResponse: 'Hi' },
  intent: 'greeting',
  intent_probability: 0.9,
  slots: {},
  ai_version: 'v',
  application: null,
  language: 'en',
};

const name = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...Object.keys(payload), '__proto__', 'constructor', 'toString', 'bl_resp', '0'),
);
/** Fields as in a parsed body, where `__proto__` is an own property. */
const fields = fc
  .array(fc.tuple(name, fc.jsonValue()))
  .map((entries): Record<string, unknown> => Object.fromEntries(entries));

test('every field of the caller comes back, unless the payload carries its name', () => {
  fc.assert(
    fc.property(fields, (arbitrary) => {
      const answer = JSON.parse(JSON.stringify(mergeAnswer(arbitrary, payload)));
      const names = new Set([...Object.keys(arbitrary), ...Object.keys(payload)]);
      expect(new Set(Object.keys(answer))).toEqual(names);
      for (const key of names) {
        const expected = Object.entries(Object.hasOwn(payload, key) ? payload : arbitrary).find(
          ([k]) => k === key,
        );
        const got = Object.entries(answer).find(([k]) => k === key);
        expect(JSON.stringify(got)).toBe(JSON.stringify(expected));
      }
      expect(Object.getPrototypeOf(answer)).toBe(Object.prototype);
    }),
  );
});

test('what is merged is an answer of the contract, whatever the caller sends', () => {
  fc.assert(
    fc.property(fields, (arbitrary) => {
      const { bl_resp: _, explanation: __, ...rest } = arbitrary;
      expect(queryResponse.safeParse(mergeAnswer(rest, payload)).success).toBe(true);
    }),
  );
});
