import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compileAssistant } from '../../authoring/compile.ts';
import { readForm } from '../../authoring/form.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import { readYaml } from '../../authoring/yaml-source.ts';
import { type Talk, talksFile, unwantedDeeds } from '../../bench/talks/talk.ts';
import { prepareAssistant } from '../../engine/load.ts';
import { compiledExample } from '../support/example-assistants.ts';

const at = (place: string) => fileURLToPath(new URL(`../../${place}`, import.meta.url));

const SETS: readonly (readonly [name: string, folder: string])[] = [
  ['airline', 'bench/talks/airline'],
  ['telecom', 'bench/talks/telecom'],
  ['rental', 'bench/talks/rental'],
  ['theatre', 'bench/talks/theatre'],
  ['gym', 'bench/talks/gym'],
  ['removals', 'bench/talks/removals'],
  ['energy', 'bench/talks/energy'],
  ['school', 'bench/talks/school'],
  ['plumber', 'bench/talks/plumber'],
  ['vet', 'bench/talks/vet'],
  ['townhall', 'bench/talks/townhall'],
  ['garage', 'bench/talks/garage'],
  ['guesthouse', 'bench/talks/guesthouse'],
  ['courier', 'bench/talks/courier'],
  ['insurer', 'bench/talks/insurer'],
  ['optician', 'bench/talks/optician'],
  ['landlord', 'bench/talks/landlord'],
  ['caterer', 'bench/talks/caterer'],
  ['cleaning', 'bench/talks/cleaning'],
  ['storage', 'bench/talks/storage'],
  ['drivingschool', 'bench/talks/drivingschool'],
  ['campsite', 'bench/talks/campsite'],
  ['parcels', 'bench/talks/parcels'],
  ['vegbox', 'bench/talks/vegbox'],
  ['pool', 'bench/talks/pool'],
  ['kennel', 'bench/talks/kennel'],
  ['kanzlei', 'bench/talks/kanzlei'],
  ['florist', 'bench/talks/florist'],
  ['bootsverleih', 'bench/talks/bootsverleih'],
  ['allotment', 'bench/talks/allotment'],
  ['museo', 'bench/talks/museo'],
  ['bank', 'examples/bank-assistant'],
];

it.each(SETS)(
  'the conversations with %s are valid, and expect states and slots that it has',
  async (name, folder) => {
    const source = readYaml(name, readFileSync(at(`bench/talks/${name}.yaml`), 'utf8'));
    const { authored, findings } = readForm(source, talksFile);
    expect(findings).toEqual([]);
    const { assistant } = compileAssistant(await readAssistant(at(folder), { recordings: false }));
    const turns = authored?.form.talks.flatMap((talk) => talk.turns) ?? [];
    const states = new Set(turns.flatMap(({ expect: { state } = {} }) => state ?? []));
    const slots = new Set(turns.flatMap(({ expect: { slots: own } = {} }) => Object.keys(own ?? {})));
    const known = ['root', 'faq', 'out_of_scope', 'ambiguous', ...Object.keys(assistant.states)];
    const named = Object.values(assistant.competencies).flatMap((one) => one.slots.map((slot) => slot.name));
    expect([...states].filter((state) => !known.includes(state))).toEqual([]);
    expect([...slots].filter((slot) => !named.includes(slot))).toEqual([]);
  },
);

it('a deed is unwanted if its turn failed and did not expect it', async () => {
  const { assistant } = await compiledExample('bank');
  const loaded = prepareAssistant(assistant, {
    classifiers: new Map(),
    acts: new Map(),
    utterances: new Map(),
  });
  const talk: Talk = { name: 'a', kind: 'yes_no', turns: [{ say: 'hm' }, { say: 'yes' }] };
  const done = { from: 'transfer', on: 'yes', to: 'transfer_confirmed' };
  const outcome = (turn: number | null) => ({
    name: 'a',
    passed: turn === null,
    failures: turn === null ? [] : [{ turn, said: '', message: '' }],
    visited: [
      { state: 'transfer_confirmed', transitions: [done] },
      { state: 'transfer_confirmed', transitions: [done] },
    ],
    read: [],
    recording: [],
  });
  const expecting = { ...talk, turns: [{ say: 'hm', expect: { state: 'transfer_confirmed' } }] };
  expect(unwantedDeeds(loaded, talk, outcome(0))).toEqual(['transfer_confirmed in turn 1']);
  expect(unwantedDeeds(loaded, talk, outcome(1))).toEqual(['transfer_confirmed in turn 2']);
  expect(unwantedDeeds(loaded, talk, outcome(null))).toEqual([]);
  expect(unwantedDeeds(loaded, expecting, outcome(0))).toEqual([]);
});
