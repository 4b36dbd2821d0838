import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { classesOf, filled, madeUpWords } from '../../../bench/slow/shapes.ts';
import { initialState } from '../../../engine/dialogue/state.ts';
import { languageOf } from '../../../engine/language/languages.ts';
import { MOST_UNITS } from '../../../engine/text/work.ts';
import { seededRandom } from '../../../engine/train/random.ts';
import { everything, HELD, WORD } from '../../security/growth/assistant.ts';
import { LANGUAGES } from './languages.ts';
import { Conversation } from './support.ts';

const loaded = everything();
/** The longest query that the service takes. */
const LONGEST = 4096;
/** Each language tries one in this many kinds of words, so that every kind is tried in some language. */
const SOME = LANGUAGES.length;
/** The most units that a query of a few words may take. */
const SHORT_UNITS = 8_000;
/** The length of a long story that somebody tells: about 120 words. */
const STORY = 700;
/** The most units that a story may take. */
const STORY_UNITS = 0.9 * MOST_UNITS;
/** The units that a stopped query may take beyond the limit: the piece of work that was not done. */
const BEYOND = 0.1 * MOST_UNITS;

/** Replies from all parts of those that a language's act reader is trained with. */
function repliesOf(language: string): string[] {
  const file = new URL(`../../../engine/language/${language}/replies.yaml`, import.meta.url);
  const replies = [...readFileSync(file, 'utf8').matchAll(/^ {6}- (\S.*)$/gm)].map(([, text = '']) => text);
  return replies.filter((_, at) => at % Math.floor(replies.length / STORY) === 0 || replies.length < STORY);
}

const unitsOf = async (language: string, query: string, state = initialState()) => {
  const conversation = new Conversation(loaded, { language });
  conversation.state = state;
  const { explanation } = await conversation.say(query);
  return explanation.work;
};

describe('the work of a query', () => {
  test.each(LANGUAGES)('is counted, and is small for a short query: %s', async (language) => {
    const { leads } = languageOf(language).answers;
    const { units, isExceeded } = await unitsOf(language, `${leads[0] ?? ''} ${WORD}`);
    expect(units).toBeGreaterThan(0);
    expect(units).toBeLessThan(SHORT_UNITS);
    expect(isExceeded).toBe(false);
  });

  test.each(LANGUAGES)(
    'stays within the limit or is stopped, whatever words fill the query: %s',
    async (language) => {
      const begun = new Conversation(loaded);
      await begun.say(WORD);
      const confirms = {
        ...begun.state,
        frames: begun.state.frames.map((frame) => ({ ...frame, asked: null, slots: { ...HELD } })),
      };
      const random = seededRandom(3);
      const classes = [...classesOf(language), ...madeUpWords(random)];
      const some = classes.filter((_, at) => at % SOME === LANGUAGES.indexOf(language));
      for (const words of some) {
        const query = filled([words], ' ', LONGEST, random);
        const { units, isExceeded } = await unitsOf(language, query, confirms);
        // The piece of work that would exceed the limit is counted but not done.
        expect(units).toBeLessThanOrEqual(isExceeded ? MOST_UNITS + BEYOND : MOST_UNITS);
      }
    },
  );

  test.each(LANGUAGES)('leaves room for a long story: %s', async (language) => {
    const begun = new Conversation(loaded);
    await begun.say(WORD);
    const story = repliesOf(language).join('. ').slice(0, STORY);
    for (const state of [initialState(), begun.state]) {
      const { units, isExceeded } = await unitsOf(language, story, state);
      expect(isExceeded).toBe(false);
      expect(units).toBeLessThan(STORY_UNITS);
    }
  });

  test('is not done beyond the limit: nothing is set, and the explanation says why', async () => {
    const begun = new Conversation(loaded);
    await begun.say(WORD);
    const query = '50 euros from checking';
    const { units } = await unitsOf('en', query, begun.state);
    const say = async (mostUnits: number) => {
      const turn = new Conversation(loaded, {}, { mostUnits });
      turn.state = begun.state;
      const { explanation } = await turn.say(query);
      return { ...explanation, held: turn.held };
    };
    const enough = await say(units);
    expect(enough.work.isExceeded).toBe(false);
    expect(enough.held).toMatchObject({ amount: 50 });
    const short = await say(units - 1);
    expect(short.work.isExceeded).toBe(true);
    expect(short.findings.join()).toContain('too much work');
    expect(short.held).toEqual({});
  });
});
