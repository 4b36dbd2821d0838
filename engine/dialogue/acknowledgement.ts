import type { Word } from '../text/words.ts';

interface Acknowledgements {
  /** Say that something was heard, and agree as well where a question waits for a yes. */
  readonly agreeing: string;
  /** Say only that it was heard. */
  readonly heard: string;
}

/** Regular expressions of normalised words. */
const PHRASES: Readonly<Record<string, Acknowledgements>> = {
  en: {
    agreeing: 'ok|okay|k|alright|all right|fine|great|good|cool|perfect|nice|sure|right|oh|ah|well',
    heard:
      'thanks|thank you|thanks a lot|many thanks|thank you very much|thx|got it|i got it|i see|understood|i understand|good to know|makes sense|that helps|very helpful|that s helpful|noted|interesting',
  },
  es: {
    agreeing: 'ok|okay|vale|de acuerdo|bien|muy bien|perfecto|genial|claro|bueno|ah|oh',
    heard:
      'gracias|muchas gracias|mil gracias|entendido|entiendo|ya veo|ya entiendo|comprendo|lo entiendo|bueno es saberlo',
  },
  de: {
    agreeing: 'ok|okay|gut|alles klar|in ordnung|super|prima|perfekt|schon|ah|oh|aha|na gut',
    heard:
      'danke|vielen dank|danke schon|dankeschon|danke sehr|verstanden|verstehe|ich verstehe|ach so|gut zu wissen|interessant',
  },
  fr: {
    agreeing: 'ok|okay|d accord|daccord|bien|tres bien|parfait|super|entendu|ah|oh|bon',
    heard:
      'merci|merci beaucoup|merci bien|compris|j ai compris|je comprends|je vois|c est compris|c est note|bon a savoir',
  },
  pt: {
    agreeing: 'ok|okay|esta bem|ta bem|ta bom|esta bom|certo|tudo bem|perfeito|otimo|bom|beleza|ah|oh',
    heard:
      'obrigado|obrigada|muito obrigado|muito obrigada|entendi|entendido|percebi|percebo|compreendo|ja entendi|bom saber',
  },
  it: {
    agreeing: 'ok|okay|va bene|d accordo|bene|perfetto|ottimo|certo|ah|oh',
    heard: 'grazie|grazie mille|molte grazie|capito|ho capito|capisco|inteso|chiaro|buono a sapersi',
  },
};

const patterns = new Map<string, { any: RegExp; heard: RegExp }>();

function patternsOf(language: string): { any: RegExp; heard: RegExp } | null {
  const phrases = PHRASES[language] ?? PHRASES.en;
  if (phrases === undefined) return null;
  let own = patterns.get(language);
  if (own === undefined) {
    const { agreeing, heard } = phrases;
    own = {
      any: new RegExp(`^(?:(?:${agreeing}|${heard})(?: |$))+$`),
      heard: new RegExp(`(?:^| )(?:${heard})(?: |$)`),
    };
    patterns.set(language, own);
  }
  return own;
}

/** Longer sentences say more. */
const MAX_WORDS = 8;

/**
 * What a query says that only takes note of what was told: "ok, got it". `heard` where some of it could not be a yes,
 * `agreeing` where all of it could, null where it says more.
 */
export function acknowledgementIn(words: readonly Word[], language: string): 'heard' | 'agreeing' | null {
  const own = patternsOf(language);
  if (own === null || words.length === 0 || words.length > MAX_WORDS) return null;
  const text = words.map((word) => word.text).join(' ');
  if (!own.any.test(text)) return null;
  return own.heard.test(text) ? 'heard' : 'agreeing';
}
