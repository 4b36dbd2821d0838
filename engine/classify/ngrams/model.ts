import { packArtifact, unpackArtifact } from '../../artifact.ts';
import { readBytes, readFloats, readJson, readWords, writeJson, writeNumbers } from '../../sections.ts';
import { LOGIT_SCALE, type ScoreForm, type SoftmaxWeights, toProbabilities } from './softmax.ts';
import { Vectorizer } from './vectorizer.ts';

interface NgramModelMeta {
  unknownIdf: number;
  /** Absent if the scores are `together`, as with the encoder's network. */
  form?: 'apart';
}

interface QuantizedWeights {
  /** [feature][class]; row-major. */
  weights: Int8Array;
  /** One scale per feature. */
  scales: Float32Array;
  bias: Float32Array;
  form: ScoreForm;
}

/** A trained n-gram model with its weights in 8 bits: one scale per feature. */
export class NgramModel {
  readonly classCount: number;
  readonly #vectorizer: Vectorizer;
  readonly #weights: Int8Array;
  readonly #scales: Float32Array;
  readonly #bias: Float32Array;
  readonly #form: ScoreForm;

  constructor(vectorizer: Vectorizer, { weights, scales, bias, form }: QuantizedWeights) {
    this.classCount = bias.length;
    this.#vectorizer = vectorizer;
    this.#weights = weights;
    this.#scales = scales;
    this.#bias = bias;
    this.#form = form;
  }

  static quantize(vectorizer: Vectorizer, { weights, bias }: SoftmaxWeights, form: ScoreForm): NgramModel {
    const classCount = bias.length;
    const featureCount = vectorizer.buckets.length;
    const quantized = new Int8Array(featureCount * classCount);
    const scales = new Float32Array(featureCount);
    for (let feature = 0; feature < featureCount; feature++) {
      const row = weights.subarray(feature * classCount, (feature + 1) * classCount);
      const highest = row.reduce((highest, weight) => Math.max(highest, Math.abs(weight)), 1e-9);
      scales[feature] = highest / 127;
      for (let c = 0; c < classCount; c++) {
        quantized[feature * classCount + c] = Math.round((row[c] ?? 0) / (highest / 127));
      }
    }
    return new NgramModel(vectorizer, { weights: quantized, scales, bias, form });
  }

  /** Probabilities of all classes, the last being "out of scope". */
  probabilities(text: string): Float32Array {
    const { ids, values } = this.#vectorizer.vectorOf(text);
    const weights = this.#weights;
    const count = this.classCount;
    const scores = new Float32Array(count);
    for (let c = 0; c < count; c++) scores[c] = (this.#bias[c] ?? 0) * LOGIT_SCALE;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? 0;
      const value = (values[i] ?? 0) * (this.#scales[id] ?? 0) * LOGIT_SCALE;
      const offset = id * count;
      for (let c = 0; c < count; c++) scores[c] = (scores[c] ?? 0) + value * (weights[offset + c] ?? 0);
    }
    return toProbabilities(scores, this.#form);
  }

  toBytes(): Uint8Array {
    const { buckets, idf, unknownIdf } = this.#vectorizer;
    const meta: NgramModelMeta = { unknownIdf, ...(this.#form === 'apart' && { form: this.#form }) };
    return packArtifact({
      meta: writeJson(meta),
      buckets: writeNumbers(buckets),
      idf: writeNumbers(idf),
      weights: writeNumbers(this.#weights),
      scales: writeNumbers(this.#scales),
      bias: writeNumbers(this.#bias),
    });
  }

  /** @throws {ArtifactError} if the bytes are not an n-gram model */
  static fromBytes(bytes: Uint8Array): NgramModel {
    const sections = unpackArtifact(bytes);
    const meta = readJson<NgramModelMeta>(sections, 'meta');
    const vectorizer = new Vectorizer(
      readWords(sections, 'buckets'),
      readFloats(sections, 'idf'),
      meta.unknownIdf,
    );
    return new NgramModel(vectorizer, {
      weights: readBytes(sections, 'weights'),
      scales: readFloats(sections, 'scales'),
      bias: readFloats(sections, 'bias'),
      form: meta.form ?? 'together',
    });
  }
}
