import { describe, expect, it } from 'vitest';
import { recognizeNumbers } from '../../../engine/values/quantities.ts';
import { found, utteranceOf } from './support.ts';

describe('people who are counted together', () => {
  it.each([
    ['en', 'two adults and a child', 3],
    ['en', '2 adults 2 children', 4],
    ['de', '2 erwachsene 2 kinder', 4],
    ['es', '2 adultos 1 niño', 3],
    ['en', 'me and two friends', 3],
    ['en', 'me, my wife and our two kids', 4],
    ['en', 'my parents and I', 3],
    ['en', 'my wife and I', 2],
    ['en', 'me my wife and our 3 kids', 5],
    ['en', 'her and me', 2],
    ['fr', 'moi ma femme et nos deux enfants', 4],
    ['fr', 'elle et moi', 2],
    ['de', 'sie und mich', 2],
    ['es', 'ella y yo', 2],
    ['it', 'lui e me', 2],
    ['pt', 'ele e mim', 2],
    ['nl', 'hem en mij', 2],
    ['en', 'just for me', 1],
    ['en', 'just him', 1],
    ['en', 'only her and her sister', 2],
    ['de', 'nur er', 1],
    ['en', '2 adults + 1 baby', 3],
    ['de', 'zwei Erwachsene und ein Kind', 3],
    ['de', 'meine Frau und ich', 2],
    ['de', 'bloß ich', 1],
    ['de', 'nur ich', 1],
    ['en', 'just me and my wife', 2],
    ['de', 'nur ich und meine Frau', 2],
    ['de', 'zu dritt', 3],
    ['en', 'me and my bf', 2],
    ['en', 'me n my two kids', 3],
    ['en', 'one adult, two kids', 3],
    ['en', 'me and the twins', 3],
    ['de', 'ich u meine Omi', 2],
    ['de', 'zu dritt und ein Baby', 4],
    ['de', 'ich und zwei Freunde', 3],
    ['es', 'dos adultos y un niño', 3],
    ['es', 'mi mujer y yo', 2],
    ['es', 'solo yo', 1],
    ['fr', 'deux adultes et un enfant', 3],
    ['fr', 'ma femme et moi', 2],
    ['fr', 'juste moi', 1],
    ['pt', 'dois adultos e uma criança', 3],
    ['pt', 'minha mulher e eu', 2],
    ['pt', 'só eu', 1],
    ['it', 'due adulti e un bambino', 3],
    ['it', 'mia moglie e io', 2],
    ['it', 'solo io', 1],
    ['nl', 'mn man en ik', 2],
    ['nl', "met z'n 5en", 5],
    ['nl', 'met zn zevenen', 7],
    ['nl', '2 volwassenen en 3 kids', 5],
    ['pt', '2 adultos e 3 miúdos', 5],
    ['pt', 'sozinha', 1],
    ['es', 'dos adultos y tres peques', 5],
    ['fr', 'ma copine, moi et les 3 gamins', 5],
    ['fr', 'tout seul', 1],
    ['it', 'due adulti e tre bimbi', 5],
    ['it', 'da sola', 1],
  ])('in %s, %j is one number', (language, text, value) => {
    expect(found(recognizeNumbers, `x ${text} x`, language)).toEqual([[text, value]]);
  });

  it.each([
    ['en', 'my kids and I'],
    ['en', 'I want to go with you'],
    ['en', "it's me"],
    ['en', 'a child'],
    ['de', 'meine Kinder und ich'],
    ['es', 'mis hijos y yo'],
    ['pl', 'moja żona i ja'],
  ])('in %s, %j is no number, as it does not say how many', (language, text) => {
    expect(found(recognizeNumbers, text, language)).toEqual([]);
  });

  it.each([
    ['en', 'for 2 people, and i also need a cot', [['2', 2]]],
    ['en', 'just me and i need parking', [['just me', 1]]],
    ['en', '2 friends and I want a table', [['2 friends and I', 3]]],
    ['en', 'my two sons and I would like a table', [['my two sons and I', 3]]],
    ['en', 'our 2 guests and I would like a table', [['our 2 guests and I', 3]]],
    ['en', 'my wife and I would like a table', [['my wife and I', 2]]],
    ['de', 'für 2 Personen, und ich brauche einen Parkplatz', [['2', 2]]],
    ['de', 'zwei Freunde und ich kommen', [['zwei Freunde und ich', 3]]],
    ['fr', 'pour 2 personnes, et je voudrais un lit', [['2', 2]]],
    ['es', 'para 2 personas, y yo también necesito una cuna', [['2', 2]]],
    ['es', 'mi mujer y yo queremos una mesa', [['mi mujer y yo', 2]]],
    ['it', 'per 2 persone, e io vorrei anche un lettino', [['2', 2]]],
    ['nl', 'voor 2 personen, en ik heb ook een hond', [['2', 2]]],
    ['pt', 'para 2 pessoas, e eu também preciso de um berço', [['2', 2]]],
  ] as const)('do not include the subject of a new clause, in %s: %s', (language, text, people) => {
    expect(found(recognizeNumbers, text, language).slice(0, 1)).toEqual(people);
  });

  it('are not increased by a person after a comma', () => {
    expect(found(recognizeNumbers, 'wir sind zu viert, die Oma kommt mit', 'de')).toEqual([['zu viert', 4]]);
    expect(found(recognizeNumbers, 'it is both of us, my mum drives')).toEqual([['both of us', 2]]);
  });

  it('do not include other things that are counted', () => {
    expect(found(recognizeNumbers, '2 adults, 1 infant and 3 bags')).toEqual([
      ['2 adults, 1 infant', 3],
      ['3', 3],
    ]);
    expect(found(recognizeNumbers, 'a party of six')).toEqual([['six', 6]]);
    expect(found(recognizeNumbers, 'two adults')).toEqual([['two', 2]]);
  });

  it('are weaker than a number, and only an answer where no number is said', () => {
    const qualities = (text: string) => recognizeNumbers(utteranceOf(text)).map(({ quality }) => quality);
    expect(qualities('two adults and a child')).toEqual(['weak']);
    expect(qualities('my wife and I')).toEqual(['answer']);
    expect(qualities('three')).toEqual(['exact']);
  });
});
