import { expect, it } from 'vitest';
import { joinEncodings, joinedWords } from '../../../../engine/understand/acts/words.ts';

const texts = (text: string) => joinedWords(text).map((word) => word.text);

it('a short form is one word, the same as without its apostrophe', () => {
  expect(texts("I'd rather you didn't")).toEqual(texts('Id rather you didnt'));
  expect(texts('geht’s')).toEqual(['gehts']);
  expect(texts("they'll")).toEqual(['theyll']);
});

it('the part after an apostrophe is its own word if it is long, apart or not letters', () => {
  expect(texts("l'hôtel")).toEqual(['l', "'", 'hôtel']);
  expect(texts("the boys' is")).toEqual(['the', 'boys', "'", 'is']);
  expect(texts("rock 'n roll")).toEqual(['rock', "'", 'n', 'roll']);
  expect(texts("class of '99")).toEqual(['class', 'of', "'", '99']);
  expect(texts("it'")).toEqual(['it', "'"]);
});

it('a joined word covers the position of its parts', () => {
  expect(joinedWords("no, don't!")).toEqual([
    { text: 'no', start: 0, end: 2, parts: 1 },
    { text: ',', start: 2, end: 3, parts: 1 },
    { text: 'dont', start: 4, end: 9, parts: 3 },
    { text: '!', start: 9, end: 10, parts: 1 },
  ]);
});

it('a joined word is encoded as the mean of its parts', () => {
  const encoded = Float32Array.from([1, 0, 3, 3, 5, 0, 0, 9]);
  expect([...joinEncodings(encoded, joinedWords("it's on"), 2)]).toEqual([3, 1, 0, 9]);
});
