import { expect, test } from 'vitest';
import { endsCompound, isFormOf, sharesStem } from '../../../engine/text/word-forms.ts';

test.each([
  ['transfer', 'transferencia'],
  ['adult', 'adults'],
  ['date', 'dates'],
])('%s and %s share a stem', (word, otherWord) => {
  expect(sharesStem(word, otherWord)).toBe(true);
  expect(sharesStem(otherWord, word)).toBe(true);
});

test.each([
  ['day', 'days'],
  ['seat', 'seating'],
  ['card', 'carry'],
])('%s and %s do not share a stem', (word, otherWord) => {
  expect(sharesStem(word, otherWord)).toBe(false);
});

test('a form of a word differs only in its ending, unlike a word with a shared stem', () => {
  expect(isFormOf('block', 'blocked')).toBe(true);
  expect(isFormOf('cancels', 'cancelled')).toBe(true);
  expect(isFormOf('march', 'march')).toBe(true);
  expect(isFormOf('march', 'marco')).toBe(false);
  expect(sharesStem('march', 'marco')).toBe(true);
  expect(isFormOf('seat', 'seats')).toBe(false);
});

test('only a long word counts as the last part of a compound', () => {
  expect(endsCompound('nummer', 'flugnummer')).toBe(true);
  expect(endsCompound('flug', 'ausflug')).toBe(false);
  expect(endsCompound('nummer', 'nummernschild')).toBe(false);
});
