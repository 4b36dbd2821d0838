import type { LoadedAssistant } from '../load.ts';
import type { Utterance } from '../values/recognizer.ts';
import { admitted } from './admit.ts';
import { arbitrate } from './arbitrate/arbitrate.ts';
import type { Command, JudgedProposal, Proposal } from './commands.ts';
import { withoutUnasked } from './deeds.ts';
import { leadingWords } from './leading-words.ts';
import { actProducer } from './producers/acts.ts';
import { askedValueProducer } from './producers/asked-value.ts';
import { choiceProducer } from './producers/choice.ts';
import { followUpProducer } from './producers/follow-up.ts';
import { labelProducer } from './producers/labels.ts';
import type { ForeignProducer, Producer } from './producers/producer.ts';
import { valueProducer } from './producers/values.ts';
import { type Reading, readQuery } from './reading.ts';
import { isBareAnswer } from './values/bare.ts';
import type { View } from './view.ts';

const BUILT_IN_PRODUCERS: readonly Producer[] = [
  actProducer,
  labelProducer,
  valueProducer,
  askedValueProducer,
  followUpProducer,
  choiceProducer,
];

/** The commands of a query, and how they were decided. */
export interface Understanding {
  /** In execution order; empty if no command serves the query. */
  commands: Command[];
  /** All proposals with their outcomes. */
  proposals: JudgedProposal[];
  reading: Reading;
}

export interface UnderstandOptions {
  /** Producers in addition to the built-in ones. */
  producers?: readonly ForeignProducer[];
  /** True if the caller filters the documents. */
  wantsDocument?: boolean;
  /** The score of the best matching document, 0…1; null if there is none. */
  answerScore: (query: string) => number | null;
}

/** Reads a query in its place in the conversation: collects proposals, drops those the version forbids, and decides. */
export async function understand(
  loaded: LoadedAssistant,
  view: View,
  utterance: Utterance,
  { producers = [], wantsDocument = false, answerScore }: UnderstandOptions,
): Promise<Understanding> {
  const reading = readQuery(loaded, view, utterance);
  const proposed: Proposal[] = [];
  for (const producer of BUILT_IN_PRODUCERS) proposed.push(...producer(reading));
  for (const { name, propose } of producers)
    for (const { command, on, score } of await propose(view, reading))
      proposed.push({ command: { ...command }, on, score, by: `foreign:${name}`, isForeign: true });
  const admissions = admitted(proposed, reading);
  const allowed = admissions.flatMap(({ proposal, refused }) => (refused === null ? proposal : []));
  const { chosen: arbitrated, reasons } = arbitrate(view, allowed, {
    isBare: hasOnlyValues(reading),
    get reservation() {
      return reading.reservation();
    },
    wantsDocument,
    asks: reading.acts.likelihood.ask,
    condition: reading.acts.likelihood.condition,
    served: reading.whole.outcome === 'out_of_scope' ? 0 : 1 - reading.whole.outOfScope,
    answerScore,
    text: utterance.text,
  });
  const chosen = withoutUnasked(view, arbitrated, allowed);
  const judged = admissions.map(({ proposal, refused }) => ({
    ...proposal,
    became:
      refused ??
      (chosen.includes(proposal) ? 'applied' : (reasons.get(proposal) ?? 'nothing is done without a yes')),
  }));
  const invented = chosen
    .filter((proposal) => !allowed.includes(proposal))
    .map((proposal) => ({ ...proposal, became: 'applied' }));
  return { commands: chosen.map(({ command }) => command), proposals: [...judged, ...invented], reading };
}

/** True if the query has only values and small words. */
function hasOnlyValues({ values, segments: { rest }, language }: Reading): boolean {
  const spans = [...(values?.values ?? []).map(({ candidate }) => candidate), ...(values?.explained ?? [])];
  const leads = leadingWords(rest.words, language);
  return spans.length > 0 && isBareAnswer(rest.words.slice(leads), spans, language.code);
}
