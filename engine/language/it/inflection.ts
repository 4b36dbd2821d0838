import { type ValueInflection, valueForms } from '../inflection.ts';
import { spaced } from '../words.ts';

export const inflection: ValueInflection = {
  endings: spaced(`
a ai ando ano are arla arle arli arlo armi arsi arti asti ata ate ati ato ava avano avi avo ci e endo
era erai eranno ere eremo erlo ermi ero ete eva evano evi evo i iamo ire irmi ita ite iti ito iva la lo
mente mi ne o ono si ta te ti to uta ute uti uto vi
`),
  forms: valueForms({
    nouns: 'ata ate menti mento zione zioni',
    verbs: 'a ano are ate ato e ere i ire o ono',
    adjectives: 'a e i o',
  }),
  prefixes: [],
  links: null,
};
