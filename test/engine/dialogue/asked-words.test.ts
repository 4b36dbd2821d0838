import { expect, it } from 'vitest';
import { hasStemOf } from '../../../engine/dialogue/asked-words.ts';

it.each([
  ['transfer', 'transferir', true],
  ['freeze', 'freezing', true],
  ['card', 'cards', true],
  ['cita', 'citas', true],
  ['it', 'it', true],
  ['it', 'its', false],
  ['more', 'moreno', false],
  ['move', 'movement', false],
  ['tom', 'tomorrow', false],
  ['savings', 'sales', false],
])('%s and %s agree in their stems: %s', (one, other, agree) => {
  expect(hasStemOf(one, other)).toBe(agree);
  expect(hasStemOf(other, one)).toBe(agree);
});
