import { fileURLToPath } from 'node:url';
import { isKnownLanguage } from '../engine/language/languages.ts';
import { engineLoaders } from '../engine/loaders.ts';
import { callRows, dialogueReplies } from '../engine/train/acts/data-sets.ts';
import { buildEncoder, ENCODER_DIRECTORY } from '../engine/train/encoder/build.ts';
import type { Act } from '../engine/understand/acts/acts.ts';
import type { ActReader, ActReading } from '../engine/understand/acts/reader.ts';
import { CERTAINTY } from '../engine/understand/certainty.ts';
import { BenchError, readArguments, runBench } from './command.ts';
import { CountsByName, percentOf } from './dialogue/f1.ts';
import { kindOfRows } from './dialogue/rows.ts';
import { type Figures, report } from './report.ts';

/**
 * `npm run bench -- acts --test FILE [--language en]`: measures the shipped act reader on texts that people said.
 * `--smoke` uses a few texts of our own.
 *
 * For dialogues, in percent: user turns after a system turn that asks to CONFIRM or offers an intent (OFFER_INTENT; a
 * turn that does both counts as a confirmation), with the system turn as the question. *Yes* is read if its
 * probability exceeds both `CERTAINTY.likely` and the probability of a no; *no* if denying or dropping exceeds
 * `CERTAINTY.likely`. `…_both`: the share of turns where both yes and no match the annotation (AFFIRM, AFFIRM_INTENT;
 * NEGATE, NEGATE_INTENT). `yes_recall`, `no_recall`: the share of annotated acts that were read. `false_yes`: the
 * share of turns without an annotated yes that are read as a yes. `n`: the number of turns.
 *
 * For calls, in percent: the F1 of each act at `CERTAINTY.likely`, read with no question open, and the mean over the
 * acts in the file; an act that is not in the file is null.
 */
const ACTS_OF_CALLS: Readonly<Record<string, readonly Act[]>> = {
  affirm: ['affirm'],
  deny: ['deny'],
  dont_know: ['unsure', 'any'],
  acknowledge: ['acknowledge'],
  greet: ['greet'],
  end_call: ['goodbye'],
  handoff: ['handoff'],
  thank: ['thank'],
  repeat: ['repeat'],
  cancel: ['cancel'],
  change: ['change'],
};

const smokeFile = (name: string): string => fileURLToPath(new URL(`dialogue/smoke/${name}`, import.meta.url));

/** Whether a reply to a question is read as a yes, and as a no. */
function yesAndNo({ likelihood: of }: ActReading): { yes: boolean; no: boolean } {
  return {
    yes: of.affirm >= CERTAINTY.likely && of.affirm > of.deny,
    no: Math.max(of.deny, of.drop) >= CERTAINTY.likely,
  };
}

function measureDialogues(reader: ActReader, path: string): Figures {
  const judged = dialogueReplies(path)
    .filter(({ awaited }) => awaited === 'confirm' || awaited === 'offer')
    .map(({ text, acts, awaited, prompt }) => ({
      awaited,
      meant: { yes: acts.includes('affirm'), no: acts.includes('deny') },
      read: yesAndNo(reader.read(text, awaited, prompt)),
    }));
  type Judged = (typeof judged)[number];
  const share = (isCounted: (reading: Judged) => boolean, isSo: (reading: Judged) => boolean) => {
    const counted = judged.filter(isCounted);
    return percentOf(counted.filter(isSo).length, counted.length);
  };
  const areBothRight = ({ meant, read }: Judged) => meant.yes === read.yes && meant.no === read.no;
  return {
    confirm_both: share(({ awaited }) => awaited === 'confirm', areBothRight),
    offer_both: share(({ awaited }) => awaited === 'offer', areBothRight),
    yes_recall: share(
      ({ meant }) => meant.yes,
      ({ read }) => read.yes,
    ),
    no_recall: share(
      ({ meant }) => meant.no,
      ({ read }) => read.no,
    ),
    false_yes: share(
      ({ meant }) => !meant.yes,
      ({ read }) => read.yes,
    ),
    n: judged.length,
  };
}

function measureCalls(reader: ActReader, path: string): Figures {
  const counts = new CountsByName();
  for (const { text, acts } of callRows(path)) {
    const { likelihood: of } = reader.read(text, 'nothing', '');
    for (const [name, kinds] of Object.entries(ACTS_OF_CALLS)) {
      const isMeant = kinds.some((act) => acts.includes(act));
      const isFound = kinds.some((act) => of[act] >= CERTAINTY.likely);
      const count = counts.of(name);
      count.meant += isMeant ? 1 : 0;
      count.found += isFound ? 1 : 0;
      count.right += isMeant && isFound ? 1 : 0;
    }
  }
  const byAct = counts.f1();
  const known = Object.values(byAct).filter((figure) => figure !== null);
  return {
    macro_f1: known.length === 0 ? null : known.reduce((sum, figure) => sum + figure, 0) / known.length,
    f1: byAct,
  };
}

await runBench(async () => {
  const { test, language, smoke } = readArguments({
    options: {
      test: { type: 'string' },
      language: { type: 'string', default: 'en' },
      smoke: { type: 'boolean', default: false },
    },
  }).values;
  const files = smoke
    ? [smokeFile('dialogues.jsonl'), smokeFile('calls.jsonl')]
    : test === undefined
      ? []
      : [test];
  if (files.length === 0) throw new BenchError('usage: --test FILE [--language en], or --smoke');
  if (!isKnownLanguage(language)) throw new BenchError(`there is no act reader for the language ${language}`);
  const kinds = files.map((file) => ({ file, kind: kindOfRows(file) }));
  await buildEncoder();
  const reader = engineLoaders(() => ENCODER_DIRECTORY).acts?.(language);
  if (reader === undefined) throw new BenchError(`there is no act reader for ${language}`);
  for (const { file, kind } of kinds)
    report(kind === 'dialogues' ? measureDialogues(reader, file) : measureCalls(reader, file));
});
