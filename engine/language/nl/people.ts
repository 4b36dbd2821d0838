import { type PeopleWords, peopleWords } from '../people.ts';

export const people: PeopleWords = peopleWords({
  nouns:
    'volwassene volwassenen kind kinderen kindje kindjes baby babys peuter peuters kleuter kleuters tiener tieners jongere jongeren senior senioren oudere ouderen persoon personen man mannen vrouw vrouwen jongen jongens meisje meisjes gast gasten passagier passagiers reiziger reizigers student studenten vriend vrienden vriendin vriendinnen maat maten collega collegas baas echtgenoot echtgenote partner verloofde zoon zonen zoons dochter dochters broer broers zus zussen zusje zusjes moeder vader mama papa tante oom neef neven nicht nichten oma opa buurman buurvrouw',
  anyone: 'persoon personen gast gasten passagier passagiers reiziger reizigers',
  kinds: [
    'volwassene volwassenen',
    'kind kinderen kindje kindjes zoon zonen zoons dochter dochters',
    'baby babys peuter peuters',
    'tiener tieners jongere jongeren',
    'senior senioren oudere ouderen',
  ],
  groups: 'mensen groep gezelschap deelnemers inzittenden reizigers couverts',
  pairs: 'ouders grootouders koppel stel',
  self: 'ik mij me mezelf',
  others: 'hem haar hij zij',
  subjects: 'ik',
  owners: 'mijn m n onze ons de het die dat zijn haar hun',
  joiners: 'en plus met',
  beneficiary: 'voor',
  ofAll: 'van ons|van hen|daarvan|ervan',
  doer: /^e?rs?$/,
  plural: /(?:[^s]s|en|ouders)$/,
  phrases: {
    'alleen ik|een persoon|een volwassene|een passagier|maar een|een enkele|ik alleen|enkel ik|alleen voor mij|alleen mezelf|alleen voor mezelf|in mijn eentje': 1,
    'met z n tweeen|met zijn tweeen|met ons tweeen|wij tweeen|wij beiden|ons beiden|wij allebei|met tweeen': 2,
    'met z n drieen|met zijn drieen|met ons drieen|met drieen': 3,
    'met z n vieren|met zijn vieren|met ons vieren|met vieren': 4,
    'met z n vijven|met zijn vijven|met ons vijven|met vijven': 5,
    'met z n zessen|met zijn zessen|met ons zessen|met zessen': 6,
    'met z n zevenen|met zijn zevenen|met ons zevenen': 7,
    'met z n achten|met zijn achten|met ons achten': 8,
    'met z n negenen|met zijn negenen|met ons negenen': 9,
    'met z n tienen|met zijn tienen|met ons tienen': 10,
  },
});
