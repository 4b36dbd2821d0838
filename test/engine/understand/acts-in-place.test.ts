import { expect, it } from 'vitest';
import type { LoadedAssistant } from '../../../engine/load.ts';
import { unchanged } from '../../../engine/text/typos/repair.ts';
import { ACTS, type Act, type Awaited } from '../../../engine/understand/acts/acts.ts';
import type { ActReading } from '../../../engine/understand/acts/reader.ts';
import { readActs } from '../../../engine/understand/acts-in-place.ts';
import { CERTAINTY } from '../../../engine/understand/certainty.ts';

const reading = (acts: Partial<Record<Act, number>>): ActReading => ({
  likelihood: { ...(Object.fromEntries(ACTS.map((act) => [act, 0])) as Record<Act, number>), ...acts },
  on: () => ({ start: 0, end: 0 }),
});

/** Reads “stop” with fixed likelihoods and every other text with `asTyped`; “stom” is corrected to “stop”. */
function readsOf(typed: string, awaited: Awaited, asTyped: Partial<Record<Act, number>> = {}) {
  const loaded = {
    acts: new Map([
      [
        'en',
        {
          read: (text: string) => reading(text === 'stop' ? { drop: 0.98, cancel: 0.6, deny: 0.7 } : asTyped),
        },
      ],
    ]),
    classifiers: new Map([
      ['en', { read: (text: string) => ({ ...unchanged(text), text: text === 'stom' ? 'stop' : text }) }],
    ]),
  } as unknown as LoadedAssistant;
  return readActs(loaded, 'en', typed, { awaited, prompt: 'Which tariff?', confirms: false }).likelihood;
}

it('a repaired word is read like the word that was meant, whatever is awaited', () => {
  expect(readsOf('stom', 'confirm')).toMatchObject({ drop: 0.98, cancel: 0.6 });
  expect(readsOf('stom', 'value')).toMatchObject({ drop: 0.98, cancel: 0.6 });
  expect(readsOf('stop', 'value')).toMatchObject({ drop: 0.98, cancel: 0.6 });
});

it('a reply to a yes-or-no question is also read by words, and the log odds are averaged', () => {
  const byWords = { read: () => reading({ affirm: 0.2, assent: 0.5, reservation: 0.9 }) };
  const reader = { read: () => reading({ affirm: 0.9, assent: 0.9, reservation: 0.1 }), byWords };
  const loaded = { acts: new Map([['en', reader]]), classifiers: new Map() } as unknown as LoadedAssistant;
  const readOf = (confirms: boolean) =>
    readActs(loaded, 'en', 'go on', { awaited: 'confirm', prompt: 'Pay?', confirms }).likelihood;
  expect(readOf(true).reservation).toBeCloseTo(0.5);
  expect(readOf(true).assent).toBeCloseTo(0.75);
  expect(readOf(true).affirm).toBe(0.9);
  expect(readOf(false).reservation).toBe(0.1);
});

it('unless it is read with certainty, a repaired text is also read as typed, and the surer reading counts', () => {
  const readsWith = (mended: number): string[] => {
    const read: string[] = [];
    const reader = {
      read(text: string) {
        read.push(text);
        return reading({ drop: text === 'stop' ? mended : 0, affirm: text === 'stop' ? 0 : 0.99 });
      },
    };
    const loaded = {
      acts: new Map([['en', reader]]),
      classifiers: new Map([['en', { read: (text: string) => ({ ...unchanged(text), text: 'stop' }) }]]),
    } as unknown as LoadedAssistant;
    const { affirm } = readActs(loaded, 'en', 'stom', {
      awaited: 'confirm',
      prompt: 'Pay?',
      confirms: false,
    }).likelihood;
    expect(affirm).toBe(read.includes('stom') ? 0.99 : 0);
    return read;
  };
  expect(readsWith(CERTAINTY.certain)).toEqual(['stop']);
  expect(readsWith(CERTAINTY.certain - 0.01)).toEqual(['stop', 'stom']);
});
