import { describe, expect, it } from 'vitest';
import { Charsmap } from '../../../../engine/classify/encoder/charsmap.ts';

/**
 * Packs replacements as SentencePiece does: a Darts-clone double array, where a child is at its parent's
 * offset XOR a byte, then the replacements, each ended by a zero.
 */
function pack(rules: Readonly<Record<string, string>>): Uint8Array {
  const encoder = new TextEncoder();
  const replacements: number[] = [];
  const keys = Object.entries(rules).map(([from, to]) => {
    const value = replacements.length;
    replacements.push(...encoder.encode(to), 0);
    return { bytes: [...encoder.encode(from)], value };
  });
  const units = new Uint32Array(1 << 16);
  let free = 256;
  const place = (node: number, depth: number, within: typeof keys): void => {
    const offset = free;
    free += 256;
    // Offsets beyond 21 bits are stored in units of 256; both forms occur here.
    const relative = node ^ offset;
    const far = relative % 256 === 0 && relative > 0;
    const own = within.find(({ bytes }) => bytes.length === depth);
    units[node] =
      (units[node] ?? 0) |
      ((far ? ((relative >>> 8) << 10) | (1 << 9) : relative << 10) >>> 0) |
      (own ? 1 << 8 : 0);
    if (own) units[offset] = (own.value | 0x80000000) >>> 0;
    const groups = Map.groupBy(
      within.filter(({ bytes }) => bytes.length > depth),
      ({ bytes }) => bytes[depth] ?? 0,
    );
    for (const byte of groups.keys()) units[offset ^ byte] = byte;
    for (const [byte, group] of groups) place(offset ^ byte, depth + 1, group);
  };
  place(0, 0, keys);
  const length = new Uint32Array([free * 4]);
  return Buffer.concat([
    new Uint8Array(length.buffer),
    new Uint8Array(units.slice(0, free).buffer),
    Uint8Array.from(replacements),
  ]);
}

describe('a map of characters', () => {
  const map = new Charsmap(
    pack({
      Ａ: 'A',
      ﬁ: 'fi',
      'か\u3099': 'が',
      か: 'k',
      '\u3000': ' ',
      '\u200b': '',
      'e\u0301': 'é',
      '½': '1⁄2',
    }),
  );

  it.each([
    ['one character', 'Ａ1', 'A1'],
    ['one by several', 'ﬁn ½', 'fin 1⁄2'],
    ['several by one', 'cafe\u0301', 'café'],
    ['the longest of what begins at a place', 'か\u3099か', 'がk'],
    ['a space of another width', 'a\u3000b', 'a b'],
    ['by nothing', 'a\u200bb', 'ab'],
    ['not what it does not name', 'Ｂ日😀e', 'Ｂ日😀e'],
    ['what is cut short like any other', 'か e', 'k e'],
    ['nothing of nothing', '', ''],
  ])('replaces %s', (_, text, expected) => {
    expect(map.apply(text)).toBe(expected);
  });

  it.each([0, 4, 5])('is rejected if it is cut short after %i bytes', (length) => {
    expect(() => new Charsmap(pack({ a: 'b' }).subarray(0, length))).toThrow(RangeError);
  });
});
