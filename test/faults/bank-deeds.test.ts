import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compileAssistant } from '../../authoring/compile.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../../bench/support/fault-proxy.ts';
import { type LoadedAssistant, prepareAssistant } from '../../engine/load.ts';
import { createServer } from '../../examples/bank-assistant/business-logic/server.ts';
import { createQueue } from '../../functions/query/queue.ts';
import { readAddressRule } from '../../functions/shared/business-logic/addresses.ts';
import { businessLogicClient } from '../../functions/shared/business-logic/client.ts';
import { actReaders, keywordClassifier } from '../engine/dialogue/support.ts';
import { createService } from '../functions/query/support/service.ts';
import { useCountedDynamoDb } from '../support/wire.ts';

const db = useCountedDynamoDb();
const WISH = 'transfer 50 dollars from checking to savings';
const OTHER_WISH = 'transfer 60 dollars from checking to savings';
const KEYWORDS = { transfer: 'transfer', stolen: 'card_lost', balance: 'balance', found: 'card_found' };
const NOT_YET = /^I don't know yet whether that was done\./;
const LOST = /^I could not find out whether this was done: “Transfer money between accounts”\./;
const DONE = /^Done\. That leaves \$1,190\.50 in your checking account\.$/;

let loaded: LoadedAssistant;
let bank: Server;
let proxy: FaultProxy;
let service: ReturnType<typeof createService>;

beforeAll(async () => {
  const authored = await readAssistant(
    fileURLToPath(new URL('../../examples/bank-assistant', import.meta.url)),
  );
  const { assistant } = compileAssistant(authored);
  const { businessLogic } = assistant;
  const frozen = assistant.states.card_frozen;
  if (businessLogic === null || frozen === undefined) throw new Error('the bank has no business logic');
  // A yes freezes the card, and the conversation goes on to an offer.
  frozen.deed = true;
  bank = createServer({ now: Date.now });
  bank.listen(0, '127.0.0.1');
  await once(bank, 'listening');
  proxy = await startFaultProxy(() => `http://127.0.0.1:${(bank.address() as AddressInfo).port}`);
  const url = `http://127.0.0.1:${proxy.port}/`;
  const classifier = keywordClassifier(KEYWORDS);
  const settings = { ...businessLogic, url, sign: false, timeoutMs: 4000 };
  const calling = { ...assistant, businessLogic: settings };
  loaded = prepareAssistant(calling, {
    classifiers: new Map(assistant.languages.supported.map((language) => [language, classifier])),
    acts: actReaders(assistant),
  });
});
beforeEach(async () => {
  service = createService(db);
  const client = businessLogicClient({
    addresses: readAddressRule({ BLS_ALLOW_LOOPBACK: '1' }),
    now: () => service.time,
    report: () => undefined,
  });
  // Each call takes 10 ms on the test's clock, as a real call takes time.
  service.businessLogic = (...call) => {
    service.time += 10;
    return client(...call);
  };
  await service.publish(undefined, loaded);
});
afterEach(working);
afterAll(() => {
  proxy.close();
  bank.close();
});

function working(): void {
  proxy.fault = () => undefined;
}
const failing = (fault: Fault) => {
  proxy.fault = () => fault;
};

/** Loses the answers of one state. @returns a function that ends this */
function losing(state: string): () => void {
  const live = service.businessLogic;
  service.businessLogic = async (settings, servers, request, ...rest) => {
    const outcome = await live(settings, servers, request, ...rest);
    return request.state === state ? { status: 'failed', reason: 'timeout', mayHaveActed: true } : outcome;
  };
  return () => {
    service.businessLogic = live;
  };
}

/** Creates a new customer, with $1,240.50 in checking and both cards active. */
async function customer() {
  const user = { external_user_id: service.institution };
  let dialog: string | undefined;
  const ask = async (query: string) => {
    const answer = await service.ask({ query, ...user, ...(dialog && { dialog }) });
    dialog = answer.body.dialog ?? dialog;
    return answer;
  };
  const say = async (query: string): Promise<string> =>
    (await ask(query)).body.visuals?.speakableResponse ?? '';
  /** Asks in a new conversation. */
  const elsewhere = async (query: string): Promise<string> =>
    String((await service.ask({ query, ...user })).body.visuals.speakableResponse);
  return { ask, say, elsewhere, checking: () => elsewhere('balance of checking') };
}

/** Loses the bank's answer to a transfer and to three later inquiries about it. */
async function loseFour(user: Awaited<ReturnType<typeof customer>>): Promise<string[]> {
  await user.say(WISH);
  failing('lost');
  const said = [];
  for (const query of ['yes', 'well?', 'what now', 'hello']) said.push(await user.say(query));
  working();
  return said;
}

