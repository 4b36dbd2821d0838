import { expect } from 'vitest';
import { compileAssistant } from '../../../authoring/compile.ts';
import { type AssistantFiles, readAssistantFiles } from '../../../authoring/read.ts';
import type { CompiledAssistant } from '../../../engine/assistant.ts';
import type { Classification, Classifier } from '../../../engine/classify/classifier.ts';
import type {
  BusinessLogicOutcome,
  BusinessLogicRequest,
} from '../../../engine/dialogue/business-logic/protocol.ts';
import type { TurnResult } from '../../../engine/dialogue/result.ts';
import { type DialogState, initialState, type StoredFrame } from '../../../engine/dialogue/state.ts';
import { type TurnOptions, takeTurn } from '../../../engine/dialogue/turn.ts';
import type { TurnInput } from '../../../engine/dialogue/turn-input.ts';
import { type LoadedAssistant, prepareAssistant } from '../../../engine/load.ts';
import { engineLoaders } from '../../../engine/loaders.ts';
import { plainWords } from '../../../engine/text/words.ts';
import { ENCODER_DIRECTORY } from '../../../engine/train/encoder/build.ts';
import type { ActReader } from '../../../engine/understand/acts/reader.ts';
import { loadUtterances, packUtterances } from '../../../engine/understand/utterances.ts';

/** Returns the state after a competency has ended, with any last reply and any values. */
export const atRoot = (): DialogState => ({
  ...initialState(),
  last: expect.anything(),
  heard: expect.anything(),
  finished: expect.anything(),
  values: expect.anything(),
});

/** Creates a classifier by keywords; two matching labels are ambiguous, none is out of scope. */
export function keywordClassifier(keywords: Readonly<Record<string, string>>): Classifier {
  return {
    classify(text): Classification {
      const words = plainWords(text).split(' ');
      const hits = Object.entries(keywords).filter(([keyword]) => words.includes(keyword));
      const labels = [...new Set(hits.map(([, label]) => label))];
      if (labels.length === 0) {
        const ranked = [...new Set(Object.values(keywords))].map((label) => ({ label, probability: 0.01 }));
        return { ranked, outOfScope: 0.9, outcome: 'out_of_scope' };
      }
      const ranked = labels.map((label) => ({ label, probability: labels.length > 1 ? 0.5 : 0.98 }));
      return { ranked, outOfScope: 0.02, outcome: labels.length > 1 ? 'ambiguous' : 'matched' };
    },
  };
}

const byLanguage = <T>({ languages }: CompiledAssistant, read: (language: string) => T): Map<string, T> =>
  new Map(languages.supported.map((language) => [language, read(language)]));

const loaders = engineLoaders(() => ENCODER_DIRECTORY);

/** Returns the act reader shipped for a language. */
export const shippedActs = (language: string): ActReader | undefined => loaders.acts?.(language);

/** Returns the act readers of an assistant's languages, by default the shipped ones. */
export const actReaders = (assistant: CompiledAssistant, readerOf = shippedActs): Map<string, ActReader> =>
  new Map(
    [...byLanguage(assistant, readerOf)].flatMap(([language, reader]) =>
      reader === undefined ? [] : [[language, reader]],
    ),
  );

/** Loads an assistant as published, except for its classifier and its act readers. */
export function loadFiles(
  files: AssistantFiles,
  keywords: Readonly<Record<string, string>> | Classifier,
  readerOf = shippedActs,
): LoadedAssistant {
  const { assistant, examples } = compileAssistant(readAssistantFiles(files));
  const own = (language: string) =>
    (examples[language] ?? []).flatMap(({ text, label }) => (label === null ? [] : [{ text, label }]));
  return prepareAssistant(assistant, {
    classifiers: byLanguage(assistant, () =>
      isClassifier(keywords) ? keywords : keywordClassifier(keywords),
    ),
    acts: actReaders(assistant, readerOf),
    utterances: byLanguage(assistant, (language) => loadUtterances(packUtterances(own(language)))),
  });
}

