import { describe, expect, it } from 'vitest';
import { businessLogicOf } from '../../../bench/dialogue/business-logic.ts';
import type { DialogueTurn } from '../../../bench/dialogue/rows.ts';
import type { ServiceTurn } from '../../../bench/dialogue/turns.ts';
import type { BusinessLogicRequest } from '../../../engine/dialogue/business-logic/protocol.ts';
import { loadFiles } from '../../engine/dialogue/support.ts';

const utterances = (word: string) =>
  JSON.stringify(['a', 'b', 'c', 'd', 'e'].map((last) => `${word} ${last}`));

const loaded = loadFiles(
  {
    'assistant.yaml': `
schema: 1
name: inns
languages: {default: en, supported: [en]}
business_logic: {url: "https://logic.example/"}
out_of_scope: {say: {en: Pardon?}}
`,
    'competencies/find.yaml': `
competency: find
title: {en: Find}
business_logic: true
slots: {city: {entity: text, required: true, ask: {en: Where?}}}
states: {find: {terminal: true, utterances: {en: ${utterances('find')}}, say: {en: Found.}}}
`,
    'competencies/book.yaml': `
competency: book
title: {en: Book}
business_logic: true
slots:
  inn: {entity: text, required: true, ask: {en: Which?}}
  hour: {entity: time, required: true, ask: {en: When?}}
states:
  book: {utterances: {en: ${utterances('book')}}, say: {en: "Shall I?"}, transitions: [{on: "yes", to: book_done}]}
  book_done: {terminal: true, say: {en: Done.}}
`,
  },
  {},
);

const system = (...acts: DialogueTurn['acts']): DialogueTurn => ({
  who: 'system',
  text: '',
  acts,
  spans: [],
});
const offer = (slot: string, value: string) => ({ act: 'OFFER', slot, values: [value] });

const turn = (given: Partial<ServiceTurn>): ServiceTurn => ({
  text: '',
  user: { who: 'user', text: '', acts: [], spans: [] },
  system: null,
  answer: null,
  goal: { intent: 'Book', slots: {} },
  before: null,
  told: new Set(),
  offered: new Map(),
  ...given,
});

async function filled(given: Partial<ServiceTurn>, state: string, held: Record<string, string> = {}) {
  const call = businessLogicOf(loaded, turn(given), (_, value) => ({
    value,
    raw: value,
    resolved: -1,
    details: {},
  }));
  const slots = Object.fromEntries(
    Object.entries(held).map(([slot, value]) => [
      slot,
      { type: 'string', values: [{ tokens: value, value }] },
    ]),
  );
  const request = { state, slots } as unknown as BusinessLogicRequest;
  const outcome = await call(request, { key: '', pending: null });
  return outcome.status === 'answered' ? outcome.body : null;
}

const offered = new Map([['inn', ['The Crown', 'The Bear']]]);
const bear = { _INN_: { type: 'string', values: [{ tokens: 'The Bear', resolved: 1, value: 'The Bear' }] } };

describe('the business logic of a replay', () => {
  it('fills what the system has offered last, but only for a deed', async () => {
    expect(await filled({ offered }, 'book')).toEqual({ slots: bear });
    expect(await filled({ offered }, 'book', { _INN_: 'The Crown' })).toEqual({ slots: bear });
    expect(await filled({ offered }, 'find')).toEqual({ slots: {} });
  });

  it('does not fill a slot that the user has said, understood or not', async () => {
    const told = new Set(['inn']);
    expect(await filled({ offered, told }, 'book')).toEqual({ slots: {} });
    expect(await filled({ offered, told }, 'book', { _INN_: 'The Crown' })).toEqual({ slots: {} });
    const answer = system(offer('city', 'Rome'));
    expect(await filled({ answer, told: new Set(['city']) }, 'find')).toEqual({ slots: {} });
  });

  it('replaces what the user said with the offered alternative once the user agrees', async () => {
    const given = {
      told: new Set(['hour']),
      offered: new Map([['hour', ['17:00']]]),
      system: system(offer('hour', '17:00')),
    };
    const later = { _HOUR_: { type: 'string', values: [{ tokens: '17:00', resolved: 1, value: '17:00' }] } };
    expect(await filled(given, 'book_done', { _HOUR_: '16:00' })).toEqual({ slots: later });
    expect(await filled(given, 'book', { _HOUR_: '16:00' })).toEqual({ slots: {} });
    const before = { intent: 'Book', slots: { hour: ['17:00'] } };
    expect(await filled({ ...given, before }, 'book_done', { _HOUR_: '16:00' })).toEqual({ slots: {} });
  });

  it('fills a slot of a search from what the system found', async () => {
    expect(await filled({ answer: system(offer('city', 'Rome')) }, 'find')).toEqual({
      slots: { _CITY_: { type: 'string', values: [{ tokens: 'Rome', resolved: 1, value: 'Rome' }] } },
    });
  });

  it('fails where the system reports a failure', async () => {
    const answer = system({ act: 'NOTIFY_FAILURE' });
    expect(await filled({ answer }, 'book_done')).toEqual({ slots: {}, state: 'book_failed' });
    expect(await filled({ answer }, 'book')).toEqual({ slots: {} });
  });
});
