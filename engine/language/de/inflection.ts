import type { Inflection } from '../inflection.ts';
import { spaced } from '../words.ts';

export const inflection: Inflection = {
  endings: spaced(`
e em en ens er ern es est et in innen n nen s st t te ten test ung ungen
`),
  prefixes: ['ge', 'zu'],
  links: ['', 's', 'n', 'en', 'e'],
};
