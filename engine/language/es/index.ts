import type { Language } from '../language.ts';
import { answers } from './answers.ts';
import { change, connecting, kinds, pointingVerbs, relative, roles, sentences, yesNo } from './change.ts';
import { inflection } from './inflection.ts';
import { messages } from './messages.ts';
import { money } from './money.ts';
import { numbers } from './numbers.ts';
import { people } from './people.ts';
import { search } from './search.ts';
import { spoken } from './spoken.ts';
import { time } from './time.ts';

export const SPANISH: Language = {
  code: 'es',
  messages,
  change,
  roles,
  relative,
  sentences,
  kinds,
  inflection,
  pointingVerbs,
  pointingOrder: null,
  yesNo,
  connecting: new Set(connecting),
  answers,
  search,
  numbers,
  money,
  people,
  time,
  spoken,
  unspaced: null,
};
