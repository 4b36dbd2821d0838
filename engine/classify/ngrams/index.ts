import { unpackArtifact } from '../../artifact.ts';
import { readJson } from '../../sections.ts';
import type { Classifier } from '../classifier.ts';
import { type Calibration, decide } from '../decision.ts';
import { NgramModel } from './model.ts';

/** A classifier's metadata. */
export interface NgramsMeta {
  labels: string[];
  calibration: Calibration;
}

/**
 * Loads what `trainNgrams` returned. The weights are used in place: keep the bytes as they are.
 * @throws {ArtifactError} if the bytes are not an n-gram classifier
 */
export function loadNgrams(bytes: Uint8Array): Classifier {
  const sections = unpackArtifact(bytes);
  const { labels, calibration } = readJson<NgramsMeta>(sections, 'meta');
  const model = NgramModel.fromBytes(sections.get('model') ?? new Uint8Array());
  return { classify: (text) => decide(labels, model.probabilities(text), calibration) };
}
