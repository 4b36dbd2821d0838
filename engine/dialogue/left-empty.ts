import type { CompiledSlot } from '../assistant.ts';
import { type Word, wordsOf } from '../text/words.ts';
import { hasStemOf, isArticle } from './asked-words.ts';
import { isFiller } from './replies.ts';

interface EmptyPhrases {
  /** Whole answers. */
  readonly whole: string;
  /** Before what is left empty: "no note". */
  readonly before: string;
  /** After it: "no note needed". */
  readonly after: string;
  /** What a free text may be called, whatever its slot is. */
  readonly nouns: string;
}

/** Regular expressions of normalised words, without politeness: of "for now" the "for" is left. */
const PHRASES: Readonly<Record<string, EmptyPhrases>> = {
  en: {
    whole:
      'skip|skip it|skip that|skip this|none|nothing|no one|next|leave it empty|leave it blank|nothing else|nothing more|nothing special|nothing in particular|nothing to add|nothing for|none needed|not needed|not necessary|leave it out',
    before:
      'no|without|skip|leave out|there is no|there s no|i have no|(?:i )?(?:don t|dont|do not) (?:have|need|want)(?: any)?',
    after: 'needed|necessary|required|for|this time|at all|to add',
    nouns: 'note message comment remark memo text',
  },
  es: {
    whole:
      'salta|saltar|omitir|omite|ninguno|ninguna|nada|siguiente|dejalo vacio|paso|nada mas|nada en especial|nada que anadir|no hace falta',
    before:
      'sin|ningun|ninguna|omite|salta|no(?: (?:quiero|necesito|tengo|hay|hace falta))?(?: ningun| ninguna)?',
    after: 'por ahora|esta vez',
    nouns: 'nota mensaje comentario observacion texto',
  },
  de: {
    whole:
      'uberspringen|weglassen|keine|keiner|keines|nichts|weiter|leer lassen|nichts weiter|nichts besonderes|nicht notig|nichts hinzuzufugen',
    before: '(?:ich (?:brauche|mochte|will|habe) )?kein(?:e|en)?|ohne',
    after: 'notig|notwendig|diesmal|bitte weglassen',
    nouns: 'notiz nachricht kommentar bemerkung anmerkung text',
  },
  fr: {
    whole:
      'passe|passer|sauter|aucun|aucune|rien|suivant|laisse vide|laissez vide|rien du tout|rien de plus|rien a ajouter|rien de special|pas besoin',
    before: '(?:(?:je n ai|je ne veux|il n y a) )?pas (?:besoin )?de?|aucune?|sans',
    after: 'pour l instant|cette fois',
    nouns: 'note message commentaire remarque texte',
  },
  pt: {
    whole:
      'pular|pula|saltar|nenhum|nenhuma|nada|proximo|deixa vazio|deixe vazio|nada mais|nada a acrescentar|nao precisa',
    before: 'sem|nenhum|nenhuma|nao(?: (?:quero|preciso de|tenho|ha))?(?: nenhum| nenhuma)?',
    after: 'por agora|por enquanto|desta vez',
    nouns: 'nota mensagem comentario observacao texto',
  },
  it: {
    whole:
      'salta|saltare|ometti|nessuno|nessuna|niente|nulla|avanti|lascia vuoto|nient altro|niente altro|niente da aggiungere|niente di speciale|non serve',
    before: 'senza|nessun|nessuna|niente|non(?: (?:voglio|ho|c e|serve))?(?: nessun| nessuna)?',
    after: 'per ora|stavolta',
    nouns: 'nota note messaggio commento osservazione testo',
  },
};

/** A no that may come first: "no, nothing". */
const NO = 'no|nope|nah|nein|nee|non|nao';

interface EmptyPatterns {
  whole: RegExp;
  /** With the words that may be a name as `rest`. */
  named: RegExp;
  /** One word that denies the next. */
  denied: RegExp;
  nouns: readonly string[];
}

const patternsByLanguage = new Map<string, EmptyPatterns>();

function patternsOf(language: string): EmptyPatterns | null {
  const phrases = PHRASES[language] ?? PHRASES.en;
  if (phrases === undefined) return null;
  let patterns = patternsByLanguage.get(language);
  if (patterns === undefined) {
    const { whole, before, after, nouns } = phrases;
    patterns = {
      whole: new RegExp(`^(?:(?:${NO}) )*(?:${whole})$`),
      named: new RegExp(`^(?:(?:${NO}) )*?(?:${before}) (?<rest>.+?)(?: (?:${after}))?$`),
      denied: new RegExp(`^(?:${NO}|${before})$`),
      nouns: nouns.split(' '),
    };
    patternsByLanguage.set(language, patterns);
  }
  return patterns;
}

/** Shorter words of a question name nothing. */
const NAME_LETTERS = 4;
/** Longer sentences say more. */
const MAX_WORDS = 9;

/**
 * True where a query says nothing but that what is asked for is to be left empty: "none", "no, nothing", "skip it",
 * and by the name of the slot, of its entity or of what its question asks for, "no note".
 */
export function isLeftEmpty(
  words: readonly Word[],
  language: string,
  slot: CompiledSlot | undefined,
): boolean {
  const patterns = patternsOf(language);
  if (patterns === null || words.length > MAX_WORDS) return false;
  const own = words.filter(({ text }) => !isFiller(text, language)).map(({ text }) => text);
  const text = own.join(' ').replace(/ por favor$| s il (?:te|vous) plait$| per favore$/, '');
  if (patterns.whole.test(text)) return true;
  const named = patterns.named.exec(text);
  const rest = named?.groups?.rest?.split(' ').filter((word) => !isArticle(word, language)) ?? [];
  const names = slot === undefined ? [] : namesOf(slot, language, patterns);
  const [noun] = rest;
  return rest.length === 1 && noun !== undefined && names.some((name) => hasStemOf(name, noun));
}

/** What a slot may be called. What its question denies itself, such as "no onions", is an answer to it. */
function namesOf(
  { name, entity, ask }: CompiledSlot,
  language: string,
  { denied, nouns }: EmptyPatterns,
): string[] {
  const question = ask?.[language]?.speak.join('. ') ?? '';
  const asked = wordsOf(question).map(({ text }) => text);
  return [
    ...name.split('_'),
    ...entity.split('_'),
    ...nouns,
    ...asked.filter((word, index) => word.length >= NAME_LETTERS && !denied.test(asked[index - 1] ?? '')),
  ];
}
