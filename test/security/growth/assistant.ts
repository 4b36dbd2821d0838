import { readFileSync } from 'node:fs';
import type { SlotValue } from '../../../engine/dialogue/state.ts';
import { ACTS_BY_WORDS, ENCODER_DIRECTORY } from '../../../engine/train/encoder/build.ts';
import { type ActReader, loadActReader } from '../../../engine/understand/acts/reader.ts';
import { each, LANGUAGES } from '../../engine/dialogue/languages.ts';
import { loadFiles, shippedActs } from '../../engine/dialogue/support.ts';

/** A slot of every kind, with a value that it may hold. */
const SLOTS: readonly [name: string, entity: string, held: SlotValue['value']][] = [
  ['amount', 'money', 50],
  ['count', 'number', 5],
  ['part', 'percentage', 5],
  ['place', 'ordinal', 1],
  ['day', 'date', '2026-03-19'],
  ['days', 'date_range', '2026-03-19'],
  ['hour', 'time', '10:00'],
  ['hours', 'time_range', '10:00'],
  ['moment', 'datetime', '2026-03-19T10:00:00+00:00'],
  ['length', 'duration', 'PT5M'],
  ['mail', 'email', 'a@b.example'],
  ['tel', 'phone', '123456'],
  ['ref', 'code', 'AB123'],
  ['item_from', 'item', 'checking'],
  ['item_to', 'item', 'savings'],
  ['who', 'person', 'Anna'],
  ['note', 'text', 'x'],
];

/** What all slots hold once each was answered. */
export const HELD: Readonly<Record<string, SlotValue>> = Object.fromEntries(
  SLOTS.map(([name, , value]) => [name, { value, raw: String(value), resolved: -1, details: {} }]),
);

/** The word by which the competency with all slots is told, in every language. */
export const WORD = 'go';

const FILES = {
  'assistant.yaml': `
schema: 1
name: everything
languages: {default: en, supported: [${LANGUAGES.join(', ')}]}
currency: EUR
business_logic: {url: "https://logic.example/", sign: false, on_error: continue}
out_of_scope: {say: ${each('Pardon?')}}
`,
  'entities/item.yaml': `
entity: item
values:
  checking: [giro, current account, a a a a b, a b a b a c]
  savings: [libreta, sparbuch, livret, rainy day money, one two three four five six seven eight nine ten]
  credit_card: [credit card number, credit card number one]
`,
  'entities/code.yaml': 'entity: code\nkind: regex\npattern: "[A-Z]{2}[0-9]{3,9}(?:-[A-Z0-9]+)*"\n',
  'entities/person.yaml': 'entity: person\nkind: text\nexamples: [Anna, Maria Lopez]\n',
  'competencies/all.yaml': `
competency: all
title: ${each('All')}
business_logic: true
slots:
${SLOTS.map(([name, entity]) => `  ${name}: {entity: ${entity}, required: true, ask: ${each(`Which ${name}?`)}}`).join('\n')}
states:
  all:
    utterances: ${each(`["${WORD} [5 euros](amount) from [checking](item_from) to [savings](item_to)", ${WORD} a, ${WORD} b, ${WORD} c, ${WORD} d]`)}
    transitions: [{on: "yes", to: done}, {on: "no", to: root}, {on: business_logic, to: [done]}]
    say: ${each('"{{amount | money}} {{#each things}}{{this.name}} {{/each}}{{note}}?"')}
  done: {terminal: true, say: ${each('Done.')}}
`,
};

/** English acts by words alone, as beside another encoder: Parley's own takes most of a query, and is tried by itself. */
function actsByWords(language: string): ActReader | undefined {
  if (language !== 'en') return shippedActs(language);
  const bytes = readFileSync(new URL(`../../../engine/language/en/${ACTS_BY_WORDS}`, import.meta.url));
  return loadActReader(
    bytes,
    () => {
      throw new Error('words alone need no encoder');
    },
    ENCODER_DIRECTORY,
  );
}

/** An assistant with a slot of every kind, in the six languages. */
export const everything = () => loadFiles(FILES, { [WORD]: 'all' }, actsByWords);