const isClassifier = (given: Readonly<Record<string, string>> | Classifier): given is Classifier =>
  typeof given.classify === 'function';

/** The moment of every query: Wednesday, 18 March 2026, 9:30. */
export const NOW = Date.UTC(2026, 2, 18, 9, 30);

const INPUT: TurnInput = {
  qid: 'qid-1',
  query: '',
  language: 'en',
  device: null,
  lat: null,
  lon: null,
  timeOffset: null,
  now: NOW,
  institution: 'bank',
  application: null,
  externalUserId: 'user-1',
  aiVersion: 'version-1',
  dialog: 'dialog-1',
  sessionId: 'session-1',
  arbitraryFields: {},
};

type Answer = (request: BusinessLogicRequest) => BusinessLogicOutcome;

/** A conversation that keeps its state from turn to turn, through JSON as a store does. */
export class Conversation {
  state: DialogState = initialState();
  /** The requests to the business logic, in order. */
  readonly requests: BusinessLogicRequest[] = [];
  /** The idempotency keys of these requests. */
  readonly keys: string[] = [];
  answer: Answer = (request) => ({ status: 'answered', body: request });
  readonly #loaded: LoadedAssistant;
  readonly #input: Partial<TurnInput>;
  readonly #options: TurnOptions;

  constructor(loaded: LoadedAssistant, input: Partial<TurnInput> = {}, options: TurnOptions = {}) {
    this.#loaded = loaded;
    this.#input = input;
    this.#options = options;
  }

  /** The competency under way, or undefined at root. */
  get frame(): StoredFrame | undefined {
    return this.state.frames.at(-1);
  }

  /** The values held by the competency under way, by slot. */
  get held(): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(this.frame?.slots ?? {}).map(([name, { value }]) => [name, value]),
    );
  }

  async say(query: string, input: Partial<TurnInput> = {}): Promise<TurnResult> {
    const result = await takeTurn(
      this.#loaded,
      this.state,
      { ...INPUT, ...this.#input, ...input, query },
      (request, { key }) => {
        this.requests.push(request);
        this.keys.push(key);
        return Promise.resolve(this.answer(request));
      },
      this.#options,
    );
    this.state = JSON.parse(JSON.stringify(result.state));
    return result;
  }

  /** Sends a query and returns the spoken response. */
  async hear(query: string): Promise<string> {
    return (await this.say(query)).visuals.speakableResponse;
  }
}

/** Creates a conversation and sends it these queries. */
export async function talkWith(
  loaded: LoadedAssistant,
  language: string,
  queries: readonly string[],
): Promise<Conversation> {
  const conversation = new Conversation(loaded, { language });
  for (const query of queries) await conversation.say(query);
  return conversation;
}

/** Creates a business logic that answers with the request, overridden by `fields`. */
export const answering =
  (fields: Record<string, unknown>): Answer =>
  (request) => ({ status: 'answered', body: { ...request, ...fields } });

/** Returns the commands that a turn carried out. */
export const did = ({ explanation }: Pick<TurnResult, 'explanation'>): string[] =>
  explanation.proposals.filter(({ became }) => became === 'applied').map(({ command }) => command);

/** Returns the first value of each slot on the wire. */
export const wireValues = ({ slots }: Pick<TurnResult, 'slots'>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(slots).map(([name, { values }]) => [name, values[0]?.value]));

/** Splits rows into those understood and those with a cell in `notYet`, which are not understood yet. */
export function parted<Row>(
  rows: readonly Row[],
  notYet: readonly string[],
): { heard: Row[]; notYet: Row[] } {
  const isHeard = (row: Row) => ![row].flat().some((cell) => notYet.includes(String(cell)));
  return { heard: rows.filter(isHeard), notYet: rows.filter((row) => !isHeard(row)) };
}
