import { describe, expect, test } from 'vitest';
import { partsOf } from '../../../clients/console/differences.ts';

const UTTERANCES = ['competency hours', 'state hours', 'utterances', 'en'];

describe('differences of two versions', () => {
  test('are grouped by their part and place, in their order', () => {
    const parts = partsOf([
      { change: 'removed', place: [...UTTERANCES, '"opening \\"hours\\""'] },
      { change: 'added', place: [...UTTERANCES, '"are you closed"'] },
      {
        change: 'changed',
        place: ['competency hours', 'state hours', 'say', 'en'],
        before: '"From 7."',
        after: '"From 8."',
      },
      { change: 'added', place: ['competency tip'] },
    ]);
    expect(parts).toEqual([
      {
        name: 'competency hours',
        places: [
          {
            path: ['state hours', 'utterances', 'en'],
            changes: [
              { change: 'removed', before: 'opening "hours"' },
              { change: 'added', after: 'are you closed' },
            ],
          },
          {
            path: ['state hours', 'say', 'en'],
            changes: [{ change: 'changed', before: 'From 7.', after: 'From 8.' }],
          },
        ],
      },
      { name: 'competency tip', places: [{ path: [], changes: [{ change: 'added' }] }] },
    ]);
  });

  test('keep values that are no text, and texts that are cut off, unchanged', () => {
    const [part] = partsOf([
      { change: 'changed', place: ['follow_up_turns'], before: '2', after: '3' },
      { change: 'changed', place: ['follow_up_turns', 'text'], before: '123456789012', after: '"cut of…' },
      { change: 'removed', place: ['follow_up_turns', '"cut of…'] },
    ]);
    expect(part?.places.flatMap(({ changes }) => changes)).toEqual([
      { change: 'changed', before: '2', after: '3' },
      { change: 'removed', before: '"cut of…' },
      { change: 'changed', before: '123456789012', after: '"cut of…' },
    ]);
  });

  test('are empty if nothing differs', () => {
    expect(partsOf([])).toEqual([]);
  });
});
