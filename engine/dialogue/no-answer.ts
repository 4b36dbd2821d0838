import type { Word } from '../text/words.ts';

interface NoAnswerPhrases {
  /** Say that the answer is not known. Regular expressions of normalised words. */
  readonly unknown: string;
  /** May stand around them and mean nothing. */
  readonly around: string;
}

const PHRASES: Readonly<Record<string, NoAnswerPhrases>> = {
  en: {
    unknown:
      '(?:i )?(?:really |honestly |just |still )?(?:don t|dont|do not) (?:really |quite )?(?:know|remember)|(?:i )?dunno|idk|(?:i (?:really )?have |i ve (?:got )?)?(?:absolutely )?no (?:idea|clue)|(?:i m |im |i am )?(?:really |quite )?(?:not (?:really |so |quite )?sure|unsure)|i (?:can t|cannot|couldn t) (?:say|tell)|i (?:haven t|have not) decided|who knows|beats me',
    around:
      'sorry|oh|well|um|uh|hmm?|honestly|actually|really|yet|right now|at the moment|now|that|it|to be honest|i m afraid',
  },
  es: {
    unknown:
      'no (?:lo )?(?:se|recuerdo|sabria decir(?:te|le)?)|no me acuerdo|(?:no tengo )?ni idea|no tengo (?:ni )?idea|(?:no estoy|no muy) (?:muy )?segur[oa]|no lo tengo (?:muy )?claro|no lo he decidido|quien sabe',
    around:
      'perdona|perdon|lo siento|pues|eh|hmm?|ah|bueno|la verdad|todavia|aun|ahora mismo|por ahora|es que|yo',
  },
  de: {
    unknown:
      '(?:(?:das )?wei(?:ß|ss) ich|ich wei(?:ß|ss)|wei(?:ß|ss))(?: leider| noch| gerade| auch| es| das| wirklich)* nicht(?: genau)?|(?:ich habe |ich hab |hab )?(?:gar )?keine(?:n)? (?:ahnung|plan|schimmer)|(?:ich bin |ich bin mir |bin mir )?(?:noch )?(?:nicht (?:ganz |so )?sicher|unsicher)|(?:ich )?kann ich nicht sagen|wer wei(?:ß|ss)',
    around:
      'sorry|entschuldigung|leider|hmm?|ah|oh|tja|also|ehrlich gesagt|noch|gerade|im moment|momentan|das|es',
  },
  fr: {
    unknown:
      '(?:je )?(?:ne |n )?(?:le )?sais (?:vraiment )?pas(?: encore)?|j (?:en )?sais rien|je n en sais rien|chais pas|(?:je n ai )?aucune idee|(?:je n ai )?pas d idee|(?:je ne suis )?pas (?:tres |trop )?sure?|je ne me souviens pas|qui sait',
    around: 'desolee?|pardon|euh|hmm?|bah|ben|bof|franchement|encore|pour l instant|la',
  },
  pt: {
    unknown:
      '(?:eu )?(?:ainda )?nao (?:o )?sei(?: dizer| bem)?|sei la|nao (?:faco|tenho) (?:a minima |a menor |nenhuma )?ideia|nenhuma ideia|(?:nao estou|nao tenho) (?:bem )?(?:certeza|cert[oa]|segur[oa])|nao me lembro|quem sabe',
    around: 'desculpe?|desculpa|bem|bom|hmm?|ah|ainda|agora|por enquanto|sinceramente',
  },
  it: {
    unknown:
      '(?:io )?(?:ancora )?non (?:lo )?so(?: ancora| bene)?|boh|(?:non (?:ne )?ho (?:la minima |nessuna )?|nessuna )idea|non (?:ne )?sono sicur[oa]|non (?:mi )?ricordo|chi lo sa|chissa',
    around: 'scusa|scusi|mi dispiace|beh|eh|ehm|hmm?|ah|ancora|per ora|al momento|sinceramente',
  },
};

/** Longer sentences say more. */
const MAX_WORDS = 12;

const compiled = new Map<string, RegExp>();

/** True where a query says nothing but that the user does not know: "sorry, no idea". */
export function isNoAnswer(words: readonly Word[], language: string): boolean {
  const phrases = PHRASES[language] ?? PHRASES.en;
  if (phrases === undefined || words.length > MAX_WORDS) return false;
  let pattern = compiled.get(language);
  if (pattern === undefined) {
    const { unknown, around } = phrases;
    pattern = new RegExp(`^(?:(?:${around}) )*(?:${unknown})(?: (?:${around}|${unknown}))*$`);
    compiled.set(language, pattern);
  }
  return pattern.test(words.map(({ text }) => text).join(' '));
}
