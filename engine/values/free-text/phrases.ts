/** What people say around a value when they answer a question with it, by language. */
export interface AnswerPhrases {
  /** Say only that an answer follows: "it's Maria". In front of a value, longest first. */
  readonly leads: readonly string[];
  /** May stand between: "it's for Maria". */
  readonly prepositions: readonly string[];
  /** Come before a correction: "no, to Anna". */
  readonly corrections: readonly string[];
  /** Behind a value. */
  readonly tails: readonly string[];
  /** Between two values, and before the last of them. */
  readonly and: string;
}

const list = (phrases: string): string[] =>
  phrases
    .split(',')
    .map((phrase) => phrase.trim())
    .sort((a, b) => b.length - a.length);

export const ANSWER_PHRASES: Readonly<Record<string, AnswerPhrases>> = {
  en: {
    leads: list(
      "it's, its, it is, that's, that is, this is, that would be, i said, i mean, i meant, make it, call it, put, write, just, well, ok, okay, please",
    ),
    prepositions: list('for, to, from, with, by, about'),
    corrections: list('no, sorry, actually, i meant, i said'),
    tails: list('please, thanks, thank you, instead'),
    and: 'and',
  },
  es: {
    leads: list(
      'es, sería, se trata de, he dicho, dije, digo, quiero decir, quería decir, pon, ponle, escribe, llámalo, bueno, pues, vale',
    ),
    prepositions: list('para, a, al, de, del, por, con, sobre'),
    corrections: list('no, perdona, mejor, digo, quería decir'),
    tails: list('por favor, gracias, mejor'),
    and: 'y',
  },
  de: {
    leads: list('es ist, das ist, es wäre, ich sagte, ich meine, ich meinte, schreib, nenn es, also, gut'),
    prepositions: list('für, an, zum, zur, von, vom, mit, über, wegen'),
    corrections: list('nein, entschuldigung, ich meinte, ich sagte'),
    tails: list('bitte, danke, stattdessen'),
    and: 'und',
  },
  fr: {
    leads: list(
      "c'est, ce serait, ce sera, j'ai dit, je veux dire, je voulais dire, mets, mettez, écris, écrivez, bon, alors",
    ),
    prepositions: list('pour, à, au, aux, de, du, avec, par, sur'),
    corrections: list('non, pardon, plutôt, je voulais dire'),
    tails: list("s'il te plaît, s'il vous plaît, merci, plutôt"),
    and: 'et',
  },
  pt: {
    leads: list(
      'é, seria, eu disse, quero dizer, queria dizer, coloque, coloca, escreva, chame, bom, bem, então',
    ),
    prepositions: list('para, a, ao, à, de, do, da, por, com, sobre'),
    corrections: list('não, desculpe, quis dizer, eu disse'),
    tails: list('por favor, obrigado, obrigada'),
    and: 'e',
  },
  it: {
    leads: list(
      'è, sarebbe, ho detto, dico, voglio dire, volevo dire, metti, scrivi, chiamalo, allora, va bene',
    ),
    prepositions: list('per, a, al, alla, di, del, della, da, con, su'),
    corrections: list('no, scusa, piuttosto, volevo dire'),
    tails: list('per favore, per piacere, grazie'),
    and: 'e',
  },
};

export const NO_PHRASES: AnswerPhrases = {
  leads: [],
  prepositions: [],
  corrections: [],
  tails: [],
  and: ',',
};
