import type { Phrase } from './phrase.ts';

export const JAPANESE: readonly Phrase[] = [
  ['5時10分前', 'time', '5時10分前', '04:50'],
  ['5時半', 'time', '5時半', '05:30'],
  ['3泊', 'duration', '3泊', 'P3D'],
];
