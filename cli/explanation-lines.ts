/** A turn to explain, from this process or from the log. */
export interface ExplainedTurn {
  /** The query that proposals refer to; null if its exact words are unknown. */
  query: string | null;
  explanation: {
    acts: Readonly<Record<string, number>>;
    ranked: readonly { label: string; probability: number }[];
    outcome: string | null;
    proposals: readonly {
      command: string;
      label?: string | undefined;
      slot?: string | null | undefined;
      way?: string | undefined;
      how?: string | undefined;
      start: number;
      end: number;
      score: number;
      by: string;
      became: string;
    }[];
    transitions: readonly { from: string; to: string; on: string }[];
    /** The searched collections; the log does not contain them. */
    faq?:
      | readonly {
          collection: string;
          threshold: number;
          candidates: readonly { source: string; score: number }[];
        }[]
      | undefined;
  };
}

/** The minimum probability of an act to show. */
const WORTH_TELLING = 0.1;

/**
 * Explains a turn line by line, most likely first: its acts; the proposals with their words and result; the
 * nearest documents with the score needed to answer; and the transitions.
 */
export function formatExplanation({ query, explanation }: ExplainedTurn): string {
  const { acts, ranked, outcome, proposals, transitions, faq = [] } = explanation;
  const share = (value: number): string => value.toFixed(2);
  const read = Object.entries(acts)
    .sort(([, one], [, other]) => other - one)
    .map(([act, score]) => `${act} ${share(score)}`);
  const labels = ranked.slice(0, 3).map(({ label, probability }) => `${label} ${share(probability)}`);
  const proposed = proposals
    .filter(({ score, became }) => score >= WORTH_TELLING || became === 'applied')
    .sort((left, right) => right.score - left.score)
    .map(({ command, label, slot, way, how, start, end, score, by, became }) => {
      const about = [command, label, slot, way, how].filter((part) => part != null).join(' ');
      const words = query === null ? '' : ` on “${query.slice(start, end)}”`;
      return `  ${about} ${share(score)} by ${by}${words}: ${became}`;
    });
  const documents = faq.flatMap(({ collection, threshold, candidates }) => {
    const scores = candidates.map(({ source, score }) => `${source} ${share(score)}`).join(', ');
    return scores === '' ? [] : [`  documents of ${collection}, from ${share(threshold)}: ${scores}`];
  });
  return [
    `  does: ${read.join(', ') || 'nothing known'}`,
    `  means: ${labels.join(', ') || 'no label'}${outcome === null ? '' : ` (${outcome})`}`,
    ...proposed,
    ...documents,
    ...transitions.map(({ from, to, on }) => `  ${from} → ${to} on ${on}`),
  ].join('\n');
}
