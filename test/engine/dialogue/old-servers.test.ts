import { describe, expect, it } from 'vitest';
import { smallBank } from './bank.ts';
import { Conversation } from './support.ts';

// biome-ignore lint/suspicious/noExplicitAny: servers of others treat the body as they like
type Body = any;

const bank = smallBank();
const REQUEST = 'send 60 dollars from savings to checking';
const CANDIDATES = [
  { value: 'rainy day', account_id: '155243', balance: '4521.10' },
  { value: 'everyday', account_id: '7725485', balance: '332.21' },
];
const MAPPINGS = [
  { type: 'fuzzy', threshold: 0.6, values: { 'rainy day': ['savings', 'saving'], everyday: ['checking'] } },
];

/** Creates a conversation with a server that changes the request's body and sends it back. */
function talkWith(change: (body: Body, call: number) => void): Conversation {
  const talk = new Conversation(bank);
  talk.answer = (request) => {
    const body = structuredClone(request);
    change(body, talk.requests.length);
    return { status: 'answered', body };
  };
  return talk;
}

describe('a server of the first generation', () => {
  it('confirms a value by resolved alone', async () => {
    const talk = talkWith((body) => {
      for (const slot of Object.values<Body>(body.slots)) slot.values[0].resolved = 1;
    });
    const { slots } = await talk.say(REQUEST);
    expect(slots._AMOUNT_?.values[0]).toMatchObject({ resolved: 1, value: 60 });
    expect(talk.requests).toHaveLength(1);
  });

  it('is called again with the mapped value', async () => {
    const talk = talkWith((body, call) => {
      const slot = body.slots._ACCOUNT_FROM_;
      if (call === 1) Object.assign(slot, { candidates: CANDIDATES, mappings: MAPPINGS });
      if (call === 1) slot.values[0].resolved = 0;
    });
    const { slots } = await talk.say(REQUEST);
    expect(talk.requests[1]?.slots._ACCOUNT_FROM_?.values?.[0]).toMatchObject({
      tokens: 'savings',
      value: 'rainy day',
      account_id: '155243',
      resolved: 1,
    });
    expect(slots._ACCOUNT_FROM_?.values[0]).toMatchObject({ value: 'rainy day', account_id: '155243' });
  });

  it('fills templates through slots of its own, speakables and visuals', async () => {
    const talk = talkWith((body) => {
      body.slots._REFERENCE_ = { type: 'string', values: [{ resolved: 1, value: 'R7' }] };
    });
    await talk.say(REQUEST);
    expect(await talk.hear('yes')).toBe('Done, reference R7.');
    const apart = talkWith((body) => {
      body.response_slots = { speakables: { reference: 'spoken' }, visuals: { reference: 'shown' } };
    });
    await apart.say(REQUEST);
    expect((await apart.say('yes')).visuals).toMatchObject({
      speakableResponse: 'Done, reference spoken.',
      formattedResponse: 'Done, reference shown.',
    });
  });

  it('may confirm a value and still give an error', async () => {
    const talk = talkWith((body) => {
      Object.assign(body.slots._AMOUNT_.values[0], { resolved: 1, error: 'Late.' });
    });
    expect((await talk.say(REQUEST)).slots._AMOUNT_?.values[0]).toMatchObject({ value: 60, error: 'Late.' });
  });
});

describe('a server of the second generation', () => {
  /** Offers mappings for an extracted value and confirms a mapped one, as servers in the field do. */
  const mapper = (body: Body) => {
    const slot = body.slots._ACCOUNT_FROM_;
    const [value] = slot?.values ?? [];
    if (value?.status === 'EXTRACTED') Object.assign(slot, { candidates: CANDIDATES, mappings: MAPPINGS });
    if (value?.status === 'MAPPED') value.status = 'CONFIRMED';
    if (value?.status === 'FAILED_MAPPING') Object.assign(value, { status: 'REJECTED', error: 'Not yours.' });
  };

  it('gets the status of a value as extracted, then mapped, then confirmed', async () => {
    const talk = talkWith(mapper);
    const { slots } = await talk.say(REQUEST);
    const statuses = talk.requests.map((request) => request.slots._ACCOUNT_FROM_?.values?.[0]?.status);
    expect(statuses).toEqual(['EXTRACTED', 'MAPPED']);
    expect(talk.requests[1]?.event_list).toEqual([
      { slot: '_ACCOUNT_FROM_', index: 0, new_status: 'MAPPED' },
    ]);
    expect(slots._ACCOUNT_FROM_?.values[0]).toMatchObject({ resolved: 1, value: 'rainy day' });
    await talk.say('make it 70');
    expect(talk.requests[2]?.slots._ACCOUNT_FROM_?.values?.[0]?.status).toBe('CONFIRMED');
    expect(talk.requests).toHaveLength(3);
  });

  it('gets a failed mapping with the user’s words, and may reject it', async () => {
    const talk = talkWith((body) => {
      mapper(body);
      const slot = body.slots._ACCOUNT_FROM_;
      if (slot.mappings) Object.assign(slot, { candidates: ['gold'], mappings: { gold: ['golden'] } });
    });
    expect(await talk.hear(REQUEST)).toBe('Not yours. From which account?');
    expect(talk.requests[1]?.slots._ACCOUNT_FROM_?.values?.[0]).toMatchObject({
      status: 'FAILED_MAPPING',
      resolved: -1,
      tokens: 'savings',
    });
  });

  it('gets a failed mapping with the words of an earlier query', async () => {
    let offers = {};
    const talk = talkWith((body) => {
      if (body.slots._ACCOUNT_FROM_?.values[0].status === 'EXTRACTED')
        Object.assign(body.slots._ACCOUNT_FROM_, offers);
    });
    await talk.say(REQUEST);
    offers = { candidates: ['gold'], mappings: { gold: ['golden'] } };
    await talk.say('make it 70');
    expect(talk.requests[2]?.slots._ACCOUNT_FROM_?.values?.[0]).toMatchObject({
      status: 'FAILED_MAPPING',
      tokens: 'savings',
    });
  });

  it('may confirm all values and add slots of its own', async () => {
    const talk = talkWith((body) => {
      for (const slot of Object.values<Body>(body.slots)) {
        for (const value of slot.values) value.status = 'CONFIRMED';
      }
      body.slots._REFERENCE_ = { type: 'int', values: [{ status: 'CONFIRMED', value: 42 }] };
    });
    expect((await talk.say(REQUEST)).slots._AMOUNT_?.values[0]).toMatchObject({ resolved: 1 });
    expect(await talk.hear('yes')).toBe('Done, reference 42.');
  });

  it('may delete a value without an error', async () => {
    const talk = talkWith((body) => {
      body.slots._ACCOUNT_TO_.values[0].status = 'DELETE';
    });
    expect(await talk.hear(REQUEST)).toBe('To which account?');
  });

  it('has its first answer used if the second call fails', async () => {
    const talk = talkWith(mapper);
    const { answer } = talk;
    talk.answer = (request) =>
      talk.requests.length > 1 ? { status: 'failed', reason: 'status_501' } : answer(request);
    const result = await talk.say(REQUEST);
    expect(result.slots._ACCOUNT_FROM_?.values[0]).toMatchObject({ value: 'rainy day' });
    expect(result.classifier_state).toBe('transfer');
  });
});
