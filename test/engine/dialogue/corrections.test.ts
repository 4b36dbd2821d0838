import { describe, expect, it } from 'vitest';
import { everyLanguage } from './every-language.ts';
import type { Language } from './languages.ts';
import { Conversation, did, parted } from './support.ts';

const loaded = everyLanguage();
const talk = (language: Language) => new Conversation(loaded, { language });

describe('a correction', () => {
  it.each<[Language, string, string, string]>([
    ['en', 'go 50 from checking to savings', 'not 50 but 60', '80 instead of 60'],
    ['es', 'go 50 de checking a savings', 'no 50 sino 60', '80 en vez de 60'],
    ['de', 'go 50 vom checking aufs savings', 'nicht 50 sondern 60', '80 statt 60'],
    ['fr', 'go 50 depuis checking vers savings', 'pas 50 mais 60', '80 au lieu de 60'],
    ['pt', 'go 50 da checking para savings', 'não 50 mas 60', '80 em vez de 60'],
    ['it', 'go 50 da checking verso savings', 'non 50 ma 60', '80 invece di 60'],
    ['nl', 'go 50 van checking naar savings', 'niet 50 maar 60', '80 in plaats van 60'],
    ['ja', 'go 50 checking から savings へ', '50 じゃなくて 60', '60 の代わりに 80'],
    ['zh', 'go 50 从 checking 到 savings', '不是 50 而是 60', '80 而不是 60'],
  ])('in %s sets the value that is not taken back', async (language, first, second, third) => {
    const conversation = talk(language);
    expect(await conversation.hear(first)).toBe('50: checking → savings?');
    expect(await conversation.hear(second)).toBe('60: checking → savings?');
    expect(await conversation.hear(third)).toBe('80: checking → savings?');
  });

  it.each<[Language, string, string]>([
    ['en', 'go 50 from checking to savings', "it's not 50, it's 60"],
    ['es', 'go 50 de checking a savings', 'no son 50, son 60'],
    ['de', 'go 50 vom checking aufs savings', 'es sind nicht 50, es sind 60'],
    ['fr', 'go 50 depuis checking vers savings', 'ce n’est pas 50, c’est 60'],
    ['pt', 'go 50 da checking para savings', 'não é 50, é 60'],
    ['pt', 'go 50 da checking para savings', 'nao e 50 e 60'],
    ['it', 'go 50 da checking verso savings', 'non è 50, è 60'],
    ['nl', 'go 50 van checking naar savings', 'het is niet 50, het is 60'],
  ])('in %s says what a value is not, and what it is', async (language, first, correction) => {
    const conversation = talk(language);
    await conversation.say(first);
    expect(await conversation.hear(correction)).toBe('60: checking → savings?');
  });

  it.each([
    ['names another slot’s', 'not from checking but from savings', '50: savings → savings?'],
    ['takes back what was never said', 'not 70 but 60', '60: checking → savings?'],
    ['takes back what begins with a sign', 'not €50 but €60', '60: checking → savings?'],
    ['changes to a value that no other follows', 'change it to 60', '60: checking → savings?'],
    ['changes one into the other', 'change 50 to 60', '60: checking → savings?'],
  ])('%s', async (_, query, expected) => {
    const conversation = talk('en');
    await conversation.say('go 50 from checking to savings');
    expect(await conversation.hear(query)).toBe(expected);
  });

  const DENIED = parted<[Language, string]>(
    [
      ['en', 'not 60'],
      ['de', 'nein, nicht 60'],
      ['fr', 'pas 60'],
      ['it', 'non 60'],
      ['nl', 'niet 60'],
      ['ja', '60 じゃない'],
      ['zh', '不是 60'],
    ],
    ['non 60', 'niet 60', '60 じゃない', '不是 60'],
  );
  const changesNothing = async (language: Language, query: string) => {
    const conversation = talk(language);
    await conversation.say('go 50 checking savings');
    const result = await conversation.say(query);
    expect(did(result)).not.toContain('affirm');
    expect(conversation.held).toMatchObject({ amount: 50 });
  };
  it.each(DENIED.heard)('in %s without a new value changes nothing: %s', changesNothing);
  it.fails.each(DENIED.notYet)('not yet: in %s without a new value changes nothing: %s', changesNothing);

  const isTaken = async (language: Language, query: string) => {
    const conversation = talk(language);
    await conversation.say('go 50');
    expect((await conversation.say(query)).slots._AMOUNT_?.values[0]?.value).toBe(60);
  };
  it.each<[Language, string]>([
    ['es', 'no 60 euros el 3'],
    ['pt', 'não 60 euros no dia 3'],
    ['it', 'no 60 euro il 3'],
    ['fr', 'non 60 euros le 3'],
    ['nl', 'nee 60 euro op de 3e'],
    ['ja', 'いいえ、60ユーロ、3日'],
    ['en', 'no 60 euros on the 3 of may'],
  ])('in %s takes the value behind a no that denies nothing: %s', isTaken);
  it.fails('not yet: in zh takes the value behind a no that denies nothing', () =>
    isTaken('zh', '不，60欧元，3号'));

  it.each<[Language, string, string]>([
    ['en', 'from savings', 'no, from checking'],
    ['es', 'de savings', 'no, de checking'],
    ['de', 'vom savings', 'nein, vom checking'],
    ['fr', 'depuis savings', 'non, depuis checking'],
    ['pt', 'da savings', 'não, da checking'],
    ['it', 'da savings', 'no, da checking'],
    ['nl', 'van savings', 'nee, van checking'],
    ['ja', 'savings から', 'いや、checking から'],
    ['zh', '从 savings', '不对，从 checking'],
  ])(
    'in %s goes to the slot that its words name, though another was asked for',
    async (language, given, corrected) => {
      const conversation = talk(language);
      await conversation.say('go 50');
      expect(await conversation.hear(given)).toBe('To?');
      expect(await conversation.hear(corrected)).toBe('To?');
      expect(await conversation.hear('savings')).toBe('50: checking → savings?');
    },
  );
});

it('a no with the held value changes nothing', async () => {
  const conversation = talk('en');
  await conversation.say('go 50 from checking to savings');
  await conversation.say('no, 50');
  expect(conversation.held).toEqual({ amount: 50, account_from: 'checking', account_to: 'savings' });
});

describe('a cancel that names what it cancels', () => {
  const leaves = async (language: Language, query: string) => {
    const conversation = talk(language);
    await conversation.say('go 50');
    expect(await conversation.say(query)).toMatchObject({ classifier_state: 'root' });
    expect(conversation.frame).toBeUndefined();
  };
  it.each<[Language, string]>([
    ['en', 'cancel the transfer'],
    ['en', 'please cancel this transfer'],
    ['es', 'cancela la transferencia'],
    ['de', 'Überweisung abbrechen'],
    ['fr', 'annule le virement'],
    ['pt', 'cancela a transferência'],
    ['it', 'annulla il trasferimento'],
    ['nl', 'annuleer de overboeking'],
    ['ja', '振込をキャンセルして'],
    ['zh', '取消转账'],
  ])('in %s leaves the competency: %s', leaves);

  it('does not leave if it names something else, has a yes or lacks the verb', async () => {
    for (const query of ['cancel the balance', 'yes, cancel the transfer', 'the transfer']) {
      const conversation = talk('en');
      await conversation.say('go 50');
      await conversation.say(query);
      expect(conversation.held, query).toEqual({ amount: 50 });
    }
  });

  it('gives way to a state with the same utterance', async () => {
    const conversation = talk('en');
    await conversation.say('go 50');
    expect(await conversation.hear('undo cancel the transfer')).toContain('Undone.');
  });
});
