import type { RelativeWords, RoleWords, WordsOfChange, WordsOfKinds, WordsOfSentences } from '../change.ts';
import { listsOf, spaced } from '../words.ts';

export const change: WordsOfChange = listsOf({
  not: 'pas|non pas|jamais|surtout pas',
  notIfHeld: '',
  offer: 'pourquoi pas|pas plus de|pas plus que|pas moins de|pas plus tard que|pas plus tot que|pas avant',
  notBetween: `
    mais|sure|seulement|juste|que|plus|moins|avant|apres|jusqu|tard|tot|si|sais|besoin|encore|et|parce|donc
    car|ou`,
  but: 'mais|mais plutot|plutot',
  insteadOf: `
    au lieu de|au lieu du|au lieu des|au lieu d|a la place de|a la place du|a la place d|plutot que
    plutot que de|plutot qu`,
  instead: 'plutot|a la place|de preference',
  excess: `
    trop tot|trop tard|trop cher|trop chere|trop loin|trop pres|trop long|trop court|trop grand|trop petit
    trop haut|trop bas|trop juste|trop dur|trop difficile|trop facile|trop lourd|trop fort|trop complique
    trop peu|c est trop|de trop`,
  repair: `
    pardon|desole|desolee|excuse moi|excusez moi|je veux dire|je voulais dire|non|non attends|non attendez
    non plutot|non non|ah non|oh non|euh non|mais non|enfin|enfin non|ou plutot|plutot|ou mieux|attends
    attendez|correction|oups|je me trompe|je me suis trompe|je me suis trompee|disons|en fait`,
  change: `
    change|changez|changer|remplace|remplacez|remplacer|modifie|modifiez|modifier|deplace|deplacez|deplacer
    decale|decalez|decaler|reporte|reportez|reporter`,
  into: 'a|au|aux|en|par|pour|vers|contre',
  also: 'aussi|egalement|ajoute|ajoutez|ajouter|en plus|et aussi',
  alsoBehind: '',
  other: 'l autre|autre',
  swapped: `
    l inverse|inverse|inverser|inversez|inverses|a l envers|dans l autre sens|en sens inverse
    dans le sens inverse|le contraire|au contraire|echange les|echangez les|vice versa`,
});

export const roles: RoleWords = {
  origin: listsOf({
    beside: 'de|d|du|des|depuis|au depart de|en partant de|partant de|a partir de|en provenance de',
    called: 'd ou|origine|depart|provenance',
  }),
  destination: listsOf({
    beside: 'a|au|aux|vers|pour|en|jusqu a|jusqu au|direction|a destination de',
    called: 'destination|arrivee|vers ou|ou allez vous|ou vas tu|aller ou|vous rendre',
  }),
  begin: listsOf({
    beside: `
      aller|l aller|a l aller|depart|partant|en partant|je pars|on part|nous partons|du|depuis|a partir du
      a partir de|arrivee|arrivant|debut`,
    called: 'depart|aller|debut|arrivee|partir|partez|pars',
  }),
  end: listsOf({
    beside: `
      retour|le retour|au retour|rentrant|revenant|je rentre|je reviens|on rentre|nous rentrons|jusqu au
      jusqu a|au|fin`,
    called: 'retour|fin|rentrer|rentrez|revenir|revenez|jusqu',
  }),
};

export const relative: RelativeWords = listsOf({
  more: 'de plus|en plus|plus|autres|supplementaire|supplementaires',
  less: 'de moins|en moins|moins',
  another: 'encore',
  one: 'un|une',
  later: 'plus tard|apres|ensuite',
  earlier: 'plus tot|avant|auparavant',
  longer: 'de plus|en plus|plus longtemps|supplementaire|supplementaires',
  shorter: 'de moins|en moins',
  dayAfter: 'lendemain|jour suivant|jour d apres|jour apres|jour plus tard',
  dayBefore: 'veille|jour precedent|jour d avant|jour avant|jour plus tot',
});

export const sentences: WordsOfSentences = listsOf({
  joiningWithin: 'aussi',
  joining: 'et|mais|puis|ensuite|aussi|et puis|et aussi|au fait|alors|sinon',
  precedence: 'd abord|avant|avant cela|auparavant|premierement',
  // Without its accent, "où" alone is "or".
  questions: `
    que|qu|quoi|quand|ou est|ou sont|ou se|ou puis|ou peut|d ou|quel|quelle|quels|quelles|lequel|laquelle|qui
    pourquoi|comment|combien|est ce|puis je|peux tu|pouvez vous|peut on|y a t il|c est quoi|a quelle|a quel
    de quel|de quelle|c est quel|c est quelle|c etait quel|c etait quelle|c est a quelle|c etait a quelle
    c etait quand|c etait combien|c etait ou`,
  followUps: `
    et|et pour|et si|qu en est il de|qu en est il du|pareil pour|la meme chose pour|meme chose pour
    de meme pour|ou|aussi|alors|seulement|juste`,
  pointing:
    'le meme|la meme|les memes|celui ci|celle ci|celle la|celui la|ceux ci|celles ci|ceux la|celles la',
  pointingAtEnd: 'ca|cela|celui la|celle la|ceux la|celles la',
  places: 'la bas',
  noPlaces: '',
  same: 'le meme|la meme|meme',
  again: `
    encore la meme chose|la meme chose encore|la meme chose encore une fois|encore une fois la meme chose
    la meme chose a nouveau|pareil encore une fois|comme la derniere fois`,
  demonstratives: 'ce|cet|cette|ces|le meme|la meme|les memes',
});

export const kinds: WordsOfKinds = listsOf({
  date: 'jour|date',
  time: 'heure',
  money: 'montant|somme|prix',
  phone: 'numero|telephone|portable|mobile',
  email: 'adresse|mail|courriel',
  duration: 'duree',
});

/** Words that say nothing by themselves beside a value. */
export const connecting: readonly string[] = spaced(`
  de d du des a au aux en dans sur pour par avec vers depuis chez le la les l un une mon ma mes notre nos
  votre vos ton ta tes son sa ses ce cet cette ces c est ca cela sera serait etait sont suis sommes etes y je
  j me m moi nous vous on tu il elle ils elles se s qu que veux voudrais voulais voulons dire dis dit disons prends
  prenez mets mettez plutot seulement juste comme plait te stp svp merci oui non ok okay d accord bon bien ben
  alors donc et ou puis pardon desole desolee euh hein ah oh en fait enfin besoin aimerais prefere ici
  maintenant faut faudrait va aller ai avoir`);

export const yesNo = listsOf({ yes: 'oui', no: 'non' });
