import { plainText } from '../typescript/rich-answer.ts';
import type { Entry } from './memory.ts';
import { element } from './render.ts';
import type { Texts } from './texts.ts';

/**
 * A conversation as plain text, one message after another with its time.
 * @param language how times are written; a language that the browser does not know stands for its own
 */
export function transcriptOf(
  entries: readonly Entry[],
  { title, texts, language }: { title: string; texts: Texts; language: string },
): string {
  const messages = entries.map((entry) => {
    const who = entry.from === 'user' ? texts.you : (entry.person ?? texts.assistant);
    const said = entry.from === 'user' ? entry.text : plainText(entry);
    return `${who}${entry.at === undefined ? '' : ` (${timeOf(entry.at, language)})`}:\n${said}\n`;
  });
  return [`${title}\n`, ...messages].join('\n');
}

function timeOf(at: number, language: string): string {
  const time = new Date(at);
  try {
    return time.toLocaleString(language);
  } catch {
    return time.toLocaleString();
  }
}

/** Lets the user store a text as a file. */
export function download(text: string, name: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  element('a', { href, download: name }).click();
  // The browser needs the address until it has begun to store the file.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
