import { escapeXml, isSsml, readSsml, wordsOfSsml } from './ssml.ts';

/** A text to speak, plain and as XML content: SSML if the author wrote SSML. */
export interface Speech {
  text: string;
  xml: string;
}

/** The parts of an answer that can be spoken. */
export interface SpokenAnswer {
  /** Plain text, or an SSML document. */
  speak: string;
  /** Other lines to read out, such as a card's. Links are left out. */
  lines: readonly string[];
  choices: readonly string[];
}

/** The author's line for a choice, such as `Press {number} for {choice}.` */
export type ChoiceLine = string;

/**
 * Turns an answer into speech, with its choices.
 * @param line unset: choices are read out as they are, unless the text contains all of them, and keys select none
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
  // Each becomes a sentence, so that voices pause between them.
  return isSaid ? [] : choices.map((choice) => (/[\p{P}]$/u.test(choice) ? choice : `${choice}.`));
}

/**
 * The query for pressed keys: the choice with that number, or the digits. If a choice contains a digit (“2 people”), a
 * key means that digit, not a position.
 */
export function queryOfDigits(
  digits: string,
  choices: readonly string[],
  line: ChoiceLine | undefined,
): string {
  const isNumbered = line !== undefined && !choices.some((choice) => /\p{Nd}/u.test(choice));
  return (isNumbered && choices[Number(digits) - 1]) || digits;
}
