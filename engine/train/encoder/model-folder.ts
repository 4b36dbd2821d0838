import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { EncoderError } from '../../classify/encoder/kernel.ts';
import { readSafetensors, type Tensors } from './safetensors.ts';
import { parseJson, readTokenizerFile, type TokenizerParts } from './tokenizer-file.ts';

/** The files of a published model. */
export interface ModelFolder {
  /** The name of the package or folder. */
  name: string;
  weights: string;
  tokenizer: string;
  config: string;
}

/** The facts about a model that the kernel needs besides its weights. */
export interface ModelShape {
  layers: number;
  heads: number;
  normEpsilon: number;
  /** The row of the position embeddings for the first token. */
  firstPosition: number;
}

/** A published model. */
export interface Model {
  name: string;
  shape: ModelShape;
  tensors: Tensors;
  tokenizer: TokenizerParts;
  /** See `EncoderDescription`. */
  id: string;
}

const WEIGHTS = /\.safetensors$/;
const FILES = { tokenizer: 'tokenizer.json', config: 'config.json' } as const;
/** The same numbers as in engine/classify/encoder/kernel/layout.ts. */
export const WIDTH = 384;
export const INNER = 1536;
export const MAX_TOKENS = 128;

/**
 * Finds the files of a model in a folder, in an installed package, or in a direct subfolder of either.
 * @throws {EncoderError} naming the file that is missing
 */
export function modelFolder(source: string): ModelFolder {
  const root = rootOf(source);
  const inner = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map((entry) => join(root, entry.name))
    .sort();
  const holder = [root, ...inner].find((folder) => weightsIn(folder).length > 0);
  if (holder === undefined) {
    throw new EncoderError(
      `${root} has no weights: an encoder's folder holds one .safetensors file, tokenizer.json and config.json, as AutoModel.save_pretrained and AutoTokenizer.save_pretrained of the transformers library write them`,
    );
  }
  const [weights = '', ...more] = weightsIn(holder);
  if (more.length > 0) throw new EncoderError(`${holder} holds several .safetensors files: leave one there`);
  for (const file of Object.values(FILES)) {
    if (!existsSync(join(holder, file)))
      throw new EncoderError(
        `${holder} has no ${file}: AutoTokenizer.save_pretrained and AutoModel.save_pretrained of the transformers library write it`,
      );
  }
  return {
    name: existsSync(resolve(source)) ? basename(root) : source,
    weights: join(holder, weights),
    tokenizer: join(holder, FILES.tokenizer),
    config: join(holder, FILES.config),
  };
}

const weightsIn = (folder: string): string[] => readdirSync(folder).filter((file) => WEIGHTS.test(file));

function rootOf(source: string): string {
  const folder = resolve(source);
  if (existsSync(folder)) {
    if (statSync(folder).isDirectory()) return folder;
    throw new EncoderError(`${folder} is a file: name the folder that it is in`);
  }
  const places = createRequire(join(process.cwd(), 'package.json')).resolve.paths(source) ?? [];
  const installed = places.map((place) => join(place, source)).find((place) => existsSync(place));
  if (installed === undefined)
    throw new EncoderError(`"${source}" is neither a folder nor an installed package`);
  return installed;
}

/** Reads a model. @throws {EncoderError} if the kernel cannot run it */
export function readModel({ name, weights, tokenizer, config }: ModelFolder): Model {
  const bytes = readFileSync(weights);
  const words = readFileSync(tokenizer);
  return {
    name,
    shape: readShape(readFileSync(config, 'utf8')),
    tensors: readSafetensors(bytes),
    tokenizer: readTokenizerFile(words.toString('utf8')),
    id: sha256(sha256(bytes) + sha256(words)).slice(0, 32),
  };
}

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

const configSchema = z.object({
  model_type: z.string(),
  hidden_size: z.int(),
  intermediate_size: z.int(),
  num_hidden_layers: z.int(),
  num_attention_heads: z.int(),
  max_position_embeddings: z.int(),
  hidden_act: z.string(),
  layer_norm_eps: z._default(z.number().check(z.positive()), 1e-12),
  position_embedding_type: z._default(z.string(), 'absolute'),
  pad_token_id: z._default(z.int().check(z.nonnegative()), 0),
});

/** Families of models, and the row of their position embeddings for the first token. */
const FAMILIES: Readonly<Record<string, (padding: number) => number>> = {
  bert: () => 0,
  // The first token follows the row of the padding token.
  'xlm-roberta': (padding) => padding + 1,
};

/** @throws {EncoderError} naming everything that the kernel cannot run */
export function readShape(json: string): ModelShape {
  const parsed = configSchema.safeParse(parseJson(json, FILES.config), { error: z.locales.en().localeError });
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'the file'}: ${message}`,
    );
    throw new EncoderError(`config.json is not that of a BERT encoder: ${faults.join('; ')}`);
  }
  const config = parsed.data;
  const family = Object.hasOwn(FAMILIES, config.model_type) ? FAMILIES[config.model_type] : undefined;
  const firstPosition = family?.(config.pad_token_id) ?? 0;
  const { num_attention_heads: heads, num_hidden_layers: layers } = config;
  const faults = [
    [family === undefined, `model_type is ${config.model_type}, not ${Object.keys(FAMILIES).join(' or ')}`],
    [config.hidden_size !== WIDTH, `hidden_size is ${config.hidden_size}, not ${WIDTH}`],
    [config.intermediate_size !== INNER, `intermediate_size is ${config.intermediate_size}, not ${INNER}`],
    [layers !== 6 && layers !== 12, `num_hidden_layers is ${layers}, not 6 or 12`],
    [!(heads > 0 && WIDTH % (32 * heads) === 0), `num_attention_heads is ${heads}, not 12, 6, 4, 3, 2 or 1`],
    [config.hidden_act !== 'gelu', `hidden_act is ${config.hidden_act}, not gelu`],
    [
      config.position_embedding_type !== 'absolute',
      `position_embedding_type is ${config.position_embedding_type}, not absolute`,
    ],
    [
      config.max_position_embeddings < MAX_TOKENS + firstPosition,
      `max_position_embeddings is ${config.max_position_embeddings}, less than ${MAX_TOKENS + firstPosition}`,
    ],
  ].flatMap(([isSo, fault]) => (isSo ? [fault] : []));
  if (faults.length > 0) {
    throw new EncoderError(
      `the kernel cannot run this encoder: ${faults.join('; ')}. It runs encoders with the shape of MiniLM and E5-small`,
    );
  }
  return { layers, heads, normEpsilon: config.layer_norm_eps, firstPosition };
}
