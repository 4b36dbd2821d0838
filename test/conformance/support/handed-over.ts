import { expect } from 'vitest';
import { type Api, accepted } from './api.ts';
import { canOperate } from './parley.ts';
import { handoffsShape } from './shapes.ts';

/** Settings with which two failed turns hand a conversation over to people. */
export const PEOPLE = 'people: {within: 5m, after_failures: 2}';

/** True where events and people’s messages are sent: AWS sends them by the stack’s stream, which `lambda` mode lacks. */
export const isSent = () => canOperate() && process.env.PARLEY_START !== 'lambda';

/** Begins a dialog, and hands it over by two failed turns. */
export async function handOver(user: Api, words = 'asdf hjkl yxcv') {
  const { dialog, session_id } = await user.ask('zxcv qwer uiop');
  const answer = await user.ask(words, { dialog });
  return { dialog, session_id, answer };
}

/** Claims the first listed conversation under the name of Mia. @returns what acts upon it */
export async function claimFirst(person: Api) {
  const headers = await person.bearer();
  const { handoffs } = accepted(await person.call('GET', '/v1/handoffs', { headers }), handoffsShape);
  const act = async (body: object) => {
    const path = `/v1/handoffs/${handoffs[0]?.session_id}`;
    expect((await person.postJson(path, body, await person.bearer())).status).toBe(200);
  };
  await act({ action: 'claim', name: 'Mia' });
  return act;
}
