import { describe, expect, it } from 'vitest';
import { each, type Language, settingsOf } from './languages.ts';
import { Conversation, did, loadFiles } from './support.ts';

const drinks = (isOpen: boolean) =>
  loadFiles(
    {
      'assistant.yaml': settingsOf('drinks'),
      'entities/drink.yaml': `entity: drink\nopen: ${isOpen}\nvalues: {mint: [peppermint], coffee: []}\n`,
      'competencies/drink.yaml': `
competency: drink
slots:
  drink: {entity: drink, required: true, ask: ${each('"Which one?"')}}
  cups: {entity: number, required: true, ask: ${each('"2, 3?"')}}
states:
  drink: {terminal: true, utterances: ${each('[drink, a drink, drink b, drink c, drink d]')}, say: ${each('"{{cups}} {{drink}}."')}}
`,
    },
    { drink: 'drink' },
  );
const open = drinks(true);

async function asked(loaded = open, language: Language = 'en'): Promise<Conversation> {
  const conversation = new Conversation(loaded, { language });
  await conversation.say('drink');
  expect(conversation.frame?.asked).toBe('drink');
  return conversation;
}

describe('an open list', () => {
  it.each<[Language, string, string]>([
    ['en', 'hot chocolate', 'hot chocolate'],
    ['en', 'mint tea', 'mint tea'],
    ['en', "I'd like a lemonade please", 'lemonade'],
    ['de', 'Apfelschorle', 'Apfelschorle'],
    ['es', 'zumo de naranja', 'zumo de naranja'],
    ['fr', 'une limonade', 'limonade'],
    ['nl', 'appelsap', 'appelsap'],
    ['ja', 'りんごジュース', 'りんごジュース'],
    ['zh', '苹果汁', '苹果汁'],
  ])('takes in %s an unlisted value as the answer to its question: %s', async (language, answer, value) => {
    const conversation = await asked(open, language);
    await conversation.say(answer);
    expect(conversation.held.drink).toBe(value);
    expect(conversation.frame?.asked).toBe('cups');
  });

  it.each([
    ['mint', 'mint'],
    ['peppermint please', 'mint'],
    ['coffe', 'coffee'],
  ])('still recognises its own values: %s', async (answer, value) => {
    const conversation = await asked();
    await conversation.say(answer);
    expect(conversation.held).toEqual({ drink: value });
  });

  it('leaves the values of other slots to them', async () => {
    const conversation = await asked();
    expect(await conversation.hear('two coffees')).toBe('2 coffee.');
  });

  it.each(['never mind', 'help', "I don't know", 'what do you mean?'])(
    'is not filled by a reply that does something else: %s',
    async (answer) => {
      const conversation = await asked();
      expect(did(await conversation.say(answer))).not.toContain('set');
    },
  );

  it('is closed unless its author opens it', async () => {
    const conversation = await asked(drinks(false));
    expect(await conversation.hear('hot chocolate')).toContain("I don't know “hot chocolate” here.");
  });

  it('takes no unlisted value while it is not asked for', async () => {
    const conversation = await asked();
    await conversation.say('mint');
    await conversation.say('hot chocolate');
    expect(conversation.held).toEqual({ drink: 'mint' });
  });
});
