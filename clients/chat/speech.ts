/** The part of the Web Speech API that is used, by the names that browsers have for it. */
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

/** Makes a recognition; undefined where the browser has none. */
export function recognitionMaker(): RecognitionMaker | undefined {
  const places: Readonly<Record<string, unknown>> = Object(globalThis);
  const made = NAMES.map((name) => places[name]).find((place) => typeof place === 'function');
  // A function under one of these names is a recognition.
  return made as RecognitionMaker | undefined;
}

/**
 * Listens for one utterance, until the signal is aborted.
 * @returns its words; empty where nothing was heard, or the page or its user allows no microphone
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

/** Says a text aloud in place of what is being said; an empty one says nothing more. */
export function speak(text: string, language: string): void {
  if (!('speechSynthesis' in globalThis)) return;
  speechSynthesis.cancel();
  if (text === '') return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  speechSynthesis.speak(utterance);
}
