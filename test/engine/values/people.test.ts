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
  ])('in %s nobody knows how many are %j', (language, text) => {
    expect(found(recognizeNumbers, text, language)).toEqual([]);
  });

  it('are no more than is said of all of them: a comma adds nobody', () => {
    expect(found(recognizeNumbers, 'wir sind zu viert, die Oma kommt mit', 'de')).toEqual([['zu viert', 4]]);
    expect(found(recognizeNumbers, 'it is both of us, my mum drives')).toEqual([['both of us', 2]]);
  });

  it('end where something else is counted, and leave other numbers as they are', () => {
    expect(found(recognizeNumbers, '2 adults, 1 infant and 3 bags')).toEqual([
      ['2 adults, 1 infant', 3],
      ['3', 3],
    ]);
    expect(found(recognizeNumbers, 'a party of six')).toEqual([['six', 6]]);
    expect(found(recognizeNumbers, 'two adults')).toEqual([['two', 2]]);
  });

  it('are weaker than a number; without one among their words they only answer', () => {
    const qualities = (text: string) => recognizeNumbers(utteranceOf(text)).map(({ quality }) => quality);
    expect(qualities('two adults and a child')).toEqual(['weak']);
    expect(qualities('my wife and I')).toEqual(['answer']);
    expect(qualities('three')).toEqual(['exact']);
  });
});
