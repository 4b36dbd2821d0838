import { expect, test } from 'vitest';
import { english } from '../../../clients/console/texts/en.ts';
import { spanish } from '../../../clients/console/texts/es.ts';

/** Returns the paths of all texts, and of those that are empty. */
function textsIn(texts: object, at = ''): { all: string[]; empty: string[] } {
  const parts = Object.entries(texts).map(([name, text]) =>
    typeof text === 'object' && text !== null
      ? textsIn(text, `${at}${name}.`)
      : { all: [at + name], empty: typeof text === 'string' && text.trim() === '' ? [at + name] : [] },
  );
  return { all: parts.flatMap(({ all }) => all), empty: parts.flatMap(({ empty }) => empty) };
}

test('the console has the same texts in both languages, and none is empty', () => {
  const [en, es] = [textsIn(english), textsIn(spanish)];
  expect(es.all.toSorted()).toEqual(en.all.toSorted());
  expect([en.empty, es.empty]).toEqual([[], []]);
});
