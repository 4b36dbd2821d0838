import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildArtifact } from '../../authoring/build.ts';
import { checkAssistant } from '../../authoring/check.ts';
import { type Compilation, compileAssistant } from '../../authoring/compile.ts';
import { formatFinding } from '../../authoring/findings.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import { runConversationTest } from '../../authoring/run-conversation-test.ts';
import { TRAINING } from '../../authoring/train.ts';
import { initialState } from '../../engine/dialogue/state.ts';
import { takeTurn } from '../../engine/dialogue/turn.ts';
import { type LoadedAssistant, loadAssistant } from '../../engine/load.ts';
import { engineLoaders } from '../../engine/loaders.ts';
import { ENCODER_DIRECTORY } from '../../engine/train/encoder/build.ts';
import { answeredStates, createBank } from '../../examples/bank-assistant/business-logic/bank.ts';
import { readRequest } from '../../examples/bank-assistant/business-logic/wire.ts';

const NOW = Date.UTC(2026, 4, 20, 15, 0, 0);

const authored = await readAssistant(
  fileURLToPath(new URL('../../examples/bank-assistant', import.meta.url)),
);
let compilation: Compilation;
let loaded: LoadedAssistant;

beforeAll(() => {
  compilation = compileAssistant(authored);
  const artifact = buildArtifact(compilation, TRAINING);
  loaded = loadAssistant(
    artifact,
    engineLoaders(() => ENCODER_DIRECTORY),
  );
});

it('compiles without findings', () => {
  expect(checkAssistant(authored).map(formatFinding)).toEqual([]);
});

it('has a conversation for each label in English, and for each competency in Spanish', () => {
  const labels = Object.values(compilation.assistant.states).filter(({ isLabel }) => isLabel);
  const expected = (language: string) =>
    authored.tests
      .filter(({ form }) => (form.language ?? 'en') === language)
      .flatMap(({ form }) => form.turns.map((turn) => turn.expect ?? {}));
  const english = new Set(expected('en').map(({ state }) => state));
  const spanish = new Set(expected('es').map(({ competency }) => competency));
  expect(labels.filter(({ name }) => !english.has(name)).map(({ name }) => name)).toEqual([]);
  expect(labels.filter(({ competency }) => !spanish.has(competency)).map(({ name }) => name)).toEqual([]);
});

it('is not tested with the sentences that it learns from', () => {
  const learnt = new Set(
    Object.values(compilation.examples).flatMap((examples) => examples.map(({ text }) => text.toLowerCase())),
  );
  const said = authored.tests.flatMap(({ form }) => form.turns.map(({ say }) => say.toLowerCase()));
  expect(said.filter((sentence) => learnt.has(sentence))).toEqual([]);
});

it('has an answer of the business-logic server for each of its states that needs one', () => {
  const { states, competencies } = compilation.assistant;
  const declared = new Set(
    Object.values(states)
      .flatMap(({ transitions }) => transitions)
      .filter(({ on }) => on === 'business_logic')
      .flatMap(({ to }) => to),
  );
  const asked = Object.values(states)
    .filter(({ competency }) => competencies[competency]?.businessLogic)
    // A terminal state that only the business logic leads to is never asked about.
    .filter(({ name, terminal, isLabel }) => isLabel || !terminal || !declared.has(name))
    .map(({ name }) => name);
  expect(asked.filter((state) => !answeredStates.has(state))).toEqual([]);
  expect([...answeredStates].filter((state) => !Object.hasOwn(states, state))).toEqual([]);
});

describe('the conversation', () => {
  it.each(authored.tests.map(({ source, form }) => [source.file, form] as const))(
    '%s',
    async (_file, test) => {
      const { failures } = await runConversationTest(loaded, test);
      expect(failures).toEqual([]);
    },
  );
});

describe('with its own business-logic server', () => {
  /**
   * Starts a customer's conversation; the returned function takes a sentence and returns the spoken reply.
   */
  function conversation(language: string): (query: string) => Promise<string> {
    const bank = createBank(() => NOW);
    let state = initialState();
    let turns = 0;
    return async (query) => {
      const input = {
        qid: `q-${++turns}`,
        query,
        language,
        device: 'phone',
        lat: null,
        lon: null,
        timeOffset: null,
        now: Date.UTC(2026, 2, 18, 9, 30),
        institution: 'bank',
        application: null,
        externalUserId: 'customer',
        aiVersion: '00000000-0000-8000-8000-000000000000',
        dialog: 'dialog',
        sessionId: 'session',
        arbitraryFields: {},
      };
      const result = await takeTurn(loaded, state, input, async (request) => ({
        status: 'answered',
        body: bank(readRequest(JSON.stringify(request))),
      }));
      expect(result.explanation.findings).toEqual([]);
      state = result.state;
      return result.visuals.speakableResponse;
    };
  }

  it('moves the amount that it announces', async () => {
    const say = conversation('en');
    expect(await say('transfer 40.50 dollars from checking into savings')).toBe(
      'Move $40.50 from your checking account to your savings account. Is that right?',
    );
    expect(await say('yes')).toBe("Done, it's moved.");
    expect(await say('what is the balance of my savings account')).toContain('$5,340.50');
    expect(await say('show me the last transactions on savings')).toContain('$40.50');
  });

  it('says why an account cannot be used, and asks for another one', async () => {
    const say = conversation('en');
    expect(await say('transfer 100 dollars from my business account to savings')).toBe(
      "You don't have such an account with us. From which account?",
    );
    expect(await say('from checking then')).toContain('Move $100 from your checking account');
  });

  it('offers another account and takes it only when the user agrees', async () => {
    const say = conversation('en');
    expect(await say('move 2000 dollars from checking to savings')).toContain(
      'from your joint account instead?',
    );
    expect(await say('no')).toContain("won't move anything");
    expect(await say('how much money is in my joint account')).toContain('$2,150');
    await say('move 2000 dollars from checking to savings');
    expect(await say('yes')).toBe("Done, it's moved.");
    expect(await say('how much money is in my joint account')).toContain('$150');
  });

  it('pays the amount due in a Spanish conversation', async () => {
    const say = conversation('es');
    expect(await say('quiero pagar el recibo de la luz con la cuenta corriente')).toMatch(
      /^Pago 84,20\sUS\$ a la compañía eléctrica desde tu cuenta corriente/,
    );
    expect(await say('sí, claro')).toBe('Pagado. ¿Algo más?');
    expect(await say('cuánto me queda en la cuenta corriente')).toMatch(/1156,30\sUS\$/);
  });
});
