import { type ValueInflection, valueForms } from '../inflection.ts';
import { spaced } from '../words.ts';

export const inflection: ValueInflection = {
  endings: spaced(`
a ada adas ado ados ala alas alo alos ame amos an ando ar ara aran are aria arian arla arlas arle arlo
arlos arme arnos aron arse arte as aste aba aban abas e emos en er era eran ere eria erla erlo erme es
ia iamos ian ias ida idas ido idos iendo ieron imos ir ira iran ire iria irme iste ita itas ito itos la
las le les lo los me mente mos n nos o on os s se te
`),
  forms: valueForms({
    nouns: 'ada adas ado cion ciones ida idas miento',
    verbs: 'a an ar e emos en er es o imos ir iendo',
    adjectives: 'a as o os',
  }),
  prefixes: [],
  links: null,
};
