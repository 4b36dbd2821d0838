import { buildArtifact } from '../../authoring/build.ts';
import { compileAssistant } from '../../authoring/compile.ts';
import { readAssistantFiles } from '../../authoring/read.ts';
import { loadTrained } from '../../authoring/train.ts';
import type { SlotValue } from '../../engine/dialogue/state.ts';
import type { LoadedAssistant } from '../../engine/load.ts';

/** A slot of every kind, and a possible value. */
const SLOTS: readonly [name: string, entity: string, held: SlotValue['value']][] = [
  ['item_from', 'item', 'checking'],
  ['item_to', 'item', 'savings'],
  ['who', 'person', 'Anna'],
  ['ref', 'code', 'AB123'],
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
  ['note', 'text', 'x'],
];

/** The values of all slots after each was answered. */
export const HELD: Readonly<Record<string, SlotValue>> = Object.fromEntries(
  SLOTS.map(([name, , value]) => [name, { value, raw: String(value), resolved: -1, details: {} }]),
);

/** Loads an assistant with a slot of every kind. It understands words only, without an encoder. */
export function loadEverything(languages: readonly string[]): LoadedAssistant {
  const each = (text: string) => `{${languages.map((language) => `${language}: ${text}`).join(', ')}}`;
  const slots = SLOTS.map(
    ([name, entity]) => `  ${name}: {entity: ${entity}, required: true, ask: ${each(`"Which ${name}?"`)}}`,
  );
  const files = {
    'assistant.yaml': `
schema: 1
name: everything
languages: {default: en, supported: [${languages.join(', ')}]}
currency: EUR
out_of_scope: {say: ${each('Pardon?')}}
`,
    'entities/item.yaml': `
entity: item
values:
  checking: [giro, current account]
  savings: [libreta, sparbuch, livret, rainy day money]
`,
    'entities/code.yaml': 'entity: code\nkind: regex\npattern: "[A-Z]{2}[0-9]{3,9}"\n',
    'entities/person.yaml': 'entity: person\nkind: text\nexamples: [Anna, Maria Lopez]\n',
    'competencies/all.yaml': `
competency: all
title: ${each('All')}
slots:
${slots.join('\n')}
states:
  all:
    utterances: ${each('["go [5 euros](amount) from [checking](item_from) to [savings](item_to)", go for Anna, go now, go please, go]')}
    transitions: [{on: "yes", to: done}, {on: "no", to: root}]
    say: ${each('"{{note}}?"')}
  done: {terminal: true, say: ${each('Done.')}}
`,
    'competencies/other.yaml': `
competency: other
title: ${each('Other')}
states:
  other: {terminal: true, utterances: ${each('[stay, stay here, stay today, just stay, stay there]')}, say: ${each('Ok.')}}
`,
  };
  return loadTrained(buildArtifact(compileAssistant(readAssistantFiles(files))));
}
