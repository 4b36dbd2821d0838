import { createServer, type Server } from 'node:http';
import { type DialogState, initialState } from '../../../../engine/dialogue/state.ts';
import { type TurnResult, takeTurn } from '../../../../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../../../../engine/load.ts';
import { readAddressRule } from '../../../../functions/shared/business-logic/addresses.ts';
import { businessLogicClient } from '../../../../functions/shared/business-logic/client.ts';
import { loadFiles } from '../../../engine/dialogue/support.ts';
import { useServer } from '../../../support/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: servers of others treat the body as they like
export type Body = any;

/** A server's behaviour: returns the answer's body, 'silence' for no answer, or undefined for status 500. */
export type FieldServer = (body: Body) => Body | undefined;

const entities = {
  account: 'checking: {en: [checking account]}\n  savings: {en: [rainy day fund]}\n  gold: {en: [gold card]}',
  city: 'ann_arbor: {en: [ann arbor]}\n  boston: {en: [boston]}',
  dish: 'burger: {en: [burger, burgers]}\n  fries: {en: [fries]}',
};

const assistant = (protocol: 1 | 2 | undefined) => `
schema: 1
name: field
languages: {default: en, supported: [en]}
business_logic: {url: env:BLS_URL, sign: false, timeout_ms: 300${protocol ? `, protocol: ${protocol}` : ''}}
out_of_scope: {say: {en: Pardon?}}
`;

const COMPETENCIES = {
  weather: `
competency: weather
business_logic: true
slots: {city: {entity: city, required: true, ask: {en: Which city?}}}
states:
  weather:
    terminal: true
    utterances: {en: ["weather in [boston](city)", a, b, c, d]}
    transitions: [{on: business_logic, to: [seen_before]}]
    say: {en: "Sunny in {{city}}.{{#if noresponse}} {{noresponse}}{{/if}}"}
  seen_before: {terminal: true, say: {en: "Still {{city}}?"}}
`,
  balance: `
competency: balance
business_logic: true
slots: {source_account: {entity: account, required: true, ask: {en: Which account?}}}
states:
  get_balance:
    terminal: true
    utterances: {en: ["balance of [savings](source_account)", e, f, g, h]}
    say: {en: "{{#if source_account.error}}{{source_account.error}}{{else}}{{source_account}} has {{source_account.balance}}{{balance}}{{/if}}"}
  check_balance:
    utterances: {en: ["check [savings](source_account)", i, j, k, l]}
    transitions: [{on: "yes", to: get_balance}, {on: "no", to: root}]
    say: {en: "{{source_account}}, {{source_account.last_four}}?"}
`,
  transfer: `
competency: transfer
business_logic: true
slots:
  acct_type: {entity: account}
  source_acct: {entity: account, required: true, ask: {en: From where?}}
  destination_acct: {entity: account, required: true, ask: {en: To where?}}
states:
  account_transfer:
    utterances: {en: ["transfer to [savings](destination_acct)", m, n, o, p]}
    transitions: [{on: "yes", to: account_transfer_confirmed}, {on: "no", to: root}]
    say: {en: "{{source_acct}} to {{destination_acct}}{{#if acct_type}} and {{acct_type}}{{/if}}?"}
  account_transfer_confirmed:
    terminal: true
    say: {en: "{{#if transfer.success}}Moved.{{else}}{{transfer.error}}{{/if}}"}
`,
  order: `
competency: order
business_logic: true
slots: {food_menu: {entity: dish, multiple: true}}
states:
  food_order:
    terminal: true
    utterances: {en: ["order [burgers](food_menu)", q, r, s, t]}
    say: {en: "{{#each food_menu}}{{this.value}} {{/each}}make {{calorie_total}}. {{#each output}}[{{this.tokens}} {{this.value}}]{{/each}}"}
`,
};

const KEYWORDS = {
  weather: 'weather',
  balance: 'get_balance',
  check: 'check_balance',
  transfer: 'account_transfer',
  order: 'food_order',
};

/** Returns an assistant with a few competencies, for one protocol version or, by default, either. */
export const fieldAssistant = (protocol?: 1 | 2): LoadedAssistant =>
  loadFiles(
    {
      'assistant.yaml': assistant(protocol),
      ...Object.fromEntries(
        Object.entries(entities).map(([name, values]) => [
          `entities/${name}.yaml`,
          `entity: ${name}\nvalues:\n  ${values}\n`,
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(COMPETENCIES).map(([name, text]) => [`competencies/${name}.yaml`, text]),
      ),
    },
    KEYWORDS,
  );

/** Starts an HTTP server for a `FieldServer`; `talk` begins a conversation in which it is called. */
export function useFieldServer() {
  const bodies: Body[] = [];
  let behave: FieldServer = (body) => body;
  const server: Server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body: Body = JSON.parse(Buffer.concat(chunks).toString());
      bodies.push(structuredClone(body));
      let answer: Body;
      try {
        answer = behave(body);
      } catch {
        answer = undefined;
      }
      if (answer === 'silence') return;
      // Frameworks of the time label a returned text as HTML.
      if (answer === undefined) response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>');
      else
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(JSON.stringify(answer));
    });
  });
  const origin = useServer(server);

  const talk = (answering: FieldServer, protocol?: 1 | 2) => {
    behave = answering;
    bodies.length = 0;
    const loaded = fieldAssistant(protocol);
    const settings = loaded.assistant.businessLogic;
    if (settings === null) throw new Error('the assistant calls no business logic');
    const addresses = readAddressRule({ BLS_ALLOW_LOOPBACK: '1' });
    const client = businessLogicClient({ addresses, now: Date.now, report: () => undefined });
    let state: DialogState = initialState();
    const say = async (query: string): Promise<TurnResult> => {
      const result = await takeTurn(loaded, state, { ...INPUT, query }, (request, { key }) =>
        client(settings, () => ({ url: `${origin()}/api/v1/` }), request, 5000, key),
      );
      state = JSON.parse(JSON.stringify(result.state));
      return result;
    };
    const hear = async (query: string) => (await say(query)).visuals.speakableResponse.trim();
    return { say, hear, state: () => state };
  };
  return { bodies, talk };
}

const INPUT = {
  qid: '98477a05-bc61-48e9-94cc-3aa04265444c',
  language: 'en',
  device: null,
  lat: null,
  lon: null,
  timeOffset: null,
  now: Date.UTC(2026, 2, 18, 9, 30),
  institution: 'bank',
  application: null,
  externalUserId: '1',
  aiVersion: 'd2462c12-e625-89fd-9cfe-c781ddedf060',
  dialog: 'KIuP1skcNGBdxFjVc5NWl6NqvFY3Ln',
  sessionId: '1c0e6e95-e60f-4ef0-bd8e-20bee0f12320',
  arbitraryFields: {},
};
