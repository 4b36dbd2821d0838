import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openOperator } from '../../../cli/operator.ts';
import { setDefaultExternalUser } from '../../../functions/shared/domain/query/query-settings.ts';
import { jsonOf, OAUTH, refusedField } from '../support/api.ts';
import { canOperate, publishAssistant, useTenant } from '../support/parley.ts';

/*
 * Our own requests in the forms that public clients of the original service send, and what those clients
 * read: web pages with an application key, a course guide, a bank's bot.
 */

const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/53.0.2785.116 Safari/537.36';

// biome-ignore lint/suspicious/noExplicitAny: these clients read the body as they like
type Body = any;

const api = useTenant();
const strict = useTenant();
const source = new URL('./accounts', import.meta.url);

beforeAll(async () => {
  if (!canOperate()) return;
  const { institution } = api.account();
  await publishAssistant(institution, { source, echoServer: false });
  const operator = await openOperator();
  try {
    await setDefaultExternalUser({ ...operator, random: randomBytes }, institution, 'credential');
  } finally {
    operator.close();
  }
});

describe.runIf(canOperate())('a client that uses the original’s field names and sends no end user', () => {
  test('gets an answer despite empty coordinates, a browser’s name as device and own fields', async () => {
    const { client_id, client_secret, service_user_id } = api.account();
    const grant = {
      client_id,
      client_secret,
      grant_type: 'client_credentials',
      clinc_user_id: service_user_id,
    };
    const { access_token } = jsonOf(await api.postForm(OAUTH, grant)) as Body;
    const query = {
      query: 'what is my balance',
      lat: '',
      lon: '',
      inputtype: '',
      time_offset: 300,
      classifier: 'stateful-states-state',
      dialog: 'session_start',
      device: BROWSER,
    };
    const answer = await api.postJson('/v1/query/', query, { Authorization: `Bearer ${access_token}` });
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toMatchObject({
      intent: 'get_balance',
      intent_probability: expect.any(Number),
      classifier: 'stateful-states-state',
      visuals: { formattedResponse: expect.any(String), speakableResponse: expect.any(String) },
    });
  });

  test('is refused if its institution has set no default end user', async () => {
    const answer = await strict.postJson('/v1/query', { query: 'hello' }, await strict.bearer());
    refusedField(answer, 'external_user_id');
  });
});

describe.runIf(canOperate())('a client that reads an older answer', () => {
  const ask = async (query: string): Promise<Body> => {
    const key = await api.newKey();
    const headers = { Authorization: `app-key ${key.key}` };
    const fields = { query, lat: 0, lon: 0, device: 'Alexa', time_offset: 300, dialog: '' };
    return jsonOf(await api.postJson('/v1/query', fields, headers));
  };

  test('finds the state as the type of the response', async () => {
    const context = await ask('what is my balance');
    expect(context.response.type).toBe('get_balance');
    expect(context.response.slots).toEqual([]);
  });

  test('finds a slot’s mapped value in its raw value', async () => {
    const { competency, response } = await ask('balance of the rainy day fund');
    expect(competency).toBe('account');
    expect(response.slots[0].raw_value.values[0].account_dest).toBe('savings');
  });

  test('finds them only if the version enables it', async () => {
    await publishAssistant(strict.account().institution, { echoServer: false });
    const answer = await strict.ask('hello', { external_user_id: randomUUID() });
    expect(answer).not.toHaveProperty('response');
  });
});
