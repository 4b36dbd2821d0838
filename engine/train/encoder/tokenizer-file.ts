import * as z from 'zod/mini';
import { EncoderError } from '../../classify/encoder/kernel.ts';
import type { UnigramForm, UnigramStep } from '../../classify/encoder/unigram.ts';
import type { WordPieceForm } from '../../classify/encoder/word-pieces.ts';

/** A model's tokenizer, ready to be packed. */
export interface TokenizerParts {
  form: WordPieceForm | UnigramForm;
  /** The pieces by id. */
  pieces: readonly string[];
  /** The log probabilities of a Unigram model; −∞ for pieces that never occur in a text. */
  scores?: Float32Array;
  /** The model's charsmap, if it has one: see `Charsmap`. */
  charsmap?: Uint8Array;
}

/** A step of a tokenizer; its other fields depend on its type. */
const stepSchema = z.looseObject({ type: z.string() });
type Step = z.output<typeof stepSchema>;

const fileSchema = z.object({
  model: z.looseObject({ type: z.optional(z.string()) }),
  normalizer: z.nullish(stepSchema),
  pre_tokenizer: z.nullish(stepSchema),
  post_processor: z.nullish(stepSchema),
  added_tokens: z._default(
    z.array(z.object({ id: z.int(), content: z.string(), special: z._default(z.boolean(), false) })),
    [],
  ),
});
type TokenizerFile = z.output<typeof fileSchema>;

const wordPieceSchema = z.object({
  vocab: z.record(z.string(), z.int().check(z.nonnegative())),
  unk_token: z.string(),
  continuing_subword_prefix: z.literal('##'),
  max_input_chars_per_word: z._default(z.literal(100), 100),
});
const bertNormalizerSchema = z.object({
  type: z.literal('BertNormalizer'),
  clean_text: z.literal(true),
  handle_chinese_chars: z.literal(true),
  strip_accents: z.nullish(z.boolean()),
  lowercase: z.boolean(),
});
const unigramSchema = z.object({
  vocab: z.array(z.tuple([z.string(), z.number()])),
  unk_id: z.int(),
  byte_fallback: z._default(z.literal(false), false),
});
const metaspaceSchema = z.object({
  type: z.literal('Metaspace'),
  replacement: z.literal('▁'),
  add_prefix_space: z.optional(z.literal(true)),
  prepend_scheme: z.optional(z.enum(['always', 'first'])),
  split: z.optional(z.literal(true)),
});
const templateSchema = z.object({
  single: z.array(
    z.union([
      z.object({ SpecialToken: z.object({ id: z.string() }) }),
      z.object({ Sequence: z.object({ id: z.string() }) }),
    ]),
  ),
  special_tokens: z.record(z.string(), z.object({ ids: z.array(z.int()) })),
});
const marksSchema = z.object({ cls: z.tuple([z.string(), z.int()]), sep: z.tuple([z.string(), z.int()]) });

/**
 * Reads a `tokenizer.json` of the tokenizers library for a WordPiece or Unigram model.
 * @throws {EncoderError} naming what cannot be read as the model was trained
 */
export function readTokenizerFile(text: string): TokenizerParts {
  const file = as(fileSchema, parseJson(text, 'tokenizer.json'), 'file');
  const parts = file.model.type === 'Unigram' || isUnigram(file.model) ? unigram(file) : wordPieces(file);
  const broken = parts.pieces.findIndex((piece) => /[\n\r]/.test(piece));
  if (broken >= 0) throw refusal(`piece ${broken} contains a line break`);
  return parts;
}

/** Early releases of the library do not write the kind of a model. */
const isUnigram = (model: Record<string, unknown>): boolean =>
  model.type === undefined && Array.isArray(model.vocab);

function wordPieces(file: TokenizerFile): TokenizerParts {
  if (file.model.type !== undefined && file.model.type !== 'WordPiece')
    throw refusal(`its model is ${file.model.type}: WordPiece and Unigram can be read`);
  const { vocab, unk_token } = as(wordPieceSchema, file.model, 'model');
  const { lowercase, strip_accents } = as(bertNormalizerSchema, file.normalizer, 'normalizer');
  if (file.pre_tokenizer?.type !== 'BertPreTokenizer')
    throw refusal('pre_tokenizer is not BertPreTokenizer, which WordPiece models need');
  const pieces: string[] = [];
  for (const [piece, id] of Object.entries(vocab)) pieces[id] = piece;
  if (pieces.length !== Object.keys(vocab).length) throw refusal('its vocabulary skips ids');
  const unknown = vocab[unk_token];
  if (unknown === undefined) throw refusal(`its vocabulary lacks ${unk_token}`);
  const form: WordPieceForm = {
    kind: 'wordpiece',
    ...endMarks(file.post_processor),
    unknown,
    lowercase,
    stripsAccents: strip_accents ?? lowercase,
  };
  return { form, pieces };
}

