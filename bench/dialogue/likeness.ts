import { TRAINING } from '../../authoring/train.ts';
import { cosine } from '../../engine/train/encoder/plain-encoder.ts';

/** How much two short texts mean the same, −1…1. */
export type Likeness = (one: string, other: string) => number;

/** The cosine of the sentence encoder's vectors, each text encoded once. */
export function likenessByEncoder(): Likeness {
  const embed = TRAINING.embed('en');
  if (embed === undefined) throw new Error('the encoder does not read English');
  const vectors = new Map<string, Float32Array>();
  const vectorOf = (text: string): Float32Array => {
    const known = vectors.get(text);
    if (known !== undefined) return known;
    const [vector = new Float32Array()] = embed([text]);
    vectors.set(text, vector);
    return vector;
  };
  return (one, other) => cosine(vectorOf(one), vectorOf(other));
}
