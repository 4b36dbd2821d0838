/** What the bench uses of NLP.js, which comes without types. */
declare module 'node-nlp' {
  export class NlpManager {
    constructor(settings: object);
    addDocument(language: string, utterance: string, intent: string): void;
    train(): Promise<void>;
    process(
      language: string,
      utterance: string,
    ): Promise<{ intent: string; classifications: { intent: string; score: number }[] }>;
    export(minified: boolean): string;
  }
}
