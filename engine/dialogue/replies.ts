import type { BuiltInReply } from '../assistant.ts';
import type { Word } from '../text/words.ts';
import { REPLY_PHRASES, type ReplyPhrases } from './reply-phrases.ts';

export type Reply = 'yes' | 'no' | 'cancel' | BuiltInReply;

type Meaning = Reply | 'filler';

/** Longer sentences are requests, not replies. */
const MAX_REPLY_WORDS = 10;
const MAX_PHRASE_WORDS = 6;

const phrasesByLanguage = new Map<string, ReadonlyMap<string, readonly Meaning[]>>();

function phrasesOf(language: string): ReadonlyMap<string, readonly Meaning[]> {
  let phrases = phrasesByLanguage.get(language);
  if (phrases === undefined) {
    phrases = index(REPLY_PHRASES[language] ?? REPLY_PHRASES.en);
    phrasesByLanguage.set(language, phrases);
  }
  return phrases;
}

function index(phrases: ReplyPhrases | undefined): ReadonlyMap<string, readonly Meaning[]> {
  const meanings = new Map<string, Meaning[]>();
  for (const meaning of ['cancel', 'no', 'yes', 'help', 'repeat', 'filler'] as const) {
    for (const phrase of phrases?.[meaning] ?? [])
      meanings.set(phrase, [...(meanings.get(phrase) ?? []), meaning]);
  }
  return meanings;
}

/** What puts off a yes that stands before it. */
const PUTTING_OFF: Readonly<Record<string, readonly string[]>> = {
  en: ['but', 'wait', 'hold'],
  es: ['pero', 'espera', 'espere'],
  de: ['aber'],
  fr: ['mais'],
  pt: ['mas'],
  it: ['ma'],
};

/** True of a normalised word that puts off what stands before it: "yes, but". */
export const isPuttingOff = (word: string, language: string): boolean =>
  PUTTING_OFF[language]?.includes(word) ?? false;

/**
 * Reads a query that is nothing but a yes, a no, a cancel or a wish for help or to hear it again, with whatever
 * politeness around it. Null for everything else: a correction ("no, 60 dollars"), a request ("no funds in my
 * account?"), a yes that is put off ("yes, but"), or both at once.
 */
export function readReply(words: readonly Word[], language: string): Reply | null {
  if (words.length === 0 || words.length > MAX_REPLY_WORDS) return null;
  const meanings = meaningsOf(words, phrasesOf(language));
  if (meanings === null || meanings.size === 0) return null;
  // "yes, cancel it" agrees to a question about cancelling; "no, forget it" leaves.
  if (meanings.has('cancel')) return meanings.has('yes') ? (meanings.has('no') ? null : 'yes') : 'cancel';
  const isAnswer = meanings.has('yes') || meanings.has('no');
  if (meanings.has('help') || meanings.has('repeat')) {
    if (isAnswer || meanings.size > 1) return null;
    return meanings.has('help') ? 'help' : 'repeat';
  }
  if (meanings.has('yes') && meanings.has('no')) return isLeadingOk(words) ? 'no' : null;
  if (meanings.has('no')) return 'no';
  const off = words.findIndex(({ text }) => isPuttingOff(text, language));
  return off > 0 && readReply(words.slice(0, off), language) === 'yes' ? null : 'yes';
}

/** True where a query agrees and says to cancel as well: "yes, cancel it". */
export const agreesToCancel = (words: readonly Word[], language: string): boolean =>
  meaningsOf(words, phrasesOf(language))?.has('cancel') === true && readReply(words, language) === 'yes';

/** What the phrases of a text mean, or null where its words are not all in phrases. Longest phrases first. */
function meaningsOf(
  words: readonly Word[],
  phrases: ReadonlyMap<string, readonly Meaning[]>,
): ReadonlySet<Reply> | null {
  // From the end: what the words from each place on mean.
  const rest: (ReadonlySet<Reply> | null)[] = [];
  rest[words.length] = new Set();
  for (let from = words.length - 1; from >= 0; from -= 1) {
    rest[from] = null;
    for (let length = Math.min(MAX_PHRASE_WORDS, words.length - from); length > 0; length -= 1) {
      const [meaning] = phrases.get(phraseAt(words, from, length)) ?? [];
      const after = rest[from + length];
      if (meaning === undefined || after === undefined || after === null) continue;
      rest[from] = meaning === 'filler' ? after : new Set([...after, meaning]);
      break;
    }
  }
  return rest[0] ?? null;
}

const phraseAt = (words: readonly Word[], from: number, length: number): string =>
  words
    .slice(from, from + length)
    .map((word) => word.text)
    .join(' ');

/** "ok, no": the ok only opens the sentence. */
const isLeadingOk = (words: readonly Word[]): boolean =>
  /^(?:ok|okay|vale|bueno|well)$/.test(words[0]?.text ?? '');

