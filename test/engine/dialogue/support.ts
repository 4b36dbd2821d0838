import { expect } from 'vitest';
import { compileAssistant } from '../../../authoring/compile.ts';
import { type AssistantFiles, readAssistantFiles } from '../../../authoring/read.ts';
import type { Classification, Classifier } from '../../../engine/classify/classifier.ts';
import type {
  BusinessLogicOutcome,
  BusinessLogicRequest,
} from '../../../engine/dialogue/business-logic/protocol.ts';
import { type DialogState, initialState } from '../../../engine/dialogue/state.ts';
import { type TurnInput, type TurnResult, takeTurn } from '../../../engine/dialogue/turn.ts';
import { type LoadedAssistant, prepareAssistant } from '../../../engine/load.ts';
import { plainWords } from '../../../engine/text/words.ts';

/** The state after a competency has ended, whatever was said last. */
export const atRoot = (): DialogState => ({ ...initialState(), last: expect.anything() });

/** Matches the label whose keyword stands in the query; two of them are ambiguous, none is out of scope. */
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
      const ranked = labels.map((label) => ({ label, probability: 0.9 / labels.length }));
      return { ranked, outOfScope: 0.1, outcome: labels.length > 1 ? 'ambiguous' : 'matched' };
    },
  };
}

export function loadFiles(
  files: AssistantFiles,
  keywords: Readonly<Record<string, string>>,
): LoadedAssistant {
  const { assistant } = compileAssistant(readAssistantFiles(files));
  const classifier = keywordClassifier(keywords);
  return prepareAssistant(
    assistant,
    new Map(assistant.languages.supported.map((language) => [language, classifier])),
  );
}

const INPUT: TurnInput = {
  qid: 'qid-1',
  query: '',
  language: 'en',
  device: null,
  lat: null,
  lon: null,
  timeOffset: null,
  now: Date.UTC(2026, 2, 18, 9, 30),
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
  /** What the business logic was asked, in order. */
  readonly requests: BusinessLogicRequest[] = [];
  answer: Answer = (request) => ({ status: 'answered', body: request });
  readonly #loaded: LoadedAssistant;
  readonly #input: Partial<TurnInput>;

  constructor(loaded: LoadedAssistant, input: Partial<TurnInput> = {}) {
    this.#loaded = loaded;
    this.#input = input;
  }

  async say(query: string, input: Partial<TurnInput> = {}): Promise<TurnResult> {
    const result = await takeTurn(
      this.#loaded,
      this.state,
      { ...INPUT, ...this.#input, ...input, query },
      (request) => {
        this.requests.push(request);
        return Promise.resolve(this.answer(request));
      },
    );
    this.state = JSON.parse(JSON.stringify(result.state));
    return result;
  }

  /** Says it and returns what is spoken. */
  async hear(query: string): Promise<string> {
    return (await this.say(query)).visuals.speakableResponse;
  }
}

/** A body over an echo of the request, as a business logic answers it. */
export const answering =
  (fields: Record<string, unknown>): Answer =>
  (request) => ({ status: 'answered', body: { ...request, ...fields } });
