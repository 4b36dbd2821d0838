import { describe, expect, it } from 'vitest';
import { openingReply } from '../../../engine/dialogue/opening-reply.ts';
import { utteranceOf } from '../values/support.ts';

const ASKED =
  'freeze the new card bloqueo tarjeta sperren bloque la carte bloquear cartao blocco carta move 50 to anna';
const read = (text: string, language: string) =>
  openingReply({ ...utteranceOf(text), language }, ASKED.split(' '));

describe('a yes or no that opens a sentence', () => {
  it.each([
    ['en', 'yes freeze it', 'yes'],
    ['en', 'Sure, the new card', 'yes'],
    ['en', 'no, leave it on', 'no'],
    ['es', 'sí, bloquéala', 'yes'],
    ['es', 'sí bloquéala ya mismo', 'yes'],
    ['es', 'si, bloqueala', 'yes'],
    ['en', 'yes, move 50 to anna', 'yes'],
    ['es', 'no, ponla otra vez', 'no'],
    ['de', 'ja, sperren Sie sie', 'yes'],
    ['fr', 'oui bloquez la', 'yes'],
    ['pt', 'sim, bloqueia', 'yes'],
    ['it', 'sì bloccala', 'yes'],
  ])('counts in %s: %s', (language, text, reply) => {
    expect(read(text, language)).toBe(reply);
  });

  it.each([
    ['en', 'yes, but not today'],
    ['en', 'yes, wait'],
    ['en', 'yes what does that cost'],
    ['en', 'yes, is that free?'],
    ['en', 'no idea'],
    ['en', 'yes, half of it'],
    ['en', 'yes, change it'],
    ['en', 'yes, move more'],
    ['en', 'yes, to my mother'],
    ['en', 'yes, one'],
    ['en', 'yes, about it'],
    ['en', 'yes hold it'],
    ['en', 'yes, move it tonight'],
    ['es', 'sí, ¿bloqueo'],
    ['es', 'sí, una'],
    ['es', 'sí, la mitad'],
    ['de', 'ja, morgen sperren'],
    ['fr', 'oui, la moitié'],
    ['en', 'freeze it, yes'],
    ['es', 'si fuera mañana'],
    ['es', 'sí, pero mañana'],
    ['es', 'no entiendo'],
    ['it', 'si fa domani'],
    ['xx', 'yes freeze it'],
  ])('does not in %s: %s', (language, text) => {
    expect(read(text, language)).toBeNull();
  });

  it('counts in a sentence of five words, and of no more', () => {
    expect(read('yes go on with it', 'en')).toBe('yes');
    expect(read('yes go on with it all', 'en')).toBeNull();
  });
});
