import { plainWords } from '../text/words.ts';
import { type Turn, titleOf } from './turn-context.ts';

const ORDINALS: Readonly<Record<string, readonly [string, string]>> = {
  en: [
    'first|the first|first one|the first one|one|number one|1|former|the former',
    'second|the second|second one|the second one|two|number two|2|latter|the latter|last|the last one',
  ],
  es: [
    'primero|primera|el primero|la primera|lo primero|uno|1',
    'segundo|segunda|el segundo|la segunda|lo segundo|dos|2|ultimo|lo ultimo',
  ],
  de: [
    'erste|ersten|erstes|das erste|die erste|der erste|eins|1',
    'zweite|zweiten|zweites|das zweite|die zweite|der zweite|zwei|2',
  ],
  fr: [
    'premier|premiere|le premier|la premiere|un|1',
    'second|seconde|deuxieme|le second|la seconde|le deuxieme|la deuxieme|deux|2',
  ],
  pt: ['primeiro|primeira|o primeiro|a primeira|um|1', 'segundo|segunda|o segundo|a segunda|dois|2'],
  it: ['primo|prima|il primo|la prima|uno|1', 'secondo|seconda|il secondo|la seconda|due|2'],
};

/**
 * The label that a reply picks of the two that were offered: by its place ("the second one"), its title, or
 * words that only its title has. Null where the reply picks none or both.
 */
export function chosenLabel(turn: Turn, labels: readonly string[]): string | null {
  const reply = turn.utterance.words.map((word) => word.text);
  const whole = reply.join(' ');
  const ordinals = ORDINALS[turn.input.language] ?? [];
  const place = ordinals.findIndex((forms) => forms.split('|').includes(whole));
  if (place >= 0) return labels[place] ?? null;
  const titles = labels.map((label) => plainWords(titleOf(turn, label)));
  const named = titles.findIndex((title) => title !== '' && ` ${whole} `.includes(` ${title} `));
  if (named >= 0) return labels[named] ?? null;
  const words = titles.map((title) => new Set(title.split(' ')));
  const hits = words.map((own, index) => {
    const others = words.filter((_, other) => other !== index);
    return (
      reply.length > 0 &&
      reply.every((word) => own.has(word)) &&
      reply.some((word) => !others.some((set) => set.has(word)))
    );
  });
  const hit = hits.indexOf(true);
  return hit >= 0 && hits.indexOf(true, hit + 1) < 0 ? (labels[hit] ?? null) : null;
}
