import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PeopleSettings } from '../../../engine/assistant.ts';
import {
  type Act,
  act,
  showTyping,
  tell,
  tellIfNobodyThere,
} from '../../../functions/shared/domain/handoffs/acts.ts';
import { type Handoff, openHeld, openText } from '../../../functions/shared/domain/handoffs/handoffs.ts';
import { awaitMessages } from '../../../functions/shared/domain/handoffs/read-messages.ts';
import { createWaitShare } from '../../../functions/shared/domain/handoffs/waits.ts';
import { sessionKey } from '../../../functions/shared/domain/query/dialog.ts';
import { createHandoffStore } from '../../../functions/shared/store/handoffs.ts';
import { createUseCounter } from '../../../functions/shared/store/use-counter.ts';
import { DEPLOYMENT_KEY } from '../../support/rules.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { bankWith, loadedAssistant } from './support/assistant.ts';
import { createService } from './support/service.ts';

const MINUTE = 60_000;
const SETTINGS: PeopleSettings = {
  withinMinutes: 5,
  afterFailures: 2,
  whenNobody: 'wait',
  whenClosed: 'refuse',
};
const PERSON = 'mia';

const db = useCountedDynamoDb();
const store = createHandoffStore(() => db.client());
let service: ReturnType<typeof createService>;
beforeEach(() => {
  service = createService(db);
});

const publish = (people: Partial<PeopleSettings> = {}) =>
  service.publish(undefined, loadedAssistant({ people: { ...SETTINGS, ...people } }));

const ask = async (query: string, dialog?: string) =>
  (await service.ask({ query, language: 'en', ...(dialog && { dialog }) })).body;

const deps = { handoffs: store, deploymentKey: async () => DEPLOYMENT_KEY, random: randomBytes };
const does = (sessionId: string, wanted: Act, userId = PERSON): Promise<Handoff> =>
  act(deps, { institution: service.institution, userId }, sessionId, wanted, service.time);

const messages = async (sessionId: string, withNotes = false) => {
  const place = { institution: service.institution, sessionId };
  const read = await store.messagesAfter(place, 0, { limit: 100, withNotes });
  return read.messages.map(({ sealed, sequence, from, name }) => ({
    sequence,
    from,
    ...(name && { name }),
    text: openText(sealed, { ...place, deploymentKey: DEPLOYMENT_KEY }),
  }));
};

/** Hands over through two failed turns in a row. */
async function handOver() {
  const { dialog, session_id } = await ask('qwertz');
  const answer = await ask('qwertz again', dialog);
  return { dialog, session_id, answer };
}

