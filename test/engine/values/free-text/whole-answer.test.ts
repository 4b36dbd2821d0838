import { describe, expect, it } from 'vitest';
import { behindLead, wholeAnswer } from '../../../../engine/values/free-text/whole-answer.ts';
import { wordsIn } from '../../../../engine/values/words-in.ts';

const valueIn = (text: string, language = 'en', before: string[] = []) => {
  const stretch = wholeAnswer(text, language, new Set(before));
  return stretch === null ? null : text.slice(stretch.start, stretch.end);
};

describe('the whole of an answer', () => {
  it.each([
    ['Maria Lopez', 'Maria Lopez'],
    ['  Maria Lopez. ', 'Maria Lopez'],
    ["it's Maria Lopez, please", 'Maria Lopez'],
    ["well, it's for my sister Maria. Thanks!", 'my sister Maria'],
    ['“The Long Goodbye”', 'The Long Goodbye'],
    ['To Kill a Mockingbird', 'To Kill a Mockingbird'],
    ['#4 on +34 600', '#4 on +34 600'],
    ['please', 'please'],
    ['it is', 'it is'],
  ])('%s is %s', (text, value) => {
    expect(valueIn(text)).toBe(value);
  });

  it.each([
    ['en', 'My name is Maria Lopez', 'Maria Lopez'],
    ['en', "Yes, I'm Maria!", 'Maria'],
    ['en', 'Sure', 'Sure'],
    ['de', 'ich heiße Maria', 'Maria'],
    ['es', 'me llamo María López', 'María López'],
    ['fr', "je m'appelle Marie", 'Marie'],
    ['en', "she's called Maria", 'Maria'],
    ['de', 'er heißt Bello', 'Bello'],
    ['es', 'se llama María', 'María'],
    ['nl', 'hij heet Bram', 'Bram'],
    ['de', 'mein Name is Maria', 'Maria'],
    ['de', 'der name iss maria', 'maria'],
    ['en', 'names Maria', 'Maria'],
    ['fr', 'moi cest Marie', 'Marie'],
    ['fr', 'mon nom c’est Marie', 'Marie'],
    ['es', 'mi nombre María', 'María'],
    ['it', 'a nome di Maria', 'Maria'],
    ['nl', "m'n naam is Bram", 'Bram'],
    ['pt', 'aqui é a Maria', 'Maria'],
    ['pt', 'meu nome e Maria', 'Maria'],
    ['en', 'Maria is her name', 'Maria'],
    ['en', "Maria Lopez he's called, thanks", 'Maria Lopez'],
    ['de', 'Maria heißt sie', 'Maria'],
    ['es', 'María se llama', 'María'],
    ['fr', "Marie elle s'appelle", 'Marie'],
    ['it', 'Maria si chiama', 'Maria'],
    ['nl', 'Maria heet ze', 'Maria'],
    ['pt', 'Maria é o nome dela', 'Maria'],
  ])('leaves out the words that introduce a name, in %s: %s', (language, text, name) => {
    const stretch = wholeAnswer(text, language, new Set(), 'name');
    expect(stretch && text.slice(stretch.start, stretch.end)).toBe(name);
  });

  it.each([
    ['en', 'my names ann', 'names ann', 'ann'],
    ['de', 'mein name is ann', 'is ann', 'ann'],
    ['en', 'my name', 'name', 'name'],
    ['en', 'ann called later', 'called later', 'called later'],
  ])('a found part leaves out the end of the introduction, in %s: %s', (language, text, part, name) => {
    const stretch = { start: text.indexOf(part), end: text.length };
    const { start, end } = behindLead(stretch, wordsIn(text, language), language);
    expect(text.slice(start, end)).toBe(name);
  });

  it('keeps words like those that introduce a name in a note', () => {
    expect(valueIn("I'm allergic to nuts")).toBe("I'm allergic to nuts");
  });

  it('leaves out the preposition before the slot’s values', () => {
    expect(valueIn('to my sister', 'en', ['to'])).toBe('my sister');
    expect(valueIn('my sister', 'en', ['my'])).toBe('my sister');
    expect(valueIn('to', 'en', ['to'])).toBe('to');
  });

  it.each([
    ['es', 'es para mi hermana, por favor', 'mi hermana'],
    ['de', 'das ist für meine Schwester bitte', 'meine Schwester'],
    ['fr', "c'est pour ma sœur, s'il vous plaît", 'ma sœur'],
    ['pt', 'é para a minha irmã', 'minha irmã'],
    ['it', 'è per mia sorella, grazie', 'mia sorella'],
    ['sv', 'det är Maria', 'det är Maria'],
  ])('is read in %s', (language, text, value) => {
    expect(valueIn(text, language)).toBe(value);
  });

  it('is null without words', () => {
    expect(valueIn('  ?! ')).toBeNull();
    expect(valueIn('')).toBeNull();
  });
});
