import { describe, expect, it } from 'vitest';
import { packArtifact, unpackArtifact } from '../../engine/artifact.ts';

describe('an artifact', () => {
  it.each([
    ['plain', ['a', 'faq.help']],
    [
      'of other letters than ASCII',
      ['competencies/überweisung.yaml', 'faq/ayuda/¿cuánto-cuesta?.md', '日本'],
    ],
  ])('gives back its sections by their names: %s', (_what, names) => {
    const sections = names.map((name): [string, Uint8Array] => [
      name,
      new TextEncoder().encode(`of ${name}`),
    ]);
    const unpacked = unpackArtifact(packArtifact(Object.fromEntries(sections)));
    expect([...unpacked].sort()).toEqual(sections.sort());
  });
});
