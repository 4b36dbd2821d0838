import type { Grammar } from './chart.ts';
import { clockReader, hourReader, minuteReader } from './clocks.ts';

/** What each category of words and values is made of. */
export const GRAMMAR: Grammar = {
  hour: hourReader,
  minuteCount: minuteReader,
  clock: clockReader,
};
