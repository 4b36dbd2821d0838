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
  };
}

/** Less likely proposals are not worth a line. */
const WORTH_TELLING = 0.1;

/**
 * Explains a turn line by line: what the query does, what was proposed on which of its words, what became of each
 * proposal, and the moves. The likeliest come first.
 */
export function formatExplanation({ query, explanation }: ExplainedTurn): string {
  const { acts, ranked, outcome, proposals, transitions } = explanation;
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
  return [
    `  does: ${read.join(', ') || 'nothing that is known'}`,
    `  means: ${labels.join(', ') || 'no label'}${outcome === null ? '' : ` (${outcome})`}`,
    ...proposed,
    ...transitions.map(({ from, to, on }) => `  ${from} → ${to} on ${on}`),
  ].join('\n');
}
