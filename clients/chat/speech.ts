/** The used part of the Web Speech API, whose constructor has two names in browsers. */
interface Recognition extends EventTarget {
  lang: string;
  start(): void;
  abort(): void;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onerror: (() => void) | null;
  onend: (() => void) | null;
}

type RecognitionMaker = new () => Recognition;

const NAMES = ['SpeechRecognition', 'webkitSpeechRecognition'];

/** The factory of speech recognitions; undefined if the browser has none. */
export function recognitionMaker(): RecognitionMaker | undefined {
  const places: Readonly<Record<string, unknown>> = Object(globalThis);
  const made = NAMES.map((name) => places[name]).find((place) => typeof place === 'function');
  // Any function under one of these names creates recognitions.
  return made as RecognitionMaker | undefined;
}

/**
 * Listens for one utterance until the signal is aborted.
 * @returns the recognised words; empty if there were none, or if the page or its user denies the microphone
 */
export function listen(Maker: RecognitionMaker, language: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const recognition = new Maker();
    signal.addEventListener('abort', () => {
      recognition.abort();
      resolve('');
    });
    recognition.lang = language;
    recognition.onresult = ({ results }) => resolve(results[0]?.[0]?.transcript.trim() ?? '');
    recognition.onerror = () => resolve('');
    recognition.onend = () => resolve('');
    try {
      recognition.start();
    } catch {
      resolve('');
    }
  });
}

/** Speaks a text and stops the current speech; an empty text only stops it. */
export function speak(text: string, language: string): void {
  if (!('speechSynthesis' in globalThis)) return;
  speechSynthesis.cancel();
  if (text === '') return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  speechSynthesis.speak(utterance);
}
