import { expect, test } from 'vitest';
import { HELD, loadEverything } from '../../../bench/slow/assistant.ts';
import { classesOf, filled, madeUpWords } from '../../../bench/slow/shapes.ts';
import { MOST_UNITS } from '../../../engine/text/work.ts';
import { buildEncoder } from '../../../engine/train/encoder/build.ts';
import { seededRandom } from '../../../engine/train/random.ts';
import { Conversation } from './support.ts';

/** The longest query that the service takes. */
const LONGEST = 4096;
/** The units that a stopped query may take beyond the limit, as a share of it: less than a run of the encoder. */
const BEYOND = 0.1;

test('no run of the encoder exceeds the limit of a turn, whatever words fill a reply', async () => {
  await buildEncoder();
  const loaded = loadEverything(['en']);
  const begun = new Conversation(loaded);
  await begun.say('go');
  const random = seededRandom(7);
  const strange = madeUpWords(random);
  const changes = classesOf('en').filter(({ name }) => name.startsWith('change.'));
  let stopped = 0;
  for (const [at, change] of changes.entries()) {
    const conversation = new Conversation(loaded);
    const frames = begun.state.frames.map((frame) => ({ ...frame, asked: null, slots: { ...HELD } }));
    conversation.state = { ...begun.state, frames };
    const other = strange[at % strange.length] ?? change;
    const { explanation } = await conversation.say(filled([other, change], ' ', LONGEST, random));
    const { units, isExceeded } = explanation.work;
    if (isExceeded) stopped += 1;
    expect(units, `${other.name} and ${change.name}`).toBeLessThan(MOST_UNITS * (1 + BEYOND));
  }
  expect(stopped).toBeGreaterThan(0);
});
