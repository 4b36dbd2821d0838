import { randomUUID } from 'node:crypto';
import { until } from '../../../local/until.ts';
import { connectGateway, heard, PATIENCE } from './gateway-socket.ts';

/** Instruction of the service to Jambonz. https://docs.jambonz.org/verbs/verbs/gather */
export interface Verb {
  verb: string;
  text?: string;
  say?: { text: string; id?: string };
  actionHook?: string;
  timeout?: number;
  target?: { number: string }[];
}

interface FromService {
  type: 'ack' | 'command';
  msgid?: string;
  command?: string;
  data?: Verb[];
}

export interface JambonzConnecting {
  account: string;
  password: string;
  callId: string;
  from: string;
  /** Query string of the address. */
  search: string;
  user?: string;
  subprotocols?: string[];
}

/**
 * Connects to the service as Jambonz does, and acts like its feature server (`ws-requestor.js`, `gather.js`,
 * `dial.js`): the verb received last is the current one.
 * @param local the address of the service under test
 * @throws {Error} with the status if the service refuses the connection
 */
export async function connectJambonz(
  local: string,
  {
    account,
    password,
    callId,
    from,
    search,
    user = 'parley',
    subprotocols = ['ws.jambonz.org'],
  }: JambonzConnecting,
) {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const connection = await connectGateway<FromService>(local + search, {
    subprotocols,
    headers: { authorization },
    maxPayload: 24 * 1024,
  });
  const { got, send } = connection;
  /** Returns all verbs received so far; the last is the current one. */
  const verbs = () => got.flatMap(({ data = [] }) => data);
  const textOf = ({ text, say }: Verb) => text ?? say?.text;
  const { allTexts, texts, said } = heard(() => verbs().flatMap((verb) => textOf(verb) ?? []));
  const current = () => verbs().at(-1);

  /** Sends a message, and waits for its acknowledgement. */
  async function request(message: object, msgid: string = randomUUID()): Promise<FromService> {
    send({ msgid, call_sid: callId, ...message });
    const ack = await until(() => got.find((sent) => sent.type === 'ack' && sent.msgid === msgid), PATIENCE);
    if (ack === undefined) throw new Error('not acknowledged');
    return ack;
  }
  const about = { call_sid: callId, account_sid: account, direction: 'inbound', from, to: '+18005550101' };
  const call = {
    ...connection,
    said,
    texts,
    allTexts,
    current,
    request,
    session: (type = 'session:new', more: object = {}) =>
      request({ type, data: { ...about, call_status: 'trying', ...more } }),
    /** Reports the outcome of the current verb. */
    hook: (data: object, msgid?: string, hook = current()?.actionHook) =>
      request({ type: 'verb:hook', hook, data: { ...about, call_status: 'in-progress', ...data } }, msgid),
    words: (transcript: string, msgid?: string) =>
      call.hook(
        {
          speech: { is_final: true, language_code: 'en-US', alternatives: [{ confidence: 0.9, transcript }] },
          reason: 'speechDetected',
        },
        msgid,
      ),
    status: (event: string) =>
      send({
        ...{ type: 'verb:status', msgid: randomUUID(), call_sid: callId },
        data: { event, verb: 'say', id: current()?.say?.id },
      }),
    /** Waits until the service tells it to listen. */
    listening: () => until(() => (current()?.verb === 'gather' ? true : undefined), PATIENCE),
    over: () =>
      send({
        ...{ type: 'call:status', msgid: randomUUID(), call_sid: callId },
        data: { ...about, call_status: 'completed' },
      }),
    /** Says something, and waits for the answer. */
    async say(text: string): Promise<string> {
      const before = texts().length;
      await call.words(text);
      return (await said(before + 1)).at(-1) ?? '';
    },
  };
  return call;
}
