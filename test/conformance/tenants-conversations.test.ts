import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Account, type Api, accepted, appKey, createApi, jsonOf } from './support/api.ts';
import {
  APPLICATION,
  addUser,
  baseUrl,
  canOperate,
  hasBusinessLogic,
  publishAssistant,
  secretOf,
  setEchoServer,
  useTenant,
} from './support/parley.ts';
import { type Answer, answerShape } from './support/shapes.ts';

const ana = useTenant();
const stranger = useTenant();
let secondAccount: Account | undefined;
/** Another user of Ana's institution. */
const eve = createApi(baseUrl, () => {
  if (secondAccount === undefined) throw new Error('Eve is there only inside tests');
  return secondAccount;
});

beforeAll(async () => {
  if (!canOperate()) return;
  secondAccount = { ...ana.account(), ...(await addUser(ana.account().institution)) };
  await publishAssistant(ana.account().institution);
  // The same assistant, for an institution whose business-logic server is unset.
  await publishAssistant(stranger.account().institution, { echoServer: false });
});

const START = 'I want to transfer money between my accounts';

describe.runIf(canOperate())('a conversation', () => {
  test.each<[string, () => Api]>([
    ['another user of the institution', () => eve],
    ['another institution', () => stranger],
  ])('cannot be joined or ended by %s with its seed, dialog or end user', async (_who, of) => {
    const [mine, other] = [{ external_user_id: 'end-user-1', dialog_seed: 'end-user-1' }, of()];
    const begun = await ana.ask(START, mine);
    await ana.ask('50 dollars', mine);
    for (const fields of [mine, { ...mine, dialog_seed: '', dialog: begun.dialog }]) {
      const joined = await other.ask('yes', fields);
      expect(joined.session_id).not.toBe(begun.session_id);
      expect(joined.dialog).not.toBe(begun.dialog);
      expect(joined.slots).toEqual({});
    }
    const next = await ana.ask('thank you', mine);
    expect(next.session_id).toBe(begun.session_id);
    expect((await ana.ask('hello', { dialog: begun.dialog })).session_id).toBe(begun.session_id);
  });

  test('continues with any credential of its user: another token, and a key', async () => {
    const mine = { external_user_id: 'u', dialog_seed: randomUUID() };
    const begun = await ana.ask(START, mine);
    const { access_token } = await ana.newToken();
    const byToken = await ana.ask('50 dollars', mine, { Authorization: `Bearer ${access_token}` });
    const { key } = await ana.newKey();
    const byKey = await ana.ask('thank you', mine, appKey(key));
    expect([byToken.session_id, byKey.session_id]).toEqual([begun.session_id, begun.session_id]);
  });
});

describe.runIf(canOperate())('an Idempotency-Key', () => {
  test('of one user or end user never returns their answer to another', async () => {
    const once = { 'Idempotency-Key': randomUUID() };
    const body = { query: 'thank you', external_user_id: 'u' };
    const first = await ana.postQuery(body, once);
    const others = [
      await eve.postQuery(body, once),
      await stranger.postQuery(body, once),
      await ana.postQuery({ ...body, external_user_id: 'u2' }, once),
    ];
    const ids = [first, ...others].map((answer) => accepted(answer, answerShape).qid);
    expect(new Set(ids).size).toBe(4);
    expect((await ana.postQuery(body, once)).body.equals(first.body)).toBe(true);
  });
});

const receivedShape = z.object({ headers: z.record(z.string(), z.string()), text: z.string() });
const received = (answer: Answer) => receivedShape.parse(answer.visuals.received);

describe.runIf(hasBusinessLogic())('business logic', () => {
  test('gets the credential’s institution and application, whatever the caller claims', async () => {
    const { institution } = ana.account();
    const said = { institution: stranger.account().institution, tenant: 'x' };
    const plain = JSON.parse(received(await ana.ask('send a report', said)).text);
    expect(plain).toMatchObject({ institution, application: null, tenant: 'x' });
    const named = await ana.ask('send a report', { ...said, application: APPLICATION });
    expect(JSON.parse(received(named).text)).toMatchObject({ institution, application: APPLICATION });
    // The caller's own fields come back unchanged.
    expect(jsonOf(await ana.postQuery({ query: 'hello', external_user_id: 'u', ...said }))).toMatchObject(
      said,
    );
  });

  test('of one institution is not called or signed for by the same assistant of another', async () => {
    const unset = await stranger.ask('send a report');
    expect(unset.visuals.speakableResponse).toBe('The business logic is out.');
    expect(unset).not.toHaveProperty('bl_resp');
    await setEchoServer(stranger.account().institution);
    const { headers, text } = received(await stranger.ask('send a report'));
    const verify = (institution: string) => new Webhook(secretOf(institution)).verify(text, headers);
    expect(verify(stranger.account().institution)).toBeDefined();
    expect(() => verify(ana.account().institution)).toThrow();
  });
});
