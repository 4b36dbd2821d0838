import { type PeopleWords, peopleWords } from '../people.ts';
import { inOrder } from '../time.ts';

/** `met z'n vieren`, `met ons 4en`. */
const together = inOrder(
  'tweeen|2en drieen|3en vieren|4en vijven|5en zessen|6en zevenen|7en achten|8en negenen|9en tienen|10en',
  2,
).flatMap(([forms, count]) =>
  forms
    .split('|')
    .map(
      (form) =>
        [`met z n ${form}|met zn ${form}|met zijn ${form}|met ons ${form}|met ${form}`, count] as const,
    ),
);

export const people: PeopleWords = peopleWords({
  nouns:
    'volwassene volwassenen kind kinderen kindje kindjes baby babys peuter peuters kleuter kleuters tiener tieners jongere jongeren senior senioren oudere ouderen persoon personen man mannen vrouw vrouwen jongen jongens meisje meisjes gast gasten passagier passagiers reiziger reizigers student studenten vriend vrienden vriendin vriendinnen maat maten collega collegas baas echtgenoot echtgenote partner verloofde zoon zonen zoons dochter dochters broer broers zus zussen zusje zusjes moeder vader mama papa tante oom neef neven neefje neefjes nicht nichten nichtje nichtjes oma opa buurman buurvrouw kids kleintje kleintjes kleuters jochie jochies peutertje babytje kleinkind kleinkinderen kleinzoon kleindochter schoonmoeder schoonvader schoonzus schoonzoon zwager broertje broertjes dochtertje zoontje vriendje vriendinnetje maatje maatjes gozer kerel kerels dame dames heer heren bejaarde bejaarden huisgenoot huisgenoten',
  anyone: 'persoon personen gast gasten passagier passagiers reiziger reizigers',
  kinds: [
    'volwassene volwassenen',
    'kind kinderen kindje kindjes kids kleinkind kleinkinderen zoon zonen zoons dochter dochters',
    'baby babys peuter peuters',
    'tiener tieners jongere jongeren',
    'senior senioren oudere ouderen bejaarde bejaarden',
  ],
  groups: 'mensen groep gezelschap deelnemers inzittenden reizigers couverts',
  pairs: 'ouders grootouders koppel stel tweeling',
  self: 'ik ikke mij me mezelf',
  others: 'hem haar hij zij',
  subjects: 'ik',
  owners: 'mijn m n mn zn onze ons de het die dat zijn haar hun',
  joiners: 'en plus met',
  beneficiary: 'voor',
  ofAll: 'van ons|van hen|daarvan|ervan',
  doer: /^e?rs?$/,
  plural: /(?:[^s]s|en|ouders)$/,
  phrases: {
    'alleen ik|een persoon|een volwassene|een passagier|maar een|een enkele|ik alleen|enkel ik|alleen voor mij|alleen mezelf|alleen voor mezelf|in mijn eentje|in m n eentje|in mn eentje': 1,
    'wij tweeen|wij beiden|ons beiden|wij allebei|wij tweetjes|ons tweetjes|met ons tweetjes': 2,
    'wij drieen|met ons drietjes|wij drietjes': 3,
    ...Object.fromEntries(together),
  },
});