function unigram(file: TokenizerFile): TokenizerParts {
  const { vocab, unk_id: unknown } = as(unigramSchema, file.model, 'model');
  const { steps, charsmap } = normalizerSteps(file.normalizer ?? null);
  checkSpaces(file.pre_tokenizer ?? null);
  const special = new Set(file.added_tokens.flatMap(({ id, special }) => (special ? [id] : [])));
  return {
    form: { kind: 'unigram', ...endMarks(file.post_processor), unknown, steps },
    pieces: vocab.map(([piece]) => piece),
    // Only the model adds marks; a text that spells one must not match it.
    scores: Float32Array.from(vocab, ([, score], id) =>
      special.has(id) || id === unknown ? -Infinity : score,
    ),
    ...(charsmap === undefined ? {} : { charsmap }),
  };
}

/** The steps of a normalizer, without those that only clean up spaces, since words are cut one by one. */
function normalizerSteps(normalizer: Step | null): { steps: UnigramStep[]; charsmap?: Uint8Array } {
  if (normalizer === null) return { steps: [] };
  switch (normalizer.type) {
    case 'Sequence': {
      const inner = as(z.object({ normalizers: z.array(stepSchema) }), normalizer, 'normalizer').normalizers;
      const all = inner.map(normalizerSteps);
      const charsmap = all.find((part) => part.charsmap !== undefined)?.charsmap;
      return { steps: all.flatMap(({ steps }) => steps), ...(charsmap === undefined ? {} : { charsmap }) };
    }
    case 'Precompiled': {
      const { precompiled_charsmap: map } = as(
        z.object({ precompiled_charsmap: z.nullish(z.string()) }),
        normalizer,
        'normalizer',
      );
      if (!map) return { steps: [] };
      return { steps: ['charsmap'], charsmap: Uint8Array.from(Buffer.from(map, 'base64')) };
    }
    case 'NFC':
    case 'NFKC':
      return { steps: [normalizer.type] };
    case 'Lowercase':
      return { steps: ['lowercase'] };
    case 'Strip':
      return { steps: [] };
    case 'Replace':
      if (joinsSpaces(normalizer)) return { steps: [] };
  }
  throw refusal(`its normalizer has the step ${JSON.stringify(normalizer)}, which is not supported`);
}

/** True for a step that joins several spaces into one. */
const joinsSpaces = ({ pattern, content }: Step): boolean =>
  z.object({ Regex: z.enum([' {2,}', '\\s+', ' +']) }).safeParse(pattern).success &&
  (content === ' ' || content === '▁');

/** @throws {EncoderError} unless words are cut one by one, each with a space before it */
function checkSpaces(step: Step | null): void {
  const steps =
    step?.type === 'Sequence'
      ? as(z.object({ pretokenizers: z.array(stepSchema) }), step, 'pre_tokenizer').pretokenizers
      : step === null
        ? []
        : [step];
  const rest = steps.filter(({ type }) => type !== 'WhitespaceSplit');
  const [metaspace] = rest;
  if (rest.length !== 1 || metaspace === undefined || metaspace.type !== 'Metaspace')
    throw refusal('pre_tokenizer is not Metaspace, with or without WhitespaceSplit before it');
  as(metaspaceSchema, metaspace, 'pre_tokenizer');
}

/** The ids of the marks before and after a text. */
function endMarks(processor: Step | null | undefined): { begin: number; end: number } {
  if (processor?.type === 'BertProcessing' || processor?.type === 'RobertaProcessing') {
    const { cls, sep } = as(marksSchema, processor, 'post_processor');
    return { begin: cls[1], end: sep[1] };
  }
  if (processor?.type !== 'TemplateProcessing')
    throw refusal('post_processor is not TemplateProcessing, which names the marks at both ends');
  const { single, special_tokens } = as(templateSchema, processor, 'post_processor');
  const ids = single.map((part) =>
    'SpecialToken' in part ? special_tokens[part.SpecialToken.id]?.ids[0] : null,
  );
  const [begin, text, end] = ids;
  if (ids.length !== 3 || text !== null || begin == null || end == null)
    throw refusal('post_processor does not put one mark before a text and one after it');
  return { begin, end };
}

export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EncoderError(`${file} is not valid JSON`, { cause });
  }
}

function as<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, part: string): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: z.locales.en().localeError });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refusal(`${[part, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
}

const refusal = (what: string): EncoderError =>
  new EncoderError(`tokenizer.json cannot be read as this encoder was trained: ${what}`);
