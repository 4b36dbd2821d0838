import type { Language } from '../language.ts';
import { answers } from './answers.ts';
import { change, connecting, kinds, relative, roles, sentences, yesNo } from './change.ts';
import { inflection } from './inflection.ts';
import { messages } from './messages.ts';
import { money } from './money.ts';
import { numbers } from './numbers.ts';
import { people } from './people.ts';
import { search } from './search.ts';
import { spoken } from './spoken.ts';
import { time } from './time.ts';

export const FRENCH: Language = {
  code: 'fr',
  messages,
  change,
  roles,
  relative,
  sentences,
  kinds,
  inflection,
  pointingVerbs: null,
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
