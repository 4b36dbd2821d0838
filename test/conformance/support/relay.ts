import { randomUUID } from 'node:crypto';
import { until } from '../../../local/until.ts';
import { connectGateway, heard, PATIENCE } from './gateway-socket.ts';
import { twilioSignature } from './telephone.ts';

/** Message from the service. https://www.twilio.com/docs/voice/conversationrelay/websocket-messages */
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
  /** Signature to send; default: Twilio's. */
  signature?: string;
}

/**
 * Connects to the service as Twilio does.
 * @param local the address of the service under test, to which the public address leads
 * @throws {Error} with the status if the service refuses the connection
 */
export async function connectRelay(
  local: string,
  { url, token, account, callId, from, signature = twilioSignature(url, {}, token) }: Connecting,
) {
  const connection = await connectGateway<FromService>(local + new URL(url).search, {
    headers: { 'X-Twilio-Signature': signature },
  });
  const { got, send } = connection;
  const { allTexts, texts, said } = heard(() =>
    got.filter(({ type }) => type === 'text').map(({ token: said = '' }) => said),
  );
  const relay = {
    ...connection,
    said,
    texts,
    allTexts,
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
    /** Waits for the session's end, and returns its handoff data. */
    async ended(): Promise<unknown> {
      const end = await until(() => got.find(({ type }) => type === 'end'), PATIENCE);
      return JSON.parse(end?.handoffData ?? 'null');
    },
  };
  return relay;
}