/** Words that carry no request of their own when they stand beside a value: "no, from savings please". */
const CONNECTING: Readonly<Record<string, readonly string[]>> = {
  en: 'from to in on at for of with by the a an my our this that it is make be was i mean meant said use take out would should instead only about like want'.split(
    ' ',
  ),
  es: 'de desde a al hacia en para por con el la los las un una mi mis nuestra nuestro este esta eso es sea son digo quiero decir usa saca toma sino mejor solo como lo'.split(
    ' ',
  ),
  de: 'von vom zu zum zur auf in im an am fur mit der die das den dem ein eine einen mein meine meinem meinen es ist sind ich meine nimm lieber nur'.split(
    ' ',
  ),
  fr: 'de du des depuis a au aux vers sur en dans pour par avec le la les un une mon ma mes ce cette c est plutot je veux dire seulement l d'.split(
    ' ',
  ),
  pt: 'de do da desde a ao o os as em no na para por com um uma meu minha este esta isso e seja quero dizer so'.split(
    ' ',
  ),
  it: 'da dal dalla di del della a al alla su sul sulla in nel nella per con il lo la i gli le un una mio mia questo questa e sia voglio dire solo'.split(
    ' ',
  ),
};

const connectingByLanguage = new Map<string, ReadonlySet<string>>();

/**
 * True where a query holds nothing beside the given stretches but reply words, politeness and small connecting
 * words, so that it can only be an answer or a correction: "no, 60 dollars", "from my savings".
 */
export function isBareAnswer(
  words: readonly Word[],
  spans: readonly { start: number; end: number }[],
  language: string,
): boolean {
  return words.every(
    (word) =>
      isConnecting(word.text, language) ||
      spans.some(({ start, end }) => word.start < end && start < word.end),
  );
}

/** True of a normalised word that carries no request of its own: a reply, politeness, a preposition, an article. */
export function isConnecting(word: string, language: string): boolean {
  let connecting = connectingByLanguage.get(language);
  if (connecting === undefined) {
    const phrases = [...phrasesOf(language)].flatMap(([phrase, [meaning]]) =>
      meaning === 'cancel' || meaning === 'help' || meaning === 'repeat' ? [] : phrase.split(' '),
    );
    connecting = new Set([...(CONNECTING[language] ?? []), ...phrases]);
    connectingByLanguage.set(language, connecting);
  }
  return connecting.has(word);
}

const agreementByLanguage = new Map<string, ReadonlySet<string>>();

/** True of a normalised word of a yes or of politeness. */
export function isAgreement(word: string, language: string): boolean {
  let agreement = agreementByLanguage.get(language);
  if (agreement === undefined) {
    const phrases = [...phrasesOf(language)].filter(
      ([, [meaning]]) => meaning === 'yes' || meaning === 'filler',
    );
    agreement = new Set(phrases.flatMap(([phrase]) => phrase.split(' ')));
    agreementByLanguage.set(language, agreement);
  }
  return agreement.has(word);
}

/** What asks for a moment and says nothing more. */
const PAUSES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'wait',
    'hold on',
    'one moment',
    'just a moment',
    'one second',
    'hmm',
    'um',
    'uh',
    'uhm',
    'erm',
    'let me see',
    'let me think',
  ],
  es: ['espera', 'espere', 'un momento', 'un segundo', 'hmm', 'eh', 'a ver', 'dejame pensar', 'dejame ver'],
  de: ['warte', 'warten sie', 'moment', 'einen moment', 'sekunde', 'hm', 'ahm', 'mal sehen'],
  fr: ['attends', 'attendez', 'un moment', 'un instant', 'une seconde', 'euh', 'voyons'],
  pt: ['espera', 'espere', 'um momento', 'um segundo', 'hm', 'deixa ver'],
  it: ['aspetta', 'aspetti', 'un momento', 'un attimo', 'un secondo', 'ehm', 'vediamo'],
};

/** True where a query does nothing but ask for a moment: the question still stands. */
export function isPause(words: readonly Word[], language: string): boolean {
  const text = words.map((word) => word.text).join(' ');
  return /^(?:h+m+|m{2,})$/.test(text) || (PAUSES[language] ?? PAUSES.en ?? []).includes(text);
}

/** True where nothing but politeness stands beside a stretch. */
export function saysOnly(
  { words, language }: { words: readonly Word[]; language: string },
  { start, end }: { start: number; end: number },
): boolean {
  return words.every((word) => (word.start < end && start < word.end) || isFiller(word.text, language));
}

/** True of a normalised word of politeness or hesitation. */
export const isFiller = (word: string, language: string): boolean =>
  phrasesOf(language).get(word)?.[0] === 'filler';
