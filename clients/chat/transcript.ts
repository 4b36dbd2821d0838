import { plainText } from '../typescript/rich-answer.ts';
import type { Entry } from './memory.ts';
import { element } from './render.ts';
import type { Texts } from './texts.ts';

/**
 * A conversation as plain text: its messages in order, each with its time.
 * @param language the language for times; if the browser does not know it, the browser's own language is used
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

/** Offers a text to the user as a file download. */
export function download(text: string, name: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  element('a', { href, download: name }).click();
  // The address must stay valid until the download has started.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
