import type { Phrase } from './phrase.ts';

export const DUTCH: readonly Phrase[] = [
  ['zaterdag de 28ste met drie man', 'date', 'zaterdag de 28ste', '2026-03-28'],
  ['om een dozijn', 'time', null],
  ['volgende week, liefst woensdag', 'date', 'volgende week, liefst woensdag', '2026-03-25'],
  ['vanaf nu', 'date', 'vanaf nu', '2026-03-18'],
  ['om half vier', 'time', 'om half vier', '15:30'],
  ['om 3:30', 'time', 'om 3:30', '03:30'],
  ['om 3 uur', 'time', 'om 3 uur', '15:00'],
  ['3 nachten', 'duration', '3 nachten', 'P3D'],
  ['zo 22 maart', 'date', 'zo 22 maart', '2026-03-22'],
  ['24-4', 'date', '24-4', '2026-04-24'],
  ['kamer 24-4', 'date', null],
  ['de rest van de week', 'date_range', 'de rest van de week', '2026-03-18', '2026-03-22'],
  ['om 10 uur', 'duration', null],
];
