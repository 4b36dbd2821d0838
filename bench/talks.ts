import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readForm } from '../authoring/form.ts';
import { timeOf } from '../authoring/forms/test-file.ts';
import { runConversationTest, type TestOutcome, USUAL_NOW } from '../authoring/run-conversation-test.ts';
import { loadTrained } from '../authoring/train.ts';
import { trainFolder } from '../authoring/train-folder.ts';
import { readYaml } from '../authoring/yaml-source.ts';
import type { CallBusinessLogic } from '../engine/dialogue/business-logic/protocol.ts';
import type { LoadedAssistant } from '../engine/load.ts';
import { BenchError, readArguments, runBench } from './command.ts';
import { percentile, report } from './report.ts';
import { bankAt } from './support/example-servers.ts';
import { printTable } from './support/table.ts';
import { type Talk, talksFile, unwantedDeeds } from './talks/talk.ts';

const USAGE = 'usage: [--assistant FOLDER --talks FILE] [--failures], or --smoke';

const ours = (place: string): string => fileURLToPath(new URL(place, import.meta.url));

interface TalkSet {
  assistant: string;
  talks: string;
  /** Business logic for turns of a conversation that define no answer. Without it, calls are echoed. */
  businessLogicAt?: (now: number) => CallBusinessLogic;
}

