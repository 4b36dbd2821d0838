/** How a language names the people that it counts. Words are normalised. */
export interface PeopleWords {
  /** One person each, after a count, an article or whose they are: two `adults`, my `wife`. */
  nouns: ReadonlySet<string>;
  /** Two people by one word: my `parents`, a `couple`. */
  pairs: ReadonlySet<string>;
  /** The one who speaks. */
  self: ReadonlySet<string>;
  /** Whose a person is, or which; one of them unless a count follows: `my` wife. */
  owners: ReadonlySet<string>;
  /** Between people who are counted together. */
  joiners: ReadonlySet<string>;
  /** Nouns that end so are several: without a count nobody knows how many. */
  plural: RegExp;
  /** Phrases that are a number of people by themselves: `just me`, `zu dritt`. */
  phrases: ReadonlyMap<string, number>;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

function of(
  nouns: string,
  pairs: string,
  self: string,
  owners: string,
  joiners: string,
  plural: RegExp,
  phrases: Readonly<Record<string, number>>,
): PeopleWords {
  const counted = Object.entries(phrases).flatMap(([alternatives, value]) =>
    alternatives.split('|').map((phrase) => [phrase, value] as const),
  );
  return {
    nouns: set(nouns),
    pairs: set(pairs),
    self: set(self),
    owners: set(owners),
    joiners: set(joiners),
    plural,
    phrases: new Map(counted),
  };
}

const BY_LANGUAGE: Readonly<Record<string, PeopleWords>> = {
  en: of(
    'adult adults grownup grownups child children kid kids baby babies infant infants toddler toddlers teen teens teenager teenagers senior seniors person persons people man men woman women boy boys girl girls guy guys guest guests passenger passengers traveller travellers traveler travelers student students friend friends mate mates buddy buddies colleague colleagues coworker coworkers boss wife husband partner spouse girlfriend boyfriend fiance fiancee son sons daughter daughters brother brothers sister sisters mother father mom mum dad aunt uncle cousin cousins nephew niece grandma grandpa grandmother grandfather neighbour neighbor',
    'parents grandparents couple',
    'me i myself',
    'my our the his her their',
    'and plus with',
    /(?:[^s]s|children|people|men|women|buddies|babies)$/,
    {
      'just me|only me|just myself|only myself|just for me|only for me|me alone|by myself|on my own': 1,
      'both of us|us both': 2,
    },
  ),
  de: of(
    'erwachsener erwachsene erwachsenen erwachsenem kind kinder kindern baby babys kleinkind kleinkinder jugendlicher jugendliche senior senioren person personen leute leuten mann manner frau frauen junge jungen madchen gast gaste gasten passagier passagiere reisender reisende student studenten freund freunde freunden freundin freundinnen kumpel kollege kollegen kollegin kolleginnen chef partner partnerin ehemann ehefrau sohn sohne tochter tochtern bruder brudern schwester schwestern mutter vater mama papa tante onkel cousin cousine neffe nichte oma opa nachbar nachbarin',
    'eltern grosseltern paar parchen',
    'ich mich mir',
    'mein meine meinen meinem meiner unser unsere unseren der die das den dem',
    'und plus mit sowie',
    /(?:kinder|kindern|leute|leuten|personen|erwachsenen|freunden?|freundinnen|kollegen|gasten?|manner|frauen|sohne|tochtern|brudern|schwestern|babys|senioren|studenten|passagiere)$/,
    {
      'nur ich|bloss ich|bloß ich|ich allein|ich alleine|nur fur mich|nur mich|nur mir|bloss fur mich|bloß fur mich|allein|alleine': 1,
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
  ),
  es: of(
    'adulto adultos adulta adultas nino ninos nina ninas bebe bebes menor menores joven jovenes persona personas hombre hombres mujer mujeres chico chicos chica chicas huesped huespedes pasajero pasajeros viajero viajeros estudiante estudiantes amigo amigos amiga amigas colega colegas companero companeros companera jefe jefa esposa esposo marido pareja novio novia hijo hijos hija hijas hermano hermanos hermana hermanas madre padre mama papa tia tio primo prima primos abuela abuelo vecino vecina',
    'padres abuelos',
    'yo mi',
    'mi mis nuestro nuestra el la mis su',
    'y mas con e',
    /s$/,
    {
      'solo yo|solamente yo|yo solo|yo sola|solo para mi|solo conmigo|nada mas yo': 1,
      'nosotros dos|nosotras dos': 2,
    },
  ),
  fr: of(
    'adulte adultes enfant enfants bebe bebes nourrisson ado ados personne personnes homme hommes femme femmes garcon garcons fille filles invite invites passager passagers voyageur voyageurs etudiant etudiants ami amis amie amies copain copains copine copines collegue collegues chef mari epouse epoux conjoint compagnon compagne fils frere freres soeur soeurs mere pere maman papa tante oncle cousin cousine cousins voisin voisine',
    'parents couple',
    'moi je',
    'mon ma mes notre nos le la l son sa',
    'et plus avec',
    /(?<!fil)s$/,
    {
      'juste moi|seulement moi|que moi|moi seul|moi seule|moi tout seul|moi toute seule|rien que moi|juste pour moi': 1,
    },
  ),
  pt: of(
    'adulto adultos adulta adultas crianca criancas bebe bebes menino meninos menina meninas idoso idosos pessoa pessoas homem homens mulher mulheres hospede hospedes passageiro passageiros viajante viajantes estudante estudantes amigo amigos amiga amigas colega colegas chefe esposa marido parceiro parceira namorado namorada filho filhos filha filhas irmao irmaos irma irmas mae pai tia tio primo prima primos avo vizinho vizinha',
    'casal',
    'eu mim',
    'meu minha meus minhas nosso nossa o a',
    'e mais com',
    /s$/,
    { 'so eu|somente eu|apenas eu|eu sozinho|eu sozinha|so para mim|so pra mim': 1 },
  ),
  it: of(
    'adulto adulti adulta adulte bambino bambini bambina bambine neonato neonati ragazzo ragazzi ragazza ragazze anziano anziani persona persone uomo uomini donna donne ospite ospiti passeggero passeggeri viaggiatore viaggiatori studente studenti amico amici amica amiche collega colleghi colleghe capo moglie marito compagno compagna fidanzato fidanzata figlio figli figlia figlie fratello fratelli sorella sorelle madre padre mamma papa zia zio cugino cugina cugini nonna nonno vicino vicina',
    'genitori nonni coppia',
    'io me',
    'mio mia miei mie nostro nostra il la lo l',
    'e ed piu con',
    /(?:adult|bambin|neonat|ragazz|anzian|uomin|ospit|passegger|viaggiator|student|amic|collegh|figl|fratell|cugin)i$|(?:person|donn|bambin|ragazz|amich|sorell|figli|adult|collegh)e$/,
    { 'solo io|soltanto io|solo per me|io da solo|io da sola|solo me': 1 },
  ),
};

export const peopleWordsOf = (language: string): PeopleWords | undefined => BY_LANGUAGE[language];