describe('a transfer whose answer was lost four times', () => {
  test('ends with an honest answer: the outcome is unknown, never that nothing was changed', async () => {
    const user = await customer();
    const said = await loseFour(user);
    expect(said.slice(0, 3).every((text) => NOT_YET.test(text))).toBe(true);
    expect(said.at(-1)).toMatch(LOST);
    expect(said.join(' ')).not.toMatch(/nothing was/i);
  });

  test('is not done again when the user repeats the wish: the answer tells the outcome', async () => {
    const user = await customer();
    await loseFour(user);
    const told = await user.say(WISH);
    expect(told).toMatch(/^To what you asked for before \(“Transfer money between accounts”\): Done\./);
    expect(told).not.toContain('Is that right');
    expect(await user.checking()).toContain('1,190.50');
    // The outcome is known now, so the same wish begins a second transfer.
    expect(await user.say(WISH)).toContain('Is that right?');
    await user.say('yes');
    expect(await user.checking()).toContain('1,140.50');
  });

  test('is not done again when the user repeats the wish step by step', async () => {
    const user = await customer();
    await loseFour(user);
    const found = losing('transfer_confirmed');
    expect(await user.say('transfer money')).toMatch(LOST);
    found();
    for (const answer of ['50 dollars', 'checking', 'savings']) await user.say(answer);
    expect(await user.say('yes')).toMatch(DONE);
    expect(await user.checking()).toContain('1,190.50');
  });

  test('is not started again while its outcome is unknown, and the answer says so', async () => {
    const user = await customer();
    await loseFour(user);
    failing('lost');
    for (const _ of [1, 2]) {
      const said = await user.say(WISH);
      expect(said).toMatch(LOST);
      expect(said).not.toMatch(/nothing was/i);
    }
    // No transfer is waiting for a yes.
    expect(await user.say('yes')).not.toMatch(DONE);
    working();
    expect(await user.checking()).toContain('1,190.50');
  });

  test('is reported before a transfer with other values starts', async () => {
    const user = await customer();
    await loseFour(user);
    expect(await user.say(OTHER_WISH)).toMatch(/^To what you asked for before .*: Done\..*Move \$60 .*\?$/);
    expect(await user.say('yes')).toMatch(/^Done\. That leaves \$1,130\.50/);
  });

  test('is reported as still unknown before a transfer with other values starts', async () => {
    const user = await customer();
    await loseFour(user);
    const found = losing('transfer_confirmed');
    const said = await user.say(OTHER_WISH);
    expect(said).toMatch(LOST);
    expect(said).toContain('Move $60 from');
    found();
    // This is a second transfer, in addition to the first.
    expect(await user.say('yes')).toMatch(/^Done\. That leaves \$1,130\.50/);
  });
});

describe('a card frozen by a yes, and the offer that follows', () => {
  test('is reported as unknown when the answer is lost, and later with its outcome', async () => {
    const user = await customer();
    await user.say('my debit card was stolen');
    failing('lost');
    expect(await user.say('yes')).toMatch(NOT_YET);
    working();
    expect(await user.say('and?')).toMatch(/frozen/);
    expect(await user.elsewhere('found my debit card')).not.toMatch(/not frozen/i);
  });

  test.each([
    ['in one process', createQueue()],
    ['in a process each', undefined],
  ])('is frozen once by three simultaneous yeses %s, and no new card is ordered', async (_where, queue) => {
    if (queue !== undefined) service.queue = queue;
    const user = await customer();
    await user.say('my debit card was stolen');
    const answers = await Promise.all([user.ask('yes'), user.ask('yes'), user.ask('yes')]);
    const said = answers.filter(({ status }) => status === 200).map(({ body }) => body.visuals);
    expect(said.length).toBeGreaterThan(0);
    expect(new Set(said.map(({ speakableResponse }) => speakableResponse)).size).toBe(1);
    expect(said[0].speakableResponse).toMatch(/frozen.*new/);
    // No new card has been ordered.
    expect(await user.elsewhere('found my debit card')).not.toMatch(/new|replace/i);
    // This yes comes after the offer, and accepts it.
    expect(await user.say('yes')).toMatch(/on its way|ordered|arrive/);
  });

  test('is not replaced when the caller gives up on a slow answer and sends the yes again', async () => {
    const user = await customer();
    await user.say('my debit card was stolen');
    const live = service.businessLogic;
    service.businessLogic = async (...call) => {
      service.time += 5_000;
      return live(...call);
    };
    const first = await user.say('yes');
    service.businessLogic = live;
    service.time += 4_999;
    expect(await user.say('yes')).toBe(first);
    service.time += 5_000;
    expect(await user.say('yes')).not.toBe(first);
  });
});

describe('an answer to a transfer without the values that the sentence needs', () => {
  test.each([
    ['an empty object', '{}'],
    [
      'a balance that is none',
      '{"response_slots":{"from_balance":null,"from_name":"your checking account"}}',
    ],
  ])('gives no sentence with a gap: %s', async (_name, body) => {
    const user = await customer();
    await user.say(WISH);
    const live = service.businessLogic;
    service.businessLogic = async () => ({
      status: 'answered',
      body: JSON.parse(body),
      exactBody: JSON.parse(body),
    });
    expect(await user.say('yes')).toBe('Done.');
    expect(await user.say('yes')).toBe('That is done already.');
    service.businessLogic = live;
  });

  test('asks for no confirmation without the values that the question must name', async () => {
    const user = await customer();
    service.businessLogic = async () => ({ status: 'answered', body: {}, exactBody: {} });
    const said = await user.say(WISH);
    expect(said).toMatch(/^I can't reach your accounts right now/);
    expect(await user.say('yes')).not.toMatch(/^Done/);
  });
});

test('a yes after “Done” is answered “done already” and does nothing', async () => {
  const user = await customer();
  await user.say(WISH);
  expect(await user.say('yes')).toMatch(DONE);
  for (const yes of ['yes', 'yes please'])
    expect((await user.ask(yes)).body).toMatchObject({
      competency: 'root',
      visuals: { speakableResponse: 'That is done already.' },
    });
  expect(await user.checking()).toContain('1,190.50');
});