/** Assistants, and conversations that people had with them. */
const SETS: readonly TalkSet[] = [
  { assistant: ours('talks/airline'), talks: ours('talks/airline.yaml') },
  { assistant: ours('talks/telecom'), talks: ours('talks/telecom.yaml') },
  { assistant: ours('talks/rental'), talks: ours('talks/rental.yaml') },
  { assistant: ours('talks/theatre'), talks: ours('talks/theatre.yaml') },
  { assistant: ours('talks/gym'), talks: ours('talks/gym.yaml') },
  { assistant: ours('talks/removals'), talks: ours('talks/removals.yaml') },
  { assistant: ours('talks/energy'), talks: ours('talks/energy.yaml') },
  { assistant: ours('talks/school'), talks: ours('talks/school.yaml') },
  { assistant: ours('talks/plumber'), talks: ours('talks/plumber.yaml') },
  { assistant: ours('talks/vet'), talks: ours('talks/vet.yaml') },
  { assistant: ours('talks/townhall'), talks: ours('talks/townhall.yaml') },
  { assistant: ours('talks/garage'), talks: ours('talks/garage.yaml') },
  { assistant: ours('talks/guesthouse'), talks: ours('talks/guesthouse.yaml') },
  { assistant: ours('talks/courier'), talks: ours('talks/courier.yaml') },
  { assistant: ours('talks/insurer'), talks: ours('talks/insurer.yaml') },
  { assistant: ours('talks/optician'), talks: ours('talks/optician.yaml') },
  { assistant: ours('talks/landlord'), talks: ours('talks/landlord.yaml') },
  { assistant: ours('talks/caterer'), talks: ours('talks/caterer.yaml') },
  { assistant: ours('talks/cleaning'), talks: ours('talks/cleaning.yaml') },
  { assistant: ours('talks/storage'), talks: ours('talks/storage.yaml') },
  { assistant: ours('talks/drivingschool'), talks: ours('talks/drivingschool.yaml') },
  { assistant: ours('talks/campsite'), talks: ours('talks/campsite.yaml') },
  { assistant: ours('talks/parcels'), talks: ours('talks/parcels.yaml') },
  { assistant: ours('talks/vegbox'), talks: ours('talks/vegbox.yaml') },
  { assistant: ours('talks/pool'), talks: ours('talks/pool.yaml') },
  { assistant: ours('talks/kennel'), talks: ours('talks/kennel.yaml') },
  { assistant: ours('talks/kanzlei'), talks: ours('talks/kanzlei.yaml') },
  { assistant: ours('talks/florist'), talks: ours('talks/florist.yaml') },
  { assistant: ours('talks/bootsverleih'), talks: ours('talks/bootsverleih.yaml') },
  { assistant: ours('talks/allotment'), talks: ours('talks/allotment.yaml') },
  { assistant: ours('talks/museo'), talks: ours('talks/museo.yaml') },
  { assistant: ours('talks/divecentre'), talks: ours('talks/divecentre.yaml') },
  { assistant: ours('talks/translations'), talks: ours('talks/translations.yaml') },
  { assistant: ours('talks/schneiderei'), talks: ours('talks/schneiderei.yaml') },
  { assistant: ours('talks/thermes'), talks: ours('talks/thermes.yaml') },
  { assistant: ours('talks/toolhire'), talks: ours('talks/toolhire.yaml') },
  { assistant: ours('talks/volkshochschule'), talks: ours('talks/volkshochschule.yaml') },
  { assistant: ours('talks/blooddonors'), talks: ours('talks/blooddonors.yaml') },
  { assistant: ours('talks/encombrants'), talks: ours('talks/encombrants.yaml') },
  { assistant: ours('talks/harbour'), talks: ours('talks/harbour.yaml') },
  { assistant: ours('talks/friseur'), talks: ours('talks/friseur.yaml') },
  { assistant: ours('talks/dental'), talks: ours('talks/dental.yaml') },
  { assistant: ours('talks/fibre'), talks: ours('talks/fibre.yaml') },
  { assistant: ours('talks/parking'), talks: ours('talks/parking.yaml') },
  { assistant: ours('talks/bibliothek'), talks: ours('talks/bibliothek.yaml') },
  { assistant: ours('talks/skischool'), talks: ours('talks/skischool.yaml') },
  { assistant: ours('talks/getraenke'), talks: ours('talks/getraenke.yaml') },
  { assistant: ours('talks/locksmith'), talks: ours('talks/locksmith.yaml') },
  { assistant: ours('talks/bicis'), talks: ours('talks/bicis.yaml') },
  { assistant: ours('talks/coaches'), talks: ours('talks/coaches.yaml') },
  { assistant: ours('talks/tierpark'), talks: ours('talks/tierpark.yaml') },
  { assistant: ours('talks/nursery'), talks: ours('talks/nursery.yaml') },
  { assistant: ours('talks/coldstore'), talks: ours('talks/coldstore.yaml') },
  { assistant: ours('talks/kfzzulassung'), talks: ours('talks/kfzzulassung.yaml') },
  { assistant: ours('talks/reinigungtextil'), talks: ours('talks/reinigungtextil.yaml') },
  { assistant: ours('talks/salledesfetes'), talks: ours('talks/salledesfetes.yaml') },
  { assistant: ours('talks/agriturismo'), talks: ours('talks/agriturismo.yaml') },
  { assistant: ours('talks/gardener'), talks: ours('talks/gardener.yaml') },
  { assistant: ours('talks/musikschule'), talks: ours('talks/musikschule.yaml') },
  { assistant: ours('talks/escaperoom'), talks: ours('talks/escaperoom.yaml') },
  { assistant: ours('talks/schornsteinfeger'), talks: ours('talks/schornsteinfeger.yaml') },
  { assistant: ours('talks/fotostudio'), talks: ours('talks/fotostudio.yaml') },
  { assistant: ours('talks/shuttle'), talks: ours('talks/shuttle.yaml') },
  { assistant: ours('talks/cinema'), talks: ours('talks/cinema.yaml') },
  { assistant: ours('talks/vetpractice'), talks: ours('talks/vetpractice.yaml') },
  { assistant: ours('talks/solar'), talks: ours('talks/solar.yaml') },
  { assistant: ours('talks/hoerakustiker'), talks: ours('talks/hoerakustiker.yaml') },
  { assistant: ours('talks/pflegedienst'), talks: ours('talks/pflegedienst.yaml') },
  { assistant: ours('talks/umzug'), talks: ours('talks/umzug.yaml') },
  { assistant: ours('talks/coworking'), talks: ours('talks/coworking.yaml') },
  { assistant: ours('talks/hotairballoon'), talks: ours('talks/hotairballoon.yaml') },
  { assistant: ours('talks/pianotuner'), talks: ours('talks/pianotuner.yaml') },
  { assistant: ours('talks/tierheim'), talks: ours('talks/tierheim.yaml') },
  { assistant: ours('talks/fahrradleasing'), talks: ours('talks/fahrradleasing.yaml') },
  { assistant: ours('talks/heizoel'), talks: ours('talks/heizoel.yaml') },
  { assistant: ours('talks/climbinggym'), talks: ours('talks/climbinggym.yaml') },
  { assistant: ours('talks/buchhandlung'), talks: ours('talks/buchhandlung.yaml') },
  { assistant: ours('talks/canalboats'), talks: ours('talks/canalboats.yaml') },
  { assistant: ours('talks/physiopraxis'), talks: ours('talks/physiopraxis.yaml') },
  { assistant: ours('talks/tatouage'), talks: ours('talks/tatouage.yaml') },
  { assistant: ours('talks/padelclube'), talks: ours('talks/padelclube.yaml') },
  { assistant: ours('talks/escueladebaile'), talks: ours('talks/escueladebaile.yaml') },
  { assistant: ours('talks/gommista'), talks: ours('talks/gommista.yaml') },
  { assistant: ours('talks/huisarts'), talks: ours('talks/huisarts.yaml') },
  { assistant: ours('talks/fietsverhuur'), talks: ours('talks/fietsverhuur.yaml') },
  { assistant: ours('talks/conciergerie'), talks: ours('talks/conciergerie.yaml') },
  { assistant: ours('talks/zeilschool'), talks: ours('talks/zeilschool.yaml') },
  { assistant: ours('talks/imprenta'), talks: ours('talks/imprenta.yaml') },
  { assistant: ours('talks/stabilimento'), talks: ours('talks/stabilimento.yaml') },
  { assistant: ours('talks/talho'), talks: ours('talks/talho.yaml') },
  { assistant: ours('talks/imkerei'), talks: ours('talks/imkerei.yaml') },
  { assistant: ours('talks/eyebrows'), talks: ours('talks/eyebrows.yaml') },
  { assistant: ours('talks/dachdecker'), talks: ours('talks/dachdecker.yaml') },
  { assistant: ours('talks/boatyard'), talks: ours('talks/boatyard.yaml') },
  { assistant: ours('talks/traiteur'), talks: ours('talks/traiteur.yaml') },
  { assistant: ours('talks/quizrooms'), talks: ours('talks/quizrooms.yaml') },
  { assistant: ours('talks/cerrajero'), talks: ours('talks/cerrajero.yaml') },
  { assistant: ours('talks/tailor'), talks: ours('talks/tailor.yaml') },
  { assistant: ours('talks/moebelhaus'), talks: ours('talks/moebelhaus.yaml') },
  { assistant: ours('talks/helpdesk'), talks: ours('talks/helpdesk.yaml') },
  { assistant: ours('talks/hausverwaltung'), talks: ours('talks/hausverwaltung.yaml') },
  { assistant: ours('talks/petsitter'), talks: ours('talks/petsitter.yaml') },
  { assistant: ours('talks/taxi'), talks: ours('talks/taxi.yaml') },
  { assistant: ours('talks/golfclub'), talks: ours('talks/golfclub.yaml') },
  { assistant: ours('talks/subscription'), talks: ours('talks/subscription.yaml') },
  { assistant: ours('talks/carwash'), talks: ours('talks/carwash.yaml') },
  { assistant: ours('talks/hospitalparking'), talks: ours('talks/hospitalparking.yaml') },
  { assistant: ours('talks/framers'), talks: ours('talks/framers.yaml') },
  { assistant: ours('talks/stadtwerke'), talks: ours('talks/stadtwerke.yaml') },
  { assistant: ours('../examples/bank-assistant'), talks: ours('talks/bank.yaml'), businessLogicAt: bankAt },
];
/** Conversations of a smoke run. */
const MOST_IN_SMOKE = 5;

