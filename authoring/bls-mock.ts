import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import * as z from 'zod/mini';
import { signedHeaders } from '../functions/shared/business-logic/signature.ts';
import { readWebhookSecret } from '../functions/shared/domain/institutions/webhook-secret.ts';

const fixture = z.union([z.record(z.string(), z.unknown()), z.int().check(z.gte(200), z.lte(599))]);
const fixtures = z.record(z.string(), fixture);
/**
 * Answers by state (`*` for all others): fields that override an echo of the request, or a status to answer
 * with.
 */
export type Fixtures = z.infer<typeof fixtures>;

/** @throws {Error} if the text is not valid JSON of fixtures */
export function readFixtures(text: string): Fixtures {
  const parsed = fixtures.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') || 'the file';
  throw new Error(`${where}: each state needs an object of fields or a status from 200 to 599`);
}

const incomingTurn = z.looseObject({
  state: z.string(),
  slots: z.optional(z.record(z.string(), z.unknown())),
});
const MAX_BODY_BYTES = 1024 * 1024;

export interface MockOptions {
  /** Called for every request, so that edits of the fixtures take effect at once. */
  read: () => Promise<Fixtures>;
  /** Called after every request; the call's slots and query are withheld. */
  report: (call: { state: string; status: number }) => void;
  /** The secret with which callers sign. Without it, every program may call. */
  secret?: string | undefined;
}

/** A business-logic server that answers from fixtures and refuses web pages. The caller makes it listen. */
export function businessLogicMock({ read, report, secret }: MockOptions): Server {
  return createServer((request, response) => {
    const answer = async () => {
      // Only browsers send this header, on every POST.
      if (request.headers.origin !== undefined)
        return { state: '', status: 403, body: { error: 'requests from web pages are refused' } };
      const text = await bodyOf(request);
      if (secret !== undefined && !isSigned(request, text, secret))
        return { state: '', status: 401, body: { error: 'the signature is missing or wrong' } };
      const turn = incomingTurn.safeParse(JSON.parse(text));
      if (!turn.success) return { state: '', status: 400, body: { error: 'send a turn that has a state' } };
      const { state, slots } = turn.data;
      const all = await read();
      const fixture = Object.hasOwn(all, state) ? all[state] : (all['*'] ?? {});
      if (typeof fixture === 'number') return { state, status: fixture, body: {} };
      const body = { ...turn.data, ...fixture, slots: { ...slots, ...Object(fixture?.slots) } };
      return { state, status: 200, body };
    };
    answer()
      .catch((error: unknown) => ({ state: '', status: 500, body: { error: String(error) } }))
      .then(({ state, status, body }) => {
        report({ state, status });
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
  });
}

/** True if a call is signed correctly. Replays are accepted, since answering has no side effects. */
function isSigned({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': time = '',
    'webhook-signature': signature = '',
  } = headers;
  const key = readWebhookSecret(secret);
  if (key === undefined) return false;
  const right = Buffer.from(signedHeaders([key], String(id), Number(time), body)['webhook-signature'] ?? '');
  // During a rotation of the secret, calls have two signatures.
  return String(signature)
    .split(' ')
    .map((given) => Buffer.from(given))
    .some((given) => given.byteLength === right.byteLength && timingSafeEqual(given, right));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
