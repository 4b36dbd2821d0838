import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSsml, readSsml, wordsOfSsml } from '../../../../../functions/shared/domain/voice/ssml.ts';
import { runs } from '../../../../support/runs.ts';

const ELEMENTS = 'break emphasis lang p phoneme prosody s say-as sub w'.split(' ');

/** Returns the element names in XML content without comments; undefined if it is not well-formed. */
function namesIn(content: string): string[] | undefined {
  const open: string[] = [];
  const names: string[] = [];
  const rest = content.replace(
    /<(\/?)([a-z-]+)((?: [a-z:-]+="[^"<]*")*)(\/?)>/g,
    (_tag, slash, name, _a, empty) => {
      if (slash === '') names.push(name);
      if (slash === '' && empty === '') open.push(name);
      if (slash !== '' && open.pop() !== name) names.push('crossed');
      return '';
    },
  );
  const isText = !/[<>]|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(rest);
  return isText && open.length === 0 && !names.includes('crossed') ? names : undefined;
}

describe('SSML', () => {
  test('is what an author puts into one element speak, and nothing else', () => {
    expect(isSsml('<speak>Hello <break time="1s"/></speak>')).toBe(true);
    expect(isSsml(' <speak version="1.1" xml:lang="de-DE">Hallo</speak>\n')).toBe(true);
    for (const text of ['Hello', '<speak>Hello', 'a <speak>b</speak>', '<speaker>a</speaker>']) {
      expect(isSsml(text)).toBe(false);
    }
  });

  test('keeps the elements that voices know, with the attributes that they know', () => {
    const inner =
      'On <say-as interpret-as="date" format="dmy">1.5.</say-as>, <prosody rate="slow">slowly</prosody>';
    expect(readSsml(`<speak>${inner}</speak>`)).toBe(inner);
    expect(readSsml("<speak><break time='300ms' onclick='x'/></speak>")).toBe('<break time="300ms"/>');
  });

  test('leaves out other elements, and keeps their words', () => {
    const play = '<speak>Hi <audio src="https://evil.example/x.mp3">there</audio><Dial>+1900</Dial></speak>';
    expect(readSsml(play)).toBe('Hi there+1900');
    expect(readSsml('<speak>a</Say><Dial>1</Dial><Say></speak>')).toBe('a1');
  });

  test('closes what is open, and drops what closes nothing', () => {
    expect(readSsml('<speak><p>one <s>two</p> three</w></speak>')).toBe('<p>one <s>two</s></p> three');
    expect(readSsml('<speak><emphasis>a</speak>')).toBe('<emphasis>a</emphasis>');
  });

  test('is well-formed and has known elements only, whatever is inserted into it', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme-ascii' }),
      fc.constantFrom(
        '<',
        '>',
        '&',
        '"',
        '</s>',
        '<s>',
        '<p x=">',
        '</Say>',
        '<Dial>',
        '&lt;',
        '&#0;',
        '<!--',
        ']]>',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const names = namesIn(readSsml(`<speak><s>a</s>${pieces.join('')}</speak>`));
        expect(names?.every((name) => ELEMENTS.includes(name))).toBe(true);
      }),
      { numRuns: runs(40) },
    );
  });

  test('has words for those who cannot use it', () => {
    expect(wordsOfSsml('<speak>Fish &amp; chips<break/>for <sub alias="two">2</sub> &#x20ac;</speak>')).toBe(
      'Fish & chips for 2 €',
    );
  });
});
