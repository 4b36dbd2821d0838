import { type ValueInflection, valueForms } from '../inflection.ts';
import { spaced } from '../words.ts';

export const inflection: ValueInflection = {
  endings: spaced(`
e em en ens er ern es est et in innen n nen s st t te ten test ung ungen
`),
  forms: valueForms({
    nouns: 'ung ungen',
    verbs: 'e en est et n st t te ten test tet',
    adjectives: '- e em en er es',
  }),
  prefixes: ['ge', 'zu'],
  links: ['', 's', 'n', 'en', 'e'],
};
