import { type ValueInflection, valueForms } from '../inflection.ts';
import { spaced } from '../words.ts';

export const inflection: ValueInflection = {
  endings: spaced(`
a ada adas ado ados am amos ando ao ar ara aram arao arei aria as ava avam e ei em emos endo er era eram
erei eria es esse eu ia iam ida idas ido idos imos indo ir ira iram iria isse iu la las lo los me mente
o oes os ou s se
`),
  forms: valueForms({
    nouns: 'ada cao coes ida mento',
    verbs: 'a am ar e em er ir o',
    adjectives: 'a as o os',
  }),
  prefixes: [],
  links: null,
};
