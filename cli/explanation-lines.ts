/** A turn to explain, taken in this process or read from the log. */
export interface ExplainedTurn {
  /** The query to which proposals refer; null if it is not known word for word. */
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

/** Less likely acts are not shown. */
const WORTH_TELLING = 0.1;

/**
 * Explains a turn line by line: its acts, the proposals with the words they are based on and their result, the nearest
 * documents with the score from which one answers, and the transitions. Most likely first.
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
