import { type PeopleWords, peopleWords } from '../people.ts';

export const people: PeopleWords = peopleWords({
  nouns:
    'erwachsener erwachsene erwachsenen erwachsenem kind kinder kindern baby babys kleinkind kleinkinder jugendlicher jugendliche senior senioren person personen leute leuten mann manner frau frauen junge jungen madchen gast gaste gasten passagier passagiere reisender reisende student studenten freund freunde freunden freundin freundinnen kumpel kollege kollegen kollegin kolleginnen chef partner partnerin ehemann ehefrau sohn sohne tochter tochtern bruder brudern schwester schwestern mutter vater mama papa tante onkel cousin cousine neffe nichte oma opa nachbar nachbarin omi opi mami papi mutti vati schatz kleine kleiner kleinen bub mitbewohner mitbewohnerin neffen nichten enkel enkelin enkeln',
  anyone: 'person personen leute leuten gast gaste gasten passagier passagiere reisende',
  kinds: [
    'erwachsener erwachsene erwachsenen erwachsenem',
    'kind kinder kindern kids sohn sohne tochter tochtern',
    'baby babys kleinkind kleinkinder',
    'jugendlicher jugendliche',
    'senior senioren',
  ],
  groups: 'gruppe teilnehmer insassen mitreisende',
  pairs: 'eltern grosseltern paar parchen',
  self: 'ich mich mir',
  others: 'ihn sie ihm er',
  subjects: 'ich',
  owners: 'mein meine meinen meinem meiner unser unsere unseren der die das den dem',
  joiners: 'und plus mit sowie u',
  beneficiary: 'fur',
  ofAll: 'von uns|von ihnen|von denen|davon|unter uns',
  doer: /^e?r$/,
  plural:
    /(?:kinder|kindern|leute|leuten|personen|erwachsenen|freunden?|freundinnen|kollegen|gasten?|manner|frauen|sohne|tochtern|brudern|schwestern|babys|senioren|studenten|passagiere)$/,
  phrases: {
    'nur er|nur ihn|bloss er|bloß er|er allein|nur ich|bloss ich|bloß ich|eine person|einer person|einen erwachsenen|ein erwachsener|eine einzige|einen einzigen|eine einzelne|einen einzelnen|einen passagier|ein passagier|ich allein|ich alleine|nur fur mich|nur mich|nur mir|bloss fur mich|bloß fur mich|allein|alleine': 1,
    'zu zweit|wir beide|wir beiden|uns beide': 2,
    'zu dritt': 3,
    'zu viert': 4,
    'zu funft': 5,
    'zu sechst': 6,
    'zu siebt': 7,
    'zu acht': 8,
    'zu neunt': 9,
    'zu zehnt': 10,
  },
});