describe('a conversation that is handed over', () => {
  test('is silent until a person answers, and continues when it is handed back', async () => {
    await publish();
    const { dialog, session_id, answer } = await handOver();
    expect(answer.owner).toBe('people');
    expect(answer.visuals.choices).toEqual(['(back_to_assistant)']);
    const passed = await ask('count', dialog);
    expect(passed.visuals.speakableResponse).toBe('(with_people)');
    expect(service.calls).toEqual([]);
    await does(session_id, { action: 'claim', name: 'Mia', takesOver: false });
    await does(session_id, { action: 'note', text: 'sounds angry' });
    await does(session_id, { action: 'answer', text: 'count 1 2 3' });
    expect(await messages(session_id)).toEqual([
      { sequence: 1, from: 'user', text: 'qwertz again' },
      { sequence: 2, from: 'user', text: 'count' },
      { sequence: 4, from: 'person', name: 'Mia', text: 'count 1 2 3' },
    ]);
    await does(session_id, { action: 'hand_back', slots: {}, text: 'Bye.' });
    expect((await messages(session_id)).slice(3).map(({ text }) => text)).toEqual(['Bye.', '(back_again)']);
    const counted = await ask('count', dialog);
    expect([counted.owner, counted.visuals.speakableResponse]).toEqual(['assistant', '1 so far.']);
    expect(service.calls).toHaveLength(1);
  });

  test('is listed while people own it, the longest wait first, without reading ended ones', async () => {
    await publish();
    const listed = async (wanted: Partial<Parameters<typeof store.list>[1]> = {}) => {
      const { items, next } = await store.list(service.institution, { limit: 2, ...wanted });
      return { sessions: items.map(({ sessionId }) => sessionId), next };
    };
    const over = async () => {
      const { session_id } = await handOver();
      await does(session_id, { action: 'claim', name: 'Mia', takesOver: false });
      await does(session_id, { action: 'close' });
    };
    await over();
    await over();
    const open: string[] = [];
    for (const _ of [1, 2, 3]) {
      service.time += MINUTE;
      open.push((await handOver()).session_id);
    }
    await over();
    await does(String(open[0]), { action: 'claim', name: 'Mia', takesOver: false });
    await does(String(open[0]), { action: 'note', text: 'mine' });
    const first = await listed();
    expect(first.sessions).toEqual(open.slice(0, 2));
    expect((await listed({ after: String(first.next) })).sessions).toEqual(open.slice(2));
    expect((await listed({ status: 'claimed' })).sessions).toEqual(open.slice(0, 1));
    expect((await listed({ status: 'closed', limit: 100 })).sessions).toHaveLength(3);
    await does(String(open[0]), { action: 'hand_back', slots: {} });
    expect((await listed()).sessions).toEqual(open.slice(1));
  });

  test('is handed over only if the author declares it', async () => {
    await service.publish();
    const { answer } = await handOver();
    expect(answer).not.toHaveProperty('owner');
    expect(answer.visuals).not.toHaveProperty('choices');
  });

  test('returns to the assistant by the choice that was offered', async () => {
    await publish();
    const { dialog, session_id } = await handOver();
    const back = await ask('Back_to_assistant!', dialog);
    expect([back.owner, back.visuals.speakableResponse]).toEqual(['assistant', '(back_again)']);
    expect((await ask('count', dialog)).visuals.speakableResponse).toBe('1 so far.');
    await expect(does(session_id, { action: 'claim', name: 'Mia', takesOver: false })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('is handed over by an answer of the business logic', async () => {
    await publish();
    service.businessLogic = async () => {
      const body = { response_slots: { turns: 7 }, hand_off: true };
      return { status: 'answered', body, exactBody: body };
    };
    const answer = await ask('count');
    expect([answer.owner, answer.visuals.speakableResponse]).toEqual(['people', '7 so far. (handed_over)']);
  });

  test('counts only failed turns in a row', async () => {
    await publish();
    const { dialog } = await ask('qwertz');
    await ask('hello', dialog);
    expect((await ask('qwertz', dialog)).owner).toBe('assistant');
    expect((await ask('qwertz', dialog)).owner).toBe('people');
  });
});

describe('the sign that a person is writing', () => {
  test('ends the wait of a client that shows it once, and ends with the next message or by itself', async () => {
    await publish();
    const { session_id } = await handOver();
    const place = { institution: service.institution, sessionId: session_id };
    const waits = createWaitShare(
      createUseCounter(() => db.client()),
      100,
    );
    const read = (after: number, knowsTyping?: boolean) => {
      let now = service.time;
      const wait = async (milliseconds: number) => {
        now += milliseconds;
      };
      const wanted = { after, withNotes: false, until: now + 20_000, knowsTyping };
      return awaitMessages({ handoffs: store, waits, now: () => now, wait }, place, wanted).then(
        ({ typing, messages }) => [typing?.name, messages.length, now - service.time],
      );
    };
    const mia = { institution: service.institution, userId: PERSON };
    await expect(showTyping({ handoffs: store }, mia, session_id, service.time)).rejects.toMatchObject({
      code: 'conflict',
    });
    await does(session_id, { action: 'claim', name: 'Mia', takesOver: false });
    await showTyping({ handoffs: store }, mia, session_id, service.time);
    expect(await read(1, false)).toEqual(['Mia', 0, 0]);
    expect(await read(1, true)).toEqual([undefined, 0, 7000]);
    expect(await read(1)).toEqual([undefined, 0, 20_000]);
    await does(session_id, { action: 'answer', text: 'Hi.' });
    expect(await read(1, true)).toEqual([undefined, 1, 0]);
    expect(await read(2, false)).toEqual([undefined, 0, 20_000]);
    // Typing is not a message.
    expect(await messages(session_id, true)).toHaveLength(2);
  });
});

describe('queues', () => {
  const queues: PeopleSettings['queues'] = [
    { name: 'money', competencies: ['count'], withinMinutes: 60 },
    { name: 'spanish', languages: ['es'] },
    { name: 'rest' },
  ];
  const queueOf = async (session: string) => (await store.find(service.institution, session))?.queue;
  const listed = async (queue?: string) => {
    const wanted = { statuses: ['waiting'] as const, queue, limit: 10 };
    return (await store.list(service.institution, wanted)).items.map(({ sessionId }) => sessionId);
  };

  test('take conversations by the current competency, else by language, first match first', async () => {
    await publish({ queues });
    service.businessLogic = async () => {
      const body = { hand_off: true };
      return { status: 'answered', body, exactBody: body };
    };
    const counted = await ask('count');
    expect([counted.owner, await queueOf(counted.session_id)]).toEqual(['people', 'money']);
    const { session_id } = await handOver();
    expect(await queueOf(session_id)).toBe('rest');
    expect(await listed('money')).toEqual([counted.session_id]);
    expect(await listed('rest')).toEqual([session_id]);
    expect((await listed()).sort()).toEqual([session_id, counted.session_id].sort());
    const handoff = await store.find(service.institution, counted.session_id);
    expect(handoff && handoff.answerBy - handoff.since).toBe(60 * MINUTE);
  });

  test('have their own hours', async () => {
    const closed = { timeZone: 'UTC', week: Array.from({ length: 7 }, () => []) };
    await publish({ queues: [{ name: 'night', hours: closed }] });
    const { answer } = await handOver();
    expect([answer.owner, answer.visuals.speakableResponse]).toEqual([
      'assistant',
      expect.stringContaining('(people_closed)'),
    ]);
  });

  test('without a match leave a conversation to everybody', async () => {
    await publish({ queues: [{ name: 'spanish', languages: ['es'] }] });
    const { session_id, answer } = await handOver();
    expect([answer.owner, await queueOf(session_id)]).toEqual(['people', undefined]);
  });
});

describe('queries that people own', () => {
  test('are kept once and in order, even if many come at once', async () => {
    await publish();
    const { dialog, session_id } = await handOver();
    const many = Array.from({ length: 6 }, (_, index) => `query-${index}`);
    /** Retries a query that lost against others, as a client does. */
    const insist = async (query: string): Promise<number> => {
      const { status } = await service.ask({ query, dialog }, { headers: { 'Idempotency-Key': query } });
      return status === 409 ? insist(query) : status;
    };
    const statuses = await Promise.all(many.flatMap((query) => [insist(query), insist(query)]));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const kept = (await messages(session_id)).slice(1);
    expect(kept.map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(kept.map(({ text }) => text).sort()).toEqual(many);
  });

  test('and simultaneous answers all arrive', async () => {
    await publish();
    const { dialog, session_id } = await handOver();
    await does(session_id, { action: 'claim', name: 'Mia', takesOver: false });
    await Promise.all([
      ...['a', 'b'].map((query) => ask(query, dialog)),
      ...['c', 'd'].map((text) => does(session_id, { action: 'answer', text })),
    ]);
    const said = (await messages(session_id)).slice(1);
    expect(said.map(({ text }) => text).sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('keep their session for a day, and end with the assistant’s session', async () => {
    await publish();
    const { dialog, session_id } = await handOver();
    service.time += 23 * 60 * MINUTE;
    expect((await ask('still there?', dialog)).session_id).toBe(session_id);
    service.time += 24 * 60 * MINUTE;
    const anew = await ask('hello', dialog);
    expect([anew.session_id === session_id, anew.owner]).toEqual([false, 'assistant']);
  });
});

describe('if no person has time', () => {
  test('the user is told once, with the next query, and keeps waiting', async () => {
    await publish();
    const { dialog, session_id } = await handOver();
    service.time += 5 * MINUTE - 1;
    expect((await ask('a', dialog)).visuals.speakableResponse).toBe('(with_people)');
    service.time += 1;
    expect((await ask('b', dialog)).visuals.speakableResponse).toBe('(nobody_there) (kept_for_people)');
    expect((await ask('c', dialog)).visuals.speakableResponse).toBe('(with_people)');
    await tellIfNobodyThere(
      deps,
      { institution: service.institution, sessionId: session_id, people: [] },
      service.time,
    );
    expect((await messages(session_id)).map(({ text }) => text)).toEqual(['qwertz again', 'a', 'b', 'c']);
  });

  test('the waiting user is told without a query, and the assistant continues if the author wants that', async () => {
    await publish({ whenNobody: 'back' });
    const { dialog, session_id } = await handOver();
    const place = { institution: service.institution, sessionId: session_id, people: [] };
    await tellIfNobodyThere(deps, place, service.time);
    service.time += 5 * MINUTE;
    await tellIfNobodyThere(deps, place, service.time);
    await tellIfNobodyThere(deps, place, service.time);
    expect((await messages(session_id)).slice(1)).toEqual([
      { sequence: 2, from: 'assistant', text: '(nobody_there) (back_again)' },
    ]);
    expect((await ask('count', dialog)).visuals.speakableResponse).toBe('1 so far.');
  });

  test('the assistant answers the next query', async () => {
    await publish({ whenNobody: 'back' });
    const { dialog } = await handOver();
    service.time += 5 * MINUTE;
    const answer = await ask('count', dialog);
    expect([answer.owner, answer.visuals.speakableResponse]).toEqual([
      'assistant',
      '(nobody_there) 1 so far.',
    ]);
  });

  test('outside opening hours the user is told, and handed over only if the author wants that', async () => {
    // The service's time is a Saturday.
    const hours = { timeZone: 'Europe/Berlin', week: [[], [], [], [], [[540, 1020] as const], [], []] };
    await publish({ hours });
    const { answer } = await handOver();
    expect(answer.owner).toBe('assistant');
    expect(answer.visuals.speakableResponse).toMatch(/^\(people_closed\) /);
    await publish({ hours, whenClosed: 'keep' });
    const { answer: kept } = await handOver();
    expect([kept.owner, kept.visuals.speakableResponse]).toEqual([
      'people',
      '(people_closed) (kept_for_people)',
    ]);
  });
});

describe('values that people set when they hand a conversation back', () => {
  const publishBank = async () => {
    service.businessLogic = async (_settings, _servers, request) => {
      service.calls.push(request);
      return { status: 'answered', body: {}, exactBody: {} };
    };
    await service.publish(undefined, bankWith('people: {within: 5m, after_failures: 2}'));
  };
  /** Hands over while the assistant asks for the account to transfer to. */
  async function handOverTransfer() {
    await publishBank();
    const { dialog, session_id } = await ask('transfer money');
    await ask('checking', dialog);
    await ask('qwertz', dialog);
    expect((await ask('qwertz', dialog)).owner).toBe('people');
    await does(session_id, { action: 'claim', name: 'Mia', takesOver: false });
    return { dialog, session_id };
  }

  test('fill slots as their entities read them, and need a new confirmation', async () => {
    const { dialog, session_id } = await handOverTransfer();
    const slots = {
      account_to: 'rainy day fund',
      amount: '50 dollars',
      account_from: 'the moon',
      nothing: 'x',
    };
    await does(session_id, { action: 'hand_back', slots });
    const states = () => service.calls.map(({ state }) => state);
    const early = await ask('yes', dialog);
    expect(early.visuals.speakableResponse).toMatch(/Move \$50 from checking to savings\?$/);
    expect(states()).not.toContain('transfer_confirmed');
    const done = await ask('yes', dialog);
    expect(done.classifier_state).toBe('transfer_confirmed');
    const deed = service.calls.at(-1);
    expect(deed?.state).toBe('transfer_confirmed');
    expect(deed?.slots._AMOUNT_?.values).toMatchObject([{ value: 50, currency: 'USD' }]);
  });

  test('lead to the next missing value, and a yes to the earlier question is no answer', async () => {
    const { dialog, session_id } = await handOverTransfer();
    await does(session_id, { action: 'hand_back', slots: { account_to: 'savings' } });
    expect((await ask('yes', dialog)).visuals.speakableResponse).toMatch(/How much\?$/);
    const answered = await ask('20 dollars', dialog);
    expect(answered.visuals.speakableResponse).toBe('Move $20 from checking to savings?');
  });

  test('exclude sensitive values, which people do not see', async () => {
    const { session_id } = await handOverTransfer();
    const handoff = await store.find(service.institution, session_id);
    const held = handoff && openHeld(handoff.held, { ...handoff, deploymentKey: DEPLOYMENT_KEY });
    expect(Object.keys(held?.slots ?? {})).toEqual(['_ACCOUNT_FROM_']);
  });
});

describe('a person', () => {
  test('answers only conversations that they have claimed', async () => {
    await publish();
    const { session_id } = await handOver();
    const answer: Act = { action: 'answer', text: 'hi' };
    await expect(does(session_id, answer)).rejects.toMatchObject({ code: 'conflict' });
    await does(session_id, { action: 'claim', name: 'Mia', takesOver: false });
    await does(session_id, { action: 'claim', name: 'Mia', takesOver: false });
    await expect(does(session_id, answer, 'tom')).rejects.toMatchObject({ code: 'conflict' });
    const claim = { action: 'claim', name: 'Tom', takesOver: false } as const;
    await expect(does(session_id, claim, 'tom')).rejects.toMatchObject({ code: 'conflict' });
    await does(session_id, { ...claim, takesOver: true }, 'tom');
    await expect(does(session_id, answer)).rejects.toMatchObject({ code: 'conflict' });
    await does(session_id, answer, 'tom');
  });

  test('cannot find a conversation of another institution, or one that was never handed over', async () => {
    await publish();
    const { session_id } = await handOver();
    const claim = { action: 'claim', name: 'Eve', takesOver: true } as const;
    const stranger = { institution: 'other', userId: PERSON };
    await expect(act(deps, stranger, session_id, claim, service.time)).rejects.toMatchObject({
      code: 'not_found',
    });
    const { session_id: mine } = await ask('hello');
    await expect(does(mine, claim)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('who closes it makes the next query begin anew in the session', async () => {
    await publish();
    const { dialog, session_id } = await handOver();
    await does(session_id, { action: 'claim', name: 'Mia', takesOver: false });
    await does(session_id, { action: 'close', text: 'All done.' });
    expect((await messages(session_id)).at(-1)?.text).toBe('All done.');
    expect(await ask('hello', dialog)).toMatchObject({ session_id, owner: 'assistant' });
  });
});

test('business logic reaches a dialog of the assistant only with its own credential', async () => {
  await publish();
  const { dialog, session_id } = await ask('hello');
  const owner = { institution: service.institution, userId: 'ana' };
  expect(sessionKey(owner, dialog)).toMatch(/^session#/);
  await tell(deps, owner, dialog, 'Your card is on its way.', service.time);
  await tell(deps, owner, dialog, 'It has arrived.', service.time);
  expect(await messages(session_id)).toEqual([
    { sequence: 1, from: 'business_logic', text: 'Your card is on its way.' },
    { sequence: 2, from: 'business_logic', text: 'It has arrived.' },
  ]);
  const stranger = { ...owner, userId: 'bob' };
  await expect(tell(deps, stranger, dialog, 'x', service.time)).rejects.toMatchObject({ code: 'not_found' });
  // The messages do not conflict with the next turn.
  expect((await ask('hello', dialog)).session_id).toBe(session_id);
});

test('an erased end user leaves no message, and nobody can answer any more', async () => {
  await publish();
  const { session_id } = await handOver();
  await service.erase('u1');
  expect(await messages(session_id, true)).toEqual([]);
  expect(await store.find(service.institution, session_id)).toBeUndefined();
  expect((await store.list(service.institution, { limit: 9 })).items).toEqual([]);
  await expect(does(session_id, { action: 'note', text: 'x' })).rejects.toMatchObject({ code: 'not_found' });
});
