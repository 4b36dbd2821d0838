import { describe, expect, it } from 'vitest';
import type { AssistantFiles } from '../../../../authoring/read.ts';
import { Conversation, loadFiles } from '../support.ts';

const STATES = ['one', 'two', 'three', 'four'];

/** Four states; the business logic can lead from each of them to any other. */
const files = (settings: string): AssistantFiles => ({
  'assistant.yaml': `
schema: 1
name: chain
languages: {default: en, supported: [en]}
business_logic: {url: env:BLS_URL${settings}}
out_of_scope: {say: {en: Pardon?}}
`,
  'entities/account.yaml': `
entity: account
mapper: account_dest
values: {checking: {en: [current account]}, savings: {en: [rainy day fund]}}
fields: {savings: {number: 7, open: true}}
`,
  'competencies/chain.yaml': `
competency: chain
business_logic: true
slots: {account: {entity: account}, other: {entity: account, mapper: other_dest}}
states:
  one:
    utterances: {en: [begin, b, c, d, e]}
    transitions: [{on: business_logic, to: [two, three, four, aside, root], label: one_to_next, say: {en: Well.}}, {on: "yes", to: four}, {on: "no", to: after, label: one_to_after}]
    say: {en: "First {{account}}?"}
  two:
    transitions: [{on: business_logic, to: [one, three, four]}]
    say: {en: "Second {{told}}."}
  three: {transitions: [{on: business_logic, to: [one, two, four]}], say: {en: Third.}}
  four: {deed: false, transitions: [{on: business_logic, to: [one, two, three]}], say: {en: Fourth.}}
`,
  'competencies/after.yaml': `
competency: after
business_logic: true
states: {after: {utterances: {en: [afterwards, g, h, i, j]}, say: {en: After.}, terminal: true}}
`,
  'competencies/aside.yaml': `
competency: aside
states: {aside: {say: {en: Aside.}, terminal: true}}
`,
});

const talkWith = (settings = ', asks_about_target: true'): Conversation =>
  new Conversation(loadFiles(files(settings), { begin: 'one', afterwards: 'after' }));

/** Creates a server that leads each state of a path to the next, and the last one nowhere. */
const leading =
  (...path: string[]): Conversation['answer'] =>
  (request) => {
    const next = path[path.indexOf(request.state) + 1];
    return { status: 'answered', body: { ...request, ...(next === undefined ? {} : { state: next }) } };
  };

const calls = ({ requests }: Conversation) => requests.map(({ state }) => state);

