import type { Context } from 'aws-lambda';
import { createGateway } from '../../local/gateway/server.ts';
import type { LocalDeployment } from '../../local/lambda/service.ts';
import type { Demo } from '../../local/service.ts';
import { variedSentence } from '../support/varied-sentences.ts';
import type { EventOf } from './measure.ts';

type Send = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** The function that needs a different event for each invocation, since it caches texts. */
const QUERY = 'query';

/**
 * Records a real gateway event for every function that the calls reach.
 * @returns the event of each invocation, by function: the recorded one, for the query function with a different text
 * each time
 */
export async function recordEvents(
  { gateway }: LocalDeployment,
  demo: Demo,
): Promise<ReadonlyMap<string, EventOf>> {
  const events = new Map<string, EventOf>();
  const functions = Object.fromEntries(
    Object.entries(gateway.functions).map(([name, handler]) => [
      name,
      (event: never, context: Context) => {
        events.set(name, name === QUERY ? asking(event) : () => event);
        return handler(event, context);
      },
    ]),
  );
  const recording = createGateway({ ...gateway, functions });
  const port = await recording.listen(0);
  try {
    await makeCalls(demo, sender(`http://127.0.0.1:${port}`, demo));
  } finally {
    await recording.close();
  }
  return events;
}

/** A recorded query event with a different query for each invocation. */
function asking(event: { body: string; isBase64Encoded: boolean }): EventOf {
  const { body, isBase64Encoded } = event;
  const fields = JSON.parse(isBase64Encoded ? Buffer.from(body, 'base64').toString() : body);
  return (invocation) => {
    const text = JSON.stringify({ ...fields, query: variedSentence(invocation) });
    return { ...event, body: isBase64Encoded ? Buffer.from(text).toString('base64') : text };
  };
}

async function makeCalls(demo: Demo, send: Send): Promise<void> {
  const form = {
    grant_type: 'client_credentials',
    client_id: demo.client_id,
    client_secret: demo.client_secret,
    service_user_id: demo.service_user_id,
  };
  const { access_token } = await send('POST', '/v1/oauth', new URLSearchParams(form));
  const keys = '/v1/apps/applicationtoken';
  const bearer = { Authorization: `Bearer ${access_token}` };
  const { id } = await send('POST', keys, { name: 'bench', headers: bearer });
  await send('POST', `${keys}/${id}`, { name: 'bench again', headers: bearer });
  await send('GET', keys);
  await send('DELETE', `${keys}/${id}`, { headers: bearer });
  await send('GET', '/v1/openapi.json');
  await send('POST', '/v1/query', { query: 'hello there', external_user_id: 'bench' });
}

const sender =
  (baseUrl: string, demo: Demo): Send =>
  async (method, path, body) => {
    const { headers = {}, ...fields } = { ...(body instanceof URLSearchParams ? {} : (body ?? {})) } as {
      headers?: Record<string, string>;
    };
    const form = body instanceof URLSearchParams;
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        Authorization: `App-Key ${demo.app_key}`,
        ...(form ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(method === 'DELETE' || body === undefined ? {} : { body: form ? body : JSON.stringify(fields) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  };
