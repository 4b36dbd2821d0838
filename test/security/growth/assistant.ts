import { readFileSync } from 'node:fs';
import type { BOOLEAN_ENTITY, BuiltInEntity } from '../../../engine/built-in-entities.ts';
import type { SlotValue } from '../../../engine/dialogue/state.ts';
import { ACTS_BY_WORDS, ENCODER_DIRECTORY } from '../../../engine/train/encoder/build.ts';
import { type ActReader, loadActReader } from '../../../engine/understand/acts/reader.ts';
import { each, LANGUAGES } from '../../engine/dialogue/languages.ts';
import { loadFiles, shippedActs } from '../../engine/dialogue/support.ts';

/** A slot for each built-in entity except booleans: its name and a possible value. */
const BUILT_IN: Readonly<
  Record<Exclude<BuiltInEntity, typeof BOOLEAN_ENTITY>, [name: string, held: SlotValue['value']]>
> = {
  money: ['amount', 50],
  number: ['count', 5],
  percentage: ['part', 5],
  ordinal: ['place', 1],
  date: ['day', '2026-03-19'],
  date_range: ['days', '2026-03-19'],
  time: ['hour', '10:00'],
  time_range: ['hours', '10:00'],
  datetime: ['moment', '2026-03-19T10:00:00+00:00'],
  duration: ['length', 'PT5M'],
  email: ['mail', 'a@b.example'],
  phone: ['tel', '123456'],
  text: ['note', 'x'],
};

/** The slots of built-in entities and of the assistant's own entities. */
const SLOTS: readonly [name: string, entity: string, held: SlotValue['value']][] = [
  ['ref', 'code', 'AB123'],
  ['item_from', 'item', 'checking'],
  ['item_to', 'item', 'savings'],
  ['who', 'person', 'Anna'],
  ...Object.entries(BUILT_IN).map(([entity, [name, held]]): (typeof SLOTS)[number] => [name, entity, held]),
];

/** The state of all slots when each has a value. */
export const HELD: Readonly<Record<string, SlotValue>> = Object.fromEntries(
  SLOTS.map(([name, , value]) => [name, { value, raw: String(value), resolved: -1, details: {} }]),
);

/** The word that starts the competency with all slots, in every language. */
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

/** Reads English acts by words alone: the encoder takes most of the time and is tested separately. */
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

/** Loads an assistant with a slot of every kind, in all languages. */
export const everything = () => loadFiles(FILES, { [WORD]: 'all' }, actsByWords);