describe('a state that the business logic leads to', () => {
  it('gets its own call in the same turn, with the same qid and its own label', async () => {
    const talk = talkWith(', labels: true');
    talk.answer = leading('one', 'two');
    const { explanation } = await talk.say('begin');
    expect(calls(talk)).toEqual(['one', 'two']);
    expect(talk.requests.map(({ intent }) => intent)).toEqual(['chain_start', 'one_to_next']);
    expect(new Set(talk.requests.map(({ qid }) => qid)).size).toBe(1);
    expect(explanation.findings).toEqual([]);
  });

  it('adds its answer to the templates of the same turn', async () => {
    const talk = talkWith();
    talk.answer = (request) => {
      const fields = request.state === 'one' ? { state: 'two' } : { response_slots: { told: 'now' } };
      return { status: 'answered', body: { ...request, ...fields } };
    };
    expect(await talk.hear('begin')).toBe('Well. Second now.');
  });

  it('gets a call only within the limit of three calls in a turn', async () => {
    const three = talkWith();
    three.answer = leading('one', 'two', 'three');
    expect((await three.say('begin')).explanation.findings).toEqual([]);
    expect(calls(three)).toEqual(['one', 'two', 'three']);
    const four = talkWith();
    four.answer = leading(...STATES);
    const result = await four.say('begin');
    expect(calls(four)).toEqual(['one', 'two', 'three']);
    expect(result.visuals.speakableResponse).toBe('Well. Fourth.');
    expect(result.explanation.findings).toEqual([
      'the business logic was called 3 times, and is not called again',
    ]);
  });

  it('gets no second call in one turn, even if the answers go in a circle', async () => {
    const talk = talkWith();
    talk.answer = leading('one', 'two', 'one');
    await talk.say('begin');
    expect(calls(talk)).toEqual(['one', 'two']);
    expect(talk.frame?.state).toBe('one');
  });

  it('remains the state if the call for it fails', async () => {
    const talk = talkWith(', asks_about_target: true, on_error: {say: {en: Closed.}}');
    const lead = leading('one', 'two');
    talk.answer = (request) =>
      request.state === 'two' ? { status: 'failed', reason: 'status_501' } : lead(request);
    const { visuals, explanation } = await talk.say('begin');
    expect(visuals.speakableResponse).toBe('Well. Second .');
    expect(explanation.businessLogic).toBe('answered');
    expect(explanation.findings).toEqual(['the business logic failed: status_501']);
  });

  it.each([
    ['', ['one']],
    [', protocol: 2', ['one', 'two']],
    [', labels: true', ['one', 'two']],
    [', protocol: 2, asks_about_target: false', ['one']],
  ])('gets a call or none by the settings of the version (%s)', async (settings, asked) => {
    const talk = talkWith(settings);
    talk.answer = leading('one', 'two');
    await talk.say('begin');
    expect(calls(talk)).toEqual(asked);
  });

  it.each([
    ['', 'true', ['one', 'two']],
    [', labels: true', 'false', ['one']],
  ])(
    'follows the setting of its transition before that of the version (%s, %s)',
    async (settings, asks, asked) => {
      const text = files(settings);
      const chain = String(text['competencies/chain.yaml']);
      const named = chain.replace('label: one_to_next', `label: one_to_next, asks_about_target: ${asks}`);
      const loaded = loadFiles({ ...text, 'competencies/chain.yaml': named }, { begin: 'one' });
      const talk = new Conversation(loaded);
      talk.answer = leading('one', 'two');
      await talk.say('begin');
      expect(calls(talk)).toEqual(asked);
    },
  );

  it.each([
    ['', { type: 'string', values: [{ tokens: '', resolved: 1, value: 5 }] }],
    [
      ', protocol: 0',
      { type: 'string', candidates: [{ tokens: '', resolved: 1, value: 5 }], required_matches: 'EQ 1' },
    ],
  ])('gets a call with the slots that the server added before (%s)', async (settings, made) => {
    const talk = talkWith(`${settings}, asks_about_target: true`);
    const lead = leading('one', 'two');
    talk.answer = (request) => {
      const { body } = lead(request) as { body: object };
      const slots = { _BALANCE_: { values: [{ resolved: 1, value: 5 }] } };
      return { status: 'answered', body: request.state === 'one' ? { ...body, slots } : body };
    };
    await talk.say('begin');
    expect(talk.requests.map(({ slots }) => slots._BALANCE_)).toEqual([undefined, made]);
    await talk.say('begin again');
    expect(talk.requests[2]?.slots).not.toHaveProperty('_BALANCE_');
  });

  it('gets a call whose key does not depend on what the server answered before', async () => {
    const keys = async (made: number) => {
      const talk = talkWith();
      const lead = leading('one', 'two');
      talk.answer = (request) => {
        const { body } = lead(request) as { body: object };
        return { status: 'answered', body: { ...body, slots: { _AT_: { values: [{ value: made }] } } } };
      };
      await talk.say('begin', { turnKey: 'turn' });
      return talk.keys;
    };
    expect(await keys(1)).toEqual(await keys(2));
  });

  it('gets no call at root or in a competency without business logic', async () => {
    for (const to of ['aside', 'root']) {
      const talk = talkWith();
      talk.answer = leading('one', to);
      await talk.say('begin');
      expect(calls(talk)).toEqual(['one']);
    }
  });
});

describe('the intent of a call', () => {
  it('is the state of the query’s label unless the version sends labels', async () => {
    const talk = talkWith();
    await talk.say('begin');
    await talk.say('savings');
    expect(talk.requests.map(({ intent }) => intent)).toEqual(['one', 'one']);
    expect(talk.requests.at(-1)?.intent_probability).toBeNull();
  });

  it.each([0, 1, 2])('is a label with a probability for a server of generation %i', async (protocol) => {
    const talk = talkWith(`, protocol: ${protocol}`);
    await talk.say('begin');
    await talk.say('savings');
    await talk.say('yes');
    expect(talk.requests.map(({ intent }) => intent)).toEqual(['chain_start', 'chain_update', 'cs_yes']);
    for (const { intent_probability: sure } of talk.requests) expect(sure).toBeGreaterThan(0);
  });

  it('is the label of the transition that fits the previous state', async () => {
    for (const [before, label] of [
      ['begin', 'one_to_after'],
      ['something else', 'after_start'],
    ] as const) {
      const talk = talkWith(', protocol: 1');
      await talk.say(before);
      await talk.say('afterwards');
      expect(talk.requests.at(-1)).toMatchObject({ state: 'after', intent: label });
    }
  });

  it('is a state if the version turns labels off', async () => {
    const talk = talkWith(', protocol: 1, labels: false');
    await talk.say('begin');
    expect(talk.requests[0]?.intent).toBe('one');
  });
});

