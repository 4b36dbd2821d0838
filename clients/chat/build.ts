import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The chat as one self-contained script. */
export async function chatScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** `npm run build:chat`: writes the script that the chat-script function serves. */
if (import.meta.main) {
  const file = new URL('../../functions/chat-script/script.json', import.meta.url);
  await writeFile(file, `${JSON.stringify({ source: await chatScript() }, null, 2)}\n`);
}