/** @throws {BenchError} listing every error of the file */
function readTalks(file: string): Talk[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new BenchError(`${file} cannot be read`, { cause: error });
  }
  const { authored, findings } = readForm(readYaml(path.basename(file), text), talksFile);
  if (authored !== null) return authored.form.talks;
  const lines = findings.map(({ file: name, line, message }) => `${name}, line ${line}: ${message}`);
  throw new BenchError(lines.join('\n'));
}

interface Played {
  talk: Talk;
  outcome: TestOutcome;
  /** Deeds done in a turn that expects none of them. */
  deeds: string[];
  /** Mean milliseconds per turn of each conversation. */
  perTurn: number;
}

async function playAll(
  loaded: LoadedAssistant,
  talks: readonly Talk[],
  { businessLogicAt }: TalkSet,
): Promise<Played[]> {
  const played: Played[] = [];
  for (const talk of talks) {
    const from = performance.now();
    const live = businessLogicAt?.(timeOf(talk.now ?? '') ?? USUAL_NOW);
    const outcome = await runConversationTest(loaded, talk, live && { live });
    const perTurn = (performance.now() - from) / talk.turns.length;
    played.push({ talk, outcome, deeds: unwantedDeeds(loaded, talk, outcome), perTurn });
  }
  return played;
}