describe('a value under its mapper’s name', () => {
  it('is sent beside the value, with the fields of the entity’s file', async () => {
    const talk = talkWith();
    const { slots } = await talk.say('begin with savings');
    const value = { tokens: 'savings', value: 'savings', account_dest: 'savings', number: 7, open: true };
    expect(talk.requests[0]?.slots._ACCOUNT_?.values).toEqual([expect.objectContaining(value)]);
    expect(slots._ACCOUNT_?.values).toEqual([expect.objectContaining(value)]);
  });

  it('replaces the value in the first call to a server of an early generation', async () => {
    const talk = talkWith(', protocol: 1');
    await talk.say('begin with savings');
    expect(talk.requests[0]?.slots._ACCOUNT_?.values).toEqual([
      { tokens: 'savings', resolved: -1, account_dest: 'savings', number: 7, open: true },
    ]);
  });

  it('stays unchanged if the server changes the value', async () => {
    const talk = talkWith();
    talk.answer = (request) => {
      const body = structuredClone(request);
      Object.assign(body.slots._ACCOUNT_?.values?.[0] ?? {}, { resolved: 1, value: 'rainy' });
      return { status: 'answered', body };
    };
    const { slots } = await talk.say('begin with savings');
    expect(slots._ACCOUNT_?.values[0]).toMatchObject({ value: 'rainy', account_dest: 'savings' });
  });

  it('takes the slot’s mapper name rather than the entity’s', async () => {
    const talk = talkWith();
    talk.answer = (request) => {
      const values = [{ resolved: 1, value: 'checking', tokens: 'checking' }];
      return { status: 'answered', body: { ...request, slots: { ...request.slots, _OTHER_: { values } } } };
    };
    const { slots } = await talk.say('begin with savings');
    expect(slots._OTHER_?.values[0]).toMatchObject({ other_dest: 'checking' });
    expect(slots._OTHER_?.values[0]).not.toHaveProperty('account_dest');
  });
});

describe('an answer that mixes generations', () => {
  it('changes nothing by an unknown status, which the explanation reports', async () => {
    const talk = talkWith();
    talk.answer = (request) => {
      const body = structuredClone(request);
      Object.assign(body.slots._ACCOUNT_?.values?.[0] ?? {}, { status: 'PERHAPS' });
      return { status: 'answered', body };
    };
    const { slots, explanation } = await talk.say('begin with savings');
    expect(slots._ACCOUNT_?.values[0]).toMatchObject({ value: 'savings', resolved: -1 });
    expect(explanation.findings).toEqual([
      'the business logic gave the slot account a status that there is not',
    ]);
  });

  it('fills templates with an undeclared slot, which the explanation reports', async () => {
    const talk = talkWith();
    talk.answer = (request) => {
      const slots = { _BALANCE_: { candidates: [{ resolved: 1, value: 5 }] } };
      return { status: 'answered', body: { ...request, slots } };
    };
    expect((await talk.say('begin')).explanation.findings).toEqual([
      'the slot balance is not declared here: it is data for the templates of this turn',
    ]);
  });

  it('is read slot by slot', async () => {
    const talk = talkWith();
    talk.answer = (request) => {
      const slots = {
        _ACCOUNT_: { candidates: [{ resolved: 1, tokens: 'savings', value: 'savings' }] },
        _OTHER_: { values: [{ status: 'CONFIRMED', tokens: 'checking', value: 'checking' }] },
      };
      return { status: 'answered', body: { ...request, slots } };
    };
    const { slots } = await talk.say('begin with savings');
    expect(slots._ACCOUNT_?.values[0]).toMatchObject({ value: 'savings', resolved: 1 });
    expect(slots._OTHER_?.values[0]).toMatchObject({ value: 'checking', resolved: 1 });
  });
});

describe('an answer of the oldest form', () => {
  it.each([0, 1, undefined])('is read with every protocol setting (protocol: %s)', async (protocol) => {
    const talk = talkWith(protocol === undefined ? '' : `, protocol: ${protocol}`);
    talk.answer = (request) => {
      const told = { type: 'string', required_matches: 'EQ 1', candidates: [{ resolved: 1, value: 'so' }] };
      return { status: 'answered', body: { ...request, state: 'two', slots: { _TOLD_: told } } };
    };
    expect(await talk.hear('begin')).toBe('Well. Second so.');
  });

  it('is not confused with a list of candidates to map to', async () => {
    const talk = talkWith();
    talk.answer = (request) => {
      const slots = { _ACCOUNT_: { candidates: ['checking', 'savings'] } };
      return { status: 'answered', body: { ...request, slots } };
    };
    const { slots } = await talk.say('begin with savings');
    expect(slots._ACCOUNT_?.values[0]).toMatchObject({ value: 'savings', resolved: -1 });
  });
});
