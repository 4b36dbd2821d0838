import { type PeopleWords, peopleWords } from '../people.ts';

export const people: PeopleWords = peopleWords({
  nouns:
    'adulte adultes enfant enfants bebe bebes nourrisson ado ados personne personnes homme hommes femme femmes garcon garcons fille filles invite invites passager passagers voyageur voyageurs etudiant etudiants ami amis amie amies copain copains copine copines collegue collegues chef mari epouse epoux conjoint compagnon compagne fils frere freres soeur soeurs mere pere maman papa tante oncle cousin cousine cousins voisin voisine gosse gosses gamin gamins gamine gamines mec mecs pote potes nana nanas loulou loulous mari mamie papi papy meuf neveu neveux niece nieces gendre adolescent adolescents adolescente senior seniors nourrissons dame dames monsieur messieurs coloc colocs cousines tatie tonton',
  anyone: 'personne personnes invite invites passager passagers voyageur voyageurs',
  kinds: [
    'adulte adultes',
    'enfant enfants gosse gosses gamin gamins gamine gamines fils fille filles',
    'bebe bebes nourrisson nourrissons',
    'ado ados adolescent adolescents',
    'senior seniors',
  ],
  groups: 'groupe participants convives occupants couverts',
  pairs: 'parents couple jumeaux jumelles',
  self: 'moi je',
  others: 'lui elle',
  subjects: 'je',
  owners: 'mon ma mes notre nos le la l les son sa ses',
  joiners: 'et plus avec',
  beneficiary: 'pour',
  ofAll: 'd entre nous|de nous|d entre eux|d entre elles',
  doer: /^e?rs?$/,
  plural: /(?<!fil)s$/,
  phrases: {
    'juste moi|une personne|un adulte|une adulte|un passager|une seule personne|une seule|un seul|seulement moi|que moi|moi seul|moi seule|moi tout seul|moi toute seule|tout seul|toute seule|rien que moi|juste pour moi': 1,
  },
});
