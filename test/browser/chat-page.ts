import { createServer } from 'node:http';
import type { Page, Request } from 'playwright-core';
import { useServer } from '../support/server.ts';
import { sharedDemo } from '../support/shared-service.ts';
import type { Look, OpenPage } from './support.ts';

/** Host of a foreign site that embeds the chat; `SITE_RULE` maps it to this machine. */
export const SITE = 'shop.example';
export const SITE_RULE = `--host-resolver-rules=MAP ${SITE} 127.0.0.1`;

/** Variable parts of the page. */
interface Shop {
  attributes: string;
  /** Attributes of its `html` element. */
  root: string;
  headers: Record<string, string>;
  style: string;
}

/** Answers of the site's own server, by path. */
type OwnServer = (path: string) => { status: number; body: unknown } | undefined;

/** Script that removes the chat, and then what it stored. */
const FORGET =
  "document.querySelector('parley-chat').remove(); for (const store of [sessionStorage, localStorage]) store.clear();";

const PLAIN: Shop = { attributes: '', root: 'lang="en"', headers: {}, style: '' };

/** Starts a site with one page, whose content the last `open` decides. */
export function useShop() {
  let shop = PLAIN;
  let own: OwnServer = () => undefined;
  const script = () => `${sharedDemo().base_url}/v1/chat.js`;
  const server = createServer((request, response) => {
    const answer = own(request.url ?? '/');
    if (answer !== undefined) {
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      return void response.end(JSON.stringify(answer.body));
    }
    if (request.url === '/shop.css') {
      return void response.writeHead(200, { 'Content-Type': 'text/css' }).end(shop.style);
    }
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...shop.headers });
    response.end(`<!doctype html><html ${shop.root}><head><title>Shop</title>
      <meta name="viewport" content="width=device-width">
      <link rel="stylesheet" href="/shop.css"></head>
      <body><main><h1>Shop</h1><script src="${script()}"></script>
      <parley-chat ${shop.attributes}></parley-chat></main></body></html>`);
  });
  const local = useServer(server);
  const origin = () => local().replace('127.0.0.1', SITE);
  return {
    origin,
    /** Sets the answers that the site's server gives instead of its page. */
    serve: (answers: OwnServer) => {
      own = answers;
    },
    open: async (page: Page, wanted: Partial<Shop>): Promise<Page> => {
      shop = { ...PLAIN, ...wanted };
      await page.goto(`${origin()}/`);
      return page;
    },
    /** Returns the page that a file's tests share, without what earlier chats have stored in it. */
    sharedPage: async (openPage: OpenPage, look?: Partial<Look>): Promise<Page> => {
      const page = await openPage.shared(look);
      if (page.url().startsWith(origin())) await page.evaluate(FORGET);
      return page;
    },
  };
}

export const input = (page: Page) => page.getByRole('textbox');
export const messages = (page: Page) => page.locator('.message');
export const answers = (page: Page) => page.locator('.message.assistant');

export async function say(page: Page, text: string): Promise<void> {
  await input(page).fill(text);
  await input(page).press('Enter');
}

/** Waits for the answer with this number, counted from 1, and returns its text. */
export async function answerNumber(page: Page, number: number): Promise<string> {
  const answer = answers(page).nth(number - 1);
  await answer.waitFor();
  return (await answer.textContent())?.replace(/^.*?: /, '') ?? '';
}

const isQuery = (request: Request) => request.method() === 'POST' && request.url().endsWith('/v1/query');

/** Returns an array to which each query of the page is added when it is sent. */
export function watchQueries(page: Page) {
  const queries: {
    key: string | undefined;
    authorization: string | undefined;
    body: Record<string, unknown>;
  }[] = [];
  page.on('request', (request) => {
    if (!isQuery(request)) return;
    const { 'idempotency-key': key, authorization } = request.headers();
    queries.push({ key, authorization, body: request.postDataJSON() });
  });
  return queries;
}

/** Answers the page's queries in place of the service, with anything that an assistant could answer. */
export async function answerWith(
  page: Page,
  visuals: Record<string, unknown>,
  language = 'en',
  fields: Record<string, unknown> = {},
): Promise<void> {
  const said = { speakableResponse: 'Said.', formattedResponse: 'Said.' };
  const body = {
    dialog: 'd'.repeat(30),
    session_id: 's',
    qid: 'q',
    language,
    visuals: { ...said, ...visuals },
    ...fields,
  };
  await page.route('**/v1/query', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: body, headers: { 'Access-Control-Allow-Origin': '*' } })
      : route.continue(),
  );
}

/** Evaluates an expression in which `part` is the element of the chat that the selector finds. */
export const inChat = (page: Page, selector: string, expression: string): Promise<unknown> =>
  page.evaluate(
    `((part) => ${expression})(document.querySelector('parley-chat').shadowRoot.querySelector('${selector}'))`,
  );
