import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { encoderDirectory } from '../../../../engine/train/encoder/choice.ts';
import { wordPieceFile, writeModel } from './random-model.ts';

const COMMAND = new URL('../../../../engine/train/encoder/main.ts', import.meta.url).pathname;
const FILES = {
  model: { layers: 6, heads: 12, rows: 90, dtype: 'F16' },
  tokenizer: wordPieceFile(),
} as const;

/** Runs the command and returns its output, or its error output if it fails. */
async function run(args: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, PARLEY_ENCODER: '', PARLEY_ENCODER_LANGUAGES: '', ...environment };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args], { env });
    return { out: stdout, failed: '' };
  } catch (error) {
    const { stderr } = Object(error);
    return { out: '', failed: String(stderr) };
  }
}

describe('npm run build:encoder -- DIR', () => {
  it('packs and measures an encoder, and says how to use it', async () => {
    const source = writeModel(FILES);
    // The sentences of these languages have few word pieces.
    const directory = encoderDirectory({ source, languages: ['ja', 'zh'] });
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const { out } = await run([source, '--languages', 'zh,ja']);
    expect(out).toMatch(/own-minilm \([0-9a-f]{32}\): 6 layers, 12 heads, wordpiece, for ja, zh\n/);
    const measured =
      /([\d.]+) MB, ([\d.]+) ms a sentence; cosine to plain arithmetic ([\d.]+), at least ([\d.]+)/;
    const [megabytes, milliseconds, mean, least] = measured.exec(out)?.slice(1).map(Number) ?? [];
    expect(megabytes).toBeGreaterThan(10);
    expect(megabytes).toBeLessThan(13);
    expect(milliseconds).toBeGreaterThan(0);
    expect(mean).toBeGreaterThan(0.998);
    expect(least).toBeGreaterThan(0.99);
    expect(out).toContain(`export PARLEY_ENCODER="${source}" PARLEY_ENCODER_LANGUAGES="ja,zh"`);
    expect(existsSync(directory)).toBe(true);
  });

  it('reports an error in a sentence, and leaves no folder behind', async () => {
    const source = writeModel({ ...FILES, config: { hidden_size: 768 } });
    const { failed } = await run([source], { PARLEY_ENCODER_LANGUAGES: 'de' });
    expect(failed).toBe(
      'the kernel cannot run this encoder: hidden_size is 768, not 384. It runs encoders with the shape of MiniLM and E5-small\n',
    );
    expect(existsSync(encoderDirectory({ source, languages: ['de'] }))).toBe(false);
  });

  it('requires languages, also for an encoder from the environment', async () => {
    const source = writeModel(FILES);
    for (const { failed } of [await run([source]), await run([], { PARLEY_ENCODER: source })])
      expect(failed).toMatch(/^the encoder has no languages: .*PARLEY_ENCODER_LANGUAGES.*\n$/);
  });
});
