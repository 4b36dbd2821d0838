import type { Publication } from '../functions/shared/domain/versions/versions.ts';
import type { Compilation } from './compile.ts';
import { deedProof } from './deed-proof.ts';

/** A trained assistant in the form that every publisher needs. */
export type TrainedAssistant = Pick<Publication, 'artifact' | 'name' | 'languages' | 'deeds'>;

export const trainedAssistant = (
  { assistant }: Pick<Compilation, 'assistant'>,
  artifact: Uint8Array,
): TrainedAssistant => ({
  artifact,
  name: assistant.name,
  languages: assistant.languages,
  deeds: deedProof(assistant),
});
