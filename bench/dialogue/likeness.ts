import { TRAINING } from '../../authoring/train.ts';
import { cosine } from '../../engine/train/encoder/plain-encoder.ts';

/** The similarity in meaning of two short texts, −1…1. */
export type Likeness = (left: string, right: string) => number;

/** The cosine of the sentence encoder's vectors; each text is encoded once. */
export function likenessByEncoder(): Likeness {
  const embed = TRAINING.embed('en');
  if (embed === undefined) throw new Error('the encoder does not cover English');
  const vectors = new Map<string, Float32Array>();
  const vectorOf = (text: string): Float32Array => {
    const known = vectors.get(text);
    if (known !== undefined) return known;
    const [vector = new Float32Array()] = embed([text]);
    vectors.set(text, vector);
    return vector;
  };
  return (left, right) => cosine(vectorOf(left), vectorOf(right));
}
