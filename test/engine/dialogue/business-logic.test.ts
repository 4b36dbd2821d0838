import { describe, expect, it } from 'vitest';
import { smallBank } from './bank.ts';
import { answering, atRoot, Conversation } from './support.ts';

const bank = smallBank();
const REQUEST = 'send 60 dollars from savings to checking';

describe('the call of the business logic', () => {
  it('carries the query, the state, the slots and the caller’s fields, which override none of ours', async () => {
    const talk = new Conversation(bank);
    await talk.say(REQUEST, { arbitraryFields: { trace: 'abc', qid: 'forged' }, lat: 1.5, device: 'web' });
    expect(talk.requests).toHaveLength(1);
    expect(talk.requests[0]).toMatchObject({
      trace: 'abc',
      qid: 'qid-1',
      query: REQUEST,
      ai_version: 'version-1',
      dialog: 'dialog-1',
      session_id: 'session-1',
      session_info: {},
      device: 'web',
      language: 'en',
      lat: 1.5,
      lon: null,
      time_offset: null,
      institution: 'bank',
      application: null,
      external_user_id: 'user-1',
      intent: 'transfer',
      intent_probability: 0.98,
      state: 'transfer',
      slots: { _AMOUNT_: { type: 'money', values: [{ tokens: '60 dollars', resolved: -1, value: 60 }] } },
    });
  });

  it.each([
    [null, '2026-07-17T15:00:00+00:00'],
    [-300, '2026-07-17T10:00:00-05:00'],
    [570, '2026-07-18T00:30:00+09:30'],
  ])('tells the user’s own date and time, at %s minutes from UTC', async (timeOffset, local) => {
    const talk = new Conversation(bank);
    await talk.say(REQUEST, { timeOffset, now: Date.UTC(2026, 6, 17, 15) });
    expect(talk.requests[0]?.local_time).toBe(local);
  });

  it('is made while slots are missing, and may fill them', async () => {
    const talk = new Conversation(bank);
    talk.answer = answering({
      slots: { _ACCOUNT_FROM_: { values: [{ tokens: '', resolved: 1, value: 'checking' }] } },
    });
    const result = await talk.say('transfer money');
    expect(result.visuals.speakableResponse).toBe('To which account?');
    expect(result.slots._ACCOUNT_FROM_?.values).toEqual([{ tokens: '', resolved: 1, value: 'checking' }]);
  });

  it('is not made for competencies without business logic, nor for a cancel or a clarification', async () => {
    const talk = new Conversation(bank);
    await talk.say('what is my balance');
    await talk.say('cancel');
    await talk.say('purple');
    expect(talk.requests).toHaveLength(0);
  });

  it('keeps values that are echoed unchanged and confirms resolved ones', async () => {
    const talk = new Conversation(bank);
    expect((await talk.say(REQUEST)).slots._ACCOUNT_TO_?.values[0]).toMatchObject({
      resolved: -1,
      value: 'checking',
    });
    talk.answer = answering({
      slots: { _ACCOUNT_TO_: { values: [{ tokens: 'checking', resolved: 1, value: 'checking', id: 7 }] } },
    });
    expect((await talk.say('make it 70')).slots._ACCOUNT_TO_?.values).toEqual([
      { tokens: 'checking', resolved: 1, value: 'checking', id: 7 },
    ]);
  });

  it('asks again for a dropped slot, with its error', async () => {
    const talk = new Conversation(bank);
    const dropped = {
      values: [{ tokens: 'savings', resolved: -1, value: 'savings', error: 'That <account> is closed.' }],
    };
    talk.answer = answering({ slots: { _ACCOUNT_FROM_: dropped } });
    const result = await talk.say(REQUEST);
    expect(result.visuals).toEqual({
      speakableResponse: 'That <account> is closed. From which account?',
      formattedResponse: 'That &#60;account&#62; is closed. From which account?',
    });
    expect(result.explanation.asked).toBe('account_from');
    expect(result.slots).not.toHaveProperty('_ACCOUNT_FROM_');
  });

  it('gives up on a slot that is dropped as often as the slot allows', async () => {
    const talk = new Conversation(bank);
    talk.answer = answering({ slots: { _ACCOUNT_FROM_: { values: [{ resolved: -1, error: 'No.' }] } } });
    await talk.say(REQUEST);
    expect(await talk.hear('savings')).toBe('No. From which account?');
    expect((await talk.say('checking')).classifier_state).toBe('root');
  });

  it('asks for a new confirmation after a value was dropped at the confirmation', async () => {
    const talk = new Conversation(bank);
    await talk.say(REQUEST);
    talk.answer = answering({ slots: { _AMOUNT_: { values: [{ resolved: -1, error: 'Not enough.' }] } } });
    expect(await talk.hear('yes')).toBe('Not enough. How much?');
    talk.answer = answering({});
    expect(await talk.hear('5 dollars')).toBe('Move $5 from savings to checking?');
  });

  it('resolves a slot if exactly one candidate fits, and asks otherwise', async () => {
    const candidates = [
      { value: 'acc-1', name: 'x' },
      { value: 'checking', iban: 'DE1' },
      { value: 'checking two' },
    ];
    const unresolved = { candidates, values: [{ tokens: 'checking', resolved: 0, value: null }] };
    const talk = new Conversation(bank);
    talk.answer = answering({ slots: { _ACCOUNT_TO_: unresolved } });
    const fits = await talk.say(REQUEST);
    expect(fits.slots._ACCOUNT_TO_?.values).toEqual([
      { tokens: 'checking', resolved: 1, value: 'checking', iban: 'DE1' },
    ]);
    talk.answer = answering({
      slots: { _ACCOUNT_TO_: { ...unresolved, candidates: ['checking one', 'checking two'] } },
    });
    expect(await talk.hear('make it 70')).toBe('To which account?');
  });

  it('follows declared transitions only', async () => {
    const talk = new Conversation(bank);
    talk.answer = answering({ state: 'offer_credit' });
    const offered = await talk.say(REQUEST);
    expect(offered).toMatchObject({ classifier_state: 'offer_credit' });
    expect(offered.visuals.speakableResponse).toBe(
      'Hold on. Shall I use your credit line for $60 from savings to checking?',
    );
    const other = new Conversation(bank);
    other.answer = answering({ state: 'balance' });
    const refused = await other.say(REQUEST);
    expect(refused.classifier_state).toBe('transfer');
    expect(refused.explanation.findings.join()).toContain('balance');
  });

  it('ends at root if the answer names root', async () => {
    const talk = new Conversation(bank);
    talk.answer = answering({ state: 'root' });
    expect(await talk.say(REQUEST)).toMatchObject({ classifier_state: 'root', state: atRoot() });
  });

  it('takes an explicit cancel transition to a state that ends', async () => {
    const talk = new Conversation(bank);
    talk.answer = answering({ state: 'offer_credit' });
    await talk.say(REQUEST);
    talk.answer = answering({});
    expect(await talk.hear('never mind')).toBe('As you wish. That cannot be done.');
    expect(talk.state).toEqual(atRoot());
  });

  it('gives response slots to the templates and the visual payload to visuals, whose own fields win', async () => {
    const talk = new Conversation(bank);
    await talk.say(REQUEST);
    talk.answer = answering({
      response_slots: { reference: 'R1' },
      visual_payload: { chart: [1], speakableResponse: 'x' },
    });
    expect((await talk.say('yes')).visuals).toEqual({
      chart: [1],
      speakableResponse: 'Done, reference R1.',
      formattedResponse: 'Done, reference R1.',
    });
  });

  it('keeps session_info to the end of the session, beyond the competency', async () => {
    const talk = new Conversation(bank);
    talk.answer = answering({ session_info: { customer: 7 } });
    await talk.say(REQUEST);
    talk.answer = answering({ session_info: null });
    await talk.say('yes');
    await talk.say('transfer money');
    expect(talk.requests.at(-1)?.session_info).toEqual({ customer: 7 });
  });

  it('says the fallback text and ends if the call fails', async () => {
    const talk = new Conversation(bank);
    talk.answer = () => ({ status: 'failed', reason: 'timeout' });
    const result = await talk.say(REQUEST);
    expect(result.visuals.speakableResponse).toBe('The bank is closed.');
    expect(result).toMatchObject({ classifier_state: 'root', bl_resp: null, state: atRoot() });
    expect(result.explanation).toMatchObject({ businessLogic: 'failed' });
    expect(result.explanation.findings.join()).toContain('timeout');
  });

  it.each([
    ['no object', [1, 2]],
    ['null', null],
    ['a wrong resolved', { slots: { _AMOUNT_: { values: [{ resolved: 2 }] } } }],
    ['response_slots as a list', { response_slots: [] }],
    ['a state that is no text', { state: 7 }],
    ['a hundred thousand levels', JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
  ])('treats %s as a failed call', async (_, body) => {
    const talk = new Conversation(bank);
    talk.answer = () => ({ status: 'answered', body });
    const result = await talk.say(REQUEST);
    expect(result.visuals.speakableResponse).toBe('The bank is closed.');
    expect(result.bl_resp).toBeNull();
  });

  it('stores no data beyond the size limits of a slot and of the session', async () => {
    const talk = new Conversation(bank);
    const value = { tokens: 'savings', resolved: 1, value: 'savings', blob: 'x'.repeat(4096) };
    talk.answer = answering({
      session_info: { blob: 'x'.repeat(32_768) },
      slots: { _ACCOUNT_FROM_: { values: [value] } },
    });
    const result = await talk.say(REQUEST);
    expect(JSON.stringify(result.state).length).toBeLessThan(2000);
    expect(result.slots._ACCOUNT_FROM_?.values[0]).toMatchObject({ value: 'savings', resolved: -1 });
    expect(result.explanation.findings).toHaveLength(2);
  });

  it('treats hostile names as data', async () => {
    const talk = new Conversation(bank);
    const body = JSON.parse(
      '{"slots":{"__proto__":{"values":[]},"_CONSTRUCTOR_":{"values":[]}},"response_slots":{"__proto__":{"x":1},"reference":{"constructor":1}},"session_info":{"__proto__":{"y":2}}}',
    );
    talk.answer = () => ({ status: 'answered', body });
    const result = await talk.say(REQUEST);
    expect(result.explanation.businessLogic).toBe('answered');
    expect(Object.prototype).not.toHaveProperty('x');
    expect(({} as Record<string, unknown>).y).toBeUndefined();
  });
});
