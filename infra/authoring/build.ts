import { createHash } from 'node:crypto';
import { packArtifact } from '../../functions/shared/engine/artifact.ts';
import type { TrainingExample, TrainingOptions } from '../../functions/shared/engine/classifier.ts';
import { ASSISTANT_SECTION, intentsSection } from '../../functions/shared/engine/load.ts';
import { trainNgrams } from '../../functions/shared/engine/ngrams/index.ts';
import type { Compilation } from './compile.ts';

/** Trains the classifier of one language (ISO 639-1); the same examples must give the same bytes. */
export type TrainClassifier = (
  examples: readonly TrainingExample[],
  options: TrainingOptions & { language: string },
) => Uint8Array;

export interface BuildOptions {
  /** Default: the n-gram classifier; `train.ts` has what a version is published with. */
  train?: TrainClassifier;
  /** Told after each piece of work; `done` grows from 0 to 1 over all languages. */
  onProgress?: (progress: { stage: string; done: number }) => void;
}

/** Trains a compiled assistant and packs it into one artifact. The same compilation gives the same bytes. */
export function buildArtifact({ assistant, examples }: Compilation, options: BuildOptions = {}): Uint8Array {
  const { train = trainNgrams, onProgress } = options;
  const sections: Record<string, Uint8Array> = {
    [ASSISTANT_SECTION]: new TextEncoder().encode(JSON.stringify(assistant)),
  };
  const languages = assistant.languages.supported;
  for (const [index, language] of languages.entries()) {
    sections[intentsSection(language)] = train(examples[language] ?? [], {
      language,
      outOfScopeWeight: assistant.outOfScopeWeight,
      onProgress: ({ stage, done }) =>
        onProgress?.({ stage: `${language}: ${stage}`, done: (index + done) / languages.length }),
    });
  }
  onProgress?.({ stage: 'done', done: 1 });
  return packArtifact(sections);
}

/** SHA-256 of an artifact, in hexadecimal. */
export const contentHash = (artifact: Uint8Array): string =>
  createHash('sha256').update(artifact).digest('hex');

/**
 * The UUID of an AI version: the same content in the same institution has the same one (RFC 9562 §5.8,
 * version 8, of a SHA-256).
 */
export function versionUuid(institution: string, hash: string): string {
  const digest = createHash('sha256').update(`ai-version:${institution}\n${hash}`).digest().subarray(0, 16);
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
