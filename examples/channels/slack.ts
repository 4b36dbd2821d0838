import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Parley, plainText } from '../../clients/typescript/index.ts';

/** A slash command of Slack that talks to an assistant: `/bank how much is in my savings account`. */
export interface SlackOptions {
  parley: Parley;
  /** Of the Slack app: what Slack signs its requests with. */
  signingSecret: string;
  /** As in a query. */
  application?: string;
  /** Where Slack takes answers. Default `https://hooks.slack.com`. */
  responseOrigin?: string;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Told of each answer that could not be given. */
  report: (error: unknown) => void;
}

/** Slack calls a request stale after five minutes. */
const WINDOW_SECONDS = 300;
/** A command has 4,000 characters at most, percent-encoded. */
const MAX_BODY_BYTES = 64 * 1024;
/** Commands that are remembered, so that one that comes twice is answered once. */
const MAX_REMEMBERED = 10_000;

const FAILED = 'I cannot answer right now. Please try again in a few minutes.';
const EMPTY = 'Write what you want to ask after the command.';

/** A server for the app's Request URL. */
export function slackServer(options: SlackOptions): Server {
  const seen = new Set<string>();
  return createServer((request, response) => {
    receive(options, seen, request, response).catch((error) => {
      options.report(error);
      if (!response.headersSent) end(response, 500);
    });
  });
}

async function receive(
  options: SlackOptions,
  seen: Set<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { signingSecret, now = Date.now, report } = options;
  if (request.method !== 'POST') return end(response, 405);
  const body = await readBody(request);
  if (body === undefined) return end(response, 413);
  const timestamp = String(request.headers['x-slack-request-timestamp'] ?? '');
  const signature = String(request.headers['x-slack-signature'] ?? '');
  if (!isSigned({ timestamp, signature, body }, signingSecret, now())) return end(response, 401);
  const fields = new URLSearchParams(body.toString('utf8'));
  const command = readCommand(fields, options);
  if (command === undefined) return end(response, fields.has('ssl_check') ? 200 : 400);
  if (command.query === '') return end(response, 200, EMPTY);
  // Slack waits three seconds, and the assistant may take longer: the answer goes to the command's own address.
  end(response, 200);
  if (seen.has(command.id)) return;
  remember(seen, command.id);
  await answer(options, command).catch(async (error) => {
    report(error);
    await post(command.responseUrl, FAILED);
  });
}

/**
 * Whether Slack signed a request: HMAC-SHA256 of version, time and body, and lately.
 * @param now milliseconds since the epoch
 */
export function isSigned(
  { timestamp, signature, body }: { timestamp: string; signature: string; body: Uint8Array },
  signingSecret: string,
  now: number,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > WINDOW_SECONDS) return false;
  const digest = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body).digest('hex');
  const expected = Buffer.from(`v0=${digest}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

interface Command {
  /** One for each time that the command was given. */
  id: string;
  query: string;
  user: string;
  /** Where one user speaks: each such place is a conversation. */
  place: string;
  responseUrl: URL;
}

function readCommand(
  fields: URLSearchParams,
  { responseOrigin = 'https://hooks.slack.com' }: SlackOptions,
): Command | undefined {
  const [id, team, channel, user] = ['trigger_id', 'team_id', 'channel_id', 'user_id'].map((name) =>
    fields.get(name),
  );
  const responseUrl = URL.parse(fields.get('response_url') ?? '');
  if (!id || !team || !channel || !user || responseUrl?.origin !== responseOrigin) return undefined;
  const query = (fields.get('text') ?? '').trim().slice(0, 4096);
  return { id, query, user: `slack:${team}:${user}`, place: `${team}:${channel}:${user}`, responseUrl };
}

/** Nothing is kept here of a conversation: its seed is made of where it is held, and cannot be guessed. */
async function answer({ parley, application, signingSecret }: SlackOptions, command: Command): Promise<void> {
  const seed = createHmac('sha256', signingSecret).update(`dialog ${command.place}`).digest('hex');
  const request = {
    query: command.query,
    external_user_id: command.user.slice(0, 64),
    dialog_seed: seed,
    device: 'slack',
    ...(application !== undefined && { application }),
  };
  const given = await parley.query(request, { idempotencyKey: `slack:${command.id}`.slice(0, 255) });
  await post(command.responseUrl, plainText(given));
}

/** Of Slack's own marks, an answer can make none: they begin with characters that are escaped. */
async function post(url: URL, text: string): Promise<void> {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ response_type: 'ephemeral', text: escaped, mrkdwn: false }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`Slack refused an answer with ${response.status}.`);
}

function remember(seen: Set<string>, id: string): void {
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > MAX_REMEMBERED && oldest !== undefined) seen.delete(oldest);
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const end = (response: ServerResponse, status: number, text = ''): void =>
  void response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
