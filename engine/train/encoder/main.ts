import { parseArgs } from 'node:util';
import { EncoderError } from '../../classify/encoder/kernel.ts';
import { buildEncoder, measureBuilt } from './build.ts';
import { chosenEncoder, type EncoderChoice, readLanguages } from './choice.ts';

/**
 * `npm run build:encoder`: builds the encoder that the environment names, or else the shipped one.
 * `npm run build:encoder -- DIR [--languages de,fr]`: checks, packs and measures your own encoder, in a folder or a
 * package; languages default to `PARLEY_ENCODER_LANGUAGES`.
 */
function choiceOf(source: string | undefined, languages: string | undefined): EncoderChoice | null {
  if (source === undefined) return chosenEncoder();
  return { source, languages: readLanguages(languages ?? process.env.PARLEY_ENCODER_LANGUAGES ?? '') };
}

function report({ source, languages }: EncoderChoice): string {
  const { name, id, layers, heads, tokenizer, megabytes, milliseconds, cosine } = measureBuilt({
    source,
    languages,
  });
  return [
    `${name} (${id}): ${layers} layers, ${heads} heads, ${tokenizer.kind}, for ${languages.join(', ')}`,
    `${megabytes.toFixed(1)} MB, ${milliseconds.toFixed(1)} ms a sentence; cosine to plain arithmetic ${cosine.mean.toFixed(4)}, at least ${cosine.least.toFixed(4)}`,
    'Publish, start and deploy with this encoder:',
    `  export PARLEY_ENCODER=${JSON.stringify(source)} PARLEY_ENCODER_LANGUAGES=${JSON.stringify(languages.join())}`,
    '',
  ].join('\n');
}

try {
  const { values, positionals } = parseArgs({
    options: { languages: { type: 'string' } },
    allowPositionals: true,
  });
  const choice = choiceOf(positionals[0], values.languages);
  const built = await buildEncoder(choice);
  process.stdout.write(built ? 'built the encoder\n' : 'the encoder is up to date\n');
  if (choice !== null) process.stdout.write(report(choice));
} catch (error) {
  if (!(error instanceof EncoderError || error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
