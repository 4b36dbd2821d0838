import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { until } from '../../../local/until.ts';
import { twilioSignature } from './telephone.ts';

/** What a service sends. https://www.twilio.com/docs/voice/conversationrelay/websocket-messages */
interface FromService {
  type: 'text' | 'end';
  token?: string;
  last?: boolean;
  handoffData?: string;
}

export interface Connecting {
  /** The address in the document, which Twilio signs. */
  url: string;
  token: string;
  account: string;
  callId: string;
  from: string;
  /** Another signature than Twilio's. */
  signature?: string;
}

/**
 * Twilio's end of a connection.
 * @param local the address of the service under test, at which the public one ends
 * @throws {Error} with the status if the service refuses the connection
 */
export async function connectRelay(
  local: string,
  { url, token, account, callId, from, signature = twilioSignature(url, {}, token) }: Connecting,
) {
  const socket = new WebSocket(local + new URL(url).search, { headers: { 'X-Twilio-Signature': signature } });
  const got: FromService[] = [];
  let closed: number | undefined;
  socket.on('message', (data) => void got.push(JSON.parse(data.toString())));
  socket.on('close', (code) => {
    closed = code;
  });
  const refused = once(socket, 'unexpected-response').then(([, response]) => {
    socket.on('error', () => undefined);
    throw new Error(String(response.statusCode));
  });
  await Promise.race([once(socket, 'open'), refused]);

  const send = (message: object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const texts = () => got.filter(({ type }) => type === 'text').map(({ token: said = '' }) => said);
  /** What was said, as soon as it is so much. */
  async function said(many: number, mostMs = 30_000): Promise<string[]> {
    await until(() => (texts().length >= many ? true : undefined), { everyMs: 10, mostMs });
    return texts();
  }
  const relay = {
    got,
    send,
    said,
    texts,
    closed: async () => {
      await until(() => closed, { everyMs: 10, mostMs: 20_000 });
      return closed;
    },
    close: () => socket.close(),
    setup: (more: object = {}) =>
      send({
        type: 'setup',
        sessionId: `VX${randomUUID().replaceAll('-', '')}`,
        accountSid: account,
        parentCallSid: '',
        callSid: callId,
        from,
        to: '+18005550101',
        forwardedFrom: '',
        callType: 'PSTN',
        callerName: '',
        direction: 'inbound',
        callStatus: 'RINGING',
        customParameters: {},
        ...more,
      }),
    words: (voicePrompt: string, more: object = {}) =>
      send({ type: 'prompt', voicePrompt, lang: 'en-US', last: true, ...more }),
    key: (digit: string) => send({ type: 'dtmf', digit }),
    interrupt: (utteranceUntilInterrupt: string) =>
      send({ type: 'interrupt', utteranceUntilInterrupt, durationUntilInterruptMs: '460' }),
    /** Says something, and waits for the answer. */
    async say(text: string): Promise<string> {
      const before = texts().length;
      relay.words(text);
      return (await said(before + 1)).at(-1) ?? '';
    },
    /** What the session ended with. */
    async ended(): Promise<unknown> {
      const end = await until(() => got.find(({ type }) => type === 'end'), { everyMs: 10, mostMs: 20_000 });
      return JSON.parse(end?.handoffData ?? 'null');
    },
  };
  return relay;
}
