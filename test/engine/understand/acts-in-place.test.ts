import { expect, it } from 'vitest';
import type { LoadedAssistant } from '../../../engine/load.ts';
import { unchanged } from '../../../engine/text/typos/repair.ts';
import { ACTS, type Act, type Awaited } from '../../../engine/understand/acts/acts.ts';
import type { ActReading } from '../../../engine/understand/acts/reader.ts';
import { readActs } from '../../../engine/understand/acts-in-place.ts';

const reading = (acts: Partial<Record<Act, number>>): ActReading => ({
  likelihood: { ...(Object.fromEntries(ACTS.map((act) => [act, 0])) as Record<Act, number>), ...acts },
  on: () => ({ start: 0, end: 0 }),
});

/** Reads “stop” as it is meant and everything else as `asTyped`; “stom” is mended to “stop”. */
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

it('a mended word does what the word that it stands for does, whatever is awaited', () => {
  expect(readsOf('stom', 'confirm')).toMatchObject({ drop: 0.98, cancel: 0.6 });
  expect(readsOf('stom', 'value')).toMatchObject({ drop: 0.98, cancel: 0.6 });
  expect(readsOf('stop', 'value')).toMatchObject({ drop: 0.98, cancel: 0.6 });
});

it('a reply to a question of yes and no is read by words as well, and counts as the mean of the log odds', () => {
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