function printFailures(played: readonly Played[]): void {
  for (const { talk, outcome, deeds } of played) {
    if (outcome.passed) continue;
    process.stdout.write(`\n✗ ${talk.name} (${talk.kind})\n`);
    for (const [turn, { say }] of talk.turns.entries()) {
      process.stdout.write(`    ${turn + 1}. ${say}\n`);
      for (const failure of outcome.failures.filter((of) => of.turn === turn))
        process.stdout.write(`       ${failure.message}\n`);
    }
    for (const deed of deeds) process.stdout.write(`    unwanted: ${deed}\n`);
  }
}

/** The number of a conversation's turns that met their expectations. */
const rightTurns = ({ talk, outcome }: Played): number =>
  talk.turns.length - new Set(outcome.failures.map(({ turn }) => turn)).size;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function figuresOf(played: readonly Played[]) {
  return {
    talks: played.length,
    right: played.filter(({ outcome }) => outcome.passed).length,
    turns: sum(played.map(({ talk }) => talk.turns.length)),
    right_turns: sum(played.map(rightTurns)),
    unwanted_deeds: sum(played.map(({ deeds }) => deeds.length)),
  };
}

/**
 * `npm run bench -- talks`: whole conversations as people hold them, with the bank and the assistants in
 * `bench/talks`. A conversation is right if each turn did what its author expected. A deed is unwanted if a turn that
 * went wrong did it. `--failures` prints the mistakes, `--assistant` and `--talks` play other files, `--smoke` plays
 * a few with the bank.
 */
await runBench(async () => {
  const { values } = readArguments({
    options: {
      assistant: { type: 'string' },
      talks: { type: 'string' },
      failures: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
    },
  });
  const { assistant, talks } = values;
  if ((assistant === undefined) !== (talks === undefined)) throw new BenchError(USAGE);
  const sets: readonly TalkSet[] =
    assistant === undefined || talks === undefined ? SETS : [{ assistant, talks }];
  const read = sets.slice(values.smoke ? -1 : 0).map((set) => ({
    set,
    talks: readTalks(set.talks).slice(0, values.smoke ? MOST_IN_SMOKE : undefined),
  }));
  const all: Played[] = [];
  for (const { set, talks: some } of read) {
    const loaded = loadTrained((await trainFolder(set.assistant, undefined, { recordings: false })).artifact);
    const played = await playAll(loaded, some, set);
    if (values.failures) printFailures(played);
    const byKind = [...Map.groupBy(played, ({ talk }) => talk.kind)].map(([kind, of]) => {
      const { talks: count, right, turns, right_turns: rightOf } = figuresOf(of);
      return [kind, right, count, rightOf, turns];
    });
    printTable(path.basename(set.assistant), ['kind', 'right', 'talks', 'right turns', 'turns'], byKind);
    all.push(...played);
  }
  const perTurn = all.map((played) => played.perTurn);
  report({
    ...figuresOf(all),
    p50: percentile(perTurn, 0.5),
    p95: percentile(perTurn, 0.95),
  });
});
