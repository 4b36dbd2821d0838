import type { Phrase } from './phrase.ts';

export const CHINESE: readonly Phrase[] = [
  ['差一刻五点', 'time', '差一刻五点', '04:45'],
  ['五点三刻', 'time', '五点三刻', '05:45'],
  ['差十分五点', 'time', '差十分五点', '04:50'],
];
