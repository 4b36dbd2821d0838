import { createServer } from 'node:http';
import { beforeAll } from 'vitest';
import { openOperator } from '../../../cli/operator.ts';
import { setServer } from '../../../functions/shared/domain/institutions/business-logic-changes.ts';
import { useServer } from '../../support/server.ts';
import type { Api } from '../support/api.ts';
import { hasBusinessLogic, publishAssistant } from '../support/parley.ts';
import type { Answer } from '../support/shapes.ts';

// biome-ignore lint/suspicious/noExplicitAny: servers of others treat the body as they like
export type Body = any;

/** Handler of a call; undefined means an unhandled state (501), an exception a failure (500). */
export type Imitation = (body: Body) => Body | undefined;

/** Publishes an assistant whose server plays one imitation at a time and records its requests. */
export function useRecordingServer(api: Api, assistant: string) {
  const requests: Body[] = [];
  let play: Imitation = (body) => body;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body: Body = JSON.parse(Buffer.concat(chunks).toString());
      requests.push(structuredClone(body));
      const [status, answer] = answerOf(play, body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  const origin = useServer(server);
  beforeAll(async () => {
    if (!hasBusinessLogic()) return;
    const source = new URL(`./${assistant}`, import.meta.url);
    const { institution } = api.account();
    await publishAssistant(institution, { source, echoServer: false });
    const operator = await openOperator();
    try {
      await setServer(operator, { institution }, 'BLS_ORIGINAL_URL', { url: `${origin()}/` });
    } finally {
      operator.close();
    }
  });

  /** Begins a conversation with an imitation as the server; `say` returns an answer and its turn's calls. */
  const talk = (imitation: Imitation) => {
    play = imitation;
    let dialog = '';
    const say = async (query: string): Promise<{ said: string; answer: Answer; calls: Body[] }> => {
      requests.length = 0;
      const answer = await api.ask(query, { dialog, external_user_id: 'customer-7', lat: 0, lon: 0 });
      dialog = answer.dialog;
      return { said: answer.visuals.speakableResponse, answer, calls: [...requests] };
    };
    return { say };
  };
  return { talk };
}

function answerOf(play: Imitation, body: Body): [status: number, answer: Body] {
  try {
    const answer = play(body);
    return answer === undefined ? [501, { message: 'no such state' }] : [200, answer];
  } catch {
    return [500, { message: 'failed' }];
  }
}

/** Returns a call's state and intent, by which servers distinguish calls. */
export const asked = ({ state, intent }: Body): string => `${state}/${intent}`;
