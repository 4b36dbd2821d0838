import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { builtInRecognizer as BuiltInRecognizer } from '../../engine/values/built-in.ts';
import type { wordsIn as WordsIn } from '../../engine/values/words-in.ts';
import type { Readings } from './comparison.ts';
import type { Order, Reply } from './messages.ts';
import { MODULES } from './modules.ts';
import type { Sentence } from './sentences.ts';

// Reads sentences with the recognisers of the given checkout, and reports the readings to the parent process.

const [, , root = ''] = process.argv;
// Other checkouts have their own types; these are the parts that the calls below use in all of them.
const load = (file: string) => import(pathToFileURL(path.join(root, file)).href);
const { builtInRecognizer }: { builtInRecognizer: typeof BuiltInRecognizer } = await load(
  MODULES.recognizers,
);
const { wordsIn }: { wordsIn: typeof WordsIn } = await load(MODULES.words);

/** Wednesday, 18 March 2026, 10:30 for the user. */
const CLOCK = { now: Date.UTC(2026, 2, 18, 9, 30), offsetMinutes: 60 };
/** The currency of amounts that name none. */
const CURRENCY = 'USD';

function readingsOf({ text, language }: Sentence, entities: readonly string[]): Record<string, Readings> {
  const utterance = { text, words: wordsIn(text, language), language, clock: CLOCK };
  const readings: Record<string, Readings> = {};
  for (const entity of entities) {
    try {
      const values = builtInRecognizer(entity, CURRENCY)?.(utterance) ?? [];
      if (values.length > 0) readings[entity] = values;
    } catch (error) {
      readings[entity] = { fails: String(error) };
    }
  }
  return readings;
}

process.on('message', ({ entities, sentences }: Order) => {
  const before = process.cpuUsage();
  const readings = sentences.map((sentence) => readingsOf(sentence, entities));
  const { user, system } = process.cpuUsage(before);
  process.send?.({ readings, cpuMs: (user + system) / 1000 } satisfies Reply);
});
process.send?.({ readings: [], cpuMs: 0 } satisfies Reply);
