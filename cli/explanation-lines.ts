/** A turn to be explained, taken in this process or from the log. */
export interface ExplainedTurn {
  /** The words that proposals stand on; null where they are not known as they were said. */
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
    /** The collections that were asked; the log does not keep them. */
    faq?:
      | readonly {
          collection: string;
          threshold: number;
          candidates: readonly { source: string; score: number }[];
        }[]
      | undefined;
  };
}

/** Less likely proposals are not worth a line. */
const WORTH_TELLING = 0.1;

/**
 * Explains a turn line by line: what the query does, what was proposed on which of its words, what became of each
 * proposal, the documents that came nearest with the score from which one answers, and the moves. The likeliest come first.
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
    `  does: ${read.join(', ') || 'nothing that is known'}`,
    `  means: ${labels.join(', ') || 'no label'}${outcome === null ? '' : ` (${outcome})`}`,
    ...proposed,
    ...documents,
    ...transitions.map(({ from, to, on }) => `  ${from} → ${to} on ${on}`),
  ].join('\n');
}
