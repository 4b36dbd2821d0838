import { escapeXml, isSsml, readSsml, wordsOfSsml } from './ssml.ts';

/** What is said, as plain text and as the content of an XML element: SSML if the author wrote SSML. */
export interface Speech {
  text: string;
  xml: string;
}

/** An answer as far as it can be said. */
export interface SpokenAnswer {
  /** Plain text, or a document of SSML. */
  speak: string;
  /** Other lines to read out, such as those of a card. Links are none of them. */
  lines: readonly string[];
  /** Replies that are offered. */
  choices: readonly string[];
}

/** The author's line for a choice, such as `Press {number} for {choice}.` */
export type ChoiceLine = string;

/**
 * How an answer is said. Its choices are read out unless the text has all of them already.
 * @param line unset: choices are read out as they are, and keys choose none of them
 */
export function speechOf({ speak, lines, choices }: SpokenAnswer, line?: ChoiceLine): Speech {
  const main = isSsml(speak)
    ? { text: wordsOfSsml(speak), xml: readSsml(speak) }
    : { text: speak.trim(), xml: escapeXml(speak.trim()) };
  return joined([main, ...[...lines, ...spokenChoices(main.text, choices, line)].map(plainSpeech)]);
}

export const NOTHING: Speech = { text: '', xml: '' };

export const plainSpeech = (text: string): Speech => ({ text, xml: escapeXml(text) });

export const joined = (parts: readonly Speech[]): Speech => {
  const said = parts.filter(({ text, xml }) => text !== '' || xml !== '');
  return { text: said.map(({ text }) => text).join('\n'), xml: said.map(({ xml }) => xml).join('\n') };
};

function spokenChoices(text: string, choices: readonly string[], line: ChoiceLine | undefined): string[] {
  if (line !== undefined) {
    return choices.map((choice, at) =>
      line.replaceAll('{number}', () => String(at + 1)).replaceAll('{choice}', () => choice),
    );
  }
  const said = text.toLocaleLowerCase();
  const isSaid = choices.every((choice) => said.includes(choice.toLocaleLowerCase()));
  // Each is a sentence, so that voices pause between them.
  return isSaid ? [] : choices.map((choice) => (/[\p{P}]$/u.test(choice) ? choice : `${choice}.`));
}

/**
 * The choice of a key. A key that stands in a choice (“2 people”) is what the caller means by it, not its place.
 * @returns the text to ask with
 */
export function queryOfDigits(
  digits: string,
  choices: readonly string[],
  line: ChoiceLine | undefined,
): string {
  const isNumbered = line !== undefined && !choices.some((choice) => /\p{Nd}/u.test(choice));
  return (isNumbered && choices[Number(digits) - 1]) || digits;
}
