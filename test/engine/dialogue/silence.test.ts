import { describe, expect, it } from 'vitest';
import { packArtifact } from '../../../engine/artifact.ts';
import { ASSISTANT_SECTION, loadAssistant } from '../../../engine/load.ts';
import { BANK_FILES, KEYWORDS, smallBank } from './bank.ts';
import { answering, Conversation, loadFiles } from './support.ts';

const WELCOME = `
welcome:
  say: {en: "Welcome to the bank!", es: "¡Bienvenido al banco!"}
  choices: {en: [My balance, A transfer], es: [Mi saldo]}
out_of_scope:`;

/** The small bank with a welcome, and with texts of its own for the limit. */
const bank = loadFiles(
  {
    ...BANK_FILES,
    'assistant.yaml': BANK_FILES['assistant.yaml']?.replace('\nout_of_scope:', WELCOME) ?? '',
    'competencies/limit.yaml':
      BANK_FILES['competencies/limit.yaml']?.replace(
        'retries: 2,',
        'retries: 3, not_understood: {en: "A number, please.", es: x}, silence: {en: "Still there?", es: x},',
      ) ?? '',
    'competencies/transfer.yaml':
      BANK_FILES['competencies/transfer.yaml']?.replace(
        'ask: {en: From which account?',
        'unknown: {en: "You have no {{raw}}, only {{values | list}}.", es: x}, ask: {en: From which account?',
      ) ?? '',
  },
  KEYWORDS,
);

describe('an empty query', () => {
  it('gets the welcome as the first query', async () => {
    const { visuals, competency, classifier_state: state } = await new Conversation(bank).say('');
    expect({ competency, state }).toEqual({ competency: 'root', state: 'root' });
    expect(visuals).toEqual({
      speakableResponse: 'Welcome to the bank!',
      formattedResponse: 'Welcome to the bank!',
      choices: ['My balance', 'A transfer'],
    });
    expect(await new Conversation(bank, { language: 'es' }).hear('')).toBe('¡Bienvenido al banco!');
  });

  it('gets a default greeting without a welcome of the author', async () => {
    expect(await new Conversation(smallBank()).hear('')).toBe('Hello! How can I help you?');
  });

  it('starts nothing and does not affect the next query', async () => {
    const conversation = new Conversation(bank);
    await conversation.say('');
    expect(await conversation.hear('balance')).toBe('You have 20.');
  });

  it('gets the message for silence later, not a second welcome', async () => {
    const conversation = new Conversation(bank);
    await conversation.say('balance');
    expect(await conversation.hear('')).toBe('I have not heard anything.');
  });

  it('repeats the question with the slot’s own text, and counts as an attempt', async () => {
    const conversation = new Conversation(bank);
    await conversation.say('limit');
    expect(await conversation.hear('')).toBe('Still there? Which limit?');
    expect(await conversation.hear(' \n')).toBe('Still there? Which limit?');
    expect(conversation.frame?.misses).toEqual({ new_limit: 2 });
    expect(await conversation.hear('')).toContain('Let');
    expect(conversation.frame).toBeUndefined();
  });

  it('repeats the question with the default message if the slot has no text', async () => {
    const conversation = new Conversation(smallBank());
    await conversation.say('limit');
    expect(await conversation.hear('')).toBe('I have not heard anything. Which limit?');
  });

  it('is neither a yes nor a no: the question waits', async () => {
    const conversation = new Conversation(bank);
    conversation.answer = answering({});
    await conversation.say('transfer 50 dollars from checking to savings');
    expect(await conversation.hear('')).toBe('I have not heard anything. Move $50 from checking to savings?');
    expect(conversation.frame?.state).toBe('transfer');
  });

  it('repeats the choice between two wishes', async () => {
    const conversation = new Conversation(bank);
    const asked = await conversation.hear('balance limit');
    expect(await conversation.hear('')).toBe(`I have not heard anything. ${asked}`);
    await conversation.say('the first one');
    expect(conversation.state.choice).toBeNull();
  });
});

it('an empty query gets the default message from an artifact without a text for silence', async () => {
  const { assistant } = smallBank();
  const { silence: _, ...messages } = assistant.messages;
  const json = new TextEncoder().encode(JSON.stringify({ ...assistant, messages }));
  const conversation = new Conversation(loadAssistant(packArtifact({ [ASSISTANT_SECTION]: json })));
  await conversation.say('');
  expect(await conversation.hear('')).toBe('I have not heard anything.');
});

describe('a slot’s own text', () => {
  it('is said if its answer is not understood', async () => {
    const conversation = new Conversation(bank);
    await conversation.say('limit');
    expect(await conversation.hear('bananas and cream')).toBe('A number, please. Which limit?');
  });

  it('is said for a value that is not in its list', async () => {
    const conversation = new Conversation(bank);
    conversation.answer = answering({});
    await conversation.say('transfer');
    expect(await conversation.hear('bitcoin')).toBe(
      'You have no bitcoin, only checking account and savings account. From which account?',
    );
  });
});
